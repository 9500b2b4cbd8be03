package dev.fairlead.client.schema;

import static dev.fairlead.client.schema.Schemas.JSON;
import static dev.fairlead.client.schema.Schemas.check;
import static dev.fairlead.client.schema.Schemas.ready;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.schema.Verdict.Invalid;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProblemTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "{'type': 'string'};                          1;            '';   is integer, must be string",
                "{'type': ['string', 'null']};                1;            '';   is integer, must be [string, null]",
                "{'required': ['a']};                         {};           /a;   is missing",
                "{'additionalProperties': false};             {'b': 1};     '';   has the member b, which is not"
                        + " allowed",
                "{'unevaluatedProperties': false};            {'b': 1};     '';   has the member b, which is not"
                        + " allowed",
                "{'properties': {'a': {'minimum': 3}}};       {'a': 1};     '/a'; must be at least 3",
                "{'items': {'maximum': 3}};                   [1, 4];       '/1'; must be at most 3",
                "{'exclusiveMinimum': 3};                     3;            '';   must be more than 3",
                "{'exclusiveMaximum': 3};                     3;            '';   must be less than 3",
                "{'multipleOf': 0.5};                         0.7;          '';   must be a multiple of 0.5",
                "{'minLength': 3};                            'ab';         '';   must have at least 3 characters",
                "{'maxLength': 1};                            'ab';         '';   must have at most 1 characters",
                "{'minItems': 1};                             [];           '';   must have at least 1 items",
                "{'maxItems': 1};                             [1, 2];       '';   must have at most 1 items",
                "{'minProperties': 1};                        {};           '';   must have at least 1 members",
                "{'maxProperties': 0};                        {'a': 1};     '';   must have at most 0 members",
                "{'pattern': '^a'};                           'b';          '';   must match the pattern ^a",
                "{'enum': ['a', 1]};                          'b';          '';   must be one of [@a@,1]",
                "{'const': 'a'};                              'b';          '';   must be @a@",
                "{'uniqueItems': true};                       [1, 1];       '';   must not hold the same item twice",
                "{'not': {}};                                 1;            '';   fits a schema that it must not fit",
                "{'oneOf': [{}, {}]};                         1;            '';   must fit exactly one of the"
                        + " alternatives, but fits 2",
                "{'contains': {'type': 'null'}};              [1];          '';   has too few items of the kind that"
                        + " it must contain",
                "{'contains': true, 'maxContains': 1};        [1, 2];       '';   has too many items of the kind that"
                        + " it may contain",
                "{'prefixItems': [{}], 'items': false};       [1, 2];       '';   has an item at index 1, which is not"
                        + " allowed",
                "{'prefixItems': [{}], 'unevaluatedItems': false}; [1, 2];  '';   has an item at index 1, which is not"
                        + " allowed",
                "{'dependentRequired': {'a': ['b']}};         {'a': 1};     /b;   is missing, and required beside"
                        + " a",
                "{'propertyNames': {'maxLength': 1}};         {'ab': 1};    '';   has the member ab, whose name is not"
                        + " allowed",
                "{'properties': {'a/b': {'type': 'null'}}};   {'a/b': 1};   '/a~1b'; is integer, must be null"
            })
    void saysWhereAndWhat(String schema, String value, String where, String what) {
        assertThat(check(schema, value))
                .isEqualTo(new Invalid(List.of(new Problem(where.replace("'", ""), what.replace('@', '"')))));
    }

    @Test
    void allProblemsAreToldUpToALimit() {
        String schema = "{'properties': {'a': {'type': 'string'}, 'b': {'type': 'string'}}, 'required': ['c']}";
        assertThat(problems(check(schema, "{'a': 1, 'b': 2}")))
                .containsExactlyInAnyOrder(
                        new Problem("/a", "is integer, must be string"),
                        new Problem("/b", "is integer, must be string"),
                        new Problem("/c", "is missing"));
        assertThat(problems(check("{'items': false}", "[1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4]")))
                .hasSize(CompiledSchema.MAX_PROBLEMS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type': 'integer'}",
                "{'type': ['integer', 'null']}",
                "{'pattern': '^x'}",
                "{'enum': [1]}",
                "{'const': 1}",
                "{'maxLength': 3}",
                "{'minLength': 300}",
                "{'not': {'type': 'string'}}",
                "{'not': {'const': 'hunter2-hunter2'}}",
                "{'anyOf': [{'type': 'integer'}, {'pattern': 'x'}]}",
                "{'oneOf': [{'type': 'integer'}, {'maxLength': 2}]}",
                "{'if': true, 'then': {'const': 1}}",
                "{'allOf': [{'$ref': '#/$defs/a'}], '$defs': {'a': {'enum': ['a', 'b']}}}",
                "false"
            })
    void noValueIsRepeated(String schema) {
        String secret = "hunter2-hunter2";
        assertThat(problems(check(schema, "'" + secret + "'")))
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem.toString()).doesNotContain(secret));
        String inside = "{'properties': {'a': " + schema + "}, 'additionalProperties': {'items': " + schema + "}}";
        if (!schema.contains("$defs")) {
            String value = "{'a': '" + secret + "', 'b': ['" + secret + "']}";
            assertThat(problems(check(inside, value)))
                    .isNotEmpty()
                    .allSatisfy(problem -> assertThat(problem.toString()).doesNotContain(secret));
        }
    }

    @Test
    void textsAreShort() {
        String longText = "x".repeat(10_000);
        var schema = JSON.createObjectNode();
        schema.put("additionalProperties", false).putArray("required").add(longText);
        schema.putArray("enum").add(longText);
        var value = JSON.createObjectNode();
        value.putObject(longText + "y");
        assertThat(problems(ready(schema).check(value)))
                .hasSize(3)
                .allSatisfy(problem -> assertThat(problem.what()).hasSizeLessThan(200));
        var deep = JSON.createObjectNode();
        deep.putObject("additionalProperties").put("type", "string");
        assertThat(problems(ready(deep).check(value)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.where()).hasSizeLessThan(250));
    }

    @Test
    void ofManyValuesOnlyTheNumberIsTold() {
        for (int count : new int[] {120, 121}) {
            var schema = JSON.createObjectNode();
            var values = schema.putArray("enum");
            for (int i = 0; i < count; i++) {
                values.add(i);
            }
            assertThat(problems(ready(schema).check(JSON.stringNode("x"))))
                    .singleElement()
                    .extracting(Problem::what)
                    .asString()
                    .startsWith(count == 120 ? "must be one of [0,1,2," : "must be one of 121 values");
        }
    }

    private static List<Problem> problems(Verdict verdict) {
        return verdict instanceof Invalid invalid ? invalid.problems() : List.of();
    }

    @Test
    void namesOfMembersDriveNoTerminal() {
        var problems = ((Invalid) check("{'additionalProperties': false}", "{'a\\u001b[2Jb': 1}")).problems();
        assertThat(problems).hasSize(1);
        assertThat(problems.getFirst()).asString().contains("a\\u001b[2Jb").doesNotContain("\u001b");
    }
}
