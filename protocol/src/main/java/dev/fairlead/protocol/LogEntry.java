package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A log message of a server.
 *
 * @param logger who speaks
 * @param data any JSON value; do not modify
 */
public record LogEntry(LogLevel level, @Nullable String logger, JsonNode data) {

    /** Reads the parameters of a log notification; a level that is none of the eight counts as {@code info}. */
    public static LogEntry from(JsonNode params) {
        var fields = Fields.of("log message", params);
        return new LogEntry(
                LogLevel.of(fields.string("level")).orElse(LogLevel.INFO),
                fields.optionalString("logger"),
                fields.value("data"));
    }

    /** Returns the data as text: a string as it is, anything else as JSON. */
    public String text() {
        return data.isString() ? data.stringValue() : Json.write(data);
    }

    /** Writes the parameters of a log notification. */
    public ObjectNode toJson() {
        return new Members(Json.object())
                .put("level", level.id())
                .put("logger", logger)
                .put("data", data)
                .json();
    }
}
