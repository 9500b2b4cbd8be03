package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.handler.LoginHandler;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ToolAnnotations;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import java.util.List;
import org.junit.jupiter.api.Timeout;

/** Calls whose answer got lost, and whose server wants a login before they are made again: what became of the first is unknown. */
@Timeout(120)
class AttendedSecondAttemptTest {

    @EachEra
    void whereTheLoginFailsTheCallMayHaveBeenCarriedOut(Era era) {
        LoginHandler nobody = required -> {
            throw new LoginFailedException("logging in", "as", Challenge.of(401, List.of()), "nobody came back", null);
        };
        try (var door = new Door(harmless(era));
                var client = lostAndTurnedAway(door, nobody)) {
            assertThatThrownBy(() -> client.callTool("look", null))
                    .isInstanceOfSatisfying(
                            LoginFailedException.class,
                            failure -> assertThat(failure.maybeExecuted()).isTrue());
            assertThat(door.stage.rpc("tools/call")).hasSize(2);
        }
    }

    @EachEra
    void whereTheThirdAttemptIsRefusedTheCallMayHaveBeenCarriedOut(Era era) {
        try (var door = new Door(harmless(era));
                var client = lostAndTurnedAway(door, required -> door.open())) {
            door.stage.front.faults().once(RecordedRequest.rpc("tools/call"), Fault.answer(422));
            assertThatThrownBy(() -> client.callTool("look", null))
                    .isInstanceOfSatisfying(HttpStatusException.class, failure -> {
                        assertThat(failure.status()).isEqualTo(422);
                        assertThat(failure.maybeExecuted()).isTrue();
                    });
            assertThat(door.stage.rpc("tools/call")).hasSize(3);
        }
    }

    private static McpClient lostAndTurnedAway(Door door, LoginHandler login) {
        door.open();
        var client = door.connect(login);
        client.listTools();
        var call = RecordedRequest.rpc("tools/call");
        door.stage.front.faults().once(call, Fault.resetAfterExecuting()).once(call, Fault.answer(401));
        return client;
    }

    private static FakeServer.Builder harmless(Era era) {
        return FakeServer.named("door")
                .era(era)
                .tool(
                        HttpStage.tool("look").withAnnotations(ToolAnnotations.readingOnly()),
                        call -> CallToolResult.ofText("seen"));
    }
}
