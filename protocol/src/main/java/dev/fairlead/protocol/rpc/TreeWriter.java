package dev.fairlead.protocol.rpc;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.POJONode;

/** Writes trees, for the same reason for which there is a {@link TreeReader}. */
final class TreeWriter {
    private TreeWriter() {}

    /** Writes a value. Generators know how deep is too deep. */
    static void write(JsonGenerator out, JsonNode value) {
        switch (value.getNodeType()) {
            case OBJECT -> {
                out.writeStartObject();
                for (var member : value.properties()) {
                    out.writeName(member.getKey());
                    write(out, member.getValue());
                }
                out.writeEndObject();
            }
            case ARRAY -> {
                out.writeStartArray();
                for (var item : value) {
                    write(out, item);
                }
                out.writeEndArray();
            }
            case STRING -> out.writeString(value.stringValue());
            case NUMBER -> number(out, value);
            case BOOLEAN -> out.writeBoolean(value.booleanValue());
            case NULL, MISSING -> out.writeNull();
            case BINARY -> out.writeBinary(value.binaryValue());
            // Somebody's own object in a tree is a matter for the mapper.
            case POJO -> write(out, Json.tree(((POJONode) value).getPojo()));
        }
    }

    private static void number(JsonGenerator out, JsonNode value) {
        switch (value.numberType()) {
            case INT -> out.writeNumber(value.intValue());
            case LONG -> out.writeNumber(value.longValue());
            case BIG_INTEGER -> out.writeNumber(value.bigIntegerValue());
            case FLOAT -> out.writeNumber(value.floatValue());
            case DOUBLE -> out.writeNumber(value.doubleValue());
            case BIG_DECIMAL -> out.writeNumber(value.decimalValue());
        }
    }
}
