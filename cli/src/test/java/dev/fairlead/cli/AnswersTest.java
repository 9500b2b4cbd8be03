package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.ToolAnnotations;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** How answers look to people, in pipes, and as they were sent. */
@Timeout(120)
final class AnswersTest {
    private static final byte[] PIXEL = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final String ODD = "a\u001b[31mb";

    private final FakeServer server = FakeServer.named("fake")
            .tool(
                    Tool.of(
                                    "say",
                                    "Says it.\n\nAnd more.",
                                    (ObjectNode)
                                            Json.parse(
                                                    "{\"type\":\"object\",\"required\":[\"text\"],\"properties\":{\"text\":{\"type\":\"string\",\"description\":\"What"
                                                        + " to say.\"},"
                                                        + "\"loud\":{\"type\":\"boolean\",\"default\":false},\"json\":{\"enum\":[\"a\",\"b\"]},\"times\":{\"type\":\"integer\",\"minimum\":1}}}"))
                            .withAnnotations(ToolAnnotations.readingOnly()),
                    call -> CallToolResult.ofText(call.arguments().path("text").asString("")))
            .tool(tool("echo"), call -> CallToolResult.ofText(Json.write(call.arguments())))
            .tool(tool("picture"), call -> CallToolResult.of(ContentBlock.image(PIXEL, "image/png")))
            .tool(
                    tool("mixed"),
                    call -> CallToolResult.of(
                            ContentBlock.text("one"), ContentBlock.image(PIXEL, "image/png"), ContentBlock.text(ODD)))
            .build();

    @TempDir
    Path folder;

    private static Tool tool(String name) {
        return Tool.of(name, null, Json.object().put("type", "object"));
    }

    private Shell shell() {
        return Shell.with(server);
    }

    private Shell terminal() {
        return shell().variable("TERM", "xterm").variable("LANG", "C.UTF-8").onTerminal();
    }

    @Test
    void textIsExactWhereThatIsWanted() {
        assertThat(shell().run("call", "fake", "say", "text=" + ODD).out()).isEqualTo("a\\u001b[31mb\n");
        assertThat(shell().run("call", "fake", "say", "text=" + ODD, "--raw").out())
                .isEqualTo(ODD);
    }

    @Test
    void nobodysTextIsExactOnATerminal() {
        assertThat(terminal().run("call", "fake", "say", "text=" + ODD, "--raw").out())
                .isEqualTo("a\\u001b[31mb\n");
        assertThat(terminal().run("call", "fake", "picture", "--raw"))
                .isEqualTo(new Shell.Run(
                        0, "", "fairlead: the answer is no text; send it to a file, as in '... > FILE'\n"));
    }

    @Test
    void theOneThingThatIsNoTextIsItsBytes() {
        assertThat(shell().bytes("call", "fake", "picture", "--raw")).isEqualTo(PIXEL);
        assertThat(shell().run("call", "fake", "mixed", "--raw"))
                .isEqualTo(new Shell.Run(
                        0, "one\n" + ODD, "fairlead: left out, being no text: 1 of 3 parts; --json has all\n"));
    }

    @Test
    void whatIsNoTextIsSavedOnWish() throws Exception {
        var run = shell().run("call", "fake", "mixed", "--save", folder.toString());

        assertThat(run.code()).isZero();
        try (var files = Files.list(folder)) {
            var saved = files.toList();
            assertThat(saved).hasSize(1);
            assertThat(saved.getFirst()).hasBinaryContent(PIXEL);
            assertThat(run.out().lines())
                    .containsExactly("one", "[image image/png, 8 B] is in " + saved.getFirst(), "a\\u001b[31mb");
        }
    }

    @Test
    void markdownAndJsonAreLaidOutForPeopleAlone() {
        var markdown = "text=# Title\n\n* one\n* two";
        assertThat(terminal().run("call", "fake", "say", markdown).out())
                .contains("\u001b[1mTitle", "• \u001b[0mone")
                .doesNotContain("#");
        assertThat(shell().run("call", "fake", "say", markdown).out()).isEqualTo("# Title\n\n* one\n* two\n");
        assertThat(terminal()
                        .run("call", "fake", "say", "text={\"a\":[1]}")
                        .out()
                        .lines())
                .hasSizeGreaterThan(2);
        assertThat(shell().run("call", "fake", "say", "text={\"a\":[1]}").out()).isEqualTo("{\"a\":[1]}\n");
    }

