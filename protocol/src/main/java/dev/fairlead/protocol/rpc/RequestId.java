package dev.fairlead.protocol.rpc;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The identity of a request. {@code 1} and {@code "1"} are different ids, so the JSON type is part of it.
 *
 * <p>Both kinds say themselves when two are equal: what the compiler leaves to the start of the program takes milliseconds there,
 * and every program compares ids.
 */
public sealed interface RequestId {

    /** An id written as a JSON integer. */
    record Numeric(long value) implements RequestId {
        @Override
        public JsonNode toJson() {
            return JsonNodeFactory.instance.numberNode(value);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Numeric numeric && numeric.value == value;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(value);
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

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Text text && text.value.equals(value);
        }

        @Override
        public int hashCode() {
            return value.hashCode();
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
