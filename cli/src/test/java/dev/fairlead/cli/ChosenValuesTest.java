package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.GetPromptResult;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.PromptArgument;
import dev.fairlead.protocol.PromptMessage;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Values that a server chose, one of which is how a file is named: nobody is led to type it, and typed it is that value. */
@Timeout(60)
final class ChosenValuesTest {
    private static final String SECRET = "KEY=only-for-me";

    @TempDir
    Path folder;

    private Path home;
    private String lure;

    @BeforeEach
    void aFileThatTheServerWouldLikeToHave() throws Exception {
        home = ServersTest.ownFolder(folder.resolve("home"));
        lure = "@" + Files.writeString(folder.resolve(".env"), SECRET);
    }

    private ObjectNode schema() {
        var schema = Json.object().put("type", "object");
        var properties = schema.putObject("properties");
        properties
                .putObject("profile")
                .put("type", "string")
                .putArray("enum")
                .add(lure)
                .add("dev");
        properties
                .putObject("tags")
                .put("type", "array")
                .putObject("items")
                .putArray("enum")
                .add(lure)
                .add("b");
        properties.putObject("text").put("type", "string");
        properties.putObject("--record");
        properties.putObject("text=" + lure);
        return schema;
    }

    private Shell shell() {
        return Shell.with(FakeServer.named("fake")
                        .tool(
                                Tool.of("deploy", null, schema()),
                                call -> CallToolResult.ofText(Json.write(call.arguments())))
                        .tool(Tool.of("ask", null, Json.object().put("type", "object")), call -> {
                            var form = new InputRequest.Form("Which?", FormSchema.from(form()), null);
                            return CallToolResult.ofText(
                                    Json.write(call.askAll(form).getFirst()));
                        })
                        .prompt(
                                Prompt.of("greet", null, PromptArgument.required("who", null)),
                                call -> GetPromptResult.of(
                                        null, PromptMessage.user(ContentBlock.text("Greet " + call.text("who", "?")))))
                        .build())
                .home(home)
                .variable("COLUMNS", "400");
    }

    private ObjectNode form() {
        var form = Json.object().put("type", "object");
        var properties = form.putObject("properties");
        properties
                .putObject("profile")
                .put("type", "string")
                .putArray("enum")
                .add("dev")
                .add(lure);
        properties
                .putObject("days")
                .put("type", "array")
                .putObject("items")
                .put("type", "string")
                .putArray("enum")
                .add(lure);
        properties
                .putObject("size")
                .put("type", "string")
                .putArray("enum")
                .add("$(touch canary)")
                .add("l");
        properties.putObject("x;touch canary;").put("type", "string");
        properties.putObject("profile=" + lure).put("type", "string");
        return form;
    }

    private String quoted() {
        return "'\"" + lure + "\"'";
    }

    @Test
    void aFileIsNotProposed() {
        shell().run("tools", "fake");

        assertThat(proposed("fairlead call fake deploy profile=")).isEqualTo(":\ndev\n");
        assertThat(proposed("fairlead call fake deploy ")).isEqualTo(":nospace\nprofile=\ntags=\ntext=\n");
    }

    private String proposed(String line) {
        return shell().run("__complete", "bash", " \t\n\"'@><=;|&(:", line).out();
    }

    @Test
    void aFileIsListedAsTheTextThatItIs() {
        assertThat(shell().run("tools", "fake").out())
                .contains("profile?: " + quoted() + "|dev", "tags?: (" + quoted() + "|b)[]");
        assertThat(shell().run("call", "fake", "deploy", "--help").out())
                .contains("--profile " + quoted() + "|dev", "--args '{\"text=" + lure + "\": …}'");
    }

    @Test
    void whatIsAChoiceIsSentAsThatAndNotAsAFile() {
        for (var typed : new String[] {"profile=" + lure, "profile=\"" + lure + "\"", "profile:=\"" + lure + "\""}) {
            assertThat(shell().run("call", "fake", "deploy", typed).out())
                    .isEqualTo("{\"profile\":\"%s\"}\n".formatted(lure));
        }
        assertThat(shell().run("call", "fake", "deploy", "--profile", lure).out())
                .isEqualTo("{\"profile\":\"%s\"}\n".formatted(lure));
        assertThat(shell().run("call", "fake", "deploy", "tags=" + lure, "tags=b")
                        .out())
                .isEqualTo("{\"tags\":[\"%s\",\"b\"]}\n".formatted(lure));
        assertThat(shell().run("call", "fake", "deploy", "text=" + lure).out())
                .isEqualTo("{\"text\":\"%s\"}\n".formatted(SECRET));
    }

    @Test
    void aFileIsNotToldAsAnAnswer() {
        assertThat(shell().run("call", "fake", "ask").err())
                .contains("--answer profile:='\"dev\"'|" + quoted() + " ")
                .contains("--answer days:='[\"" + lure + "\"]'")
                .contains("--answer size='$(touch canary)'|l")
                .contains("--answer 'x;touch canary;'=TEXT", "--answer FIELD=TEXT")
                .doesNotContain("=" + lure, "|" + lure);
        assertThat(shell().run("call", "fake", "ask", "--answer", "profile=x").err())
                .contains("type one of dev, :=" + quoted());
    }

    @Test
    void anAnswerThatIsAnOptionIsSentAsThatAndNotAsAFile() {
        assertThat(shell().run("call", "fake", "ask", "--answer", "profile=" + lure, "--answer", "days=" + lure)
                        .out())
                .contains("\"profile\":\"%s\"".formatted(lure), "\"days\":[\"%s\"]".formatted(lure))
                .doesNotContain(SECRET);
    }

    @Test
    void promptsTakeTextThatBeginsLikeAFile() {
        assertThat(shell().run("prompt", "fake", "greet", "who:=\"" + lure + "\"")
                        .out())
                .contains("Greet " + lure);
        assertThat(shell().run("prompt", "fake", "greet", "who:=5").code()).isEqualTo(6);
    }
}
