package dev.fairlead.client.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.error.InvalidArgumentsException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.wire.Headers;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class MirrorTest {
    private static final JsonNode PLAIN = schema("{\"properties\":{\"region\":{\"type\":\"string\"}}}");
    private static final JsonNode REPEATED =
            schema("{\"properties\":{\"region\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"}}}");

    private final Mirror mirror = new Mirror(ProtocolVersion.V2026_07_28, "files");

    @Test
    void theSameToolCalledAgainHasTheSameHeaders() {
        var first = call("query", PLAIN, "west");

        assertThat(first.get("Mcp-Name")).contains("query");
        assertThat(call("query", PLAIN, "east")).isSameAs(first);
    }

    @Test
    void anotherToolHasItsOwnName() {
        var ignored = call("query", PLAIN, "west");

        assertThat(call("delete", PLAIN, "west").get("Mcp-Name")).contains("delete");
        assertThat(call("query", PLAIN, "west").get("Mcp-Name")).contains("query");
    }

    @Test
    void anArgumentThatIsRepeatedIsThatOfTheCall() {
        assertThat(call("query", REPEATED, "west").get("Mcp-Param-Region")).contains("west");
        assertThat(call("query", REPEATED, "east").get("Mcp-Param-Region")).contains("east");
    }

    @Test
    void aSchemaThatIsAnotherNowIsReadAnew() {
        var ignored = call("query", PLAIN, "west");

        assertThat(call("query", REPEATED, "west").get("Mcp-Param-Region")).contains("west");
        assertThat(call("query", PLAIN, "west").get("Mcp-Param-Region")).isEmpty();
    }

    @Test
    void anotherMethodWithThatNameIsNotTheSame() {
        var ignored = call("query", null, "west");
        var params = Json.object().put("name", "query");

        assertThat(of("prompts/get", params, null).get("Mcp-Method")).contains("prompts/get");
    }

    @Test
    void whatCannotBeRepeatedIsRefusedEachTime() {
        var unfit = Json.object().put("name", "query");
        unfit.putObject("arguments").putObject("region");

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> of("tools/call", unfit, REPEATED))
                    .isInstanceOf(InvalidArgumentsException.class)
                    .hasMessageContaining("region");
        }
    }

    private Headers call(String tool, @Nullable JsonNode schema, String region) {
        var params = Json.object().put("name", tool);
        params.putObject("arguments").put("region", region);
        return of("tools/call", params, schema);
    }

    private Headers of(String method, ObjectNode params, @Nullable JsonNode schema) {
        var invocation = new Invocation(method, params, null, Map.of(), null, schema, false, null);
        return mirror.of(new Request(RequestId.of(1), method, params), invocation);
    }

    private static JsonNode schema(String json) {
        return Json.parse(json);
    }
}
