package dev.fairlead.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.Tuning;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

class RequestsTest {

    @ParameterizedTest
    @EnumSource(Recorded.Provider.class)
    void aConversationWithEverythingInItIsPostedAsRecorded(Recorded.Provider provider) {
        var body = body(provider, Talks.everything(keeper(provider)));

        assertThat(Json.parse(Json.write(body))).isEqualTo(recorded(provider, "everything"));
    }

    @ParameterizedTest
    @EnumSource(Recorded.Provider.class)
    void anAwkwardConversationIsPostedAsRecorded(Recorded.Provider provider) {
        var body = body(provider, Talks.awkward());

        assertThat(Json.parse(Json.write(body))).isEqualTo(recorded(provider, "awkward"));
    }

    @ParameterizedTest
    @EnumSource(Recorded.Provider.class)
    void anyConversationGivesARequestByTheRulesOfTheProvider(Recorded.Provider provider) {
        for (int seed = 0; seed < 1_000; seed++) {
            var request = Talks.any(new Random(seed), keeper(provider));
            var body = body(provider, request);
            ProviderRules.check(provider, body, "seed " + seed);
        }
    }

    @ParameterizedTest
    @EnumSource(Recorded.Provider.class)
    void keepsakesOfOthersAreNotSent(Recorded.Provider provider) {
        var ofAnotherProvider = Json.write(body(provider, Talks.everything("somebody-else")));
        var ofAnotherModel = Json.write(provider.codec().body(model(provider), Talks.everything(keeper(provider))));

        for (var body : List.of(ofAnotherProvider, ofAnotherModel)) {
            assertThat(body).doesNotContain("c2ln", "gAAA", "rs_1", "msg_1", "fc_1", "Two tools.", "Of another.");
        }
    }

    @ParameterizedTest
    @EnumSource(Recorded.Provider.class)
    void aKeyIsShownInAHeaderAndNoneWithoutAKey(Recorded.Provider provider) {
        var codec = provider.codec();

        assertThat(codec.headers("s3cret").values().values()).anyMatch(value -> value.endsWith("s3cret"));
        assertThat(codec.headers("").values()).doesNotContainKeys("Authorization", "x-api-key");
        assertThat(codec.headers("s3cret").toString()).doesNotContain("s3cret");
        assertThat(codec.path("m")).startsWith("/");
    }

    @ParameterizedTest
    @CsvSource({
        "gpt-5.1, max_completion_tokens", "o3-mini, max_completion_tokens", "openai/gpt-4o, max_completion_tokens",
        "gpt-oss:20b, max_tokens", "deepseek-chat, max_tokens", "qwen/qwen3-32b, max_tokens"
    })
    void theLimitOfAnAnswerHasTheNameThatTheServerKnows(String model, String name) {
        var tuning = new Tuning(null, 7, true);
        var request = new ModelRequest("", List.of(Turn.Asked.of("Hi")), List.of(), tuning);

        assertThat(new OpenAiChatCodec().body(model, request).path(name).intValue())
                .isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({"gpt-4.1, false", "gpt-4o-mini, false", "gpt-5-chat-latest, false", "gpt-5.1, true", "o4-mini, true"})
    void onlyModelsThatReasonAreAskedAboutIt(String model, boolean reasons) {
        var request = new ModelRequest("", List.of(Turn.Asked.of("Hi")), List.of(), Tuning.USUAL);
        var body = new OpenAiResponsesCodec().body(model, request);

        assertThat(body.has("include")).isEqualTo(reasons);
        assertThat(body.has("reasoning")).isEqualTo(reasons);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "claude-3-haiku-20240307, 4096, -",
                "claude-3-5-sonnet-20241022, 8192, -",
                "claude-3-7-sonnet-20250219, 32000, enabled",
                "claude-sonnet-4-20250514, 32000, enabled",
                "claude-sonnet-4-5-20250929, 32000, enabled",
                "claude-opus-4-6, 32000, adaptive",
                "anthropic/claude-sonnet-4.5, 32000, enabled",
                "claude-opus-5-5, 32000, adaptive",
                "glm-4.6, 8192, -"
            })
    void aModelOfAnthropicIsAskedToThinkAsItCan(String model, int length, String thinking) {
        var request = new ModelRequest("", List.of(Turn.Asked.of("Hi")), List.of(), Tuning.USUAL);
        var body = new AnthropicCodec().body(model, request);

        assertThat(body.path("max_tokens").intValue()).isEqualTo(length);
        assertThat(body.path("thinking").path("type").stringValue(null)).isEqualTo(thinking);
        assertThat(body.path("thinking").path("budget_tokens").intValue(0)).isLessThan(length);
    }

    @Test
    void anOlderModelOfAnthropicDoesNotBeginToThinkBetweenCalls() {
        var everything = Talks.everything("somebody-else");
        var request = new ModelRequest("", everything.turns(), everything.tools(), Tuning.USUAL);

        assertThat(new AnthropicCodec().body("claude-sonnet-4-5", request).has("thinking"))
                .isFalse();
        assertThat(new AnthropicCodec().body("claude-sonnet-4-6", request).has("thinking"))
                .isTrue();
    }

    @Test
    void aTemperatureAndThinkingAreNotAskedForTogether() {
        var request = new ModelRequest("", List.of(Turn.Asked.of("Hi")), List.of(), new Tuning(0.0, null, true));

        assertThat(new AnthropicCodec().body("claude-sonnet-4-5", request).has("thinking"))
                .isFalse();
    }

    /** What is posted to the model that said it all. */
    private static JsonNode body(Recorded.Provider provider, ModelRequest request) {
        return provider.codec().body(model(provider), Talks.saidBy(model(provider), request));
    }

    private static String model(Recorded.Provider provider) {
        return switch (provider) {
            case OPENAI_CHAT -> "deepseek-reasoner";
            case OPENAI_RESPONSES -> "gpt-5.1";
            case ANTHROPIC -> "claude-sonnet-4-5";
            case OLLAMA -> "qwen3";
        };
    }

    private static String keeper(Recorded.Provider provider) {
        return switch (provider) {
            case OPENAI_CHAT -> OpenAiChatCodec.KEEPER;
            case OPENAI_RESPONSES -> OpenAiResponsesCodec.KEEPER;
            case ANTHROPIC -> AnthropicCodec.KEEPER;
            case OLLAMA -> OllamaCodec.KEEPER;
        };
    }

    private static JsonNode recorded(Recorded.Provider provider, String name) {
        return Json.parse(Recorded.text(Recorded.FOLDER.resolve(provider.folder).resolve(name + ".request.json")));
    }
}
