package dev.fairlead.client.schema;

import static dev.fairlead.client.schema.Schemas.JSON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.fairlead.client.schema.Verdict.Invalid;
import dev.fairlead.client.schema.Verdict.Valid;
import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is plain is a schema to the library too, and what is seen to fit fits. */
@Tag("thorough")
class PlainSchemaTest {
    private static final int TRIES = 20_000;

    private static final String USUAL = """
        {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "title": "A search",
         "properties": {
           "query": {"type": "string", "description": "What to look for", "minLength": 1},
           "kind": {"enum": ["file", "folder"], "default": "file"},
           "limit": {"type": "integer", "minimum": 1, "maximum": 100},
           "within": {"anyOf": [{"type": "string", "format": "uri"}, {"type": "null"}]},
           "tags": {"type": "array", "items": {"type": ["string", "number"]}, "maxItems": 2}},
         "required": ["query"], "additionalProperties": false}\
        """;

    /** Whatever may stand in a schema, right and wrong, known and unknown. */
    private static final List<String> KEYWORDS = List.of(
            "\"type\": \"string\"",
            "\"type\": \"integer\"",
            "\"type\": \"number\"",
            "\"type\": \"object\"",
            "\"type\": \"array\"",
            "\"type\": [\"string\", \"null\"]",
            "\"type\": [\"boolean\", \"integer\"]",
            "\"type\": [\"string\", \"string\"]",
            "\"type\": []",
            "\"type\": \"text\"",
            "\"type\": 1",
            "\"enum\": [\"a\", \"b\"]",
            "\"enum\": []",
            "\"enum\": [\"a\", 1, null]",
            "\"enum\": \"a\"",
            "\"const\": \"a\"",
            "\"const\": 1",
            "\"required\": [\"a\"]",
            "\"required\": [\"a\", \"b\"]",
            "\"required\": []",
            "\"required\": [\"a\", \"a\"]",
            "\"required\": \"a\"",
            "\"minimum\": 1",
            "\"minimum\": 0.5",
            "\"minimum\": \"1\"",
            "\"maximum\": 2",
            "\"maximum\": 1e30",
            "\"minLength\": 1",
            "\"minLength\": -1",
            "\"maxLength\": 1",
            "\"maxLength\": 1.5",
            "\"minItems\": 1",
            "\"maxItems\": 1",
            "\"maxItems\": 99999999999",
            "\"title\": \"x\"",
            "\"title\": 1",
            "\"description\": null",
            "\"format\": \"uri\"",
            "\"default\": 5",
            "\"default\": {}",
            "\"deprecated\": true",
            "\"readOnly\": \"no\"",
            "\"pattern\": \"^a\"",
            "\"not\": {}",
            "\"$ref\": \"#\"",
            "\"$id\": \"x\"",
            "\"x-unknown\": 1");

    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "false",
            "0",
            "1",
            "2",
            "3",
            "-1",
            "1.0",
            "0.5",
            "1e30",
            "12345678901234567890",
            "\"\"",
            "\"a\"",
            "\"b\"",
            "\"ab\"",
            "\"\\ud83d\\ude00\"",
            "[]",
            "[\"a\"]",
            "[1, 2]",
            "[null]",
            "{}",
            "{\"a\": 1}",
            "{\"a\": \"a\"}",
            "{\"a\": \"a\", \"b\": 2}",
            "{\"a\": null, \"c\": [\"b\"]}",
            "{\"a\": {\"a\": 1}}");

    @Test
    void theUsualSchemaIsPlainAndTheLibraryHasTheWordsForWhatDoesNotFit() {
        var plain = PlainSchema.of(json(USUAL)).orElseThrow();
        var fitting =
                json("{\"query\": \"q\", \"kind\": \"file\", \"limit\": 3, \"within\": null, \"tags\": [\"a\", 1.5]}");
        assertThat(plain.fits(fitting)).isTrue();
        var schema = Schemas.ready(json(USUAL));
        assertThat(schema.check(fitting)).isInstanceOf(Valid.class);
        var spoilt = ((ObjectNode) fitting.deepCopy()).put("limit", 101).put("more", 1);
        assertThat(plain.fits(spoilt)).isFalse();
        assertThat(schema.check(spoilt))
                .isInstanceOfSatisfying(
                        Invalid.class, invalid -> assertThat(invalid.problems()).hasSize(2));
    }

    @Test
    void numbersOffTheLineAndLongTextsAreSeenToFitToo() {
        var price = PlainSchema.of(json("{\"type\": \"number\"}")).orElseThrow();
        assertThat(bothWays("1.5")).allMatch(price::fits);
        var text =
                PlainSchema.of(json("{\"minLength\": 2, \"maxLength\": 2000}")).orElseThrow();
        assertThat(text.fits(JSON.getNodeFactory().stringNode("\u20ac".repeat(2000))))
                .isTrue();
        assertThat(text.fits(JSON.getNodeFactory().stringNode("\ud83d\ude00"))).isFalse();
        assertThat(text.fits(JSON.getNodeFactory().stringNode("\ud83d\ude00".repeat(2))))
                .isTrue();
    }

    @Test
    void manyQuestionsAboutALongTextAreAnsweredAtOnce() {
        var schema = JSON.createObjectNode();
        var choices = schema.putArray("anyOf");
        for (int i = 0; i < 200; i++) {
            choices.addObject().put("maxLength", 0);
        }
        var plain = PlainSchema.of(schema).orElseThrow();
        var value = JSON.getNodeFactory().stringNode("x".repeat(8_000_000) + "\u20ac");
        assertTimeout(Duration.ofSeconds(1), () -> assertThat(plain.fits(value)).isFalse());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "true",
                "{\"$schema\": \"http://json-schema.org/draft-04/schema#\"}",
                "{\"$schema\": \"https://example.com/mine\"}",
                "{\"properties\": {\"a\": {\"$schema\": \"https://json-schema.org/draft/2020-12/schema\"}}}",
                "{\"properties\": []}",
                "{\"additionalProperties\": 1}",
                "{\"items\": [{}]}",
                "{\"anyOf\": []}"
            })
    void whateverElseIsLeftToTheLibrary(String schema) {
        assertThat(PlainSchema.of(json(schema))).isEmpty();
    }

    @Test
    void whatIsLargeIsLeftToTheLibrary() {
        var deep = json("{}");
        for (int i = 0; i < 20; i++) {
            deep = JSON.createObjectNode().set("items", deep);
        }
        assertThat(PlainSchema.of(deep)).isEmpty();
        assertThat(PlainSchema.of(JSON.createObjectNode().put("description", "x".repeat(200_000))))
                .isEmpty();
        var many = JSON.createObjectNode();
        var members = many.putObject("properties");
        for (int i = 0; i < 5_000; i++) {
            members.putObject("m" + i);
        }
        assertThat(PlainSchema.of(many)).isEmpty();
        var anything = JSON.createObjectNode();
        var names = anything.putObject("properties");
        for (int i = 0; i < 5_000; i++) {
            names.put("m" + i, true);
        }
        assertThat(PlainSchema.of(anything)).isEmpty();
        var list = JSON.createArrayNode();
        for (int i = 0; i < 50_000; i++) {
            list.add(i);
        }
        assertThat(PlainSchema.of(json("{\"items\": {\"type\": \"integer\"}}"))
                        .orElseThrow()
                        .fits(list))
                .isFalse();
    }

    @Test
    void theLibraryAgreesWithEveryYes() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        int plain = 0;
        int fitting = 0;
        for (int i = 0; i < TRIES; i++) {
            var schema = json(schema(random, 3));
            var read = PlainSchema.of(schema);
            if (read.isEmpty()) {
                continue;
            }
            plain++;
            var told = "seed %d, schema %s".formatted(seed, schema);
            var library = library(schema, told);
            for (var value :
                    VALUES.stream().flatMap(text -> bothWays(text).stream()).toList()) {
                if (read.get().fits(value)) {
                    fitting++;
                    assertThat(library.check(value))
                            .as("%s, value %s", told, value)
                            .isInstanceOf(Valid.class);
                }
            }
        }
        assertThat(plain).isGreaterThan(TRIES / 20);
        assertThat(fitting).isGreaterThan(plain);
    }

    private static ThoroughSchema library(JsonNode schema, String told) {
        try {
            return ThoroughSchema.compile(schema);
        } catch (UnusableSchema unusable) {
            throw new AssertionError(told + ": " + unusable.reason(), unusable);
        }
    }

    private static String schema(Random random, int depth) {
        var members = new ArrayList<String>();
        var used = new ArrayList<String>();
        if (random.nextInt(10) == 0 && depth == 3) {
            members.add("\"$schema\": \"http://json-schema.org/draft-07/schema#\"");
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            var member = depth > 0 && random.nextBoolean() ? nested(random, depth - 1) : one(random, KEYWORDS);
            var name = member.substring(0, member.indexOf(':'));
            if (!used.contains(name)) {
                used.add(name);
                members.add(member);
            }
        }
        return "{" + String.join(", ", members) + "}";
    }

    private static String nested(Random random, int depth) {
        var inner = schema(random, depth);
        return switch (random.nextInt(6)) {
            case 0 -> "\"properties\": {\"a\": " + inner + "}";
            case 1 -> "\"properties\": {\"a\": " + inner + ", \"b\": " + schema(random, depth) + "}";
            case 2 -> "\"additionalProperties\": " + inner;
            case 3 -> "\"additionalProperties\": " + random.nextBoolean();
            case 4 -> "\"items\": " + inner;
            default -> "\"anyOf\": [" + inner + ", " + schema(random, depth) + "]";
        };
    }

    private static String one(Random random, List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private static JsonNode json(String text) {
        return JSON.readTree(text);
    }

    /** Numbers as they come off the line are other nodes than those that an application may give. */
    private static List<JsonNode> bothWays(String text) {
        return List.of(json(text), Json.parse(text));
    }
}
