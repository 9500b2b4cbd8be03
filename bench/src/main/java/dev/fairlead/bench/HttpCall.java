package dev.fairlead.bench;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The call that Fairlead makes, as bytes made by hand.
 *
 * @param headers what accompanies the body, beside what every HTTP client adds
 */
record HttpCall(String path, Map<String, String> headers, String body) {
    private static final String ACCEPT = "application/json, text/event-stream";

    static HttpCall modern(String path) {
        return new HttpCall(
                path,
                Map.of(
                        "Accept",
                        ACCEPT,
                        "MCP-Protocol-Version",
                        "2026-07-28",
                        "Mcp-Method",
                        "tools/call",
                        "Mcp-Name",
                        "echo"),
                "{\"jsonrpc\":\"2.0\",\"id\":123456,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
                        + "\"arguments\":{\"text\":\"ping\"},\"_meta\":{"
                        + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                        + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"fairlead\",\"version\":\"0.1.0\"},"
                        + "\"io.modelcontextprotocol/clientCapabilities\":{},\"progressToken\":123456}}}");
    }

    static HttpCall legacy(String path) {
        return new HttpCall(
                path,
                Map.of(
                        "Accept",
                        ACCEPT,
                        "MCP-Protocol-Version",
                        "2025-06-18",
                        "Mcp-Session-Id",
                        "9f3c1d1e-6c0a-4b53-8d0e-2f6b7a1c4e5d"),
                "{\"jsonrpc\":\"2.0\",\"id\":123456,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
                        + "\"arguments\":{\"text\":\"ping\"},\"_meta\":{\"progressToken\":123456}}}");
    }

    /** Returns the whole request as it travels; all of it is ASCII. */
    byte[] bytes(int port) {
        var text = new StringBuilder();
        text.append("POST ").append(path).append(" HTTP/1.1\r\n");
        text.append("Host: 127.0.0.1:").append(port).append("\r\n");
        text.append("Connection: Keep-Alive\r\n");
        text.append("Content-Type: application/json\r\n");
        text.append("Content-Length: ").append(body.length()).append("\r\n");
        headers.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
        text.append("\r\n").append(body);
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
