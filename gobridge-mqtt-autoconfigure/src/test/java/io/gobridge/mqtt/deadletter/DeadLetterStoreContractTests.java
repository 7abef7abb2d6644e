package io.gobridge.mqtt.deadletter;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

import io.gobridge.mqtt.message.MqttDelivery;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What every store of dead letters that can be browsed has to do.
 */
abstract class DeadLetterStoreContractTests {

	private DeadLetterStore store;

	/**
	 * Opens an empty store with room for a hundred records at least.
	 */
	abstract DeadLetterStore open();

	/**
	 * Opens the same store again, as a new process would.
	 */
	abstract DeadLetterStore reopen();

	@BeforeEach
	void begin() {
		this.store = open();
		assertThat(this.store.count()).isZero();
	}

	DeadLetterStore store() {
		return this.store;
	}

	@Test
	void everythingOfAMessageIsKept() {
		MqttDelivery delivery = DeadLetterFixture.full();
		DeadLetter letter = DeadLetter.of(delivery, DeadLetterCode.SUBSCRIPTION_REMOVED, DeadLetterFixture.RECEIVED)
			.removedFilter("$share/g/plant/#")
			.route("r")
			.exception(new IllegalArgumentException("ä€\uD83D\uDE00"))
			.attempts(3)
			.build();
		this.store.write(letter).join();
		this.store = reopen();
		DeadLetter found = this.store.find(letter.id()).orElseThrow();
		assertThat(found.metadata()).isEqualTo(letter.metadata());
		assertThat(this.store.list(null, 10)).containsExactly(letter.metadata());
		assertThat(found.delivery()).usingRecursiveComparison().ignoringFields("receivedAt").isEqualTo(delivery);
		assertThat(found.delivery().receivedAt()).isEqualTo(delivery.receivedAt().truncatedTo(ChronoUnit.MILLIS));
		assertThat(found.metadata().payloadSize()).isEqualTo(5);
	}

	@Test
	void whatIsNotThereStaysAway() {
		MqttDelivery delivery = DeadLetterFixture.plain("t", new byte[0]);
		DeadLetter letter = DeadLetter.of(delivery, DeadLetterCode.REJECTED, DeadLetterFixture.RECEIVED).build();
		this.store.write(letter).join();
		DeadLetter found = this.store.find(letter.id()).orElseThrow();
		assertThat(found.metadata()).isEqualTo(letter.metadata());
		assertThat(found.metadata().route()).isNull();
		assertThat(found.metadata().removedFilter()).isNull();
		assertThat(found.metadata().exceptionClass()).isNull();
		assertThat(found.metadata().exceptionMessage()).isNull();
		assertThat(found.delivery()).usingRecursiveComparison().ignoringFields("receivedAt").isEqualTo(delivery);
	}

	@ParameterizedTest
	@EnumSource(DeadLetterCode.class)
	void everyCodeCanBeStored(DeadLetterCode code) {
		DeadLetter letter = DeadLetter.of(DeadLetterFixture.full(), code, DeadLetterFixture.RECEIVED)
			.reason("because")
			.build();
		this.store.write(letter).join();
		assertThat(this.store.find(letter.id()).orElseThrow().metadata()).isEqualTo(letter.metadata());
	}

	@Test
	void largePayloadsAndLongTextsFit() {
		byte[] payload = new byte[3_000_000];
		ThreadLocalRandom.current().nextBytes(payload);
		MqttDelivery delivery = DeadLetterFixture.plain("t".repeat(65_535), payload);
		DeadLetter letter = DeadLetter.of(delivery, DeadLetterCode.HANDLER_FAILED, DeadLetterFixture.RECEIVED)
			.route("r".repeat(1000))
			.exception(new IllegalStateException("x\u0000\uD800" + "€".repeat(100_000)))
			.build();
		this.store.write(letter).join();
		DeadLetter found = this.store.find(letter.id()).orElseThrow();
		assertThat(found.delivery().payload()).isEqualTo(payload);
		assertThat(found.metadata()).isEqualTo(letter.metadata());
		assertThat(found.metadata().exceptionMessage()).startsWith("x\uFFFD\uFFFD€").hasSize(4000);
	}

	@Test
	void pagesAreInTheOrderOfTheFailures() {
		List<DeadLetter> letters = IntStream.range(0, 25).mapToObj(DeadLetterFixture::letter).toList();
		List<DeadLetter> shuffled = new ArrayList<>(letters);
		Collections.shuffle(shuffled);
		shuffled.stream().map(this.store::write).toList().forEach(CompletableFuture::join);
		List<DeadLetterMetadata> seen = new ArrayList<>();
		List<DeadLetterMetadata> page = this.store.list(null, 10);
		while (!page.isEmpty()) {
			seen.addAll(page);
			page = this.store.list(page.get(page.size() - 1).id(), 10);
		}
		assertThat(seen).containsExactlyElementsOf(letters.stream().map(DeadLetter::metadata).toList());
		assertThat(this.store.count()).isEqualTo(25);
		assertThat(this.store.list(null, 0)).isEmpty();
	}

	@Test
	void aRecordIsThereUntilItIsDeleted() {
		DeadLetter one = DeadLetterFixture.letter(1);
		DeadLetter two = DeadLetterFixture.letter(2);
		this.store.write(one).join();
		this.store.write(two).join();
		assertThat(this.store.delete(one.id())).isTrue();
		assertThat(this.store.delete(one.id())).isFalse();
		assertThat(this.store.delete("nothing like an id'; --")).isFalse();
		assertThat(this.store.find(one.id())).isEmpty();
		assertThat(this.store.count()).isEqualTo(1);
		this.store = reopen();
		assertThat(this.store.list(null, 10)).containsExactly(two.metadata());
		assertThat(this.store.find(one.id())).isEmpty();
	}

	@Test
	void writingTheSameRecordAgainIsHarmless() {
		DeadLetter letter = DeadLetterFixture.letter(1);
		this.store.write(letter).join();
		this.store.write(letter).join();
		assertThat(this.store.count()).isEqualTo(1);
		// Another record of the same message is another record.
		this.store.write(DeadLetterFixture.letter(1)).join();
		assertThat(this.store.count()).isEqualTo(2);
	}

	@Test
	void manyWritersAtOnceLoseNothing() {
		List<CompletableFuture<Void>> all = IntStream.range(0, 100)
			.parallel()
			.mapToObj((i) -> this.store.write(DeadLetterFixture.letter(i)))
			.toList();
		all.forEach(CompletableFuture::join);
		assertThat(this.store.count()).isEqualTo(100);
	}

}
