package dev.fairlead.bench.parts;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Messages as they travel. */
final class Samples {
    private Samples() {}

    static Request call(long id) {
        var params = Json.object().put("name", "echo");
        params.set("arguments", Json.object().put("text", "ping"));
        params.set("_meta", Json.object().put("progressToken", id));
        return new Request(RequestId.of(id), "tools/call", params);
    }

    static byte[] result(int textLength) {
        return bytes("{\"jsonrpc\":\"2.0\",\"id\":123456,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\""
                + "x".repeat(textLength) + "\"}],\"isError\":false}}");
    }

    static byte[] tools(int count) {
        return bytes(IntStream.range(0, count)
                .mapToObj(number -> "{\"name\":\"tool_" + number + "\",\"description\":\"Looks up record " + number
                        + " and returns what was found.\",\"inputSchema\":" + SCHEMA + "}")
                .collect(Collectors.joining(",", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[", "]}}")));
    }

    /** A schema as tools have it. */
    static final String SCHEMA = """
        {"type":"object","properties":{"query":{"type":"string","minLength":1},\
        "limit":{"type":"integer","minimum":1,"maximum":100},\
        "order":{"type":"string","enum":["newest","oldest","best"]},\
        "tags":{"type":"array","items":{"type":"string"},"maxItems":10}},\
        "required":["query"],"additionalProperties":false}\
        """;

    /** Arguments that fit it. */
    static final String ARGUMENTS = "{\"query\":\"ships\",\"limit\":10,\"order\":\"best\",\"tags\":[\"a\",\"b\"]}";

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
