package dev.fairlead.cli.recording;

import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireSession;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import tools.jackson.databind.JsonNode;

/** What has to accompany the messages of a client that knows nothing of HTTP, on lines that are HTTP. */
final class SessionHeaders {
    private static final String VERSION = "MCP-Protocol-Version";
    private static final String SESSION = "Mcp-Session-Id";
    private static final Duration NEWS = Duration.ofSeconds(2);

    private final Wire wire;

    SessionHeaders(Wire wire) {
        this.wire = wire;
    }

    /** Returns what accompanies a request: nothing but where there is no session, which each request tells about. */
    Headers of(Request request) {
        var params = request.params();
        var version = params == null
                ? ""
                : params.path("_meta").path(MetaKey.PROTOCOL_VERSION).asString("");
        if (wire.multiplexed()
                || params == null
                || version.isEmpty()
                || request.method().equals("initialize")) {
            return Headers.NONE;
        }
        var headers = Headers.NONE.with(VERSION, plain(version)).with("Mcp-Method", plain(request.method()));
        var name = params.path("name").isString() ? params.path("name") : params.path("uri");
        return name.isString() ? headers.with("Mcp-Name", plain(name.stringValue())) : headers;
    }

    /** Enters the session that a handshake has opened. */
    void answered(Request request, JsonNode result, Headers beside) {
        if (wire.multiplexed() || !request.method().equals("initialize")) {
            return;
        }
        var headers =
                Headers.NONE.with(VERSION, plain(result.path("protocolVersion").asString("")));
        var id = beside.get(SESSION);
        wire.sessions()
                .enter(id.map(name -> new WireSession(headers.with(SESSION, name), true))
                        .orElseGet(() -> new WireSession(headers, false)));
    }

    /** Begins to hear what the server says unasked once the client is ready for it. */
    void told(Notification news) throws InterruptedException {
        if (!wire.multiplexed() && news.method().equals("notifications/initialized")) {
            wire.sessions().listen(Deadline.after(NEWS));
        }
    }

    /** Other signs than those of a header travel in Base64. */
    private static String plain(String value) {
        boolean fits = value.chars().allMatch(sign -> sign >= ' ' && sign < 0x7f) && value.equals(value.strip());
        return fits
                ? value
                : "=?base64?%s?=".formatted(Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)));
    }
}
