package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.started;
import static dev.fairlead.client.HttpStage.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.client.handler.LoginHandler;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ToolExecution;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Refusal;
import dev.fairlead.testkit.ToolHandler;
import dev.fairlead.testkit.http.RecordedRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls that became tasks, whose server wants a login before it tells how they stand. */
@Timeout(120)
class AttendedTaskTest {
    private final CountDownLatch done = new CountDownLatch(1);

    @EachEra
    void aTaskIsNotTakenBackButFollowedFurtherByWhoeverLogsIn(Era era) throws Exception {
        try (var door = new Door(slow(era))) {
            LoginHandler login = required -> {
                door.open();
                done.countDown();
            };
            var call = started(() -> call(door, login));
            door.stage.front.awaitRequest(RecordedRequest.rpc("tasks/get"), HttpStage.SOON);
            door.shut();
            assertThat(within(call)).isEqualTo("done");
            assertThat(door.asked("tasks/cancel")).isZero();
            assertThat(door.asked("tools/call")).isEqualTo(1);
        }
    }

    @EachEra
    void whereNobodyCanLogInTheCallMayHaveBeenCarriedOut(Era era) throws Exception {
        try (var door = new Door(slow(era))) {
            var call =
                    started(() -> catchThrowableOfType(AuthorizationRequiredException.class, () -> call(door, null)));
            door.stage.front.awaitRequest(RecordedRequest.rpc("tasks/get"), HttpStage.SOON);
            door.shut();
            assertThat(within(call))
                    .hasMessageStartingWith("tools/call long, which had begun, on server")
                    .hasMessageEndingWith("whether it was carried out is unknown");
        } finally {
            done.countDown();
        }
    }

    static Stream<Arguments> endsOfALogin() {
        return Stream.of(Era.values())
                .flatMap(era -> Stream.of(
                        Arguments.of(
                                era,
                                new LoginFailedException(
                                        "logging in", "as", Challenge.of(401, List.of()), "nobody came back", null)),
                        Arguments.of(era, new CallCancelledException("logging in", "as", false))));
    }

    @ParameterizedTest
    @MethodSource("endsOfALogin")
    void whereTheLoginFailsTheCallMayHaveBeenCarriedOut(Era era, McpException end) throws Exception {
        try (var door = new Door(slow(era))) {
            LoginHandler login = required -> {
                throw end;
            };
            var call = started(() -> catchThrowableOfType(McpException.class, () -> call(door, login)));
            door.stage.front.awaitRequest(RecordedRequest.rpc("tasks/get"), HttpStage.SOON);
            door.shut();
            var failure = within(call);
            assertThat(failure)
                    .hasSameClassAs(end)
                    .hasMessageStartingWith("tools/call long, which had begun, on server");
            assertThat(failure.maybeExecuted()).isTrue();
        } finally {
            done.countDown();
        }
    }

    @EachEra
    void whatATaskEndsWithAfterALoginIsSaidAsItIs(Era era) throws Exception {
        var script = task(era, call -> {
            done.await();
            throw Refusal.of(ErrorCode.INVALID_PARAMS, "no such account");
        });
        try (var door = new Door(script)) {
            LoginHandler login = required -> {
                door.open();
                done.countDown();
            };
            var call = started(() -> catchThrowableOfType(ServerErrorException.class, () -> call(door, login)));
            door.stage.front.awaitRequest(RecordedRequest.rpc("tasks/get"), HttpStage.SOON);
            door.shut();
            var failure = within(call);
            assertThat(failure).hasMessageContaining("no such account").hasMessageNotContaining("which had begun");
            assertThat(failure.maybeExecuted()).isTrue();
        }
    }

    private String call(Door door, @Nullable LoginHandler login) {
        door.open();
        var profile = door.stage.profile().tasks();
        try (var client = door.connect(login == null ? profile : profile.login(login))) {
            return client.callTool("long", null).text();
        }
    }

    private FakeServer.Builder slow(Era era) {
        return task(era, call -> {
            done.await();
            return CallToolResult.ofText("done");
        });
    }

    private static FakeServer.Builder task(Era era, ToolHandler work) {
        return FakeServer.named("door")
                .era(era)
                .tasks(Duration.ofMillis(100))
                .tool(HttpStage.tool("long").withExecution(ToolExecution.of(ToolExecution.TaskSupport.REQUIRED)), work);
    }
}
