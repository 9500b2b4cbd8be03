package dev.fairlead.cli.frame;

import dev.fairlead.protocol.rpc.Json;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Lays JSON out so that a person can read it. */
public final class PrettyJson {
    private static final int LONGEST = 1_000_000; // of what is looked at; more than that nobody reads

    private PrettyJson() {}

    /** Returns a text laid out, if it is an object or an array on a line of its own. */
    static Optional<String> of(String text) {
        var line = text.strip();
        boolean bracketed =
                (line.startsWith("{") && line.endsWith("}")) || (line.startsWith("[") && line.endsWith("]"));
        if (!bracketed || line.length() > LONGEST || line.indexOf('\n') >= 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(of(Json.parse(line)));
        } catch (JacksonException other) {
            return Optional.empty(); // It only looks so.
        }
    }

    /** Returns a value over several lines. */
    public static String of(JsonNode value) {
        return value.toPrettyString();
    }
}
