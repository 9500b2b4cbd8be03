package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words that are not what was typed, because the locale does not know their characters. */
class UndecodedTest {
    private final AtomicInteger calls = new AtomicInteger();
    private final FakeServer server = FakeServer.named("fake")
            .tool(
                    Tool.of("echo", "Echoes", Json.object().put("type", "object")),
                    call -> CallToolResult.ofText("" + calls.incrementAndGet()))
            .build();

    @ParameterizedTest
    @ValueSource(strings = {"text=caf\uFFFD", "text=\uD800", "text=a\uDC00b"})
    void areRefusedBeforeAnythingIsDone(String word) {
        var run = Shell.with(server).run("call", "fake", "echo", word);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("word 4, 'text=", "could not be read", "LC_ALL=C.UTF-8");
        var document = Json.parse(
                Shell.with(server).run("call", "fake", "echo", word, "--json").out());
        assertThat(document.path("error").path("type").stringValue()).isEqualTo("usage");
        assertThat(Shell.with(server)
                        .input("call echo text=\uFFFD\n")
                        .run("shell", "fake")
                        .code())
                .isEqualTo(2);
        assertThat(calls).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text=café", "text=😀"})
    void othersAreNot(String word) {
        assertThat(Shell.with(server).run("call", "fake", "echo", word).code()).isZero();
    }
}
