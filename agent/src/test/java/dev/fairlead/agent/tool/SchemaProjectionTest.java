package dev.fairlead.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.agent.tool.Projected.Fit;
import dev.fairlead.agent.tool.Projected.Unfit;
import dev.fairlead.protocol.rpc.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

final class SchemaProjectionTest {

    /** One argument, what the server says of it, and what a model is told. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "GEMINI | {'type':['string','null'],'description':'d'} "
                        + "| {'anyOf':[{'type':'string','description':'d'},{'type':'null'}]}",
                "OPENAI | {'type':['string','null']} | {'type':['string','null']}",
                "OLLAMA | {'type':['string','null']} | {'type':['string','null']}",
                "GEMINI | {'anyOf':[{'type':'number'},{'type':'null'}],'description':'d'} "
                        + "| {'anyOf':[{'type':'number','description':'d'},{'type':'null'}]}",
                "OPENAI | {'anyOf':[{'type':'number'},{'type':'null'}],'description':'d'} "
                        + "| {'anyOf':[{'type':'number'},{'type':'null'}],'description':'d'}",
                "GEMINI | {'const':'x'} | {'type':'string','enum':['x']}",
                "ANTHROPIC | {'const':'x'} | {'const':'x'}",
                "GEMINI | {'type':'integer','enum':[1,2]} | {'type':'integer','description':'one of: 1, 2'}",
                "OPENAI | {'type':'integer','enum':[1,2]} | {'type':'integer','enum':[1,2]}",
                "GEMINI | {'type':'string','enum':['a','']} | {'type':'string','enum':['a']}",
                "GEMINI | {'type':'integer','exclusiveMinimum':0} | {'type':'integer','minimum':1}",
                "GEMINI | {'type':'number','exclusiveMinimum':0,'description':'Size'} "
                        + "| {'type':'number','description':'Size (greater than 0)'}",
                "GEMINI | {'type':'string','default':'x','minLength':1} "
                        + "| {'type':'string','description':'default: \"x\"; at least 1 characters'}",
                "GEMINI | {'type':'string','format':'uri'} | {'type':'string','description':'format: uri'}",
                "GEMINI | {'type':'string','format':'date-time'} | {'type':'string','format':'date-time'}",
                "OPENAI | {'type':'string','format':'uri'} | {'type':'string','description':'format: uri'}",
                "ANTHROPIC | {'type':'string','format':'uri'} | {'type':'string','format':'uri'}",
                "OPENAI | {'type':'string','pattern':'^(?!x)'} | {'type':'string','description':'matches ^(?!x)'}",
                "OPENAI | {'type':'string','pattern':'^x'} | {'type':'string','pattern':'^x'}",
                "OPENAI | {'type':'array'} | {'type':'array','items':{}}",
                "OPENAI | true | {}",
                "OPENAI | {'oneOf':[{'type':'string'},{'type':'number'}]} "
                        + "| {'anyOf':[{'type':'string'},{'type':'number'}]}",
                "OPENAI | {'allOf':[{'type':'string','minLength':1},{'minLength':3}]} "
                        + "| {'type':'string','minLength':3}",
                "OLLAMA | {'type':'object','properties':{'x':{'type':'number','minimum':1}},"
                        + "'additionalProperties':false} "
                        + "| {'type':'object','properties':{'x':{'type':'number','description':'at least 1'}}}",
                "ANTHROPIC | {'type':'array','items':[{'type':'string'}],'additionalItems':{'type':'number'}} "
                        + "| {'type':'array','prefixItems':[{'type':'string'}],'items':{'type':'number'}}",
                "GEMINI | {'type':'object','patternProperties':{'^x':{}},'additionalProperties':false} "
                        + "| {'type':'object'}",
                "OLLAMA | {'type':'array','prefixItems':[{'type':'string'}],'items':{'type':'number'}} "
                        + "| {'type':'array','items':{}}",
            })
    void anArgumentIsToldInTheWordsOfTheProvider(SchemaDialect dialect, String said, String told) {
        var schema = Json.object().put("type", "object");
        schema.putObject("properties").set("x", json(said));

        assertThat(fit(schema, dialect).schema().get("properties").get("x")).isEqualTo(json(told));
    }

    @Test
    void aReferenceIsWrittenOutWithWhatIsSaidBesideIt() {
        var fit = fit(ToolCorpus.nasty().get("references with words beside"), SchemaDialect.ANTHROPIC);

        assertThat(fit.schema())
                .isEqualTo(json("{'type':'object','properties':{'k':{'type':'string','enum':['all','some'],"
                        + "'title':'Kind','description':'Which kind','default':'all'}}}"));
        assertThat(fit.changes())
                .extracting(SchemaChange::toString)
                .containsExactlyInAnyOrder(
                        "/properties/k: `$ref` '#/$defs/Kind' is written out (not everybody follows references)",
                        "/: `$defs` is left out (it is written out where it is referred to)");
    }

    @Test
    void inAnOldDraftRulesBesideAReferenceMeanNothing() {
        var fit = fit(ToolCorpus.nasty().get("references with rules beside, in an old draft"), SchemaDialect.OPENAI);

        assertThat(fit.schema().at("/properties/k")).isEqualTo(json("{'type':'string','minLength':1}"));
    }

    @Test
    void whatContainsItselfIsToldOnce() {
        var fit = fit(ToolCorpus.nasty().get("a tree"), SchemaDialect.GEMINI);

        assertThat(fit.schema().at("/properties/root/properties/children"))
                .isEqualTo(json("{'type':'array','items':{'type':'object'}}"));
        assertThat(fit.changes())
                .extracting(SchemaChange::toString)
                .contains("/properties/root/properties/children/items: what is inside is not told "
                        + "(it contains itself: `$ref` '#/$defs/Node')");
    }

    @Test
    void aReferenceToNothingLeavesTheArgumentOpen() {
        var fit = fit(ToolCorpus.nasty().get("references to nothing"), SchemaDialect.ANTHROPIC);

        assertThat(fit.schema().at("/properties"))
                .isEqualTo(json("{'a':{},'b':{},'c':{'type':'array','items':{}},'d':{}}"));
        assertThat(fit.changes())
                .extracting(SchemaChange::toString)
                .contains("/properties/b: anything goes (`$ref` points to 'other.json#/x', which is not there)");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
    void aChoiceAtTheRootBecomesOneObject(SchemaDialect dialect) {
        var fit = fit(ToolCorpus.nasty().get("root whose anyOf only requires"), dialect);

        assertThat(fit.schema())
                .isEqualTo(json("{'type':'object','properties':{'id':{'type':'string'},'title':{'type':'string'},"
                        + "'body':{'type':'string'}},'required':['id'],'description':'give title, or body'}"));
    }

    @Test
    void setsOfArgumentsAreUnited() {
        var fit = fit(ToolCorpus.nasty().get("root of oneOf of closed objects"), SchemaDialect.OPENAI);

        assertThat(fit.schema())
                .isEqualTo(json("{'type':'object','properties':{'kind':{'anyOf':[{'const':'a'},{'const':'b'}]},"
                        + "'x':{'type':'number'},'y':{'type':'string'}},'required':['kind'],"
                        + "'additionalProperties':false}"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "root that is a string | Its arguments are described as string, not as an object.",
                "root that is a remote reference | Its arguments are described elsewhere "
                        + "('https://example.com/schemas/thing.json'), and nothing is fetched.",
                "root of choices that are no objects | None of the choices that its arguments have is an object.",
                "a needed name that is turned away | It needs an argument with a name that the provider turns away: "
                        + "'filter[id]'.",
            })
    void aToolThatCannotBeToldIsUnfit(String name, String reason) {
        assertThat(SchemaProjection.of(ToolCorpus.nasty().get(name), SchemaDialect.ANTHROPIC))
                .isEqualTo(new Unfit(reason));
    }

    @Test
    void namesThatAreTurnedAwayAreLeftOutAndListed() {
        var nasty = ToolCorpus.nasty().get("names that are turned away");

        assertThat(fit(nasty, SchemaDialect.ANTHROPIC)
                        .schema()
                        .get("properties")
                        .propertyNames())
                .containsExactly("ok");
        assertThat(fit(nasty, SchemaDialect.OPENAI).schema()).isEqualTo(nasty);
        var below = ToolCorpus.nasty().get("names below that are turned away");
        assertThat(fit(below, SchemaDialect.ANTHROPIC).schema()).isEqualTo(below);
        assertThat(fit(below, SchemaDialect.GEMINI).changes())
                .extracting(SchemaChange::toString)
                .containsExactly(
                        "/properties/a/properties/b c: the property is left out (the provider turns away its name)");
    }

    @Test
    void wordsThatNobodySeesAreNotTold() {
        var fit = fit(ToolCorpus.nasty().get("hidden words"), SchemaDialect.GEMINI);

        assertThat(fit.schema().at("/properties/a/description").stringValue()).isEqualTo("A path");
    }

    @Test
    void aPlainSchemaStaysWhatItIs() {
        var strange = (ObjectNode) json("{'type':'object','$ref':'#/x','x-y':1,'oneOf':[]}");

        assertThat(SchemaProjection.of(strange, SchemaDialect.PLAIN)).isEqualTo(new Fit(strange, java.util.List.of()));
        assertThat(fit((ObjectNode) json("{'properties':{}}"), SchemaDialect.PLAIN)
                        .schema())
                .isEqualTo(json("{'type':'object','properties':{}}"));
        assertThat(SchemaProjection.of((ObjectNode) json("{'type':'array'}"), SchemaDialect.PLAIN))
                .isInstanceOf(Unfit.class);
    }

    @Test
    void aPlainSchemaIsNoLongerThanOthers() {
        var schema = Json.object().put("type", "object");
        var properties = schema.putObject("properties");
        for (int i = 0; Room.size(schema, Long.MAX_VALUE) <= Room.MOST_CHARACTERS - 2_000; i++) {
            properties.putObject("p" + i).put("type", "string").put("description", "x".repeat(1_000));
        }
        assertThat(fit(schema, SchemaDialect.PLAIN).schema()).isEqualTo(schema);

        properties.putObject("last").put("description", "x".repeat(2_000));

        assertThat(SchemaProjection.of(schema, SchemaDialect.PLAIN))
                .isEqualTo(new Unfit("The description of its arguments has more than %,d characters."
                        .formatted(Room.MOST_CHARACTERS)));
    }

    private static Fit fit(ObjectNode schema, SchemaDialect dialect) {
        return (Fit) SchemaProjection.of(schema, dialect);
    }

    private static JsonNode json(String text) {
        return Json.parse(text.replace('\'', '"').replace("\"default: \"x\"", "\"default: \\\"x\\\""));
    }
}
