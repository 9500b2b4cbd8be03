package dev.fairlead.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.model.CallResult;
import dev.fairlead.agent.model.Keepsake;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyEnd;
import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.agent.model.Tuning;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.agent.model.Usage;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** What Gemini is posted, to the byte. */
class GeminiBodyTest {
    private static final Tuning PLAIN = new Tuning(null, null, false);
    private static final ObjectNode SCHEMA = (ObjectNode)
            Json.parse("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"number\"}},\"required\":[\"a\"]}");

    private static final String NOTHING = "{\"role\":\"user\",\"parts\":[{\"text\":\"(nothing)\"}]}";

    private static String body(String model, ModelRequest request) {
        return Json.write(new GeminiCodec().body(model, Talks.saidBy(model, request)));
    }

    private static ModelRequest of(Turn... turns) {
        return new ModelRequest("", List.of(turns), List.of(), PLAIN);
    }

    private static Turn.Replied replied(String provider, Part... parts) {
        return new Turn.Replied(
                new ModelName(provider, "m"), List.of(parts), Usage.NONE, new ReplyEnd(ReplyEnd.Reason.TOOLS, "STOP"));
    }

    private static Keepsake kept(String provider, String json) {
        return new Keepsake(provider, Json.parse(json));
    }

    private static Part.Call call(String id, Keepsake keepsake) {
        return new Part.Call(id, "add", Json.object().put("a", 1), null, keepsake);
    }

    @Test
    void aQuestionWithToolsAndTuning() {
        var request = new ModelRequest(
                "Be brief.",
                List.of(new Turn.Asked(
                        List.of(Part.Text.of("What is it?"), new Part.Media("image/png", "AAA=", null)))),
                List.of(new ToolSpec("add", "Adds.", SCHEMA)),
                new Tuning(0.5, 100, true));
        assertThat(body("gemini-2.5-pro", request))
                .isEqualTo("{\"systemInstruction\":{\"parts\":[{\"text\":\"Be brief.\"}]},"
                        + "\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"What is it?\"},"
                        + "{\"inlineData\":{\"mimeType\":\"image/png\",\"data\":\"AAA=\"}}]}],"
                        + "\"tools\":[{\"functionDeclarations\":[{\"name\":\"add\",\"description\":\"Adds.\","
                        + "\"parametersJsonSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"number\"}},"
                        + "\"required\":[\"a\"]}}]}],"
                        + "\"generationConfig\":{\"temperature\":0.5,\"maxOutputTokens\":100,"
                        + "\"thinkingConfig\":{\"includeThoughts\":true}}}");
    }

    @Test
    void signaturesGoBackOnThePartTheyCameWith() {
        var request = of(
                Turn.Asked.of("Add."),
                replied(
                        "gemini",
                        new Part.Thinking("unsigned", null),
                        new Part.Thinking("signed", kept("gemini", "{\"thoughtSignature\":\"t\"}")),
                        Part.Text.of("Words."),
                        new Part.Text("", kept("gemini", "{\"thoughtSignature\":\"e\"}")),
                        call("fc", kept("gemini", "{\"thoughtSignature\":\"c\",\"id\":\"fc\"}")),
                        call("call_1", null)),
                new Turn.Results(List.of(
                        new CallResult("fc", "add", false, List.of(Part.Text.of("1"), Part.Text.of("2"))),
                        new CallResult("call_1", "add", true, List.of(Part.Text.of("no"))))));
        assertThat(body("gemini-2.5-pro", request))
                .isEqualTo(json(
                        "{'contents':[{'role':'user','parts':[{'text':'Add.'}]},",
                        "{'role':'model','parts':[{'text':'signed','thought':true,'thoughtSignature':'t'},",
                        "{'text':'Words.'},{'text':'','thoughtSignature':'e'},",
                        "{'functionCall':{'id':'fc','name':'add','args':{'a':1}},'thoughtSignature':'c'},",
                        "{'functionCall':{'name':'add','args':{'a':1}}}]},",
                        "{'role':'user','parts':[{'functionResponse':{'id':'fc','name':'add',",
                        "'response':{'output':'1\\n\\n2'}}},",
                        "{'functionResponse':{'name':'add','response':{'error':'no'}}}]}]}"));
    }

    @Test
    void whatAnotherProviderKeepsIsNotShown() {
        var request = of(replied(
                "anthropic",
                new Part.Thinking("hm", kept("anthropic", "{\"signature\":\"s\"}")),
                new Part.Text("", kept("anthropic", "{\"thoughtSignature\":\"s\"}")),
                new Part.Text("Words.", kept("anthropic", "{\"thoughtSignature\":\"s\"}")),
                call("toolu_1", kept("anthropic", "{\"id\":\"s\"}"))));
        assertThat(body("gemini-2.5-pro", request))
                .startsWith("{\"contents\":[" + NOTHING + ",{\"role\":\"model\",\"parts\":[{\"text\":\"Words.\"},"
                        + "{\"functionCall\":{\"name\":\"add\",\"args\":{\"a\":1}}}]},");
    }

    @Test
    void theFirstCallOfAnotherModelIsExcusedFromItsSignatureWhereOneIsWanted() {
        var request = of(replied("openai", call("a", null), call("b", null)));
        assertThat(body("gemini-3-pro-preview", request))
                .startsWith("{\"contents\":[" + NOTHING + ",{\"role\":\"model\",\"parts\":["
                        + "{\"functionCall\":{\"name\":\"add\",\"args\":{\"a\":1}},"
                        + "\"thoughtSignature\":\"skip_thought_signature_validator\"},"
                        + "{\"functionCall\":{\"name\":\"add\",\"args\":{\"a\":1}}}]},");
    }

