package dev.fairlead.client.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.Verifies;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Verifies("D-38")
class MirroredParametersTest {
    private static final Duration PROMPTLY = Duration.ofSeconds(30);

    private static JsonNode json(String text) {
        return Json.parse(text.replace('\'', '"'));
    }

    private static String problem(String schema) {
        return MirroredHeaders.problem(json(schema)).orElse("");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "true",
                "{'type':'object'}",
                "{'properties':{'a':{'type':'string','x-mcp-header':'Region'}}}",
                "{'properties':{'a':{'type':'integer','x-mcp-header':'!#$%&*+.^_`|~09azAZ-'}}}",
                "{'properties':{'a':{'type':'boolean','x-mcp-header':'A'},'b':{'type':'string','x-mcp-header':'B'}}}",
                "{'properties':{'a':{'type':['string','null'],'x-mcp-header':'A'}}}",
                "{'properties':{'a':{'type':['null','integer'],'x-mcp-header':'A'}}}",
                "{'properties':{'a':{'type':['boolean'],'x-mcp-header':'A'}}}",
                "{'properties':{'a':{'type':'object','properties':{'b':{'type':'string','x-mcp-header':'A'}}}}}",
                "{'properties':{'properties':{'properties':{'properties':{'type':'string','x-mcp-header':'A'}}}}}",
                "{'properties':{'items':{'type':'string','x-mcp-header':'A'}}}",
                "{'properties':{'x-mcp-header':{'type':'string'}}}",
                "{'properties':{'x-mcp-header':{'type':'string','x-mcp-header':'A'}}}",
                "{'$defs':{'x-mcp-header':{'type':'string'}}}",
                "{'patternProperties':{'x-mcp-header':{'type':'string'}}}",
                "{'required':['x-mcp-header'],'dependentRequired':{'x-mcp-header':['a']}}",
                "{'properties':{'a':{'enum':[{'x-mcp-header':''}],'default':{'x-mcp-header':''}}}}",
                "{'const':{'x-mcp-header':5},'examples':[{'x-mcp-header':[]}]}",
                "{'properties':{'a':{'const':{'properties':{'b':{'x-mcp-header':''}}}}}}",
                "{'description':'x-mcp-header','properties':{'a':{'anyOf':[{'type':'string'}]}}}",
            })
    void schemasWithoutAWrongAnnotationAreInOrder(String schema) {
        assertThat(problem(schema)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "''",
                "' '",
                "'a b'",
                "'a:b'",
                "'Régión'",
                "'a\\u0007'",
                "'a\\r\\nEvil'",
                "'a\\n'",
                "'(a)'",
                "'a/b'",
                "5",
                "null",
                "true",
                "['A']",
                "{}",
            })
    void anAnnotationMustBeAToken(String annotation) {
        assertThat(problem("{'properties':{'a':{'type':'string','x-mcp-header':" + annotation + "}}}"))
                .startsWith("its input schema has the x-mcp-header ")
                .endsWith(" on a, which cannot be part of the name of a header")
                .matches("\\P{Cntrl}+");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'object'",
                "'array'",
                "'null'",
                "'number'",
                "'String'",
                "['null']",
                "[]",
                "['string','integer']",
                "['string','string']",
                "['string','number']",
                "['string',5]",
                "[['string']]",
                "{}",
                "null",
            })
    void anAnnotationMustBeOnOneTypeThatCanBeRepeated(String type) {
        assertThat(problem("{'properties':{'a':{'type':" + type + ",'x-mcp-header':'A'}}}"))
                .isEqualTo("its input schema has the x-mcp-header \"A\" on a,"
                        + " which is not of type string, integer or boolean");
    }

    @Test
    void anAnnotationMustBeOnAType() {
        assertThat(problem("{'properties':{'a':{'x-mcp-header':'A'}}}")).contains("not of type string");
        assertThat(problem("{'properties':{'a':{'$ref':'#/$defs/s','x-mcp-header':'A'}}}"))
                .contains("not of type string");
    }

    @Test
    void anAnnotationIsUniqueInTheWholeSchemaWhateverItsCase() {
        assertThat(
                        problem(
                                "{'properties':{'a':{'type':'string','x-mcp-header':'Region'},'b':{'properties':{'c':{'type':'string','x-mcp-header':'REGION'}}}}}"))
                .isEqualTo(
                        "its input schema has the x-mcp-header \"REGION\" on b.c, which another property has already");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "items                 | %s",
                "items                 | [%s]",
                "prefixItems           | [%s]",
                "additionalItems       | %s",
                "contains              | %s",
                "oneOf                 | [%s]",
                "anyOf                 | [true,%s]",
                "allOf                 | [%s]",
                "not                   | %s",
                "if                    | %s",
                "then                  | %s",
                "else                  | %s",
                "$ref                  | %s",
                "$defs                 | {'d':%s}",
                "definitions           | {'d':%s}",
                "patternProperties     | {'^a':%s}",
                "dependentSchemas      | {'a':%s}",
                "dependencies          | {'a':%s}",
                "propertyNames         | %s",
                "additionalProperties  | %s",
                "unevaluatedProperties | %s",
                "unevaluatedItems      | %s",
                "contentSchema         | %s",
                "x-whatever            | {'in':[%s]}",
            })
    void anAnnotationIsReachedThroughPropertiesAlone(String keyword, String form) {
        var annotated = "{'type':'string','x-mcp-header':'A'}";
        for (var inner : List.of(annotated, "{'properties':{'a':" + annotated + "}}")) {
            var around = "{'" + keyword + "':" + form.formatted(inner) + "}";
            for (var schema : List.of(around, "{'properties':{'p':" + around + "}}")) {
                assertThat(problem(schema))
                        .as(schema)
                        .isEqualTo("its input schema has the x-mcp-header \"A\""
                                + " on something that is no property within properties alone");
            }
        }
    }

    @Test
    void theSchemaItselfIsNoProperty() {
        assertThat(problem("{'type':'string','x-mcp-header':'A'}")).contains("no property");
    }

    @Test
    void whatTheServerCallsThingsIsShownInPart() {
        var name = "n".repeat(4000);
        assertThat(problem("{'properties':{'" + name + "\\u001b':{'type':'string','x-mcp-header':' " + name + "'}}}"))
                .hasSizeLessThan(400)
                .matches("\\P{Cntrl}+");
    }

    @Test
    void theFirstOfSeveralProblemsIsTold() {
        assertThat(problem("{'properties':{'a':{'x-mcp-header':''},'b':{'items':{'x-mcp-header':'B'}}}}"))
                .contains(" on a, ");
    }

    @Test
    void depthHasALimit() {
        assertThat(MirroredHeaders.problem(nested(99, "string"))).isEmpty();
        assertThat(MirroredParameters.of(nested(99, "string")).valid())
                .singleElement()
                .satisfies(parameter -> assertThat(parameter.path()).hasSize(99).containsOnly("a"));
        var tooDeep = "its input schema is nested deeper than 200 levels";
        assertThat(MirroredHeaders.problem(nested(100, "string"))).contains(tooDeep);
        assertTimeoutPreemptively(
                PROMPTLY,
                () -> assertThat(MirroredHeaders.problem(nested(100_000, "object")))
                        .contains(tooDeep));
    }

    private static JsonNode nested(int levels, String type) {
        var schema = Json.object().put("type", type).put("x-mcp-header", "A");
        for (int i = 0; i < levels; i++) {
            var around = Json.object();
            around.putObject("properties").set("a", schema);
            schema = around;
        }
        return schema;
    }

    @Test
    void sizeCostsNoMoreThanReading() {
        var schema = Json.object();
        var properties = schema.putObject("properties");
        for (int i = 0; i < 20_000; i++) {
            properties.putObject("p" + i).put("type", "string").put("x-mcp-header", "H" + i);
        }
        assertTimeoutPreemptively(PROMPTLY, () -> {
            assertThat(MirroredHeaders.problem(schema)).isEmpty();
            assertThat(MirroredParameters.of(schema).valid()).hasSize(20_000);
        });
    }

    /** Whatever is made of a schema, it is read without failing, and what is found in order is fit for a header. */
    @Test
    void noSchemaIsTooStrange() {
        var words = List.of(
                "properties",
                "x-mcp-header",
                "type",
                "items",
                "anyOf",
                "$defs",
                "enum",
                "string",
                "integer",
                "A",
                "b",
                "");
        int inOrder = 0;
        for (long seed = 0; seed < 5000; seed++) {
            var schema = strange(new Random(seed), words, 5);
            var found = MirroredParameters.of(schema);
            var names = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
            for (var parameter : found.valid()) {
                assertThat(parameter.header()).as("seed %d", seed).matches("Mcp-Param-[!#$%&'*+.^_`|~0-9A-Za-z-]+");
                assertThat(names.put(parameter.name(), "")).as("seed %d", seed).isNull();
                var place = schema;
                for (var step : parameter.path()) {
                    place = place.get("properties").get(step);
                }
                assertThat(place.get("x-mcp-header").stringValue()).isEqualTo(parameter.name());
                inOrder++;
            }
        }
        assertThat(inOrder).as("the generator meets what it looks for").isPositive();
    }

    private static JsonNode strange(Random random, List<String> words, int depth) {
        int kind = random.nextInt(depth > 0 ? 8 : 2);
        if (kind < 2) {
            return json(kind == 0 ? "'" + words.get(random.nextInt(words.size())) + "'" : "null");
        }
        if (kind == 2) {
            var array = Json.array();
            for (int i = random.nextInt(3); i > 0; i--) {
                array.add(strange(random, words, depth - 1));
            }
            return array;
        }
        var object = Json.object();
        if (random.nextInt(3) == 0) {
            object.put("type", "string").put("x-mcp-header", words.get(random.nextInt(words.size())));
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            var key = random.nextInt(3) > 0 ? "properties" : words.get(random.nextInt(words.size()));
            object.set(key, strange(random, words, depth - 1));
        }
        return object;
    }
}
