package dev.fairlead.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.agent.tool.Projected;
import dev.fairlead.agent.tool.SchemaProjection;
import dev.fairlead.protocol.rpc.Json;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class ToolSpecificationsTest {
    private static final ObjectNode MANY = Scene.json("""
        {'type':'object','required':['where','unit'],'minProperties':2,
         '$defs':{'place':{'type':'object','description':'A place','required':['city'],
                           'properties':{'city':{'type':'string','minLength':2},'near':{'$ref':'#/$defs/place'}}}},
         'properties':{
            'where':{'$ref':'#/$defs/place'},
            'unit':{'type':'string','enum':['c','f'],'description':'The unit'},
            'when':{'anyOf':[{'type':'string','format':'date'},{'type':'integer','minimum':0},{'type':'null'}]},
            'tags':{'type':'array','items':{'type':'string'}},
            'any':{'description':'Whatever'},
            'deep':{'type':'object','properties':{'n':{'type':'number'}},'required':['n']},
            'several':{'type':['string','boolean']}}}
        """);

    private static ToolSpecification told(ObjectNode schema, SchemaDialect dialect) {
        var fit = (Projected.Fit) SchemaProjection.of(schema, dialect);
        return ToolSpecifications.of(new ToolSpec("t", "Tells the weather", fit.schema()), dialect);
    }

    @Test
    void referencesAndChoicesAndRulesSurviveWhereSchemasAreTakenAsTheyAreWritten() {
        var tool = told(MANY, SchemaDialect.OPENAI);

        assertThat(tool.parameters().required()).containsExactly("where", "unit");
        var where = (JsonObjectSchema) property(tool, "where");
        assertThat(where.required()).containsExactly("city");
        assertThat(Json.parse(((JsonRawSchema) where.properties().get("city")).schema()))
                .isEqualTo(Scene.json("{'type':'string','minLength':2}"));
        var when = (JsonAnyOfSchema) property(tool, "when");
        assertThat(when.anyOf())
                .hasSize(3)
                .first()
                .isEqualTo(JsonRawSchema.from("{\"type\":\"string\",\"format\":\"date\"}"));
        assertThat(property(tool, "tags"))
                .isEqualTo(
                        JsonArraySchema.builder().items(new JsonStringSchema()).build());
        assertThat(written(tool, "several").path("type").size()).isEqualTo(2);
        assertThat(tool.description()).startsWith("Tells the weather").contains("\"minProperties\":2");
    }

    @Test
    void everythingIsSaidInClassesWhereNothingElseIsTaken() {
        var tool = told(MANY, SchemaDialect.BASIC);

        assertThat(all(tool.parameters())).noneMatch(JsonRawSchema.class::isInstance);
        var where = (JsonObjectSchema) property(tool, "where");
        assertThat(where.description()).isEqualTo("A place");
        assertThat(where.properties().get("city").description()).contains("at least 2 characters");
        assertThat(((JsonAnyOfSchema) property(tool, "when")).anyOf())
                .extracting(JsonSchemaElement::description)
                .containsExactly("format: date", "at least 0", null);
        assertThat(property(tool, "any").description()).isEqualTo("Whatever");
        assertThat(((JsonAnyOfSchema) property(tool, "any")).anyOf()).hasSize(5);
        assertThat(((JsonAnyOfSchema) property(tool, "several")).anyOf()).hasSize(2);
    }

    @Test
    void aPlainSchemaKeepsItsReferences() {
        var tool = told(MANY, SchemaDialect.PLAIN);

        assertThat(written(tool, "where")).isEqualTo(Scene.json("{'$ref':'#/$defs/place'}"));
        assertThat(tool.parameters().definitions()).containsOnlyKeys("place");
    }

    @Test
    void aChoiceBetweenSetsOfArgumentsIsToldInWords() {
        var schema = Scene.json("""
            {'type':'object','anyOf':[
              {'properties':{'id':{'type':'string'}},'required':['id']},
              {'properties':{'name':{'type':'string'}},'required':['name']}]}
            """);

        for (var dialect : SchemaDialect.values()) {
            if (dialect != SchemaDialect.PLAIN) {
                var tool = told(schema, dialect);
                assertThat(tool.parameters().properties()).containsOnlyKeys("id", "name");
                assertThat(tool.description()).as(dialect.name()).contains("give id, or name");
            }
        }
        assertThat(told(schema, SchemaDialect.PLAIN).description()).contains("anyOf");
    }

    @ParameterizedTest
    @EnumSource
    void longDescriptionsStayWithinBounds(SchemaDialect dialect) {
        var tool = ToolSpecifications.of(
                new ToolSpec(
                        "t",
                        "x".repeat(1_024),
                        Scene.json(
                                "{'type':'object','description':'%s','maxProperties':3}".formatted("y".repeat(2_000)))),
                dialect);

        assertThat(tool.description()).contains("maxProperties").contains("yyy");
        assertThat(tool.description().length()).isLessThan(dialect == SchemaDialect.OPENAI ? 1_025 : 2_100);
    }

    @Test
    void langChain4jWritesWhatItWasGiven() {
        var sent = Json.parse(told(MANY, SchemaDialect.OPENAI).toJson()).findValue("properties");

        assertThat(sent.path("where").path("properties").path("city"))
                .isEqualTo(Scene.json("{'type':'string','minLength':2}"));
        assertThat(sent.path("when").path("anyOf").path(1)).isEqualTo(Scene.json("{'type':'integer','minimum':0}"));
        assertThat(sent.path("any")).isEqualTo(Scene.json("{'description':'Whatever'}"));
    }

    private static JsonSchemaElement property(ToolSpecification tool, String name) {
        return tool.parameters().properties().get(name);
    }

    private static JsonNode written(ToolSpecification tool, String name) {
        return Json.parse(((JsonRawSchema) property(tool, name)).schema());
    }

    private static Stream<JsonSchemaElement> all(JsonSchemaElement element) {
        var below = switch (element) {
            case JsonObjectSchema object -> object.properties().values().stream();
            case JsonArraySchema array -> Stream.ofNullable(array.items());
            case JsonAnyOfSchema choice -> choice.anyOf().stream();
            default -> Stream.<JsonSchemaElement>empty();
        };
        return Stream.concat(Stream.of(element), below.flatMap(ToolSpecificationsTest::all));
    }
}
