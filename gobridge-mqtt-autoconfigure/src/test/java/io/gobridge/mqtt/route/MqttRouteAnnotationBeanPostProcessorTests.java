package io.gobridge.mqtt.route;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.CustomScopeConfigurer;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.convert.support.DefaultConversionService;

import io.gobridge.mqtt.message.AckMode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link MqttRouteAnnotationBeanPostProcessor}.
 */
class MqttRouteAnnotationBeanPostProcessorTests {

	private static final TestAcknowledgment ACKNOWLEDGMENT = new TestAcknowledgment();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withUserConfiguration(Infrastructure.class);

	@Test
	void registersWhatTheAnnotationSays() {
		this.runner.withBean("bean", Full.class)
			.withPropertyValues("app.prefix=plant/1", "app.group=g", "app.lanes=4", "app.start=false")
			.run((context) -> {
				MqttRouteDefinition definition = only(context);
				assertThat(definition.id()).isEqualTo("full");
				assertThat(definition.session()).isEqualTo("second");
				assertThat(definition.topics()).containsExactly("plant/1/{device}/state", "b/2");
				assertThat(definition.filters()).extracting("value")
					.containsExactly("$share/g/plant/1/+/state", "$share/g/b/2");
				assertThat(definition.qos()).isEqualTo(2);
				assertThat(definition.retainAsPublished()).isTrue();
				assertThat(definition.concurrency()).isEqualTo(4);
				assertThat(definition.ackMode()).isEqualTo(AckMode.MANUAL);
				assertThat(definition.onFailure()).isEqualTo(OnFailure.REDELIVER);
				assertThat(definition.autoStartup()).isFalse();
				assertThat(definition.description()).contains("bean 'bean'", "Full.on(");
			});
	}

	@Test
	void hasDefaultsAndIdsByBeanAndMethod() {
		this.runner.withBean("bean", Repeated.class).run((context) -> {
			assertThat(definitions(context)).extracting(MqttRouteDefinition::id)
				.containsExactly("bean.on", "bean.on#2", "bean.on#3", "bean.other");
			assertThat(definitions(context)).extracting((definition) -> definition.topics().get(0))
				.containsExactly("r/3", "r/1", "r/2", "r/4");
			assertThat(definitions(context)).allSatisfy((definition) -> {
				assertThat(definition.session()).isEmpty();
				assertThat(definition.qos()).isEqualTo(1);
				assertThat(definition.concurrency()).isZero();
				assertThat(definition.noLocal()).isFalse();
				assertThat(definition.autoStartup()).isTrue();
			});
		});
	}

	@Test
	void takesSeveralTopicsFromAnExpression() {
		this.runner.withBean("topics", List.class, () -> List.of("x/1", "x/+/y"))
			.withBean(Expression.class)
			.run((context) -> assertThat(only(context).topics()).containsExactly("x/1", "x/+/y", "z"));
	}

	@Test
	void mayBeAMetaAnnotation() {
		this.runner.withBean(Composed.class).run((context) -> {
			assertThat(only(context).qos()).isEqualTo(2);
			assertThat(only(context).topics()).containsExactly("meta/1");
		});
	}

	@Test
	void anUnresolvedPlaceholderNamesBeanMethodAndAttribute() {
		this.runner.withBean("bean", Full.class)
			.withPropertyValues("app.prefix=p", "app.lanes=4", "app.start=true")
			.run(failsWith("bean 'bean'", "Full.on(", "'group'", "app.group"));
		this.runner.withBean("bean", Full.class)
			.withPropertyValues("app.group=g", "app.lanes=4", "app.start=true")
			.run(failsWith("'topic'", "app.prefix"));
	}

	@Test
	void attributesWithoutMeaningFail() {
		this.runner.withBean("bean", Full.class)
			.withPropertyValues("app.prefix=p", "app.group=g", "app.lanes=four", "app.start=true")
			.run(failsWith("'concurrency'", "four"));
		this.runner.withBean("bean", Full.class)
			.withPropertyValues("app.prefix=p", "app.group=g", "app.lanes=4", "app.start=maybe")
			.run(failsWith("'autoStartup'", "maybe"));
		this.runner.withBean("bean", Full.class)
			.withPropertyValues("app.prefix=p/#", "app.group=g", "app.lanes=4", "app.start=true")
			.run(failsWith("'full'", "bean 'bean'", "Full.on("));
		this.runner.withBean("bean", NoTopic.class).run(failsWith("bean 'bean'", "no topic"));
	}

