package io.gobridge.mqtt.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

/**
 * CPU time and allocation of everything in this process but one thread, from the
 * construction of the meter on. The CPU time is that of the process, so the garbage
 * collector and the compiler are in it.
 * <p>
 * Allocation is the sum over the threads. Before Java 21 the virtual machine does not
 * tell the total that includes threads which have ended, so there what a thread allocated
 * that ended before {@link #stop()} is missing; no contender ends a thread between two
 * messages.
 */
final class ResourceMeter {

	private static final OperatingSystemMXBean PROCESS = (OperatingSystemMXBean) ManagementFactory
		.getOperatingSystemMXBean();

	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	private static final @Nullable Method TOTAL_ALLOCATED = totalAllocated();

	private final long excludedThread;

	private final long excludedCpu;

	private final long excludedAllocated;

	private final long cpu;

	private final long totalAllocated;

	private final Map<Long, Long> allocated = new HashMap<>();

	ResourceMeter(long excludedThread) {
		this.excludedThread = excludedThread;
		this.excludedAllocated = THREADS.getThreadAllocatedBytes(excludedThread);
		long[] ids = THREADS.getAllThreadIds();
		long[] bytes = THREADS.getThreadAllocatedBytes(ids);
		for (int i = 0; i < ids.length; i++) {
			this.allocated.put(ids[i], bytes[i]);
		}
		this.totalAllocated = readTotal();
		this.excludedCpu = THREADS.getThreadCpuTime(excludedThread);
		this.cpu = PROCESS.getProcessCpuTime();
	}

	private static @Nullable Method totalAllocated() {
		try {
			return ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes");
		}
		catch (NoSuchMethodException ex) {
			return null;
		}
	}

	private static long readTotal() {
		Method total = TOTAL_ALLOCATED;
		try {
			return (total != null && total.invoke(THREADS) instanceof Long bytes) ? bytes : -1;
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** What was used since the meter was constructed. */
	Usage stop() {
		long processCpu = PROCESS.getProcessCpuTime() - this.cpu;
		long threadCpu = THREADS.getThreadCpuTime(this.excludedThread) - this.excludedCpu;
		long total = readTotal();
		long bytes = (total >= 0)
				? total - this.totalAllocated
						- (THREADS.getThreadAllocatedBytes(this.excludedThread) - this.excludedAllocated)
				: allocatedByLiveThreads();
		return new Usage(processCpu - threadCpu, threadCpu, bytes);
	}

	private long allocatedByLiveThreads() {
		long sum = 0;
		long[] ids = THREADS.getAllThreadIds();
		long[] bytes = THREADS.getThreadAllocatedBytes(ids);
		for (int i = 0; i < ids.length; i++) {
			if (ids[i] != this.excludedThread && bytes[i] >= 0) {
				sum += bytes[i] - this.allocated.getOrDefault(ids[i], 0L);
			}
		}
		return sum;
	}

	/**
	 * What was used.
	 *
	 * @param cpuNanos CPU time of all threads but the excluded one
	 * @param excludedCpuNanos CPU time of the excluded thread
	 * @param allocatedBytes bytes allocated by all threads but the excluded one
	 */
	record Usage(long cpuNanos, long excludedCpuNanos, long allocatedBytes) {

	}

}
