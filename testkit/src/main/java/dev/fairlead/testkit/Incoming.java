package dev.fairlead.testkit;

import dev.fairlead.protocol.rpc.Json;
import tools.jackson.databind.JsonNode;

/** A message that the hostile server has read. */
record Incoming(JsonNode json) {
    static Incoming of(String line) {
        return new Incoming(Json.parse(line));
    }

    /** Returns the id as it was written. */
    String id() {
        return json.path("id").toString();
    }

    String method() {
        return json.path("method").asString("");
    }

    JsonNode params() {
        return json.path("params");
    }

    JsonNode arguments() {
        return params().path("arguments");
    }

    boolean hasId() {
        return json.has("id");
    }

    boolean isResponse() {
        return !json.has("method");
    }

    /** Returns the progress token as it was written, or one that belongs to nothing. */
    String token() {
        var token = params().path("_meta").path("progressToken");
        return token.isMissingNode() ? "\"no-token\"" : token.toString();
    }
}
