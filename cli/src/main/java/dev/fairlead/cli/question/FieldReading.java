package dev.fairlead.cli.question;

import tools.jackson.databind.JsonNode;

/** What came of reading a text as the value of a field. */
sealed interface FieldReading {

    /** It is this value. */
    record Value(JsonNode json) implements FieldReading {}

    /**
     * It is none.
     *
     * @param why what to type instead, as the end of a sentence that begins with {@code type}
     */
    record Wrong(String why) implements FieldReading {}
}
