package dev.fairlead.protocol.rpc;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The error object of a failed request. */
public record RpcError(int code, String message, @Nullable JsonNode data) {

    /** Returns an error without data. */
    public static RpcError of(int code, String message) {
        return new RpcError(code, message, null);
    }

    /** Returns this error as it is written in a message. */
    public ObjectNode toJson() {
        var json = Json.object().put("code", code).put("message", message);
        if (data != null) {
            json.set("data", data);
        }
        return json;
    }
}
