package dev.fairlead.client.peer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.fairlead.fuzz.Foreign;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Headers;
import java.util.Base64;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is repeated in headers fits there, and whoever reads them finds what the message says. */
class HeaderValueFuzzTest {
    private static final Pattern WRAPPED = Pattern.compile("(?i)=\\?base64\\?(.*)\\?=");
    private static final int LONGEST_PROBLEM = 500;

    @DictionaryEntries({"=?base64?", "=?BASE64?", "?=", "=?base64?YQ==?=", " ", "\0", "é", "😀", "\\ud83d", "\\ude00"})
    @FuzzTest
    void carries(byte[] input) {
        var text = Foreign.text(input);
        if (HeaderValue.canCarry(text)) {
            assertThat(read(HeaderValue.of(text))).isEqualTo(text);
        }
    }

    @DictionaryEntries({
        "{\"name\":\"t\",\"arguments\":{},\"schema\":{}}",
        "\"properties\":{",
        "\"x-mcp-header\":\"A\",",
        "\"x-mcp-header\":\"a\",",
        "\"x-mcp-header\":\"not a token\",",
        "\"type\":\"string\"",
        "\"type\":\"integer\"",
        "\"type\":\"boolean\"",
        "\"type\":[\"null\",\"string\"]",
        "\"items\":{",
        "\"enum\":[",
        "9007199254740991",
        "9007199254740992",
        "1e400",
        "1.0",
        "-0.0",
        "null",
        "true",
        "\\ud83d",
        "\\r\\n"
    })
    @FuzzTest
    void mirrors(byte[] input) {
        var call = Foreign.object(input);
        if (call.isEmpty()) {
            return;
        }
        var schema = call.get().path("schema");
        var params = Json.object().put("name", call.get().path("name").stringValue(""));
        if (call.get().has("arguments")) {
            params.set("arguments", call.get().get("arguments"));
        }
        MirroredHeaders.problem(schema).ifPresent(problem -> Foreign.assertShowable(problem, LONGEST_PROBLEM));
        var unfit = MirroredHeaders.unfit("tools/call", params, schema);
        unfit.forEach(problem -> Foreign.assertShowable(problem, LONGEST_PROBLEM));
        if (unfit.isEmpty()) {
            assertMirrored(params, schema);
        } else {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> MirroredHeaders.of("2026-07-28", "tools/call", params, schema));
        }
    }

    private static void assertMirrored(ObjectNode params, JsonNode schema) {
        var headers = MirroredHeaders.of("2026-07-28", "tools/call", params, schema);
        headers.values()
                .forEach((name, value) ->
                        assertThat(Headers.NONE.with(name, value).values()).containsEntry(name, value));
        for (var parameter : MirroredParameters.of(schema).valid()) {
            var argument = parameter.in(params.get("arguments"));
            var header = headers.get(parameter.header());
            if (argument == null) {
                assertThat(header).isEmpty();
            } else {
                assertThat(read(header.orElseThrow()))
                        .isEqualTo(MirroredParameter.text(argument).orElseThrow());
            }
        }
    }

    /** Reads a header as a server does. */
    private static String read(String header) {
        assertThat(header).matches("[ -~]*").isEqualTo(header.strip());
        var wrapped = WRAPPED.matcher(header);
        return wrapped.matches() ? new String(Base64.getDecoder().decode(wrapped.group(1)), UTF_8) : header;
    }
}
