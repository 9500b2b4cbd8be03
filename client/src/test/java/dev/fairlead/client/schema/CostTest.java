package dev.fairlead.client.schema;

import static dev.fairlead.client.schema.Schemas.JSON;
import static dev.fairlead.client.schema.Schemas.inTime;
import static dev.fairlead.client.schema.Schemas.inTimeWithCompiling;
import static dev.fairlead.client.schema.Schemas.json;
import static dev.fairlead.client.schema.Schemas.ready;
import static dev.fairlead.client.schema.Schemas.reasonAgainst;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.schema.SchemaCompilation.Unusable;
import dev.fairlead.client.schema.Verdict.Invalid;
import dev.fairlead.client.schema.Verdict.TooCostly;
import dev.fairlead.client.schema.Verdict.Valid;
import dev.fairlead.testkit.Verifies;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Verifies("A-39")
@Tag("thorough")
class CostTest {

    @Nested
    class Composition {

        @ParameterizedTest
        @CsvSource({"allOf, true", "anyOf, false", "oneOf, false"})
        void anExponentialChainOfReferencesEnds(String keyword, boolean fits) throws InterruptedException {
            String schema =
                    chain(40, next -> "'" + keyword + "': [{'$ref': '" + next + "'}, {'$ref': '" + next + "'}]");
            CompiledSchema compiled = inTimeWithCompiling(() -> ready(schema));
            JsonNode value = json(fits ? "'text'" : "1");
            assertThat(inTime(() -> compiled.check(value))).isInstanceOf(TooCostly.class);
        }

        @Test
        void anExponentialChainOfPropertiesEndsWithTheValue() throws InterruptedException {
            String schema =
                    chain(40, next -> "'properties': {'a': {'$ref': '" + next + "'}, 'b': {'$ref': '" + next + "'}}");
            assertThat(inTimeWithCompiling(() -> ready(schema).check(json("{'a': {'b': {}}}"))))
                    .isInstanceOf(Valid.class);
        }

        @Test
        void anExponentialChainUnderUnevaluatedPropertiesEnds() throws InterruptedException {
            String schema = chain(
                    40,
                    next -> "'anyOf': [{'$ref': '" + next + "'}, {'$ref': '" + next + "'}],"
                            + "'additionalProperties': true, 'unevaluatedProperties': false");
            assertThat(inTimeWithCompiling(() -> ready(schema).check(object(1_000))))
                    .isInstanceOf(TooCostly.class);
        }

        @Test
        void anExponentialNotEnds() throws InterruptedException {
            String schema = chain(
                    40,
                    next -> "'if': {'not': {'$ref': '" + next + "'}}, 'then': {'$ref': '" + next
                            + "'}, 'else': {'$ref': '" + next + "'}");
            assertThat(inTimeWithCompiling(() -> ready(schema).check(json("1"))))
                    .isInstanceOf(TooCostly.class);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{'$ref': '#'}",
                    "{'allOf': [{'$ref': '#'}]}",
                    "{'anyOf': [{'$ref': '#'}, {'$ref': '#'}]}",
                    "{'not': {'$ref': '#'}}",
                    "{'$dynamicAnchor': 'a', 'allOf': [{'$dynamicRef': '#a'}]}",
                    "{'$ref': '#/$defs/a', '$defs': {'a': {'$ref': '#/$defs/b'}, 'b': {'$ref': '#/$defs/a'}}}",
                    "{'$schema': 'http://json-schema.org/draft-07/schema#', '$ref': '#'}",
                    "{'$schema': 'https://json-schema.org/draft/2019-09/schema', 'allOf': [{'$recursiveRef': '#'}]}"
                })
        void aSchemaThatOnlyRefersToItselfEnds(String schema) throws InterruptedException {
            Object outcome = inTimeWithCompiling(() -> switch (CompiledSchema.compile(json(schema))) {
                case SchemaCompilation.Ready(CompiledSchema compiled) -> compiled.check(json("1"));
                case Unusable unusable -> unusable;
            });
            assertThat(outcome).isInstanceOfAny(TooCostly.class, Unusable.class);
        }

