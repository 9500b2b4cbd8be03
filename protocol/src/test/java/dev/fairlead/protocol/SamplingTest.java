package dev.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SamplingTest {
    private static final SamplingMessage ASK = SamplingMessage.user(ContentBlock.text("Weather?"));

    private static ContentBlock call(String id) {
        return ContentBlock.toolUse(id, "weather", Json.object());
    }

    private static ContentBlock result(String id) {
        return ContentBlock.toolOutput(id, CallToolResult.ofText("sunny"));
    }

    private static List<String> problems(SamplingMessage... messages) {
        return SamplingRequest.of(100, messages).problems();
    }

    @Test
    void callsAnsweredAtOnceAreFine() {
        assertThat(problems(
                        ASK,
                        SamplingMessage.assistant(ContentBlock.text("Let me see"), call("1"), call("2")),
                        SamplingMessage.user(result("2"), result("1")),
                        SamplingMessage.assistant(call("3")),
                        SamplingMessage.user(result("3")),
                        SamplingMessage.assistant(ContentBlock.text("Sunny"))))
                .isEmpty();
    }

    @Test
    void resultsStandAlone() {
        assertThat(problems(
                        ASK,
                        SamplingMessage.assistant(call("1")),
                        SamplingMessage.user(result("1"), ContentBlock.text("well?"))))
                .containsExactly("messages[2]: mixes results of tools with other content");
    }

    @Test
    void everyCallIsAnsweredBeforeAnythingElse() {
        assertThat(problems(ASK, SamplingMessage.assistant(call("1")), ASK))
                .containsExactly("messages[2]: the call '1' is not answered");
        assertThat(problems(ASK, SamplingMessage.assistant(call("1"), call("2")), SamplingMessage.user(result("2"))))
                .containsExactly("messages[2]: the call '1' is not answered");
        assertThat(problems(ASK, SamplingMessage.assistant(call("1"))))
                .containsExactly("the end: the call '1' is not answered");
    }

    @Test
    void resultsBelongToCallsOfTheMessageBefore() {
        assertThat(problems(ASK, SamplingMessage.user(result("1"))))
                .containsExactly("messages[1]: answers '1', which the message before did not call");
    }

    @Test
    void eachSideKeepsToItsPart() {
        assertThat(problems(SamplingMessage.user(call("1")), SamplingMessage.assistant(result("1"))))
                .containsExactly(
                        "messages[0]: only an assistant calls tools",
                        "messages[1]: only a user brings results of tools");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"tools\":[]",
                "\"toolChoice\":{}",
                "\"tools\":[{\"name\":\"n\",\"inputSchema\":{}}]",
                "\"tools\":[7]"
            })
    void aRequestWithToolsOrAChoiceWantsTools(String member) {
        assertThat(SamplingRequest.from(Json.parse("{\"messages\":[],\"maxTokens\":1," + member + "}"))
                        .wantsTools())
                .isTrue();
    }

    @Test
    void aPlainRequestWantsNoTools() {
        assertThat(SamplingRequest.of(1, ASK).wantsTools()).isFalse();
    }

    @Test
    void severalBlocksAreAnArray() {
        var one = SamplingMessage.user(ContentBlock.text("a"));
        var two = SamplingMessage.user(ContentBlock.text("a"), ContentBlock.text("b"));
        assertThat(one.toJson().path("content").isObject()).isTrue();
        assertThat(two.toJson().path("content").isArray()).isTrue();
        assertThat(two.text()).isEqualTo("a\nb");
        assertThat(SamplingMessage.from(two.toJson())).isEqualTo(two);
    }
}
