package dev.fairlead.client;

import dev.fairlead.protocol.error.InvalidArgumentsException;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Turns what a caller passes as arguments (a map, a JSON object, any object with properties) into a JSON object. */
final class Arguments {
    private Arguments() {}

    static ObjectNode of(@Nullable Object given, Supplier<String> attempted, String server) {
        try {
            JsonNode tree = switch (given) {
                case null -> Json.object();
                case JsonNode json -> json.deepCopy(); // Whoever made it may go on to change it.
                default -> Json.tree(given);
            };
            if (tree instanceof ObjectNode object) {
                return object;
            }
            throw new InvalidArgumentsException(
                    attempted.get(), server, List.of("arguments must make a JSON object, not " + tree.getNodeType()));
        } catch (JacksonException unwritable) {
            throw new InvalidArgumentsException(
                    attempted.get(),
                    server,
                    List.of("they cannot be written as JSON: " + unwritable.getOriginalMessage()));
        }
    }
}