        @Test
        void theSamePartUnderManyPointersIsNotCompiledWithoutEnd() throws InterruptedException {
            ObjectNode schema = JSON.createObjectNode();
            ObjectNode properties = schema.putObject("$defs").putObject("big").putObject("properties");
            IntStream.range(0, 4_000).forEach(i -> properties.putObject("p" + i).put("minLength", i));
            ArrayNode all = schema.putArray("allOf");
            // Every spelling is another reference: letters of "big" may be percent-encoded.
            List<String> spellings =
                    List.of("big", "%62ig", "b%69g", "bi%67", "%62%69g", "%62i%67", "b%69%67", "%62%69%67");
            for (String defs : List.of("$defs", "%24defs", "$%64efs", "$d%65fs", "$de%66s", "$def%73")) {
                spellings.forEach(big -> all.addObject().put("$ref", "#/" + defs + "/" + big));
            }
            assertThat(inTimeWithCompiling(() -> CompiledSchema.compile(schema)))
                    .isInstanceOf(Unusable.class);
        }

        @Test
        void aLongChainOfReferencesEnds() throws InterruptedException {
            String schema = chain(5_000, next -> "'$ref': '" + next + "'");
            Object outcome = inTimeWithCompiling(() -> switch (CompiledSchema.compile(json(schema))) {
                case SchemaCompilation.Ready(CompiledSchema compiled) -> compiled.check(json("1"));
                case Unusable unusable -> unusable;
            });
            assertThat(outcome).isInstanceOfAny(TooCostly.class, Unusable.class);
        }

