package dev.fairlead.cli.recording;

import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.protocol.rpc.RpcError;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The only revision of MCP that a client and a server may speak here.
 *
 * @param id as it is written; null where they may speak any
 */
record PinnedVersion(@Nullable String id) {

    /** Returns what the client is told if it wants another one; empty where it does not. */
    Optional<Response> objection(Request request) {
        var params = request.params();
        if (params == null) {
            return Optional.empty();
        }
        return objection(
                request,
                request.method().equals(PassedHeaders.INITIALIZE)
                        ? params.path("protocolVersion")
                        : params.path("_meta").path(MetaKey.PROTOCOL_VERSION));
    }

    /** Returns what the client is told if the server agrees to another one; empty where it does not. */
    Optional<Response> objection(Request request, Response.Result answer) {
        return request.method().equals(PassedHeaders.INITIALIZE)
                ? objection(request, answer.result().path("protocolVersion"))
                : Optional.empty();
    }

    private Optional<Response> objection(Request request, JsonNode named) {
        if (id == null || !named.isString() || named.stringValue().equals(id)) {
            return Optional.empty();
        }
        var data = Json.object().put("requested", named.stringValue());
        data.putArray("supported").add(id);
        var words = "%s is not spoken here, only %s (--protocol)".formatted(named.stringValue(), id);
        return Optional.of(
                new Response.Failure(request.id(), new RpcError(ErrorCode.UNSUPPORTED_VERSION, words, data)));
    }
}
