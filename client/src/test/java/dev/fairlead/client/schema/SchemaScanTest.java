package dev.fairlead.client.schema;

import static dev.fairlead.client.schema.Schemas.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** How large a schema may be that is compiled at all: up to the limits, and not one more. */
class SchemaScanTest {

    private static Optional<String> objection(JsonNode schema) {
        return SchemaScan.objection(schema, "$id");
    }

    private static JsonNode nested(int levels) {
        JsonNode inner = JSON.createArrayNode();
        for (int i = 2; i < levels; i++) {
            inner = JSON.createArrayNode().add(inner);
        }
        return JSON.createObjectNode().set("default", inner);
    }

    /** Returns a schema of so many values, itself and the list in it counted. */
    private static JsonNode values(int count) {
        var schema = JSON.createObjectNode();
        var list = schema.putArray("default");
        for (int i = 2; i < count; i++) {
            list.add(i);
        }
        return schema;
    }

    private static JsonNode schemas(int count) {
        var schema = JSON.createObjectNode();
        var members = schema.putObject("properties");
        for (int i = 1; i < count; i++) {
            members.putObject(Integer.toString(i, Character.MAX_RADIX));
        }
        return schema;
    }

    @Test
    void itGoesToItsLimitsAndNotBeyond() {
        assertThat(objection(nested(SchemaScan.MAX_DEPTH))).isEmpty();
        assertThat(objection(nested(SchemaScan.MAX_DEPTH + 1)).orElseThrow()).contains("64 levels");
        assertThat(objection(values(SchemaScan.MAX_VALUES))).isEmpty();
        assertThat(objection(values(SchemaScan.MAX_VALUES + 1)).orElseThrow()).contains("50000 values");
        assertThat(objection(schemas(SchemaScan.MAX_SUBSCHEMAS))).isEmpty();
        assertThat(objection(schemas(SchemaScan.MAX_SUBSCHEMAS + 1)).orElseThrow())
                .contains("10000 subschemas");
    }

    @Test
    void charactersOfNamesAndOfTextsCountWhereverTheyStand() {
        var half = "x".repeat(SchemaScan.MAX_TEXT / 2 - 10);
        var schema = JSON.createObjectNode();
        schema.putObject("properties").put(half, true); // The name of the keyword is ten characters long.
        schema.putArray("examples").add(half + "xx"); // And this one eight.
        assertThat(objection(schema)).isEmpty();
        schema.put("a", 1);
        assertThat(objection(schema).orElseThrow()).contains("1000000 characters");
    }
}
