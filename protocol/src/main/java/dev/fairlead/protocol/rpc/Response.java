package dev.fairlead.protocol.rpc;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The end of a request: a result or a failure. */
public sealed interface Response extends Message {

    /** Returns the id of the answered request; null only in a failure to read that request. */
    @Nullable
    RequestId id();

    /** The request succeeded. */
    record Result(RequestId id, JsonNode result) implements Response {}

    /** The request failed. */
    record Failure(@Nullable RequestId id, RpcError error) implements Response {}
}
