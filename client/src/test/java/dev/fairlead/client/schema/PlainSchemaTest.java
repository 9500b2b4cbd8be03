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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is plain is a schema to the library too, and what is seen to fit fits. */
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
    @Tag("thorough")
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
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", textBlock = """
        {"type": "string"}                                               | "a"                | 1
        {"type": "integer"}                                              | 1                  | 1.0
        {"type": "integer"}                                              | 12345678901234567890 | true
        {"type": "number"}                                               | 0.5                | "1"
        {"type": "number"}                                               | 1                  | null
        {"type": "boolean"}                                              | false              | 0
        {"type": "null"}                                                 | null               | false
        {"type": "object"}                                               | {}                 | []
        {"type": "array"}                                                | []                 | {}
        {"type": ["string", "null"]}                                     | null               | 1
        {"enum": ["a", "b"]}                                             | "b"                | "c"
        {"enum": ["a"]}                                                  | "a"                | 1
        {"const": "a"}                                                   | "a"                | "b"
        {"required": ["a", "b"]}                                         | {"a": 1, "b": null} | {"a": 1}
        {"required": ["a"]}                                              | []                 | {"b": 1}
        {"required": []}                                                 | {}                 | -
        {"properties": {"a": {"type": "integer"}}}                       | {"a": 1, "b": "x"} | {"a": "x"}
        {"properties": {"a": {"type": "integer"}}}                       | "a"                | {"a": 1.0}
        {"properties": {"a": true}, "additionalProperties": false}       | {"a": 1}           | {"b": 1}
        {"additionalProperties": false}                                  | {}                 | {"a": 1}
        {"additionalProperties": false}                                  | [1]                | {"": 1}
        {"additionalProperties": true}                                   | {"a": 1}           | -
        {"additionalProperties": {"type": "integer"}}                    | {"a": 1}           | {"a": "x"}
        {"items": {"type": "integer"}}                                   | [1, 2]             | [1, "a"]
        {"items": {"type": "integer"}}                                   | {"a": "b"}         | ["a"]
        {"items": true}                                                  | ["a"]              | -
        {"anyOf": [{"type": "integer"}, {"type": "null"}]}               | null               | "a"
        {"minimum": 1}                                                   | 1                  | 0
        {"minimum": 1}                                                   | "0"                | 1.5
        {"maximum": 2}                                                   | 2                  | 3
        {"maximum": 9223372036854775807}                                 | 9223372036854775807 | 12345678901234567890
        {"minLength": 1}                                                 | "a"                | ""
        {"minLength": 0}                                                 | ""                 | -
        {"maxLength": 1}                                                 | "a"                | "ab"
        {"maxLength": 1}                                                 | 55                 | "abc"
        {"minItems": 1}                                                  | [1]                | []
        {"maxItems": 1}                                                  | [1]                | [1, 2]
        {"maxItems": 1}                                                  | {"a": 1, "b": 2}   | [1, 2, 3]
        {"title": "t", "description": "d", "$comment": "c"}              | 1                  | -
        {"format": "uri", "default": 1, "deprecated": true}              | 1                  | -
        {"readOnly": false, "writeOnly": true}                           | 1                  | -
        {"$schema": "https://json-schema.org/draft/2020-12/schema"}      | 1                  | -
        {"$schema": "http://json-schema.org/draft-07/schema"}            | 1                  | -
        """)
    void whatIsPlainIsSeenToFitOrNotByItself(String schema, String fitting, @Nullable String other) {
        var plain = PlainSchema.of(json(schema)).orElseThrow();
        assertThat(bothWays(fitting)).allMatch(plain::fits);
        assertThat(other == null ? List.<JsonNode>of() : bothWays(other)).noneMatch(plain::fits);
    }

    @Test
    void itGoesToItsLimitsAndNotBeyond() {
        assertThat(PlainSchema.of(itemsOfItems(16))).isPresent();
        assertThat(PlainSchema.of(itemsOfItems(17))).isEmpty();
        assertThat(PlainSchema.of(wordy(100_000))).isPresent();
        assertThat(PlainSchema.of(wordy(100_001))).isEmpty();
        assertThat(PlainSchema.of(withMembers(499))).isPresent();
        assertThat(PlainSchema.of(withMembers(500))).isEmpty();
        assertThat(PlainSchema.of(choice(499))).isPresent();
        assertThat(PlainSchema.of(choice(500))).isEmpty();
        var numbers =
                PlainSchema.of(json("{\"items\": {\"type\": \"integer\"}}")).orElseThrow();
        assertThat(numbers.fits(numbers(19_999))).isTrue();
        assertThat(numbers.fits(numbers(20_000))).isFalse();
    }

    @Test
    void charactersAreCountedWhereThatIsNeededAndCheap() {
        var pair = "\ud83d\ude00";
        assertThat(fits("{\"maxLength\": 500}", pair.repeat(500))).isTrue();
        assertThat(fits("{\"maxLength\": 499}", pair.repeat(500))).isFalse();
        assertThat(fits("{\"maxLength\": 501}", pair.repeat(501))).isFalse(); // It fits, but nobody counts that far.
        assertThat(fits("{\"minLength\": 501}", "a".repeat(1_001))).isTrue();
        assertThat(fits("{\"minLength\": 502}", "a".repeat(1_001))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "true",
                "{\"$schema\": \"http://json-schema.org/draft-04/schema#\"}",
                "{\"$schema\": \"https://example.com/mine\"}",
                "{\"properties\": {\"a\": {\"$schema\": \"https://json-schema.org/draft/2020-12/schema\"}}}",
                "{\"$schema\": 1}",
                "{\"properties\": []}",
                "{\"properties\": {\"a\": 1}}",
                "{\"properties\": {\"a\": false}}",
                "{\"additionalProperties\": 1}",
                "{\"additionalProperties\": {\"not\": {}}}",
                "{\"items\": [{}]}",
                "{\"items\": false}",
                "{\"anyOf\": []}",
                "{\"anyOf\": {}}",
                "{\"anyOf\": [{}, {\"not\": {}}]}",
                "{\"type\": []}",
                "{\"type\": 1}",
                "{\"type\": \"text\"}",
                "{\"type\": [\"string\", \"text\"]}",
                "{\"type\": [\"string\", \"string\"]}",
                "{\"enum\": []}",
                "{\"enum\": \"a\"}",
                "{\"enum\": [\"a\", 1]}",
                "{\"const\": 1}",
                "{\"required\": \"a\"}",
                "{\"required\": [\"a\", \"a\"]}",
                "{\"minimum\": 0.5}",
                "{\"minimum\": \"1\"}",
                "{\"maximum\": 12345678901234567890}",
                "{\"minLength\": -1}",
                "{\"minLength\": 99999999999}",
                "{\"maxLength\": 1.5}",
                "{\"maxLength\": -1}",
                "{\"minItems\": -1}",
                "{\"maxItems\": \"1\"}",
                "{\"title\": 1}",
                "{\"description\": null}",
                "{\"$comment\": {}}",
                "{\"format\": true}",
                "{\"default\": {}}",
                "{\"deprecated\": \"no\"}",
                "{\"readOnly\": 1}",
                "{\"writeOnly\": null}",
                "{\"pattern\": \"^a\"}",
                "{\"x-unknown\": 1}"
            })
    void whateverElseIsLeftToTheLibrary(String schema) {
        assertThat(PlainSchema.of(json(schema))).isEmpty();
    }

    @Test
    void membersThatMayBeAnythingCountToo() {
        var schema = JSON.createObjectNode();
        var names = schema.putObject("properties");
        for (int i = 0; i < 5_000; i++) {
            names.put("m" + i, true);
        }
        assertThat(PlainSchema.of(schema)).isEmpty();
    }

    @Test
    @Tag("thorough")
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

    private static boolean fits(String schema, String text) {
        return PlainSchema.of(json(schema))
                .orElseThrow()
                .fits(JSON.getNodeFactory().stringNode(text));
    }

    private static JsonNode itemsOfItems(int levels) {
        var schema = json("{}");
        for (int i = 0; i < levels; i++) {
            schema = JSON.createObjectNode().set("items", schema);
        }
        return schema;
    }

    /** Returns a schema of this many characters, the name of its only keyword counted. */
    private static JsonNode wordy(int characters) {
        return JSON.createObjectNode().put("title", "x".repeat(characters - "title".length()));
    }

    private static JsonNode withMembers(int count) {
        var schema = JSON.createObjectNode();
        var members = schema.putObject("properties");
        for (int i = 0; i < count; i++) {
            members.putObject("m" + i);
        }
        return schema;
    }

    private static JsonNode choice(int words) {
        var schema = JSON.createObjectNode();
        var choice = schema.putArray("enum");
        for (int i = 0; i < words; i++) {
            choice.add("w" + i);
        }
        return schema;
    }

    private static JsonNode numbers(int count) {
        var list = JSON.createArrayNode();
        for (int i = 0; i < count; i++) {
            list.add(i);
        }
        return list;
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
