package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.trust.Approver;
import dev.fairlead.host.trust.AuditLog;
import dev.fairlead.host.trust.ToolDefinition;
import dev.fairlead.host.trust.ToolGate;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.Stores;
import dev.fairlead.testkit.FakeServer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** In a chat, a yes to a call counts only after all that it is for was shown. */
@Timeout(120)
final class ChatConsentTest {
    private static final String NOT_YET = "not all of it was shown yet; type v";
    private static final String TOO_LONG = "too long to be read here before somebody agrees";
    private static final String LONG = "x".repeat(400) + "END-OF-TEXT";

    @TempDir
    private Path folder;

    private final List<String> written = new CopyOnWriteArrayList<>();
    private Path home;

    @BeforeEach
    void makeHome() throws Exception {
        home = ServersTest.ownFolder(folder.resolve("home"));
    }

    private static Tool tool(String description) {
        return Tool.of("write", "Writes a text", (ObjectNode) Json.parse(
                "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\",\"description\":\"%s\"}}}"
                        .formatted(description)));
    }

    /** Has a model want to write a text, and a person type these lines about it. */
    private Shell.Run chat(String description, String text, String... typed) {
        var server = FakeServer.named("fake")
                .tool(tool(description), call -> {
                    written.add(call.arguments().path("text").stringValue());
                    return CallToolResult.ofText("done");
                })
                .build();
        var lines = "write \"%s\"\n%s\n".formatted(text, String.join("\n", typed));
        return Shell.with(server)
                .home(home)
                .variable("COLUMNS", "40")
                .attended()
                .input(lines)
                .run("chat", "fake");
    }

    @ParameterizedTest
    @ValueSource(strings = {"y", "c", "s"})
    void argumentsOfWhichABeginningWasShownAreAgreedToAfterTheRest(String yes) {
        var denied = chat("What to write", LONG, yes, "n", "");
        assertThat(denied.err()).contains("v shows all", NOT_YET).doesNotContain("END-OF-TEXT");
        assertThat(written).isEmpty();

        var allowed = chat("What to write", LONG, yes, "v", yes);
        assertThat(allowed.err()).contains(NOT_YET, "its arguments: {\"text\":\"" + LONG + "\"}");
        assertThat(written).containsExactly(LONG);
    }

    @Test
    void otherArgumentsAreSeenByWhoeverTypesThem() {
        var run = chat("What to write", LONG, "e", "{\"text\":\"mine\"}");

        assertThat(run.err()).doesNotContain(NOT_YET);
        assertThat(written).containsExactly("mine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"y", "c", "s", "e"})
    void aToolThatChangedIsAgreedToAfterAllOfItWasShown(String yes) {
        try (var store = Stores.sqlite(home.resolve("fairlead.db"))) {
            var before = ToolDefinition.of(tool("What to write"));
            assertThat(ToolGate.asking(store, Approver.NOBODY, AuditLog.none())
                            .accept(null, "fake", before, before.hash()))
                    .isTrue();
        }
        var longer = "w".repeat(5_000) + "END-OF-DEFINITION";

        var denied = chat(longer, "short", yes, "n", "");
        assertThat(denied.err())
                .contains("WHICH HAS CHANGED", "/inputSchema/properties/text/description", NOT_YET)
                .doesNotContain("END-OF-DEFINITION");
        assertThat(written).isEmpty();

        var allowed = chat(longer, "short", "v", yes, yes.equals("e") ? "{\"text\":\"short\"}" : "");
        assertThat(allowed.err())
                .contains("its definition: {", "END-OF-DEFINITION")
                .doesNotContain(NOT_YET);
        assertThat(written).containsExactly("short");
    }

    @Test
    void whatIsTooLongToBeReadIsOnlyDenied() {
        var definition = chat("d".repeat(50_000), "short", "y", "c", "s", "v", "e", "n", "");
        assertThat(definition.err()).contains(TOO_LONG, "it can only be denied\n");
        assertThat(definition.err().length()).isLessThan(10_000);

        var arguments = chat("What to write", "x".repeat(50_000), "y", "c", "s", "v", "n", "");
        assertThat(arguments.err()).contains(TOO_LONG, "it can only be denied, or edited\n");
        assertThat(arguments.err().length()).isLessThan(10_000);
        assertThat(written).isEmpty();
    }
}
