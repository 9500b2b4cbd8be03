package dev.fairlead.client.schema;

import static dev.fairlead.client.schema.Schemas.check;
import static dev.fairlead.client.schema.Schemas.json;
import static dev.fairlead.client.schema.Schemas.ready;
import static dev.fairlead.client.schema.Schemas.reasonAgainst;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.schema.Verdict.Invalid;
import dev.fairlead.client.schema.Verdict.Valid;
import dev.fairlead.testkit.Verifies;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompiledSchemaTest {

    @Nested
    class Dialects {

        @Test
        @Verifies("A-35")
        void aSchemaWithoutDialectIsReadAs202012() {
            String schema = "{'prefixItems': [{'type': 'string'}], 'items': false}";
            assertThat(check(schema, "['a']")).isInstanceOf(Valid.class);
            assertThat(check(schema, "[1]")).isInstanceOf(Invalid.class);
            assertThat(check(schema, "['a', 1]")).isInstanceOf(Invalid.class);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "http://json-schema.org/draft-04/schema",
                    "http://json-schema.org/draft-06/schema",
                    "http://json-schema.org/draft-07/schema",
                    "https://json-schema.org/draft-07/schema",
                    "https://json-schema.org/draft/2019-09/schema",
                    "https://json-schema.org/draft/2020-12/schema"
                })
        @Verifies({"A-35", "A-36"})
        void aKnownDialectIsUsedWithAndWithoutHash(String dialect) {
            for (String end : new String[] {"", "#"}) {
                String schema = "{'$schema': '" + dialect + end + "', 'required': ['a'], 'additionalProperties': false,"
                        + "'properties': {'a': {'type': 'integer', 'minimum': 1}}}";
                assertThat(check(schema, "{'a': 1}")).isInstanceOf(Valid.class);
                assertThat(check(schema, "{'a': 0}")).isInstanceOf(Invalid.class);
                assertThat(check(schema, "{}")).isInstanceOf(Invalid.class);
                assertThat(check(schema, "{'a': 1, 'b': 1}")).isInstanceOf(Invalid.class);
            }
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = ';',
                quoteCharacter = '"',
                value = {
                    // keyword of one dialect; value; does it matter in draft-04, draft-07, 2019-09, 2020-12
                    "'minimum': 1, 'exclusiveMinimum': true;  1;         yes; error; error; error",
                    "'const': 1;                              2;         no;  yes;   yes;   yes",
                    "'items': [{'type': 'string'}];           [1];       yes; yes;   yes;   error",
                    "'prefixItems': [{'type': 'string'}];     [1];       no;  no;    no;    yes",
                    "'dependentRequired': {'a': ['b']};       {'a': 1};  no;  no;    yes;   yes",
                    "'unevaluatedProperties': false;          {'a': 1};  no;  no;    yes;   yes"
                })
        void aKeywordCountsOnlyInItsDialects(
                String keyword, String value, String draft4, String draft7, String draft2019, String draft2020) {
            expect("http://json-schema.org/draft-04/schema#", keyword, value, draft4);
            expect("http://json-schema.org/draft-07/schema#", keyword, value, draft7);
            expect("https://json-schema.org/draft/2019-09/schema", keyword, value, draft2019);
            expect("https://json-schema.org/draft/2020-12/schema", keyword, value, draft2020);
        }

        private void expect(String dialect, String keyword, String value, String matters) {
            String schema = "{'$schema': '" + dialect + "', " + keyword + "}";
            if (matters.equals("error")) {
                assertThat(reasonAgainst(schema)).startsWith("is not a schema");
            } else {
                assertThat(check(schema, value))
                        .as(schema)
                        .isInstanceOf(matters.equals("yes") ? Invalid.class : Valid.class);
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "https://example.com/my-dialect",
                    "http://json-schema.org/draft-03/schema#",
                    "http://json-schema.org/schema#",
                    "https://spec.openapis.org/oas/3.1/dialect/base",
                    "https://json-schema.org/draft/2020-12/other",
                    "json-schema.org/draft-07/schema",
                    ""
                })
        @Verifies("A-36")
        void anUnknownDialectIsNamedAndRefused(String dialect) {
            assertThat(reasonAgainst("{'$schema': '" + dialect + "'}"))
                    .isEqualTo("is of an unknown dialect: " + dialect);
        }

        @Test
        void anUnknownDialectInsideIsRefused() {
            assertThat(reasonAgainst("{'$defs': {'a': {'$id': 'https://a.example/', '$schema': 'https://b.example/'}},"
                            + "'$ref': 'https://a.example/'}"))
                    .contains("https://b.example/");
        }
    }

    @Nested
    class Documents {

        @ParameterizedTest
        @ValueSource(strings = {"5", "'text'", "[]", "[{}]", "null", "1.5"})
        void otherThanObjectsAndBooleansAreNotSchemas(String schema) {
            assertThat(reasonAgainst(schema)).startsWith("is not a schema: a schema is an object or a boolean");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{'type': 5}",
                    "{'type': 'strnig'}",
                    "{'type': ['string', 'string']}",
                    "{'$schema': 5}",
                    "{'properties': []}",
                    "{'properties': {'a': 5}}",
                    "{'required': 'a'}",
                    "{'anyOf': []}",
                    "{'minLength': -1}",
                    "{'multipleOf': 0}",
                    "{'enum': 'a'}",
                    "{'$ref': 5}",
                    "{'pattern': 5}"
                })
        void anIllFormedKeywordIsRefused(String schema) {
            assertThat(reasonAgainst(schema)).startsWith("is not a schema: ");
        }

        @ParameterizedTest
        @ValueSource(strings = {"(", "[a", "a{2,1}", "*a", "(?<n>a)(?<n>b)", "\\\\k<x>", "\\\\2(a)", "\\\\p{Klingon}"})
        void anIllFormedPatternIsRefused(String pattern) {
            assertThat(reasonAgainst("{'pattern': '" + pattern + "'}")).contains("pattern");
            assertThat(reasonAgainst("{'patternProperties': {'" + pattern + "': {}}}"))
                    .contains("pattern");
        }

        @Test
        void trueAllowsEverythingAndFalseNothing() {
            assertThat(check("true", "{'a': 1}")).isInstanceOf(Valid.class);
            assertThat(check("{}", "null")).isInstanceOf(Valid.class);
            assertThat(check("false", "1")).isEqualTo(new Invalid(List.of(new Problem("", "is not allowed here"))));
        }

        @Test
        void formatAndContentAreAnnotations() {
            assertThat(check("{'format': 'email'}", "'nobody'")).isInstanceOf(Valid.class);
            assertThat(check(
                            "{'$schema': 'http://json-schema.org/draft-07/schema#', 'format': 'ipv4',"
                                    + "'contentEncoding': 'base64', 'contentMediaType': 'application/json'}",
                            "'%'"))
                    .isInstanceOf(Valid.class);
        }

        @Test
        void unknownKeywordsAreIgnored() {
            assertThat(check("{'x-order': [1], 'discriminator': {'propertyName': 'a'}, 'nullable': true}", "1"))
                    .isInstanceOf(Valid.class);
        }

        @Test
        void theSchemaGivenIsNotChanged() {
            var schema = json("{'$id': 'https://a.example/', '$defs': {'a': {'x-b': 1}}, '$ref': '#/$defs/a'}");
            var copy = schema.deepCopy();
            ready(schema).check(json("1"));
            assertThat(schema).isEqualTo(copy);
        }
    }

    @Nested
    class Numbers {

        @ParameterizedTest
        @CsvSource(
                delimiter = ';',
                quoteCharacter = '"',
                value = {
                    "{'type': 'integer', 'minimum': 0};      1e300;                 true",
                    "{'type': 'integer', 'minimum': 0};      1.5;                   false",
                    "{'type': 'integer'};                    1.0;                   true",
                    "{'maximum': 9007199254740992};          9007199254740993;      false",
                    "{'minimum': 0.1};                       0.1;                   true",
                    "{'exclusiveMaximum': 3};                3.0;                   false",
                    "{'multipleOf': 0.01};                   19.99;                 true",
                    "{'multipleOf': 0.01};                   19.999;                false",
                    "{'multipleOf': 3};                      9007199254740993;      true",
                    "{'enum': [1.0]};                        1;                     true",
                    "{'const': {'a': [1, 2.50]}};            {'a': [1.0, 2.5]};     true",
                    "{'uniqueItems': true};                  [1, 1.0];              false",
                    "{'uniqueItems': true};                  [{'a': 1}, {'a': 1.0}]; false",
                    "{'uniqueItems': true};                  [0, false, '0', [0]];  true"
                })
        void areComparedExactly(String schema, String value, boolean valid) {
            assertThat(check(schema, value)).isInstanceOf(valid ? Valid.class : Invalid.class);
        }
    }
}
