package dev.fairlead.protocol.rpc;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The identity of a request. {@code 1} and {@code "1"} are different ids, so the JSON type is part of it. */
public sealed interface RequestId {

    /** An id written as a JSON integer. */
    record Numeric(long value) implements RequestId {
        @Override
        public JsonNode toJson() {
            return JsonNodeFactory.instance.numberNode(value);
        }

        @Override
        public String toString() {
            return Long.toString(value);
        }
    }

    /** An id written as a JSON string. */
    record Text(String value) implements RequestId {
        private static final int MAX_SHOWN = 100;

        @Override
        public JsonNode toJson() {
            return JsonNodeFactory.instance.stringNode(value);
        }

        /** Returns the id for texts: escaped, and shortened where it is long. */
        @Override
        public String toString() {
            return '"' + Excerpt.of(value, MAX_SHOWN) + '"';
        }
    }

    /** Returns the integer id with this value. */
    static RequestId of(long value) {
        return new Numeric(value);
    }

    /** Returns the string id with this value. */
    static RequestId of(String value) {
        return new Text(value);
    }

    /** Returns this id as it is written in a message. */
    JsonNode toJson();
}
