package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.wire.Headers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What others send goes on as we would send it. */
class ForwardingTest {
    private static final String META = "'_meta':{'io.modelcontextprotocol/protocolVersion':'2030-01-01'}";

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.parse(text.replace('\'', '"'));
    }

    private static Request call(String params) {
        return new Request(RequestId.of(1), "tools/call", json(params));
    }

    @Test
    void modernRequestsRepeatThemselvesInWhateverRevision() {
        var schema = json("{'type':'object','properties':{'a':{'type':'integer','x-mcp-header':'A'}}}");
        var request = call("{'name':'ä','arguments':{'a':1}," + META + "}");

        assertThat(Forwarding.headers(request, schema).values())
                .isEqualTo(Map.of(
                        "MCP-Protocol-Version", "2030-01-01",
                        "Mcp-Method", "tools/call",
                        "Mcp-Name", "=?base64?w6Q=?=",
                        "Mcp-Param-A", "1"));
        assertThat(Forwarding.headers(request, null).get("Mcp-Param-A")).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Forwarding.headers(call("{'name':'t','arguments':{'a':1.5}," + META + "}"), schema));
    }

    @Test
    void othersDoNot() {
        assertThat(Forwarding.headers(call("{'name':'t'}"), null)).isEqualTo(Headers.NONE);
        assertThat(Forwarding.headers(new Request(RequestId.of(1), "ping", null), null))
                .isEqualTo(Headers.NONE);
    }

    @Test
    void aServerThatIsThereMayBeThereInAnotherWay() {
        assertThat(Forwarding.anotherWay(new HttpStatusException("x", "s", 405, "", false)))
                .isTrue();
        assertThat(Forwarding.anotherWay(new HttpStatusException("x", "s", 500, "", false)))
                .isFalse();
    }
}
