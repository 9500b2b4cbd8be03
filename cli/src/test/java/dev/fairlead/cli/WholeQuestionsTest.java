package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** Nobody agrees to what they were not shown: a question is shown whole, or declined. */
@Timeout(120)
class WholeQuestionsTest {
    private static final String DECLINED = "too long to be read here before somebody agrees; declined";

    @TempDir
    Path home;

    private Shell shell(Era era, InputRequest question) {
        var server = FakeServer.named("fake")
                .era(era)
                .tool(
                        Tool.of("wonder", "Wonders", Json.object().put("type", "object")),
                        call -> CallToolResult.ofText(
                                Json.write(call.askAll(question).getFirst())))
                .build();
        return Shell.with(server).variable("COLUMNS", "100").home(home).attended();
    }

    private static InputRequest sampling(ObjectNode json) {
        return new InputRequest.Sampling(SamplingRequest.from(json));
    }

    /** As many messages as there are, and one of every other thing that can be asked of a model. */
    private static ObjectNode conversation(int messages) {
        var json = Json.object().put("maxTokens", 77).put("systemPrompt", "system\n".repeat(60) + "END-SYSTEM");
        json.put("temperature", 0.5).put("includeContext", "allServers");
        json.putArray("stopSequences").add("STOP-HERE");
        json.putObject("modelPreferences").putArray("hints").addObject().put("name", "dear-model");
        json.putObject("metadata").put("spare", "METADATA");
        var all = json.putArray("messages");
        IntStream.range(0, messages)
                .forEach(i -> all.addObject()
                        .put("role", "user")
                        .putObject("content")
                        .put("type", "text")
                        .put("text", "message number " + i));
        all.addObject()
                .put("role", "assistant")
                .set("content", ContentBlock.image(new byte[2_000], "image/png").toJson());
        all.addObject()
                .put("role", "user")
                .putObject("content")
                .put("type", "text")
                .put("text", "x".repeat(6_000) + "END-OF-LAST");
        return json;
    }

    @EachEra
    void allThatAModelWouldBeAskedIsShownBeforeSomebodyAgrees(Era era) {
        var run = shell(era, sampling(conversation(60))).input("wonder\ny\ny\n").run("chat", "fake");

        assertThat(run.err()).contains("62 messages", "at most 77 tokens", "Let demo/rules answer");
        var asked = run.err().substring(0, run.err().indexOf("Let demo/rules answer"));
        IntStream.range(0, 60).forEach(i -> assertThat(asked).contains("message number " + i + "\n"));
        assertThat(asked).contains("END-SYSTEM", "END-OF-LAST", "[image image/png, 2.0 kB]");
        assertThat(asked).contains("dear-model", "temperature: 0.5", "allServers", "STOP-HERE", "METADATA");
    }

    @Test
    void aConversationThatCannotBeReadIsDeclined() {
        var run = shell(Era.MODERN, sampling(conversation(2_000)))
                .input("wonder\ny\ny\n")
                .run("chat", "fake");

        assertThat(run.err()).contains("a conversation that is " + DECLINED).doesNotContain("Let demo/rules answer");
        assertThat(run.err().length()).isLessThan(20_000);
        var byHand = shell(Era.MODERN, sampling(conversation(2_000)))
                .input("words\n.\n")
                .run("call", "fake", "wonder");
        assertThat(byHand.err()).contains(DECLINED);
    }

    @Test
    void whatIsSentInAFormIsShownWhole() {
        var schema = Json.object().put("type", "object");
        var properties = schema.putObject("properties");
        properties
                .putObject("comment")
                .put("type", "string")
                .put("description", "line\n".repeat(60) + "END-DESCRIPTION")
                .put("default", "d".repeat(500) + " END-DEFAULT");
        var options = properties.putObject("one").put("type", "string").putArray("enum");
        IntStream.range(0, 80).forEach(i -> options.add("option-" + i));
        var form = new InputRequest.Form("word ".repeat(1_200) + "END-MESSAGE", FormSchema.from(schema), null);

        var run = shell(Era.MODERN, form).input("\noption-79\nyes\n").run("call", "fake", "wonder");

        assertThat(run.err()).contains("END-MESSAGE", "END-DESCRIPTION", "END-DEFAULT");
        IntStream.range(0, 80).forEach(i -> assertThat(run.err()).contains("option-" + i + "\n"));
        assertThat(run.out()).contains("END-DEFAULT", "option-79");
    }

    @Test
    void whatCannotBeReadIsNotFilledInNorVisited() {
        var words = "word ".repeat(50_000);
        var schema = FormSchema.from(Json.parse("{\"type\":\"object\",\"properties\":{}}"));

        var form = shell(Era.MODERN, new InputRequest.Form(words, schema, null))
                .input("yes\n")
                .run("call", "fake", "wonder");
        var page = shell(Era.MODERN, new InputRequest.Url(words, "https://example.com/", null))
                .input("self\n\n")
                .run("call", "fake", "wonder");

        assertThat(form.err()).contains("a form that is " + DECLINED);
        assertThat(page.err()).contains("a message that is " + DECLINED);
        assertThat(form.out() + page.out()).doesNotContain("accept");
    }

    @ParameterizedTest
    @CsvSource({"100, word, 9000, true", "40, word, 9000, false", "100, 言葉, 20000, true", "100, 言葉, 35000, false"})
    void linesAreThoseOfTheTerminal(String columns, String word, int times, boolean asked) {
        var schema = FormSchema.from(Json.parse("{\"type\":\"object\",\"properties\":{}}"));
        var words = (word.equals("word") ? "word " : word).repeat(times);

        var run = shell(Era.MODERN, new InputRequest.Form(words, schema, null))
                .variable("COLUMNS", columns)
                .input("yes\n")
                .run("call", "fake", "wonder");

        if (asked) {
            assertThat(run.out()).contains("accept");
        } else {
            assertThat(run.err()).contains("a form that is " + DECLINED);
        }
    }
}
