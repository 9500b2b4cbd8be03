package dev.fairlead.agent.provider;

import static dev.fairlead.agent.model.ModelException.Kind.BAD_REQUEST;
import static dev.fairlead.agent.model.ModelException.Kind.BAD_TOOL;
import static dev.fairlead.agent.model.ModelException.Kind.BROKEN;
import static dev.fairlead.agent.model.ModelException.Kind.LIMITED;
import static dev.fairlead.agent.model.ModelException.Kind.NO_SUCH_MODEL;
import static dev.fairlead.agent.model.ModelException.Kind.TOO_LONG;
import static dev.fairlead.agent.model.ModelException.Kind.TOO_SLOW;
import static dev.fairlead.agent.model.ModelException.Kind.UNAUTHORIZED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.fairlead.agent.model.ModelException.Kind;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.Tuning;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ComplaintsTest {
    private static final ModelRequest ASKED = new ModelRequest("", List.of(), Talks.TOOLS, Tuning.USUAL);

    static Stream<Arguments> bodies() {
        return Stream.of(
                // OpenAI
                openai(401, "Incorrect API key provided: sk-***.", "invalid_api_key", UNAUTHORIZED),
                openai(403, "Country, region, or territory not supported", "unsupported_country", UNAUTHORIZED),
                openai(
                        404,
                        "The model `gpt-9` does not exist or you do not have access to it.",
                        "model_not_found",
                        NO_SUCH_MODEL),
                openai(429, "Rate limit reached for gpt-4.1. Please try again in 20s.", "rate_limit_exceeded", LIMITED),
                openai(429, "You exceeded your current quota, please check your plan.", "insufficient_quota", LIMITED),
                openai(
                        400,
                        "This model's maximum context length is 128000 tokens.",
                        "context_length_exceeded",
                        TOO_LONG),
                openai(400, "Unsupported value: 'temperature' does not support 0.5", "unsupported_value", BAD_REQUEST),
                openai(500, "The server had an error", "server_error", BROKEN),
                openai(503, "The engine is currently overloaded", "", BROKEN),
                tool(
                        400,
                        "{\"error\":{\"message\":\"Invalid schema for function 'shot': [] is not of type"
                            + " 'object'.\",\"type\":\"invalid_request_error\",\"param\":\"tools[1].function.parameters\",\"code\":\"invalid_function_parameters\"}}",
                        "shot"),
                tool(400, "{\"error\":{\"message\":\"Invalid schema for function 'add': no.\",\"param\":null}}", "add"),
                // Anthropic
                anthropic(401, "authentication_error", "invalid x-api-key", UNAUTHORIZED),
                anthropic(403, "permission_error", "Your API key does not have permission", UNAUTHORIZED),
                anthropic(404, "not_found_error", "model: claude-9", NO_SUCH_MODEL),
                anthropic(413, "request_too_large", "Request exceeds the maximum size", TOO_LONG),
                anthropic(429, "rate_limit_error", "This request would exceed your organization's rate limit", LIMITED),
                anthropic(400, "invalid_request_error", "Your credit balance is too low to access the API.", LIMITED),
                anthropic(400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum", TOO_LONG),
                anthropic(
                        400,
                        "invalid_request_error",
                        "messages.1.content.0: unexpected `tool_use` of tool add",
                        BAD_REQUEST),
                anthropic(500, "api_error", "Internal server error", BROKEN),
                anthropic(529, "overloaded_error", "Overloaded", BROKEN),
                tool(
                        400,
                        "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"tools.1.custom.input_schema:"
                            + " JSON schema is invalid\"}}",
                        "shot"),
                // Ollama
                arguments(404, "{\"error\":\"model 'llama9' not found\"}", NO_SUCH_MODEL, null),
                arguments(
                        400,
                        "{\"error\":\"registry.ollama.ai/library/gemma:latest does not support tools\"}",
                        BAD_REQUEST,
                        null),
                arguments(500, "{\"error\":\"llama runner process has terminated\"}", BROKEN, null),
                arguments(
                        500,
                        "{\"error\":\"Failed to create new sequence: failed to process inputs: this model is missing"
                                + " data required for image input\"}",
                        BAD_REQUEST,
                        null),
                arguments(500, "{\"error\":\"failed to process inputs: image: unknown format\"}", BAD_REQUEST, null),
                arguments(500, "{\"error\":\"failed to process inputs: out of memory\"}", BROKEN, null),
                // Servers that are compatible
                arguments(
                        500,
                        "{\"error\":{\"code\":500,\"message\":\"image input is not supported - hint: if this is"
                                + " unexpected, you may need to provide the mmproj\",\"type\":\"server_error\"}}",
                        BAD_REQUEST,
                        null),
                arguments(500, "{\"error\":{\"message\":\"container image was not found\"}}", BROKEN, null),
                arguments(
                        400,
                        "{\"error\":{\"message\":\"foo/bar is not a valid model ID\",\"code\":400}}",
                        NO_SUCH_MODEL,
                        null),
                arguments(402, "{\"error\":{\"message\":\"Insufficient credits\",\"code\":402}}", LIMITED, null),
                arguments(
                        400,
                        "{\"error\":{\"code\":400,\"message\":\"the request exceeds the available context"
                                + " size\",\"type\":\"exceed_context_size_error\"}}",
                        TOO_LONG,
                        null),
                arguments(
                        404,
                        "{\"object\":\"error\",\"message\":\"The model `x` does not"
                                + " exist.\",\"type\":\"NotFoundError\",\"code\":404}",
                        NO_SUCH_MODEL,
                        null),
                arguments(422, "{\"detail\":[{\"loc\":[\"body\",\"tools\",1],\"msg\":\"extra\"}]}", BAD_TOOL, "shot"),
                // Whatever
                arguments(404, "404 page not found", BAD_REQUEST, null),
                arguments(408, "", TOO_SLOW, null),
                arguments(502, "<html><body>Bad Gateway</body></html>", BROKEN, null),
                arguments(429, "", LIMITED, null),
                arguments(400, "{\"error\":", BAD_REQUEST, null),
                arguments(400, "[]", BAD_REQUEST, null),
                arguments(400, "{\"error\":{\"message\":{\"a\":[]}}}", BAD_REQUEST, null),
                arguments(400, "{\"error\":{\"message\":\"tools[7] is wrong\"}}", BAD_REQUEST, null),
                arguments(401, "null", UNAUTHORIZED, null));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void anErrorIsOfTheKindThatItsStatusAndItsWordsSay(int status, String body, Kind kind, @Nullable String tool) {
        for (Recorded.Provider provider : Recorded.Provider.values()) {
            var complaint = provider.codec().complaint(status, body, ASKED);
            assertThat(complaint.kind()).as("%s", complaint).isEqualTo(kind);
            assertThat(complaint.tool()).isEqualTo(tool);
        }
    }

    /** The stream has no status of its own. */
    @ParameterizedTest
    @CsvSource({
        "invalid_image, BAD_REQUEST",
        "invalid_image_format, BAD_REQUEST",
        "invalid_image_url, BAD_REQUEST",
        "invalid_image_mode, BAD_REQUEST",
        "invalid_base64_image, BAD_REQUEST",
        "image_parse_error, BAD_REQUEST",
        "image_too_large, BAD_REQUEST",
        "image_too_small, BAD_REQUEST",
        "image_file_too_large, BAD_REQUEST",
        "image_file_not_found, BAD_REQUEST",
        "image_content_policy_violation, BAD_REQUEST",
        "unsupported_image_media_type, BAD_REQUEST",
        "empty_image_file, BAD_REQUEST",
        "failed_to_download_image, BAD_REQUEST",
        "invalid_prompt, BAD_REQUEST",
        "rate_limit_exceeded, LIMITED",
        "vector_store_timeout, BROKEN",
        "server_error, BROKEN"
    })
    void anAnswerThatFailsBecauseOfAPictureIsTurnedAwayAndOneThatFailsByItselfIsBroken(String code, Kind kind) {
        var event =
                "{\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":{\"code\":\"%s\",\"message\":\"No.\"}}}"
                        .formatted(code);

        assertThatThrownBy(() -> new OpenAiResponsesCodec().decoder().read("response.failed", event))
                .isInstanceOfSatisfying(
                        ComplaintException.class,
                        failure -> assertThat(failure.complaint().kind()).isEqualTo(kind));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "Please try again in 20s., PT20S",
                "Please try again in 6m0s, PT6M",
                "Please try again in 350ms. Visit, PT0.35S",
                "Please try again in 1.898s., PT1.898S",
                "Please retry after 12 seconds, PT12S",
                "Try again in 999999h, PT24H",
                "try again in a while, -",
                "try again in 5 monkeys, -",
                "Nothing, -"
            })
    void whenToAskAgainIsReadFromASentence(String words, @Nullable Duration wait) {
        assertThat(RetryWords.in(words)).isEqualTo(wait);
    }

    @Test
    void theWordsAreThoseOfTheProvider() {
        var codec = new AnthropicCodec();

        assertThat(codec.complaint(400, "{\"error\":{\"message\":\"No.\"}}", ASKED)
                        .words())
                .isEqualTo("No.");
        assertThat(codec.complaint(502, "  <html>Bad Gateway</html>\n", ASKED).words())
                .isEqualTo("<html>Bad Gateway</html>");
        assertThat(codec.complaint(500, "x".repeat(100_000), ASKED).words()).hasSize(4_001);
    }

    @Test
    void noBodyWhateverBreaksIt() {
        var bodies = bodies().map(arguments -> (String) arguments.get()[1]).toList();
        for (int seed = 0; seed < 3_000; seed++) {
            var random = new Random(seed);
            var event = new Recorded.Event("", bodies.get(random.nextInt(bodies.size())));
            for (Recorded.Event spoiled : Garbage.of(List.of(event), random)) {
                assertThat(new OpenAiChatCodec()
                                .complaint(random.nextInt(700), spoiled.data(), ASKED)
                                .kind())
                        .as("seed %d", seed)
                        .isNotNull();
            }
        }
    }

    private static Arguments openai(int status, String message, String code, Kind kind) {
        String body =
                "{\"error\":{\"message\":\"%s\",\"type\":\"invalid_request_error\",\"param\":null,\"code\":\"%s\"}}";
        String type = status < 500 ? body : body.replace("invalid_request_error", "server_error");
        return arguments(status, type.formatted(message, code), kind, null);
    }

    private static Arguments anthropic(int status, String type, String message, Kind kind) {
        return arguments(
                status,
                "{\"type\":\"error\",\"error\":{\"type\":\"%s\",\"message\":\"%s\"},\"request_id\":\"req_1\"}"
                        .formatted(type, message),
                kind,
                null);
    }

    private static Arguments tool(int status, String body, String tool) {
        return arguments(status, body, BAD_TOOL, tool);
    }
}