    @Test
    void coloursAreForTerminalsUnlessToldOtherwise() {
        assertThat(shell().run("tools", "fake").out()).doesNotContain("\u001b");
        assertThat(terminal().run("tools", "fake").out()).contains("\u001b[36msay");
        assertThat(terminal().run("tools", "fake", "--color", "never").out()).doesNotContain("\u001b");
        assertThat(shell().run("tools", "fake", "--color=ALWAYS").out()).contains("\u001b[36msay");
        assertThat(terminal().variable("NO_COLOR", "1").run("tools", "fake").out())
                .doesNotContain("\u001b");
        assertThat(shell().run("tools", "fake", "--color", "blue").err()).contains("--color", "always", "blue");
    }

    @Test
    void aToolTellsItsOwnArguments() {
        var run = shell().run("call", "fake", "say", "--help");

        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines())
                .startsWith(
                        "Usage: fairlead call fake say --text STRING [OPTIONS]", "", "Says it.", "", "And more.", "")
                .anySatisfy(line -> assertThat(line).matches("--text STRING +\\(required\\) What to say\\."))
                .anySatisfy(line -> assertThat(line).matches("--loud +\\(default false\\)"))
                .anySatisfy(line -> assertThat(line).matches("json=a\\|b.*"))
                .anySatisfy(line -> assertThat(line).matches("--times INTEGER +\\[minimum 1\\]"));
        assertThat(Json.parse(shell().run("call", "fake", "say", "--help", "--json")
                                .out())
                        .path("tool")
                        .path("name")
                        .stringValue())
                .isEqualTo("say");
        assertThat(shell().run("call", "fake", "sya", "--help").code()).isEqualTo(5);
        assertThat(shell().run("call", "fake", "--help").out()).startsWith("Usage: fairlead call [OPTIONS]");
    }

    @Test
    void argumentsMayBeTypedAsOptions() {
        assertThat(shell().run("call", "fake", "say", "--text", "hoist", "--loud"))
                .isEqualTo(new Shell.Run(0, "hoist\n", ""));
        var wrong = shell().run("call", "fake", "say", "--txet", "hoist");
        assertThat(wrong.code()).isEqualTo(6);
        assertThat(wrong.err()).contains("neither fairlead nor tool 'say' has an option --txet");
        assertThat(shell().run("call", "--loud", "fake", "say").code()).isEqualTo(2);
        assertThat(shell().run("tools", "--loud", "fake").code()).isEqualTo(2);
    }

    @Test
    void whatDoesNotFitIsSentOnlyOnWish() {
        assertThat(shell().run("call", "fake", "say", "text=x", "times=often").code())
                .isEqualTo(6);
        assertThat(shell().run("call", "fake", "say", "text=x", "times=0").code())
                .isEqualTo(6);
        assertThat(shell().run("call", "fake", "say", "text=x", "times=often", "--no-validate"))
                .isEqualTo(new Shell.Run(0, "x\n", ""));
        assertThat(shell().run("call", "fake", "say", "text=x", "tmies=1").err())
                .isEqualTo("fairlead: tool 'say' does not list an argument 'tmies'; did you mean 'times'?\n");
        assertThat(shell().run("call", "fake", "echo", "free=1").err()).isEmpty();
    }

    @Test
    void theWireIsShownToThoseWhoAsk() {
        var run = shell().run("call", "fake", "echo", "password=hunter2", "x=1", "-v", "--protocol", "2026-07-28");

        assertThat(run.err().lines())
                .anySatisfy(line -> assertThat(line).startsWith("[sent] {").contains("tools/call", "\"x\":1"))
                .anySatisfy(line -> assertThat(line).startsWith("[received] {").contains("\"content\""));
        assertThat(run.err().lines().filter(line -> line.startsWith("[sent]")))
                .noneMatch(line -> line.contains("hunter2"));
    }
}
