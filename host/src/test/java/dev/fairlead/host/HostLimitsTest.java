package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.HostResult.Ending;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.config.ToolRules;
import dev.fairlead.host.event.HostEvent;
import dev.fairlead.host.event.Numbered;
import dev.fairlead.host.trust.Answer;
import dev.fairlead.host.trust.ApprovalRequest;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.Stores;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a call waits for, it ends in time, with an outcome, and as it is told. */
@Timeout(60)
class HostLimitsTest {
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration ENOUGH = Duration.ofSeconds(3);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final AtomicInteger runs = new AtomicInteger();
    private final FakeServer server = FakeServer.named("s")
            .tool(Tool.of("t", null, Json.object().put("type", "object")), call -> {
                runs.incrementAndGet();
                return CallToolResult.ofText("done");
            })
            .build();

    @Test
    void whoeverThinksForLongTakesNothingFromTheTimeOfTheTool() {
        var config = ServerConfig.builder("s", new Endpoint.Own(server.transport()))
                .tools(new ToolRules(List.of(), List.of(), Map.of("t", new ToolRules.Rule(true, null, ENOUGH))))
                .build();
        var asked = new CountDownLatch(1);
        try (var host = Host.builder()
                .server(config)
                .approver(request -> {
                    boolean ignored = asked.await(ENOUGH.toMillis() + 50, TimeUnit.MILLISECONDS); // nobody counts down
                    return new Answer.Allow(Scope.ONCE, false);
                })
                .open()) {
            assertThat(host.call("s__t", null).text()).isEqualTo("done");
        }
    }

