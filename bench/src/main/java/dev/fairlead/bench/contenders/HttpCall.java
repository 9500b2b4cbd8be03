package dev.fairlead.bench.contenders;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * What Fairlead sends, as bytes made by hand.
 *
 * @param headers what accompanies the body, beside what every HTTP client adds
 */
record HttpCall(Map<String, String> headers, String body) {
    private static final String ACCEPT = "application/json, text/event-stream";
    private static final String SESSION = "9f3c1d1e-6c0a-4b53-8d0e-2f6b7a1c4e5d";
    private static final String META = "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"fairlead\",\"version\":\"0.1.0\"},"
            + "\"io.modelcontextprotocol/clientCapabilities\":{}";

    /** Returns the first message that a server at this address gets. */
    static HttpCall hello(String url) {
        return legacy(url)
                ? new HttpCall(
                        Map.of("Accept", ACCEPT),
                        message(
                                "initialize",
                                "\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"raw\",\"version\":\"1\"}"))
                : modern("server/discover", Map.of(), "\"_meta\":{" + META + "}");
    }

    /** Returns a call of the tool. */
    static HttpCall call(String url) {
        var call = "\"name\":\"echo\",\"arguments\":{\"text\":\"ping\"},\"_meta\":{";
        return legacy(url)
                ? inSession("tools/call", call + "\"progressToken\":123456}")
                : modern("tools/call", Map.of("Mcp-Name", "echo"), call + META + ",\"progressToken\":123456}");
    }

    /** Returns the question for the tools. */
    static HttpCall list(String url) {
        return legacy(url) ? inSession("tools/list", "") : modern("tools/list", Map.of(), "\"_meta\":{" + META + "}");
    }

    private static boolean legacy(String url) {
        return url.contains("legacy");
    }

    private static HttpCall inSession(String method, String params) {
        return new HttpCall(
                Map.of("Accept", ACCEPT, "MCP-Protocol-Version", "2025-06-18", "Mcp-Session-Id", SESSION),
                message(method, params));
    }

    private static HttpCall modern(String method, Map<String, String> more, String params) {
        var headers = new HashMap<>(more);
        headers.put("Accept", ACCEPT);
        headers.put("MCP-Protocol-Version", "2026-07-28");
        headers.put("Mcp-Method", method);
        return new HttpCall(Map.copyOf(headers), message(method, params));
    }

    private static String message(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":123456,\"method\":\"" + method + "\",\"params\":{" + params + "}}";
    }

    /** Returns the whole request as it travels; all of it is ASCII. */
    byte[] bytes(URI url) {
        var text = new StringBuilder();
        text.append("POST ").append(url.getPath()).append(" HTTP/1.1\r\n");
        text.append("Host: ").append(url.getAuthority()).append("\r\n");
        text.append("Connection: Keep-Alive\r\n");
        text.append("Content-Type: application/json\r\n");
        text.append("Content-Length: ").append(body.length()).append("\r\n");
        headers.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
        text.append("\r\n").append(body);
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