	// B32
	@Test
	void noLocalOnASharedSubscriptionFailsWithTheNameOfTheRoute() {
		this.runner.withBean("bean", SharedNoLocal.class).run(failsWith("'bean.on'", "noLocal"));
	}

	@Test
	void aParameterThatCanNotBeResolvedNamesBeanMethodAndParameter() {
		this.runner.withBean("bean", TwoPayloads.class)
			.run(failsWith("bean 'bean'", "TwoPayloads.on(String, byte[])", "parameter 2"));
	}

	@Test
	void aDuplicateIdFails() {
		this.runner.withBean("one", Identified.class)
			.withBean("two", Identified.class)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(DuplicateRouteException.class)
				.hasMessageContaining("bean 'one'")
				.hasMessageContaining("bean 'two'"));
	}

	@Test
	void findsMethodsOfCglibProxiesAndCallsThroughTheProxy() {
		this.runner.withBean("bean", Plain.class).withBean(Proxying.class, () -> new Proxying(true)).run((context) -> {
			assertThat(AopUtils.isCglibProxy(context.getBean("bean"))).isTrue();
			assertThat(handled(context, only(context), "x")).containsExactly("x");
			assertThat(context.getBean(Proxying.class).calls).containsExactly("on");
		});
	}

	@Test
	void findsMethodsOfJdkProxiesWhereAnInterfaceHasThem() {
		this.runner.withBean("bean", Implementation.class)
			.withBean(Proxying.class, () -> new Proxying(false))
			.run((context) -> {
				assertThat(AopUtils.isJdkDynamicProxy(context.getBean("bean"))).isTrue();
				MqttRouteDefinition definition = only(context);
				assertThat(definition.topics()).containsExactly("i/{name}");
				definition.handler().handle(TestDelivery.of("i/n", "x"), ACKNOWLEDGMENT);
				assertThat(context.getBean(Handled.class).values).containsExactly("n=x");
				assertThat(context.getBean(Proxying.class).calls).containsExactly("take");
			});
	}

	@Test
	void aMethodThatAJdkProxyHidesFails() {
		this.runner.withBean("bean", Hidden.class)
			.withBean(Proxying.class, () -> new Proxying(false))
			.run(failsWith("bean 'bean'", "Hidden.hidden(", "proxyTargetClass"));
	}

	@Test
	void privateAndUnproxyableMethodsFail() {
		this.runner.withBean("bean", Private.class).run(failsWith("Private.on(", "private"));
		this.runner.withBean("bean", Final.class)
			.withBean(Proxying.class, () -> new Proxying(true))
			.run(failsWith("Final.on(", "final"));
		this.runner.withBean("bean", Final.class).run((context) -> assertThat(definitions(context)).hasSize(1));
	}

	@Test
	void findsABeanBehindAScopedProxyOnceAndCallsTheScopedOne() {
		this.runner.withUserConfiguration(Scoped.class).run((context) -> {
			MqttRouteDefinition definition = only(context);
			assertThat(definition.id()).isEqualTo("scoped.on");
			assertThat(handled(context, definition, "x")).containsExactly("x");
		});
	}

	@Test
	void refusesABeanThatIsNotASingleton() {
		this.runner.withInitializer((context) -> {
			RootBeanDefinition definition = new RootBeanDefinition(Plain.class);
			definition.setScope("prototype");
			((BeanDefinitionRegistry) context.getBeanFactory()).registerBeanDefinition("bean", definition);
		}).run(failsWith("bean 'bean'", "not a singleton"));
	}

	@Test
	void resolvesTypeVariablesOfGenericBeans() {
		this.runner.withBean(Celsius.class).run((context) -> {
			MqttRouteDefinition definition = only(context);
			definition.handler().handle(TestDelivery.of("g", "[{\"celsius\":1.5}]"), ACKNOWLEDGMENT);
			assertThat(context.getBean(Handled.class).values).containsExactly("[Reading[celsius=1.5]]");
		});
	}

	@Test
	void anOverridingMethodReplacesTheAnnotationAndOneWithoutInheritsIt() {
		this.runner.withBean("one", Overriding.class).run((context) -> {
			MqttRouteDefinition definition = only(context);
			assertThat(definition.topics()).containsExactly("other");
			definition.handler().handle(TestDelivery.of("other", "{\"celsius\":2.0}"), ACKNOWLEDGMENT);
			assertThat(context.getBean(Handled.class).values).containsExactly("overridden 2.0");
		});
		this.runner.withBean("two", Inheriting.class)
			.run((context) -> assertThat(only(context).topics()).containsExactly("base"));
	}

	@Test
	void createsLazyBeansAsMessagesMayBeWaiting() {
		this.runner.withUserConfiguration(LazyBeans.class)
			.run((context) -> assertThat(handled(context, only(context), "x")).containsExactly("x"));
		this.runner.withBean("bean", Plain.class)
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> assertThat(definitions(context)).hasSize(1));
	}

	// B04
	@Test
	void registersAfterAllSingletonsAreReady() {
		this.runner.withUserConfiguration(SlowStart.class).run((context) -> {
			assertThat(context.getBean(SlowStart.class).registeredWhenReady).containsOnly(0);
			assertThat(context.getBean(SlowStart.class).registeredWhenReady).hasSize(2);
			assertThat(definitions(context)).hasSize(1);
		});
	}

	@Test
	void findsBeansThatAreRegisteredLater() {
		this.runner.run((context) -> {
			assertThat(definitions(context)).isEmpty();
			BeanDefinitionRegistry registry = (BeanDefinitionRegistry) context.getSourceApplicationContext()
				.getAutowireCapableBeanFactory();
			registry.registerBeanDefinition("late", new RootBeanDefinition(Plain.class));
			context.getBean("late");
			context.getBean("late");
			assertThat(only(context).id()).isEqualTo("late.on");
		});
	}

	private static ContextConsumer<AssertableApplicationContext> failsWith(String... parts) {
		return (context) -> assertThat(context).getFailure()
			.isInstanceOf(InvalidRouteException.class)
			.satisfies((ex) -> assertThat(ex.getMessage()).contains(parts));
	}

	private static List<String> handled(AssertableApplicationContext context, MqttRouteDefinition definition,
			String payload) throws Exception {
		definition.handler().handle(TestDelivery.of("t", payload), ACKNOWLEDGMENT);
		return context.getBean(Handled.class).values;
	}

	private static MqttRouteDefinition only(AssertableApplicationContext context) {
		assertThat(context).hasNotFailed();
		assertThat(definitions(context)).hasSize(1);
		return definitions(context).get(0);
	}

	private static List<MqttRouteDefinition> definitions(AssertableApplicationContext context) {
		assertThat(context).hasNotFailed();
		DefaultMqttRouteRegistry registry = context.getBean(DefaultMqttRouteRegistry.class);
		List<MqttRouteDefinition> definitions = new ArrayList<>();
		for (String session : List.of("default", "second")) {
			registry.routes(session).forEach((route) -> definitions.add(route.definition()));
		}
		return definitions;
	}

	@Configuration(proxyBeanMethods = false)
	static class Infrastructure {

		@Bean
		static MqttRouteAnnotationBeanPostProcessor routes() {
			return new MqttRouteAnnotationBeanPostProcessor();
		}

		@Bean
		DefaultMqttRouteRegistry registry() {
			return new DefaultMqttRouteRegistry(List.of("default", "second"), "default");
		}

		@Bean
		HandlerMethodSettings settings() {
			return new HandlerMethodSettings(new DefaultConversionService(), List.of(),
					new JsonPayloadFormat(JsonMapper.builder().build()), List.of(), null, null);
		}

		@Bean
		Handled handled() {
			return new Handled();
		}

	}

	static class Handled {

		final List<String> values = new ArrayList<>();

	}

	/**
	 * Puts every handler behind a proxy, as an aspect would.
	 */
	static class Proxying implements BeanPostProcessor {

		final List<String> calls = new ArrayList<>();

		private final boolean targetClass;

		Proxying(boolean targetClass) {
			this.targetClass = targetClass;
		}

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			if (!beanName.equals("bean")) {
				return bean;
			}
			ProxyFactory factory = new ProxyFactory(bean);
			factory.setProxyTargetClass(this.targetClass);
			factory.addAdvice((MethodInterceptor) (invocation) -> {
				this.calls.add(invocation.getMethod().getName());
				return invocation.proceed();
			});
			return factory.getProxy(bean.getClass().getClassLoader());
		}

	}

	static class Full {

		@MqttRoute(topic = { "${app.prefix}/{device}/state", "b/#{1 + 1}" }, id = "#{'fu' + 'll'}", session = "second",
				qos = 2, group = "${app.group}", retainAsPublished = true, concurrency = "${app.lanes}",
				ackMode = AckMode.MANUAL, onFailure = OnFailure.REDELIVER, autoStartup = "${app.start}")
		void on(byte[] payload) {
		}

	}

	static class Repeated {

		@MqttRoute("r/1")
		@MqttRoute("r/2")
		void on(byte[] payload) {
		}

		@MqttRoute("r/3")
		void on(String payload) {
		}

		@MqttRoute("r/4")
		void other(String payload) {
		}

	}

	static class Expression {

		@MqttRoute({ "#{@topics}", "z" })
		void on(byte[] payload) {
		}

	}

	@MqttRoute(qos = 2)
	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@interface ExactlyOnce {

		@AliasFor(annotation = MqttRoute.class, attribute = "topic")
		String[] value();

	}

	static class Composed {

		@ExactlyOnce("meta/1")
		void on(byte[] payload) {
		}

	}

	static class NoTopic {

		@MqttRoute
		void on(byte[] payload) {
		}

	}

	static class SharedNoLocal {

		@MqttRoute(topic = "a", group = "g", noLocal = true)
		void on(byte[] payload) {
		}

	}

	static class TwoPayloads {

		@MqttRoute("a")
		void on(String one, byte[] two) {
		}

	}

	static class Identified {

		@MqttRoute(topic = "a", id = "same")
		void on(byte[] payload) {
		}

	}

	static class Plain {

		@Autowired
		private @Nullable ObjectProvider<Handled> handled;

		@MqttRoute("t")
		void on(String payload) {
			Objects.requireNonNull(this.handled).getObject().values.add(payload);
		}

	}

	interface Declared<T> {

		@MqttRoute("i/{name}")
		void take(T payload, @TopicVariable String name);

	}

	static class Implementation implements Declared<String> {

		private final Handled handled;

		Implementation(Handled handled) {
			this.handled = handled;
		}

		@Override
		public void take(String payload, String name) {
			this.handled.values.add(name + "=" + payload);
		}

	}

	static class Hidden implements Runnable {

		@Override
		public void run() {
		}

		@MqttRoute("t")
		public void hidden(String payload) {
		}

	}

	static class Private {

		@MqttRoute("t")
		private void on(String payload) {
		}

	}

	static class Final {

		@MqttRoute("t")
		final void on(String payload) {
		}

	}

	record Reading(double celsius) {
	}

	abstract static class Base<T> {

		protected final Handled handled;

		Base(Handled handled) {
			this.handled = handled;
		}

	}

	abstract static class GenericBase<T> extends Base<T> {

		GenericBase(Handled handled) {
			super(handled);
		}

		@MqttRoute("g")
		void on(List<T> payload) {
			this.handled.values.add(payload.toString());
		}

	}

	static class Celsius extends GenericBase<Reading> {

		Celsius(Handled handled) {
			super(handled);
		}

	}

	abstract static class Overridden<T> extends Base<T> {

		Overridden(Handled handled) {
			super(handled);
		}

		@MqttRoute("base")
		abstract void on(T payload);

	}

	static class Overriding extends Overridden<Reading> {

		Overriding(Handled handled) {
			super(handled);
		}

		@Override
		@MqttRoute("other")
		void on(Reading payload) {
			this.handled.values.add("overridden " + payload.celsius());
		}

	}

	static class Inheriting extends Overridden<Reading> {

		Inheriting(Handled handled) {
			super(handled);
		}

		@Override
		void on(Reading payload) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Scoped {

		@Bean
		static CustomScopeConfigurer threadScope() {
			CustomScopeConfigurer configurer = new CustomScopeConfigurer();
			configurer.setScopes(Map.of("thread", new SimpleThreadScope()));
			return configurer;
		}

		@Bean
		@Scope(scopeName = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
		Plain scoped() {
			return new Plain();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LazyBeans {

		@Bean
		@Lazy
		Plain lazy() {
			return new Plain();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class SlowStart {

		final List<Integer> registeredWhenReady = new ArrayList<>();

		@Bean
		Plain handler() {
			return new Plain();
		}

		@Bean
		Object zLast(MqttRouteRegistry registry) {
			this.registeredWhenReady.add(registry.routes().size());
			return new Object();
		}

		@Bean
		InitializingBean collaborator(MqttRouteRegistry registry) {
			return () -> this.registeredWhenReady.add(registry.routes().size());
		}

	}

}