    /** So it is when a model that signs nothing began, and one that wants signatures goes on. */
    @Test
    void anIdIsNoSignature() {
        var request = of(replied("gemini", call("a", kept("gemini", "{\"id\":\"a\"}"))));
        assertThat(body("gemini-3-pro-preview", request))
                .startsWith("{\"contents\":[" + NOTHING + ",{\"role\":\"model\",\"parts\":["
                        + "{\"functionCall\":{\"id\":\"a\",\"name\":\"add\",\"args\":{\"a\":1}},"
                        + "\"thoughtSignature\":\"skip_thought_signature_validator\"}]}");
    }

    @Test
    void mediaOfResultsStandBesideThemOrInside() {
        var request = of(
                replied("gemini", call("a", null), call("b", null)),
                new Turn.Results(List.of(
                        new CallResult("a", "add", false, List.of(new Part.Media("image/png", "AAA=", null))),
                        new CallResult("b", "add", false, List.of(Part.Text.of("x"))))));
        assertThat(body("gemini-2.5-flash", request))
                .endsWith("{\"role\":\"user\",\"parts\":["
                        + "{\"functionResponse\":{\"name\":\"add\",\"response\":{\"output\":\"\"}}},"
                        + "{\"functionResponse\":{\"name\":\"add\",\"response\":{\"output\":\"x\"}}},"
                        + "{\"inlineData\":{\"mimeType\":\"image/png\",\"data\":\"AAA=\"}}]}]}");
        assertThat(body("gemini-3-flash", request))
                .endsWith("{\"role\":\"user\",\"parts\":["
                        + "{\"functionResponse\":{\"name\":\"add\",\"response\":{\"output\":\"\"},"
                        + "\"parts\":[{\"inlineData\":{\"mimeType\":\"image/png\",\"data\":\"AAA=\"}}]}},"
                        + "{\"functionResponse\":{\"name\":\"add\",\"response\":{\"output\":\"x\"}}}]}]}");
    }

    @Test
    void whatTheModelCannotBeShownIsNamedInItsPlace() {
        var page = new Part.Media("text/html", "PGE+", null);
        var request = of(
                new Turn.Asked(List.of(Part.Text.of("Look."), page)),
                replied("openai", page, new Part.Media("image/png", "AAA=", null), call("a", null)),
                new Turn.Results(List.of(new CallResult("a", "add", false, List.of(page)))));

        assertThat(body("gemini-2.5-pro", request))
                .isEqualTo(json(
                        "{'contents':[{'role':'user','parts':[{'text':'Look.'},",
                        "{'text':'(text/html, which cannot be shown here)'}]},",
                        "{'role':'model','parts':[{'text':'(text/html, which cannot be shown here)'},",
                        "{'inlineData':{'mimeType':'image/png','data':'AAA='}},",
                        "{'functionCall':{'name':'add','args':{'a':1}}}]},",
                        "{'role':'user','parts':[{'functionResponse':{'name':'add',",
                        "'response':{'output':'(text/html, which cannot be shown here)'}}}]}]}"));
    }

    @Test
    void aPersonSpeaksLastAndEveryCallHasAResult() {
        assertThat(body("gemini-2.5-pro", of(Turn.Asked.of("Say on."), replied("gemini", Part.Text.of("Once upon")))))
                .endsWith("{\"role\":\"model\",\"parts\":[{\"text\":\"Once upon\"}]}," + NOTHING + "]}");
        assertThat(body("gemini-2.5-pro", of(Turn.Asked.of("Add."), replied("gemini", call("a", null)))))
                .endsWith("{\"role\":\"user\",\"parts\":[{\"functionResponse\":{\"name\":\"add\","
                        + "\"response\":{\"error\":\"There is no result of this call.\"}}}]}]}");
    }

    @Test
    void aTurnWithNothingInItIsLeftOut() {
        assertThat(body("gemini-2.5-pro", of(Turn.Asked.of("a"), replied("gemini"), Turn.Asked.of(""))))
                .isEqualTo("{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"a\"}]}]}");
    }

    @ParameterizedTest
    @CsvSource({
        "gemini-2.5-pro, true", "gemini-2.5-flash, true", "gemini-2.5-flash-preview-09-2025, true",
        "gemini-3-pro-preview, true", "gemini-3.1-flash-lite, true", "gemini-flash-latest, true",
        "gemini-2.5-flash-lite, false", "gemini-2.5-flash-image, false", "gemini-2.5-pro-preview-tts, false",
        "gemini-2.0-flash, false", "gemma-3-27b-it, false"
    })
    void onlyModelsThatThinkAreAskedForTheirThoughts(String model, boolean thinks) {
        var request = new ModelRequest("", List.of(Turn.Asked.of("a")), List.of(), Tuning.USUAL);
        assertThat(body(model, request).contains("includeThoughts")).isEqualTo(thinks);
    }

    @Test
    void modelsThatDrawAreAskedForPictures() {
        assertThat(body("gemini-2.5-flash-image", of(Turn.Asked.of("a"))))
                .endsWith("\"generationConfig\":{\"responseModalities\":[\"TEXT\",\"IMAGE\"]}}");
    }

    @Test
    void thePathNamesTheModel() {
        var codec = new GeminiCodec();
        assertThat(codec.path("gemini-2.5-pro"))
                .isEqualTo("/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse");
        assertThat(codec.path("tunedModels/a b?c"))
                .isEqualTo("/v1beta/tunedModels/a%20b%3Fc:streamGenerateContent?alt=sse");
    }

    private static String json(String... pieces) {
        return String.join("", pieces).replace('\'', '"');
    }
}
