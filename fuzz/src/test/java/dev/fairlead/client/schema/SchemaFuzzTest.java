package dev.fairlead.client.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.fairlead.client.schema.SchemaCompilation.Ready;
import dev.fairlead.client.schema.SchemaCompilation.Unusable;
import dev.fairlead.fuzz.Foreign;
import tools.jackson.databind.JsonNode;

/** Any schema judges any value or says why not, and the quick way to a yes is never wrong. */
class SchemaFuzzTest {
    private static final int LONGEST_REASON = 1000;

    @DictionaryEntries({
        "{\"schema\":{},\"value\":{}}",
        "\"$schema\":\"http://json-schema.org/draft-07/schema#\",",
        "\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",",
        "\"$schema\":\"http://json-schema.org/draft-04/schema#\",",
        "\"$ref\":\"#\"",
        "\"$ref\":\"#/$defs/a\"",
        "\"$ref\":\"https://example.com/a\"",
        "\"$dynamicRef\":\"#a\"",
        "\"$id\":\"https://example.com/a\",",
        "\"$defs\":{\"a\":",
        "\"type\":\"object\",",
        "\"type\":[\"integer\",\"null\"],",
        "\"properties\":{\"a\":",
        "\"required\":[\"a\"],",
        "\"additionalProperties\":false",
        "\"items\":",
        "\"prefixItems\":[",
        "\"enum\":[\"a\",1]",
        "\"const\":1.0",
        "\"minimum\":0",
        "\"exclusiveMaximum\":1e400",
        "\"multipleOf\":0.1",
        "\"minLength\":1",
        "\"maxItems\":2",
        "\"uniqueItems\":true",
        "\"pattern\":\"^(a+)+$\"",
        "\"patternProperties\":{\"^a\":",
        "\"anyOf\":[",
        "\"oneOf\":[",
        "\"not\":{}",
        "\"if\":{},\"then\":false",
        "\"unevaluatedProperties\":false",
        "\"format\":\"uri\"",
        "true",
        "false",
        "null",
        "9007199254740993",
        "1e2147483647"
    })
    @FuzzTest
    void judges(byte[] input) throws UnusableSchema {
        var both = Foreign.object(input);
        if (both.isEmpty() || !both.get().has("schema") || !both.get().has("value")) {
            return;
        }
        var schema = both.get().get("schema");
        var value = both.get().get("value");
        switch (CompiledSchema.compile(schema)) {
            case Unusable unusable -> Foreign.assertShowable(unusable.reason(), LONGEST_REASON);
            case Ready ready -> assertJudged(ready.schema(), value);
        }
        var plain = PlainSchema.of(schema);
        if (plain.isPresent() && plain.get().fits(value)) {
            assertThat(ThoroughSchema.compile(schema).check(value)).isNotInstanceOf(Verdict.Invalid.class);
        }
    }

    private static void assertJudged(CompiledSchema schema, JsonNode value) {
        switch (schema.check(value)) {
            case Verdict.Valid fits -> assertThat(schema.check(value)).isNotInstanceOf(Verdict.Invalid.class);
            case Verdict.TooCostly costly -> Foreign.assertShowable(costly.why(), LONGEST_REASON);
            case Verdict.Invalid broken -> {
                assertThat(broken.problems()).hasSizeBetween(1, CompiledSchema.MAX_PROBLEMS);
                broken.problems().forEach(problem -> {
                    Foreign.assertShowable(problem.where(), LONGEST_REASON);
                    Foreign.assertShowable(problem.what(), LONGEST_REASON);
                });
            }
        }
    }
}