    @Test
    void theClockOfTheCallerStopsForWhoeverThinksIfItIsToldTo() {
        var answers = new ArrayDeque<Answer>(
                List.of(new Answer.Allow(Scope.ONCE, false), new Answer.Deny(Scope.ONCE, "not now")));
        var never = new CountDownLatch(1);
        try (var host = Host.builder()
                .server("s", server.transport())
                .approver(request -> {
                    boolean ignored = never.await(ENOUGH.toMillis() + 50, TimeUnit.MILLISECONDS);
                    return answers.remove();
                })
                .open()) {
            var options = HostCallOptions.within(ENOUGH).stoppingClock();
            assertThat(host.call("s__t", null, options).text()).isEqualTo("done");
            assertThat(host.call("s__t", null, options).ending()).isEqualTo(Ending.REFUSED);
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    void whoeverNeverAnswersEndsTheCallInTimeAndNobodyElses() throws Exception {
        var interrupted = new CountDownLatch(1);
        var answers = new AtomicBoolean();
        try (var host = Host.builder()
                .server("s", server.transport())
                .approver(request -> {
                    if (!answers.get()) {
                        try {
                            new CountDownLatch(1).await();
                        } finally {
                            interrupted.countDown();
                        }
                    }
                    return new Answer.Allow(Scope.ONCE, false);
                })
                .open()) {
            var result = host.call("s__t", null, HostCallOptions.within(SHORT));
            assertThat(result.ending()).isEqualTo(Ending.TIMEOUT);
            assertThat(result.error())
                    .startsWith("Tool execution timeout after")
                    .contains("nobody answered in time");
            assertThat(result.unknown()).isFalse();
            assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
            answers.set(true);
            assertThat(host.call("s__t", null).text()).isEqualTo("done");
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    void waitingForAnothersQuestionEndsInTimeToo() throws Exception {
        var asked = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        try (var host = Host.builder()
                        .server("s", server.transport())
                        .approver(request -> {
                            asked.countDown();
                            go.await();
                            return new Answer.Allow(Scope.ONCE, false);
                        })
                        .open();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = threads.submit(() -> host.call("s__t", null));
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(host.call("s__t", null, HostCallOptions.within(SHORT)).ending())
                    .isEqualTo(Ending.TIMEOUT);
            go.countDown();
            assertThat(first.get(30, TimeUnit.SECONDS).text()).isEqualTo("done");
        }
    }

    @Test
    void findingAToolOfAServerThatDoesNotComeUpEndsInTime() {
        var silent = DeafTo.transport(server, request -> true);
        try (var host = Host.builder().server("s", silent).patience(LIMIT).open()) {
            var result = host.call("s__t", null, HostCallOptions.within(SHORT));
            assertThat(result.ending()).isEqualTo(Ending.TIMEOUT);
            assertThat(result.error()).contains("server 's' is connecting");
            assertThat(result.duration()).isLessThan(LIMIT.dividedBy(2));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5, Long.MIN_VALUE / 1_000_000_000})
    void noTimeAtAllIsNoTimeAndNothingIsSent(long seconds) {
        try (var host = Host.builder().server("s", server.transport()).open()) {
            assertThat(host.call("s__t", null).success()).isTrue();
            var result = host.call("s__t", null, HostCallOptions.within(Duration.ofSeconds(seconds)));
            assertThat(result.ending()).isEqualTo(Ending.TIMEOUT);
            assertThat(result.unknown()).isFalse();
            assertThat(runs).hasValue(1);
        }
    }

    @Test
    void anApproverWithoutAnAnswerRefuses() {
        try (var host = Host.builder()
                .server("s", server.transport())
                .approver(HostLimitsTest::nothing)
                .open()) {
            var result = host.call("s__t", null);
            assertThat(result.ending()).isEqualTo(Ending.REFUSED);
            assertThat(result.error()).contains("gave no answer");
        }
        assertThat(runs).hasValue(0);
    }

    @Test
    void aStoreThatWasClosedEndsACallAndEveryCallThatBeganIsToldToHaveEnded() {
        var store = Stores.memory();
        try (var host =
                Host.builder().server("s", server.transport()).store(store).open()) {
            assertThat(host.call("s__t", null).success()).isTrue();
            store.close();
            var result = host.call("s__t", null);
            if (!result.success()) { // A store in memory may well go on.
                assertThat(result.error()).isNotBlank();
            }
            assertThat(count(host, HostEvent.CallStarted.class::isInstance))
                    .isEqualTo(count(host, HostEvent.CallEnded.class::isInstance));
        }
    }

    @SuppressWarnings("NullAway") // as programs do that are not checked
    private static Answer nothing(ApprovalRequest request) {
        return null;
    }

    private static long count(Host host, Predicate<HostEvent> which) {
        return host.events().history().stream()
                .filter(told -> which.test(told.event()))
                .count();
    }

    @Test
    void aNameThatTwoServersKnowIsNobodysWhileOneOfThemIsAway() {
        var other = FakeServer.named("o")
                .tool(
                        Tool.of("t", null, Json.object().put("type", "object")),
                        call -> CallToolResult.ofText("the other's"))
                .build();
        try (var host = Host.builder()
                .server("s", server.transport())
                .server("o", other.transport())
                .open()) {
            Awaitility.await().atMost(LIMIT).until(() -> host.servers().stream().allMatch(ServerStatus::ready));
            assertThat(host.call("t", null).error()).contains("several servers");
            host.stop("s");
            Awaitility.await().atMost(LIMIT).until(() -> host.catalog().tools().size() == 1);
            var result = host.call("t", null);
            assertThat(result.ending()).isEqualTo(Ending.NOT_FOUND);
            assertThat(result.error()).contains("o__t", "that of 's', which is away");
        }
    }

    @Test
    void aNameAloneIsWaitedForWhileServersAreConnectedForTheFirstTime() {
        var silent = DeafTo.transport(server, request -> true);
        try (var host = Host.builder()
                .server("slow", silent)
                .server("s", server.transport())
                .open()) {
            assertThat(host.call("s__t", null).text()).isEqualTo("done");
            var nothing = host.call("nothing", null, HostCallOptions.within(SHORT));
            assertThat(nothing.ending()).isEqualTo(Ending.TIMEOUT);
            var somebodys = host.call("t", null, HostCallOptions.within(SHORT));
            assertThat(somebodys.ending()).isEqualTo(Ending.TIMEOUT);
            assertThat(somebodys.error()).startsWith("Tool execution timeout").contains("'slow'", "s__t");
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    void whoIsConnectedFirstIsNotTakenForWhoeverComesLater() throws Exception {
        var heard = new CountDownLatch(1);
        var late = DeafTo.transport(server, request -> {
            try {
                heard.await();
                return false;
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return true;
            }
        });
        try (var host = Host.builder()
                .server("files", late)
                .server("zz-evil", server.transport())
                .patience(SHORT)
                .open()) {
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> host.server("zz-evil").orElseThrow().ready());
            var result = host.call("t", null);
            assertThat(result.ending()).isEqualTo(Ending.NOT_FOUND);
            assertThat(result.error()).contains("perhaps by others", "'files'", "zz-evil__t");
            heard.countDown();
            assertThat(host.settled(LIMIT)).isTrue();
            assertThat(host.call("t", null).error()).contains("several servers");
        }
        assertThat(runs).hasValue(0);
    }

    @Test
    void whoeverCannotBeConnectedIsNotWaitedForAnyMore() {
        var silent = ServerConfig.builder("silent", new Endpoint.Own(DeafTo.transport(server, request -> true)))
                .startupTimeout(SHORT)
                .build();
        try (var host = Host.builder()
                .server("gone", "/no/such/program")
                .server(silent)
                .server("s", server.transport())
                .patience(LIMIT)
                .open()) {
            assertThat(host.call("t", null).text()).isEqualTo("done");
        }
    }

    @RepeatedTest(50)
    void aNameAloneIsFoundHoweverSoonAfterOpeningItIsAskedFor() {
        try (var host = Host.builder().server("s", server.transport()).open()) {
            assertThat(host.call("t", null).text()).isEqualTo("done");
        }
    }

    @Test
    void whoIsRestartedIsAnotherOne() throws Exception {
        try (var host = Host.builder().server("s", server.transport()).open()) {
            assertThat(host.call("t", null).text()).isEqualTo("done");
            host.restart("s");
            assertThat(host.call("s__t", null).text()).isEqualTo("done");
            // A call may be answered before it is told that it could be made.
            Awaitility.await()
                    .atMost(LIMIT)
                    .untilAsserted(() ->
                            assertThat(states(host)).containsSubsequence("ready", "stopped", "connecting", "ready"));
        }
    }

    private static List<String> states(Host host) {
        return host.events().history().stream()
                .map(Numbered::event)
                .filter(HostEvent.StateChanged.class::isInstance)
                .map(event -> ((HostEvent.StateChanged) event).state())
                .toList();
    }
}
