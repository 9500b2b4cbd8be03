package dev.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.rpc.Json;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputTest {
    private static final String FORM =
            "\"message\":\"Team?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}";

    @Test
    void aQuestionWithoutModeIsAForm() {
        var form = (InputRequest.Form) InputRequest.from("elicitation/create", Json.parse("{" + FORM + "}"));
        assertThat(form.message()).isEqualTo("Team?");
        assertThat(form.schema().fields()).isEmpty();
        assertThat(form.meta()).isNull();
        assertThat(InputRequest.from("elicitation/create", Json.parse("{\"mode\":\"form\"," + FORM + "}")))
                .isEqualTo(form);
    }

    @Test
    void readsUrlsOfEitherEra() {
        assertThat(InputRequest.from(
                        "elicitation/create",
                        Json.parse("{\"mode\":\"url\",\"message\":\"m\",\"url\":\"https://a.example\"}")))
                .isEqualTo(new InputRequest.Url("m", "https://a.example", null));
        assertThat(
                        InputRequest.from(
                                "elicitation/create",
                                Json.parse(
                                        "{\"mode\":\"url\",\"message\":\"m\",\"url\":\"https://a.example\",\"elicitationId\":\"e\"}")))
                .isEqualTo(new InputRequest.Url("m", "https://a.example", "e"));
    }

    @Test
    void rootsNeedNoParameters() {
        assertThat(InputRequest.from("roots/list", null)).isEqualTo(new InputRequest.Roots());
        assertThat(new InputRequest.Roots().method()).isEqualTo("roots/list");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "elicitation/create     | {\"mode\":\"telepathy\",\"message\":\"m\"}",
                "elicitation/create     | {\"mode\":null,\"message\":\"m\",\"requestedSchema\":{}}",
                "elicitation/create     | {\"mode\":\"url\",\"message\":\"m\"}",
                "elicitation/create     | {\"message\":\"m\"}",
                "elicitation/create     | {\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}",
                "elicitation/create     | ",
                "sampling/createMessage | {}",
                "sampling/createMessage | ",
                "tools/list             | {}",
            })
    void refusesWhatAServerMayNotAsk(String method, String params) {
        var json = params == null ? null : Json.parse(params);
        assertThatThrownBy(() -> InputRequest.from(method, json)).isInstanceOf(BadShape.class);
    }

    @Test
    void readsSeveralByTheirKeysInOrder() {
        var requests = InputRequest.allFrom(Json.parse("""
            {"z":{"method":"roots/list"},
             "a":{"method":"elicitation/create","params":{"mode":"url","message":"m","url":"u"}}}\
            """));
        assertThat(requests.keySet()).containsExactly("z", "a");
        assertThat(requests).containsEntry("a", new InputRequest.Url("m", "u", null));
        assertThatThrownBy(() -> InputRequest.allFrom(Json.parse("{\"a\":{}}"))).isInstanceOf(BadShape.class);
        assertThatThrownBy(() -> InputRequest.allFrom(Json.parse("[]"))).isInstanceOf(BadShape.class);
    }

    @Test
    void answersAreWrittenAsTheSchemasSay() {
        assertThat(InputResponse.accept(Json.object().put("team", "blue")).toJson())
                .isEqualTo(Json.parse("{\"action\":\"accept\",\"content\":{\"team\":\"blue\"}}"));
        assertThat(InputResponse.accept().toJson()).isEqualTo(Json.parse("{\"action\":\"accept\"}"));
        assertThat(InputResponse.decline().toJson()).isEqualTo(Json.parse("{\"action\":\"decline\"}"));
        assertThat(InputResponse.cancel().toJson()).isEqualTo(Json.parse("{\"action\":\"cancel\"}"));
        assertThat(new InputResponse.Sampled(SamplingResult.ofText("m", "Hi")).toJson())
                .isEqualTo(Json.parse("""
                    {"role":"assistant","content":{"type":"text","text":"Hi"},"model":"m","stopReason":"endTurn"}\
                    """));
        assertThat(new InputResponse.RootList(List.of()).toJson()).isEqualTo(Json.parse("{\"roots\":[]}"));
    }

    @Test
    void rootsAreFiles(@TempDir Path folder) {
        assertThat(Root.of(folder, "Home").uri())
                .isEqualTo(folder.toUri().toString())
                .startsWith("file:///");
        assertThat(Root.of(folder).name()).isNull();
        assertThatThrownBy(() -> Root.of(URI.create("https://a.example"), null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Root.of(URI.create("relative"), null)).isInstanceOf(IllegalArgumentException.class);
    }
}