        private String chain(int length, UnaryOperator<String> link) {
            String links = IntStream.range(0, length)
                    .mapToObj(i -> "'d" + i + "': {" + link.apply("#/$defs/d" + (i + 1)) + "}")
                    .collect(Collectors.joining(","));
            return "{'$ref': '#/$defs/d0', '$defs': {" + links + ", 'd" + length + "': {'type': 'string'}}}";
        }
    }

    @Nested
    class Values {

        private static final String TREE =
                "{'type': 'object', 'properties': {'children': {'type': 'array', 'items': {'$ref': '#'}}}}";

        @Test
        void aRecursiveSchemaFollowsAValueOfOrdinaryDepth() throws InterruptedException {
            CompiledSchema schema = ready(TREE);
            JsonNode value = nested(64);
            assertThat(inTime(() -> schema.check(value))).isInstanceOf(Valid.class);
        }

        @Test
        void aRecursiveSchemaDoesNotExhaustTheStackOnADeepValue() throws InterruptedException {
            CompiledSchema schema = ready(TREE);
            JsonNode value = nested(5_000);
            assertThat(inTime(() -> schema.check(value))).isInstanceOf(TooCostly.class);
        }

        @Test
        void comparingADeepValueDoesNotExhaustTheStack() throws InterruptedException {
            CompiledSchema schema = ready("{'uniqueItems': true}");
            JsonNode value = JSON.createArrayNode().add(nested(50_000)).add(1);
            assertThat(inTime(() -> schema.check(value))).isInstanceOf(TooCostly.class);
        }

        @Test
        void aDeepValueIsCheckedOnASmallVirtualThread() throws InterruptedException {
            CompiledSchema schema = ready(TREE);
            JsonNode value = nested(5_000);
            List<Verdict> verdicts = new ArrayList<>();
            Thread thread = Thread.ofVirtual().start(() -> verdicts.add(schema.check(value)));
            thread.join();
            assertThat(verdicts).singleElement().isInstanceOf(TooCostly.class);
        }

        @Test
        void uniqueItemsOfALargeArrayAreCompared() throws InterruptedException {
            CompiledSchema schema = ready("{'uniqueItems': true}");
            ArrayNode different = numbers(20_000);
            assertThat(inTime(() -> schema.check(different))).isInstanceOf(Valid.class);
            ArrayNode same = numbers(20_000).add(7);
            assertThat(inTime(() -> schema.check(same))).isInstanceOf(Invalid.class);
        }

        @Test
        void uniqueItemsThatCollideOnPurposeEnd() throws InterruptedException {
            CompiledSchema schema = ready("{'uniqueItems': true}");
            ArrayNode colliding = collidingTexts(16);
            assertThat(inTime(() -> schema.check(colliding))).isInstanceOf(TooCostly.class);
        }

        @Test
        void aHugeEnumIsCompared() throws InterruptedException {
            ObjectNode schema = JSON.createObjectNode();
            schema.set("enum", numbers(20_000));
            CompiledSchema compiled = inTimeWithCompiling(() -> ready(schema));
            assertThat(inTime(() -> compiled.check(json("19999")))).isInstanceOf(Valid.class);
            Verdict verdict = inTime(() -> compiled.check(json("20001")));
            assertThat(verdict).isEqualTo(new Invalid(List.of(new Problem("", "must be one of 20000 values"))));
        }

        @Test
        void anEnumThatCollidesOnPurposeEnds() throws InterruptedException {
            ObjectNode schema = JSON.createObjectNode();
            schema.set("enum", collidingTexts(15));
            assertThat(inTimeWithCompiling(() -> CompiledSchema.compile(schema)))
                    .isInstanceOf(Unusable.class);
        }

        @Test
        void aNumberWithAHugeExponentIsNotWrittenOut() throws InterruptedException {
            JsonNode huge = JSON.getNodeFactory().numberNode(new BigDecimal("1e999999999"));
            assertThat(inTimeWithCompiling(() -> ready("{'multipleOf': 7}").check(huge)))
                    .isInstanceOf(TooCostly.class);
            assertThat(inTimeWithCompiling(
                            () -> ready("{'type': 'integer', 'minimum': 3}").check(huge)))
                    .isInstanceOf(Valid.class);
            assertThat(inTimeWithCompiling(() -> ready("{'enum': [1, 10]}").check(huge)))
                    .isInstanceOf(Invalid.class);
        }

        @Test
        void aLargeValueUnderAModestSchemaIsJudged() throws InterruptedException {
            CompiledSchema schema = ready("{'items': {'anyOf': [{'type': 'integer'}, {'type': 'string'}]}}");
            assertThat(inTime(() -> schema.check(numbers(5_000)))).isInstanceOf(Valid.class);
        }

        @Test
        void manyProblemsEndTheCheckEarly() throws InterruptedException {
            CompiledSchema schema = ready("{'items': {'type': 'string'}}");
            Verdict verdict = inTime(() -> schema.check(numbers(200_000)));
            assertThat(verdict)
                    .isInstanceOfSatisfying(
                            Invalid.class,
                            invalid -> assertThat(invalid.problems()).hasSize(CompiledSchema.MAX_PROBLEMS));
        }

        private JsonNode nested(int levels) {
            JsonNode value = JSON.createObjectNode();
            for (int i = 0; i < levels; i++) {
                ObjectNode parent = JSON.createObjectNode();
                parent.putArray("children").add(value);
                value = parent;
            }
            return value;
        }

        // "Aa" and "BB" have one hash code, and so have all texts made of n of them.
        private ArrayNode collidingTexts(int pairs) {
            ArrayNode texts = JSON.createArrayNode();
            for (int bits = 0; bits < 1 << pairs; bits++) {
                StringBuilder text = new StringBuilder();
                for (int i = 0; i < pairs; i++) {
                    text.append((bits >> i & 1) == 0 ? "Aa" : "BB");
                }
                texts.add(text.toString());
            }
            return texts;
        }
    }

    @Nested
    class Patterns {

        static Stream<Arguments> catastrophes() {
            String a = "a".repeat(40);
            return Stream.of(
                    Arguments.of("^(a+)+$", a + "!"),
                    Arguments.of("^(a*)*$", a + "!"),
                    Arguments.of("^(a|aa)+$", a.repeat(4) + "!"),
                    Arguments.of("^(a|a?)+$", a + "!"),
                    Arguments.of("^(a|b|ab)*$", "ab".repeat(60) + "!"),
                    Arguments.of("^(.*a){20}$", a + "!"),
                    Arguments.of("^([a-zA-Z]+)*$", a + "!"),
                    Arguments.of("^(([a-z])+.)+[A-Z]([a-z])+$", a),
                    Arguments.of("^(\\w+\\s?)*$", a + "!"),
                    Arguments.of("^([0-9A-Za-z]([-.\\w]*[0-9A-Za-z])*@)+$", a + "!"),
                    Arguments.of("(x+x+)+y", "x".repeat(60)),
                    Arguments.of("^(?:(?:a+)b?)*c$", a + "d"),
                    Arguments.of("^(?=(a+)+$)", a + "!"),
                    Arguments.of("(?<=^(a|aa)+)!", a.repeat(4) + "?!"),
                    Arguments.of("^(a?){30}a{30}b$", "a".repeat(30)),
                    Arguments.of("^(a+)\\1+\\1+\\1+\\1+b$", "a".repeat(2_000)),
                    Arguments.of("(.*)(.*)(.*)(.*)(.*)(.*)[^x]y", "x".repeat(400)),
                    // These backtrack at the end of the text, where nothing is left to be read.
                    Arguments.of("^" + "(?:|)".repeat(60) + "x", ""),
                    Arguments.of("^(?:a?|b?|){60}x", ""),
                    Arguments.of("(?:(?:a?|b?){50}){50}x", "aaaa"),
                    // And these need more room than the thread's stack would have.
                    Arguments.of("^(?:(a|b)c?)*$", "ab".repeat(300_000) + "!"));
        }

        @ParameterizedTest
        @MethodSource("catastrophes")
        void aCatastrophicPatternEndsWithoutAJudgement(String pattern, String text) throws InterruptedException {
            JsonNode value = JSON.getNodeFactory().stringNode(text);
            CompiledSchema schema = ready(JSON.createObjectNode().put("pattern", pattern));
            assertThat(inTime(() -> schema.check(value))).isInstanceOf(TooCostly.class);
        }

        static Stream<Arguments> catastrophesForNames() {
            return catastrophes().limit(3);
        }

        @ParameterizedTest
        @MethodSource("catastrophesForNames")
        void aCatastrophicPatternForNamesEndsWithoutAJudgement(String pattern, String text)
                throws InterruptedException {
            ObjectNode byName = JSON.createObjectNode();
            byName.putObject("patternProperties").putObject(pattern);
            byName.put("additionalProperties", false);
            ObjectNode names = JSON.createObjectNode();
            names.putObject("propertyNames").put("pattern", pattern);
            ObjectNode value = JSON.createObjectNode().put(text, 1);
            for (ObjectNode schema : List.of(byName, names)) {
                CompiledSchema compiled = ready(schema);
                assertThat(inTime(() -> compiled.check(value))).isInstanceOf(TooCostly.class);
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "(?:){2147483647}",
                    "(?:(?:a?){999999999}){999999999}",
                    "(?:(?:(?:){999999999}){999999999}){999999999}",
                    "a{999999999}",
                    "(?:a{0,999999999}){0,999999999}b"
                })
        void aHugeCountEnds(String pattern) throws InterruptedException {
            CompiledSchema schema = ready(JSON.createObjectNode().put("pattern", pattern));
            for (String text : List.of("", "a", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")) {
                inTime(() -> schema.check(JSON.getNodeFactory().stringNode(text)));
            }
        }

        @Test
        void theTimeOfManySlowMatchesIsCountedTogether() throws InterruptedException {
            ObjectNode schema = JSON.createObjectNode();
            schema.putObject("items").put("pattern", "(.*)(.*)(.*)[^x]y");
            CompiledSchema compiled = ready(schema);
            ArrayNode texts = JSON.createArrayNode();
            IntStream.range(0, 2_000).forEach(i -> texts.add("x".repeat(60)));
            assertThat(inTime(() -> compiled.check(texts))).isInstanceOf(TooCostly.class);
        }

        @Test
        void aPatternThatIsTooLongOrTooDeepIsRefused() {
            assertThat(reasonAgainst(JSON.createObjectNode().put("pattern", "a".repeat(5_000))))
                    .contains("longer than");
            assertThat(reasonAgainst(JSON.createObjectNode().put("pattern", "(".repeat(2_000) + ")".repeat(2_000))))
                    .contains("groups within each other");
        }

        @Test
        void aLongTextUnderAnOrdinaryPatternIsJudged() throws InterruptedException {
            JsonNode text = JSON.getNodeFactory().stringNode("QUJD".repeat(50_000));
            CompiledSchema schema = ready(JSON.createObjectNode().put("pattern", "^[A-Za-z0-9+/]*={0,2}$"));
            // A JVM that has just started, on a machine that is busy with other things, may need more than one attempt.
            Verdict verdict = inTime(() -> schema.check(text));
            for (int i = 0; i < 30 && verdict instanceof TooCostly; i++) {
                verdict = inTime(() -> schema.check(text));
            }
            assertThat(verdict).isInstanceOf(Valid.class);
        }
    }

    @Nested
    class Sizes {

        @Test
        void aDeepSchemaIsRefused() {
            JsonNode schema = JSON.createObjectNode();
            for (int i = 0; i < 10_000; i++) {
                schema = JSON.createObjectNode().set("not", schema);
            }
            assertThat(reasonAgainst(schema)).contains("nested deeper than 64 levels");
        }

        @Test
        void theDeepestSchemaAllowedIsUsed() throws InterruptedException {
            JsonNode schema = JSON.createObjectNode();
            for (int i = 1; i < SchemaScan.MAX_DEPTH; i++) {
                schema = JSON.createObjectNode().set("not", schema);
            }
            JsonNode deepest = schema;
            assertThat(inTimeWithCompiling(() -> ready(deepest).check(json("1"))))
                    .isInstanceOf(Invalid.class);
        }

        @Test
        void aSchemaWithTooManyValuesIsRefused() {
            ObjectNode schema = JSON.createObjectNode();
            schema.set("enum", numbers(60_000));
            assertThat(reasonAgainst(schema)).contains("more than 50000 values");
        }

        @Test
        void aSchemaWithTooManySubschemasIsRefused() {
            ObjectNode schema = JSON.createObjectNode();
            ArrayNode any = schema.putArray("anyOf");
            IntStream.range(0, 11_000).forEach(i -> any.addObject());
            assertThat(reasonAgainst(schema)).contains("more than 10000 subschemas");
        }

        @Test
        void aSchemaWithTooMuchTextIsRefused() {
            assertThat(reasonAgainst(JSON.createObjectNode().put("description", "x".repeat(1_100_000))))
                    .contains("characters of text");
        }

        @Test
        void aSchemaOfAWholeApiIsCompiled() throws InterruptedException {
            ObjectNode schema = JSON.createObjectNode();
            ObjectNode defs = schema.putObject("$defs");
            ObjectNode properties = schema.putObject("properties");
            for (int i = 0; i < 200; i++) {
                ObjectNode entity =
                        defs.putObject("e" + i).put("type", "object").putObject("properties");
                entity.putObject("name").put("type", "string").put("pattern", "^[a-z]+$");
                entity.putObject("next").put("$ref", "#/$defs/e" + (i + 1) % 200);
                properties.putObject("p" + i).put("$ref", "#/$defs/e" + i);
            }
            assertThat(inTimeWithCompiling(() -> ready(schema).check(json("{'p7': {'next': {'name': 'x'}}}"))))
                    .isInstanceOf(Valid.class);
        }
    }

    private static ArrayNode numbers(int count) {
        ArrayNode numbers = JSON.createArrayNode();
        IntStream.range(0, count).forEach(numbers::add);
        return numbers;
    }

    private static ObjectNode object(int members) {
        ObjectNode object = JSON.createObjectNode();
        IntStream.range(0, members).forEach(i -> object.put("m" + i, i));
        return object;
    }
}
