package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.started;
import static dev.fairlead.client.HttpStage.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.handler.LoginHandler;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ToolExecution;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.http.RecordedRequest;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Logins that somebody waits for when the client is closed. */
@Timeout(120)
class ClosedLoginTest {

    @EachEra
    void closingEndsALoginThatACallWaitsFor(Era era) throws Exception {
        try (var door = new Door(era)) {
            door.open();
            var waiting = new CountDownLatch(3);
            try (var client = door.connect(required -> waitForever(waiting))) {
                client.listTools();
                door.shut();
                var calls = Stream.generate(() -> started(() -> outcome(client)))
                        .limit(3)
                        .toList();
                HttpStage.await(waiting);
                client.close();
                for (var call : calls) {
                    var outcome = within(call);
                    assertThat(outcome.failure)
                            .isInstanceOf(ClientClosedException.class)
                            .hasMessageStartingWith("tools/");
                    assertThat(outcome.failure.maybeExecuted()).isFalse();
                    assertThat(outcome.interrupted).isFalse();
                }
            }
        }
    }

    @EachEra
    void closingEndsALoginThatATaskWaitsForAndTheCallHasBegun(Era era) throws Exception {
        var open = new CountDownLatch(1);
        var script = FakeServer.named("door")
                .era(era)
                .tasks(Duration.ofMillis(100))
                .tool(
                        HttpStage.tool("long").withExecution(ToolExecution.of(ToolExecution.TaskSupport.REQUIRED)),
                        call -> {
                            open.await();
                            return CallToolResult.ofText("done");
                        });
        try (var door = new Door(script)) {
            door.open();
            var waiting = new CountDownLatch(1);
            var profile = door.stage.profile().tasks().login(required -> waitForever(waiting));
            try (var client = door.connect(profile)) {
                var call = started(() -> outcome(client, "long"));
                door.stage.front.awaitRequest(RecordedRequest.rpc("tasks/get"), HttpStage.SOON);
                door.shut();
                HttpStage.await(waiting);
                client.close();
                var failure = within(call).failure;
                assertThat(failure).isInstanceOf(ClientClosedException.class).hasMessageStartingWith("tools/call long");
                assertThat(failure.maybeExecuted()).isTrue();
            }
        } finally {
            open.countDown();
        }
    }

    @Test
    void whoeverClosesInTheMidstOfALoginIsNotInterrupted() {
        try (var door = new Door(Era.MODERN)) {
            door.open();
            var present = new AtomicReference<McpClient>();
            try (var client = door.connect(required -> {
                present.get().close();
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            })) {
                present.set(client);
                client.listTools();
                door.shut();
                assertThatThrownBy(() -> client.callTool("echo", null)).isInstanceOf(ClientClosedException.class);
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            }
        }
    }

    @Test
    void whoeverIsInterruptedByAnotherHearsThat() throws Exception {
        try (var door = new Door(Era.MODERN)) {
            door.open();
            var waiting = new CountDownLatch(1);
            try (var client = door.connect((LoginHandler) required -> waitForever(waiting))) {
                client.listTools();
                door.shut();
                var outcome = new AtomicReference<Outcome>();
                var caller = Thread.ofVirtual().start(() -> outcome.set(outcome(client)));
                HttpStage.await(waiting);
                caller.interrupt();
                caller.join();
                assertThat(outcome.get().failure).isInstanceOf(CallCancelledException.class);
                assertThat(outcome.get().interrupted).isTrue();
            }
        }
    }

    private record Outcome(McpException failure, boolean interrupted) {}

    private static Outcome outcome(McpClient client) {
        return outcome(client, "echo");
    }

    private static Outcome outcome(McpClient client, String tool) {
        try {
            client.callTool(tool, null);
            throw new AssertionError("nobody was let in");
        } catch (McpException failure) {
            return new Outcome(failure, Thread.currentThread().isInterrupted());
        }
    }

    private static void waitForever(CountDownLatch waiting) {
        waiting.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("logging in", "somewhere", false);
        }
    }
}
