package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.handler.Limits;
import dev.fairlead.client.handler.LoginHandler;
import dev.fairlead.protocol.CacheHint;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** People who log in while a call waits for them. */
@Timeout(120)
@Tag("thorough")
class AttendedTest {

    @EachEra
    @Verifies({"F-2", "F-45"})
    void theHandlerIsCalledOnTheThreadThatWaits(Era era) throws Exception {
        try (var door = new Door(era)) {
            var threads = new CopyOnWriteArrayList<Thread>();
            LoginHandler handler = required -> {
                threads.add(Thread.currentThread());
                door.open();
            };
            try (var client = door.connect(handler)) {
                assertThat(threads).containsExactly(Thread.currentThread());
                door.shut();
                var caller = Thread.ofVirtual().start(() -> client.callTool("echo", null));
                caller.join();
                assertThat(threads).containsExactly(Thread.currentThread(), caller);
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
                assertThat(threads).hasSize(2);
            }
        }
    }

    @EachEra
    @Verifies("F-38")
    void nobodyIsSentToLogInMoreThanTwiceForOneCall(Era era) {
        try (var door = new Door(era)) {
            door.open();
            var logins = new AtomicInteger();
            try (var client = door.connect(required -> logins.incrementAndGet())) {
                client.listTools();
                door.shut();
                for (int call = 1; call <= 2; call++) {
                    assertThatThrownBy(() -> client.callTool("echo", null))
                            .isInstanceOf(AuthorizationRequiredException.class)
                            .hasMessageMatching("tools/(call|list) on server.*");
                    assertThat(logins).hasValue(2 * call);
                }
                door.open();
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
                assertThat(logins).hasValue(4);
            }
        }
    }

    @Test
    @Verifies("F-38")
    void nobodyIsSentToLogInMoreThanTwiceToConnect() {
        try (var door = new Door(Era.MODERN)) {
            var logins = new AtomicInteger();
            assertThatThrownBy(() -> door.connect(required -> logins.incrementAndGet()))
                    .isInstanceOf(AuthorizationRequiredException.class);
            assertThat(logins).hasValue(2);
        }
    }

    @Test
    void twoLoginsInOneCallAreAllowed() {
        try (var door = new Door(Era.MODERN)) {
            door.open();
            var logins = new AtomicInteger();
            try (var client = door.connect(required -> {
                if (logins.incrementAndGet() == 2) {
                    door.open();
                }
            })) {
                door.shut();
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
                assertThat(logins).hasValue(2);
            }
        }
    }

    @EachEra
    void theTimeThatAPersonTakesIsNotTheServers(Era era) {
        try (var door = new Door(era)) {
            door.open();
            var limit = Duration.ofSeconds(3);
            var profile = door.stage.profile().limits(Limits.within(limit)).login(required -> {
                door.open();
                waitFor(limit.plusMillis(200));
            });
            try (var client = door.connect(profile)) {
                client.listTools();
                door.shut();
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
                door.shut();
                assertThat(client.callTool("steps", null).text()).isEqualTo("done");
            }
        }
    }

    @Test
    void theTimeThatAPersonTakesIsNotPartOfConnecting() {
        try (var door = new Door(Era.MODERN)) {
            var limit = Duration.ofSeconds(3);
            var profile = door.stage.profile().connectTimeout(limit).login(required -> {
                door.open();
                waitFor(limit.plusMillis(200));
            });
            try (var client = door.connect(profile)) {
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            }
        }
    }

    private static void waitFor(Duration time) {
        try {
            Deadline.after(time).await();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @EachEra
    void whatTheHandlerThrowsReachesTheCaller(Era era) {
        try (var door = new Door(era)) {
            door.open();
            var thrown = new CopyOnWriteArrayList<RuntimeException>();
            var denied = new LoginFailedException("x", "y", new Challenge(401, List.of()), "they said no", null);
            var defect = new IllegalStateException("a defect");
            thrown.add(denied);
            thrown.add(defect);
            try (var client = door.connect(required -> {
                throw thrown.removeFirst();
            })) {
                client.listTools();
                door.shut();
                assertThatThrownBy(() -> client.callTool("echo", null)).isSameAs(denied);
                assertThatThrownBy(() -> client.callTool("echo", null)).isSameAs(defect);
                door.open();
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            }
        }
    }

    @Test
    @Verifies({"F-46", "G-40"})
    void whatOneSawIsNotShownToWhoeverLogsInNext() {
        try (var door =
                new Door(FakeServer.named("door").era(Era.MODERN).cache(new CacheHint(Duration.ofHours(1), false)))) {
            try (var client = door.connect(required -> door.open())) {
                client.listTools();
                client.listTools();
                assertThat(door.asked("tools/list")).isEqualTo(1);
                door.shut();
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
                client.listTools();
                assertThat(door.asked("tools/list")).isGreaterThan(1);
            }
        }
    }

    @EachEra
    void everythingThatIsAskedIsAttended(Era era) {
        try (var door = new Door(era)) {
            var logins = new AtomicInteger();
            try (var client = door.connect(required -> {
                logins.incrementAndGet();
                door.open();
            })) {
                assertThat(logins.getAndSet(0)).isEqualTo(1);
                door.shut();
                client.ping();
                assertThat(logins.getAndSet(0)).isEqualTo(1);
                door.shut();
                client.setLogLevel(LogLevel.WARNING);
                client.listPrompts();
                assertThat(logins.getAndSet(0)).isEqualTo(1);
                door.shut();
                try (var changes = client.subscribe(SubscriptionFilter.resource("r:a"))) {
                    assertThat(changes).isNotNull();
                    assertThat(logins.getAndSet(0)).isEqualTo(1);
                }
                door.shut();
                assertThat(client.getPrompt("greeting", Map.of())).isNotNull();
                assertThat(logins.getAndSet(0)).isEqualTo(1);
            }
        }
    }

    @Test
    void withoutAHandlerTheCallerIsToldAtOnce() {
        try (var door = new Door(Era.MODERN)) {
            assertThatThrownBy(() -> door.connect((LoginHandler) null))
                    .isInstanceOfSatisfying(
                            AuthorizationRequiredException.class,
                            required -> assertThat(required.pending().state()).isEqualTo("st"));
            assertThat(door.stage.front.requests()).hasSize(1);
        }
    }
}
