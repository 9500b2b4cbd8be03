package dev.fairlead.client.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.rpc.Json;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What is wrong with a form, with one field of it, and with all that was filled in. */
class FormCheckTest {
    private static final FormSchema PERSON = form("""
        {"type":"object","required":["name"],"properties":{
          "name":{"type":"string","minLength":2},
          "age":{"type":"integer","minimum":18}}}\
        """);

    private static FormSchema form(String json) {
        return FormSchema.from(Json.parse(json));
    }

    private static ObjectNode object(String json) {
        return (ObjectNode) Json.parse(json);
    }

    @Test
    void allThatIsWrongIsTold() {
        assertThat(FormCheck.problems(PERSON, object("{\"name\":\"x\",\"age\":17}")))
                .containsExactlyInAnyOrder("/name must have at least 2 characters", "/age must be at least 18");
        assertThat(FormCheck.problems(PERSON, object("{}"))).containsExactly("/name is missing");
        assertThat(FormCheck.problems(PERSON, object("{\"name\":\"xy\",\"age\":18}")))
                .isEmpty();
    }

    @Test
    void aFieldIsJudgedWithoutTheOthers() {
        assertThat(FormCheck.problems(PERSON, "age", Json.parse("17"))).containsExactly("/age must be at least 18");
        assertThat(FormCheck.problems(PERSON, "age", Json.parse("18"))).isEmpty();
    }

    @Test
    void aFieldMayReferToWhatTheFormDefines() {
        for (var name : new String[] {"$defs", "definitions"}) {
            var form = form("""
                {"type":"object","%1$s":{"grown":{"minimum":18}},
                 "properties":{"age":{"type":"integer","$ref":"#/%1$s/grown"}}}\
                """.formatted(name));
            assertThat(FormCheck.problems(form, "age", Json.parse("17"))).containsExactly("/age must be at least 18");
            assertThat(FormCheck.problems(form, "age", Json.parse("18"))).isEmpty();
        }
    }

    @Test
    void aFieldIsReadInTheDialectOfTheForm() {
        // In draft-04 this says that 18 itself is too little; in later dialects a boolean has nothing to say here.
        var form = form("""
            {"$schema":"http://json-schema.org/draft-04/schema#","type":"object",
             "properties":{"age":{"type":"integer","minimum":18,"exclusiveMinimum":true}}}\
            """);
        assertThat(FormCheck.problems(form, "age", Json.parse("18"))).containsExactly("/age must be more than 18");
    }

    @Test
    void aFormThatNobodyCanFillInIsNamed() {
        var broken = form("""
            {"type":"object","properties":{"name":{"type":"string","pattern":"("}}}\
            """);
        assertThat(FormCheck.objection(PERSON)).isEmpty();
        assertThat(FormCheck.objection(broken)).get().asString().contains("pattern");
        assertThat(FormCheck.problems(broken, object("{\"name\":\"x\"}")))
                .singleElement()
                .asString()
                .startsWith("the form's schema ");
    }
}
