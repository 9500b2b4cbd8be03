package dev.fairlead.client.schema;

import static dev.fairlead.client.schema.Schemas.JSON;
import static dev.fairlead.client.schema.Schemas.ready;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.schema.Verdict.Invalid;
import dev.fairlead.client.schema.Verdict.Valid;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class GeneratedValuesTest {

    private static final int TRIES = 500;

    @Test
    void aValueMadeForItsSchemaIsValidAndASpoiltOneIsNot() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < TRIES; i++) {
            Sample sample = sample(random, 3);
            CompiledSchema schema = ready(sample.schema());
            assertThat(schema.check(sample.fitting()))
                    .as("seed %d, try %d, schema %s, value %s", seed, i, sample.schema(), sample.fitting())
                    .isInstanceOf(Valid.class);
            assertThat(schema.check(sample.spoilt()))
                    .as("seed %d, try %d, schema %s, value %s", seed, i, sample.schema(), sample.spoilt())
                    .isInstanceOf(Invalid.class);
        }
    }

    /** A schema, a value that fits it, and nearly the same value with one thing wrong. */
    private record Sample(ObjectNode schema, JsonNode fitting, JsonNode spoilt) {}

    private static Sample sample(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> integer(random);
            case 1 -> text(random);
            case 2 -> choice(random);
            case 3 -> flag(random);
            case 4 -> array(random, depth);
            default -> object(random, depth);
        };
    }

    private static Sample integer(Random random) {
        int low = random.nextInt(100);
        int high = low + random.nextInt(100);
        ObjectNode schema = type("integer").put("minimum", low).put("maximum", high);
        var nodes = JSON.getNodeFactory();
        JsonNode spoilt = switch (random.nextInt(4)) {
            case 0 -> nodes.numberNode(low - 1);
            case 1 -> nodes.numberNode(high + 1);
            case 2 -> nodes.numberNode(low + 0.5);
            default -> nodes.stringNode("" + low);
        };
        return new Sample(schema, nodes.numberNode(low + random.nextInt(high - low + 1)), spoilt);
    }

    private static Sample text(Random random) {
        int length = 1 + random.nextInt(10);
        ObjectNode schema = type("string").put("maxLength", length).put("pattern", "^[a-z]+$");
        var nodes = JSON.getNodeFactory();
        String fitting = "q".repeat(1 + random.nextInt(length));
        JsonNode spoilt = switch (random.nextInt(3)) {
            case 0 -> nodes.stringNode("q".repeat(length + 1));
            case 1 -> nodes.stringNode(fitting.substring(1) + "Q");
            default -> nodes.nullNode();
        };
        return new Sample(schema, nodes.stringNode(fitting), spoilt);
    }

    private static Sample choice(Random random) {
        int count = 1 + random.nextInt(5);
        ObjectNode schema = JSON.createObjectNode();
        ArrayNode options = schema.putArray("enum");
        for (int i = 0; i < count; i++) {
            options.add("option" + i);
        }
        var nodes = JSON.getNodeFactory();
        return new Sample(
                schema, nodes.stringNode("option" + random.nextInt(count)), nodes.stringNode("option" + count));
    }

    private static Sample flag(Random random) {
        var nodes = JSON.getNodeFactory();
        return new Sample(type("boolean"), nodes.booleanNode(random.nextBoolean()), nodes.numberNode(1));
    }

    private static Sample array(Random random, int depth) {
        Sample item = sample(random, depth - 1);
        int count = 1 + random.nextInt(4);
        ObjectNode schema = type("array").put("minItems", count);
        schema.set("items", item.schema());
        ArrayNode fitting = JSON.createArrayNode();
        for (int i = 0; i < count; i++) {
            fitting.add(item.fitting());
        }
        ArrayNode spoilt = fitting.deepCopy();
        if (random.nextBoolean()) {
            spoilt.set(random.nextInt(count), item.spoilt());
        } else {
            spoilt.remove(0);
        }
        return new Sample(schema, fitting, spoilt);
    }

    private static Sample object(Random random, int depth) {
        ObjectNode schema = type("object").put("additionalProperties", false);
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = schema.putArray("required");
        ObjectNode fitting = JSON.createObjectNode();
        ObjectNode spoilt = JSON.createObjectNode();
        int count = 1 + random.nextInt(4);
        int wrong = random.nextInt(count);
        int how = random.nextInt(3);
        for (int i = 0; i < count; i++) {
            Sample member = sample(random, depth - 1);
            String name = "m" + i;
            properties.set(name, member.schema());
            required.add(name);
            fitting.set(name, member.fitting());
            if (i != wrong || how == 2) {
                spoilt.set(name, member.fitting());
            } else if (how == 1) {
                spoilt.set(name, member.spoilt());
            }
        }
        if (how == 2) {
            spoilt.put("stranger", 1);
        }
        return new Sample(schema, fitting, spoilt);
    }

    private static ObjectNode type(String type) {
        return JSON.createObjectNode().put("type", type);
    }
}
