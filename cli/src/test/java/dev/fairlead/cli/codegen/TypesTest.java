package dev.fairlead.cli.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which types of Java the schemas of properties become. */
final class TypesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'string'}                                             | String p",
                "{'type':'string','format':'date-time'}                        | String p",
                "{'type':'integer'}                                            | long p",
                "{'type':'integer','maximum':18446744073709551615}             | BigInteger p",
                "{'type':'number'}                                             | double p",
                "{'type':'boolean'}                                            | boolean p",
                "{'type':['string','null']}                                    | Optional<String> p",
                "{'anyOf':[{'type':'integer'},{'type':'null'}]}                | Optional<Long> p",
                "{'allOf':[{'$ref':'#/$defs/D'}],'description':'x'}            | D p",
                "{'enum':['a','b']}                                            | P p",
                "{'enum':['a',null]}                                           | Optional<P> p",
                "{'const':'a'}                                                 | P p",
                "{'const':7}                                                   | long p",
                "{'enum':[1,2.5]}                                              | double p",
                "{'type':'array'}                                              | List<JsonNode> p",
                "{'type':'array','items':{'type':'integer'}}                   | List<Long> p",
                "{'items':{'type':['number','null']}}                          | List<Optional<Double>> p",
                "{'type':'array','items':{'properties':{'x':{}}}}              | List<PItem> p",
                "{'type':'object'}                                             | Map<String, JsonNode> p",
                "{'type':'object','additionalProperties':{'type':'boolean'}}   | Map<String, Boolean> p",
                "{'type':'object','properties':{'x':{}}}                       | P p",
                "{'properties':{'x':{}},'anyOf':[{'required':['x']}]}          | P p",
                "{'$ref':'#/$defs/D'}                                          | D p",
                "{'$ref':'#/$defs/String'}                                     | StringType p",
                "{'$ref':'#'}                                                  | TArguments p",
                "{}                                                            | JsonNode p",
                "true                                                          | JsonNode p",
            })
    void javaHasATypeFor(String schema, String declared) {
        var client = client(schema);

        assertThat(Samples.text(client, "TArguments")).contains("record TArguments(" + declared + ")");
        assertThat(client.notes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':['string','integer']}                         | it is one of several types",
                "{'oneOf':[{'type':'string'},{'type':'integer'}]}      | it combines schemas",
                "{'enum':['a',1]}                                      | its values are not all strings",
                "{'enum':[]}                                           | its values are not all strings",
                "{'type':'date'}                                       | its type is unknown",
                "{'$ref':'other.json'}                                 | its reference leads out of the schema, to"
                        + " nothing, or around in a circle",
            })
    void anythingElseIsJsonWithANote(String schema, String why) {
        var client = client(schema);

        assertThat(Samples.text(client, "TArguments")).contains("record TArguments(JsonNode p)");
        assertThat(client.notes()).containsExactly("arguments of 't': 'p' is any JSON: " + why);
    }

    @Test
    void aToolWithoutPropertiesTakesNothingUnlessItSaysThatItTakesAnything() {
        var text = Samples.text(
                Samples.client(
                        Samples.tool("nothing", "{'type':'object'}"),
                        Samples.tool("closed", "{'type':'object','properties':{},'additionalProperties':false}"),
                        Samples.tool("open", "{'type':'object','additionalProperties':true}"),
                        Samples.tool("mixed", "{'oneOf':[{'properties':{'a':{}}},{'properties':{'b':{}}}]}")),
                "FilesClient");

        assertThat(text).contains("nothing()", "closed()", "open(ObjectNode arguments)", "mixed(ObjectNode arguments)");
    }

    @Test
    void fewAndPlainRequiredArgumentsCanBeGivenWithoutARecord() {
        var scalars =
                "'a':{'type':'string'},'b':{'type':'integer'},'k':{'enum':['x']},'d':{'type':'number'},'l':{'type':'array'}";
        var template = "{'properties':{" + scalars + "},'required':[%s]}";

        var text = Samples.text(
                Samples.client(
                        Samples.tool("none", template.formatted("")),
                        Samples.tool("three", template.formatted("'a','b','k'")),
                        Samples.tool("four", template.formatted("'a','b','k','d'")),
                        Samples.tool("list", template.formatted("'l'"))),
                "FilesClient");

        assertThat(text.lines().map(String::strip).filter(line -> line.startsWith("public ToolResult ")))
                .containsAll(List.of(
                        "public ToolResult none() {",
                        "public ToolResult three(String a, long b, ThreeArguments.K k) {"))
                .noneMatch(line -> line.startsWith("public ToolResult four(String"))
                .noneMatch(line -> line.startsWith("public ToolResult list(List<"));
    }

    private static GeneratedClient client(String schema) {
        return Samples.client(Samples.tool(
                "t",
                "{'type':'object','properties':{'p':" + schema + "},'required':['p'],'$defs':{"
                        + "'D':{'properties':{'x':{'type':'string'}}},'String':{'properties':{'x':{}}}}}"));
    }
}
