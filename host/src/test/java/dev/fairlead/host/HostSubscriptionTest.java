package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.EraMemory;
import dev.fairlead.host.HostSubscription.Change;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.event.EventLog;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.host.supervision.Care;
import dev.fairlead.host.supervision.RestartPolicy;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Subscriptions that outlast what they were made on. */
@Timeout(120)
class HostSubscriptionTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String CLOCK = "mem:/clock";

    private static FakeServer server(Era era) {
        return FakeServer.named("s")
                .era(era)
                .tool(Tool.of("t", null, Json.object().put("type", "object")), call -> CallToolResult.ofText("done"))
                .resource(
                        Resource.of(CLOCK, "clock"),
                        (uri, call) -> ReadResourceResult.of(ResourceContents.text(uri, "text/plain", "noon")))
                .build();
    }

    private static HostBuilder quick() {
        var policy = new RestartPolicy(Duration.ofMillis(1), Duration.ofMillis(5), 0, Duration.ofMinutes(1));
        return Host.builder()
                .patience(LIMIT)
                .care(new Care(policy, policy, Duration.ofMinutes(1), LIMIT, LIMIT, InstantSource.system()));
    }

    @ParameterizedTest
    @Verifies("C-9")
    @EnumSource(Era.class)
    void aSubscriptionGoesOnAfterEveryCrash(Era era) throws Exception {
        var server = server(era);
        try (var host = quick().server("s", server.transport()).open();
                var subscription = host.subscribe("s", SubscriptionFilter.resource(CLOCK))) {
            for (int crash = 0; crash < 5; crash++) {
                assertThat(subscription.next(LIMIT)).as("crash %d", crash).contains(new Change.Begun());
                server.tell(new ServerEvent.ResourceUpdated(CLOCK));
                assertThat(subscription.next(LIMIT))
                        .contains(new Change.Happened(new ServerEvent.ResourceUpdated(CLOCK)));
                server.disconnect();
            }
            assertThat(subscription.lost()).isZero();
        }
        assertThat(server.complaints()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void aSubscriptionFollowsAServerThatIsReplaced(Era era) throws Exception {
        var former = server(era);
        var other = server(era);
        try (var host = quick().server("s", former.transport()).open();
                var subscription = host.subscribe("s", SubscriptionFilter.resource(CLOCK))) {
            assertThat(subscription.next(LIMIT)).contains(new Change.Begun());

            host.add(ServerConfig.of("s", new Endpoint.Own(other.transport())));

            assertThat(subscription.next(LIMIT)).contains(new Change.Begun());
            other.tell(new ServerEvent.ResourceUpdated(CLOCK));
            assertThat(subscription.next(LIMIT)).contains(new Change.Happened(new ServerEvent.ResourceUpdated(CLOCK)));
        }
    }

    @Test
    void aSubscriptionEndsWithItsHostAlsoWhileItWaitsForTheServer() throws Exception {
        var server = server(Era.LEGACY);
        var fleet = new Fleet(
                config -> OwnOpener.of(config, new EraMemory(InstantSource.system())),
                config -> true,
                Care.USUAL,
                new EventLog(Redactor.usual()),
                null);
        fleet.add(ServerConfig.of("s", new Endpoint.Own(server.transport())));
        var subscription = new HostSubscription("s", fleet, SubscriptionFilter.resource(CLOCK), Duration.ofHours(1));
        assertThat(subscription.next(LIMIT)).contains(new Change.Begun());
        assertThat(fleet.remove("s")).isTrue();
        assertThat(subscription.ended()).isFalse();

        fleet.close();

        assertThat(subscription.next(LIMIT)).isEmpty();
        assertThat(subscription.ended()).isTrue();
    }

    @Test
    void whoeverWaitsForAChangeIsToldThatThereWillBeNone() throws Exception {
        var server = server(Era.MODERN);
        try (var host = quick().server("s", server.transport()).open()) {
            var subscription = host.subscribe("s", SubscriptionFilter.resource(CLOCK));
            assertThat(subscription.next(LIMIT)).contains(new Change.Begun());
            var waiting = new FutureTask<>(() -> subscription.next(Duration.ofDays(100_000)));
            Thread.ofVirtual().start(waiting);
            assertThat(subscription.next(Duration.ZERO)).isEmpty();
            assertThat(subscription.ended()).isFalse();

            host.close();

            assertThat(waiting.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEmpty();
            assertThat(subscription.ended()).isTrue();
        }
    }
}
