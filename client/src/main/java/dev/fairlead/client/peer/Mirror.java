package dev.fairlead.client.peer;

import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.error.InvalidArgumentsException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.wire.Headers;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Makes the headers that repeat requests to one server. Who calls a tool often calls it again, so what was said last is kept:
 * it need not be looked for in the schema, and those who send it know it by sight.
 */
final class Mirror {
    private final ProtocolVersion version;
    private final String server;
    private volatile @Nullable Last last;

    /** Headers of requests that differ in nothing that is repeated: their tool has no argument that is. */
    private record Last(
            String method, @Nullable String name, @Nullable JsonNode schema, Headers headers) {
        @SuppressWarnings("ReferenceEquality") // A schema is the same object as long as its tool is the same.
        boolean fits(String method, @Nullable String name, @Nullable JsonNode schema) {
            return this.schema == schema && this.method.equals(method) && Objects.equals(this.name, name);
        }
    }

    Mirror(ProtocolVersion version, String server) {
        this.version = version;
        this.server = server;
    }

    /**
     * Returns the headers of a request.
     *
     * @throws InvalidArgumentsException if there is something in it that cannot be repeated
     */
    Headers of(Request request, Invocation invocation) {
        var method = request.method();
        var params = Objects.requireNonNullElseGet(request.params(), Json::object);
        var schema = invocation.schema();
        var name = MirroredHeaders.name(method, params);
        var known = last;
        if (known != null && known.fits(method, name, schema)) {
            return known.headers();
        }
        var unfit = MirroredHeaders.unfit(method, params, schema);
        if (!unfit.isEmpty()) {
            throw new InvalidArgumentsException(invocation.words(), server, unfit);
        }
        var headers = MirroredHeaders.of(version, method, params, schema);
        if (!MirroredHeaders.repeatsArguments(method, schema)) {
            last = new Last(method, name, schema, headers);
        }
        return headers;
    }
}
