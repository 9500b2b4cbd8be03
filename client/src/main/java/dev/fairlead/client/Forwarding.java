package dev.fairlead.client;

import dev.fairlead.client.opening.Ways;
import dev.fairlead.client.peer.MirroredHeaders;
import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.wire.Headers;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What programs need that pass the messages of another client on, as {@link McpClient} would send them. */
public final class Forwarding {
    private Forwarding() {}

    /**
     * Returns what accompanies a request over HTTP: what one of the modern era repeats of itself, and nothing for others.
     *
     * @param inputSchema the schema of the tool that is called, which says what to repeat of the arguments; null where it is
     *     not known
     * @throws IllegalArgumentException if the arguments cannot be repeated; the request must not be sent then
     */
    public static Headers headers(Request request, @Nullable JsonNode inputSchema) {
        var params = request.params();
        var version = params == null
                ? ""
                : params.path("_meta").path(MetaKey.PROTOCOL_VERSION).asString("");
        return params == null || version.isEmpty()
                ? Headers.NONE
                : MirroredHeaders.of(version, request.method(), params, inputSchema);
    }

    /**
     * Tells whether a session that could not be opened over one of the {@linkplain
     * dev.fairlead.wire.Transport#handshakes() ways} to a server may be had over the next.
     */
    public static boolean anotherWay(McpException failure) {
        return Ways.another(failure);
    }
}
