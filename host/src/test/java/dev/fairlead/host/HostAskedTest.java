package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.HostResult.Ending;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.trust.Answer;
import dev.fairlead.host.trust.ApprovalRequest;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.host.trust.Waiting;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What waits for somebody's answer ends with whatever the answer was for. */
@Timeout(120)
class HostAskedTest {
    private static final Tool TOOL = Tool.of("t", "Does t", Json.object().put("type", "object"));

    private final Semaphore asked = new Semaphore(0);
    private final Semaphore left = new Semaphore(0);
    private final AtomicInteger carriedOut = new AtomicInteger();
    private final List<Thread> callers = new CopyOnWriteArrayList<>();

    private ServerConfig server() {
        var server = FakeServer.named("s")
                .tool(TOOL, call -> {
                    carriedOut.incrementAndGet();
                    return CallToolResult.ofText("done");
                })
                .build();
        return ServerConfig.of("s", new Endpoint.Own(server.transport()));
    }

    private Answer never(ApprovalRequest request) throws InterruptedException {
        asked.release();
        try {
            new CountDownLatch(1).await();
            throw new AssertionError("nobody counts down");
        } finally {
            left.release();
        }
    }

    private CompletableFuture<HostResult> calling(Host host) {
        return CompletableFuture.supplyAsync(() -> call(host), Thread::startVirtualThread);
    }

    private HostResult call(Host host) {
        callers.add(Thread.currentThread());
        return host.call("s__t", Map.of());
    }

    private static boolean waits(Thread caller) {
        return Stream.of(caller.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(Waiting.class.getName()));
    }

    private static void end(String how, Host host, Host view) throws InterruptedException {
        switch (how) {
            case "close" -> host.close();
            case "close the view" -> view.close();
            case "remove" -> assertThat(host.remove("s")).isTrue();
            case "stop" -> host.stop("s");
            default -> host.disconnect("s");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "close, the host is closed",
        "close the view, this view of the host is closed",
        "remove, it was removed",
        "stop, stop",
        "disconnect, it is stopped"
    })
    void theQuestionAndTheCallsThatWaitForItEnd(String how, String words) throws Exception {
        try (var host = Host.builder().server(server()).approver(this::never).open();
                var person = host.as("alice")) {
            var view = how.equals("close the view") ? person : host;
            var first = calling(view);
            var second = calling(view); // waits for its turn to ask
            assertThat(asked.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> callers.size() == 2 && callers.stream().allMatch(HostAskedTest::waits));

            end(how, host, view);

            for (var call : List.of(first, second)) {
                var result = call.get(30, TimeUnit.SECONDS);
                assertThat(result.ending()).isEqualTo(Ending.FAILED);
                assertThat(result.error()).contains(words);
                assertThat(result.unknown()).isFalse();
            }
            assertThat(left.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            assertThat(carriedOut).hasValue(0);
        }
    }

    @Test
    void whatIsSaidAfterTheViewWasClosedCountsForNothing() throws Exception {
        var said = new CountDownLatch(1);
        try (var host = Host.builder()
                .server(server())
                .approver(request -> {
                    if (asked.availablePermits() > 0) {
                        return new Answer.Deny(Scope.ONCE, "asked again");
                    }
                    asked.release();
                    while (said.getCount() > 0) {
                        awaitWhateverHappens(said);
                    }
                    left.release();
                    return new Answer.Allow(Scope.SESSION);
                })
                .open()) {
            var alice = host.as("alice");
            var call = calling(alice);
            asked.acquire();
            asked.release();
            alice.close();
            said.countDown();
            left.acquire();

            assertThat(call.get(30, TimeUnit.SECONDS).error()).contains("this view of the host is closed");
            assertThat(host.gate().grants().list("alice")).isEmpty();
            try (var again = host.as("alice")) {
                assertThat(again.call("s__t", Map.of()).error()).contains("asked again");
            }
            assertThat(carriedOut).hasValue(0);
        }
    }

    /** Waits as somebody does who takes no notice of being interrupted. */
    private static void awaitWhateverHappens(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ignored) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aServerThatTakesThePlaceOfTheOneAskedAboutIsAskedAboutAnew() throws Exception {
        var questions = new AtomicInteger();
        try (var host = Host.builder()
                .server(server())
                .approver(request -> questions.incrementAndGet() == 1 ? never(request) : new Answer.Allow(Scope.ONCE))
                .open()) {
            var call = calling(host);
            assertThat(asked.tryAcquire(30, TimeUnit.SECONDS)).isTrue();

            host.add(server());

            assertThat(call.get(60, TimeUnit.SECONDS).success()).isTrue();
            assertThat(questions).hasValue(2);
        }
    }
}
