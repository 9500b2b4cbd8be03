package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * A JSON value in the shape of one revision, with the record that reads it.
 *
 * @param again reads the value and writes it back
 * @param open whether unknown members survive
 */
record Sample(String name, Function<JsonNode, JsonNode> again, boolean open, String text) {

    JsonNode json() {
        return Json.parse(text);
    }

    @Override
    public String toString() {
        return name + ' ' + text;
    }
}
