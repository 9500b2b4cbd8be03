package dev.fairlead.cli.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Servers that try to make too much of themselves. */
@Tag("thorough")
final class BoundsTest {
    private static final String SMALL =
            "{'type':'object','properties':{'a':{'type':'string'},'b':{}},'required':['a']}";

    @Test
    void moreToolsThanAClassHoldsAreInherited() throws Exception {
        var tools = new ArrayList<Tool>();
        for (int i = 0; i < 1_001; i++) {
            tools.add(Samples.tool("tool" + i, i % 25 == 0 ? SMALL : "{}"));
        }

        var classes = Compiled.of(Samples.client(tools).files());

        assertThat(classes.initialise()).isGreaterThan(40);
        assertThat(Class.forName("com.example.files.FilesClient", true, classes).getMethods())
                .filteredOn(method -> List.of("tool0", "tool998").contains(method.getName()))
                .hasSize(3 + 2);
    }

    @Test
    void thousandsOfToolsAreWrittenAndTheRestIsLeftOut() {
        var tools = IntStream.range(0, 10_001)
                .mapToObj(i -> Samples.tool("tool" + i, i % 100 == 0 ? SMALL : "{}"))
                .toList();

        var client = Samples.client(tools);

        assertThat(client.files()).hasSize(101 + 20 + 1);
        assertThat(client.notes()).containsExactly("left out: 1 tool, as there are more than 10000");
    }

    @Test
    void toolsWithTheSameNameInJavaAllGetTheirOwn() {
        var tools = IntStream.range(0, 2_000)
                .mapToObj(i -> Samples.tool("x" + "-".repeat(i % 900) + "_".repeat(i / 900), SMALL))
                .toList();

        assertThat(Samples.client(tools).files().stream().map(SourceFile::path).distinct())
                .hasSize(2_000 + 4 + 1);
    }

    @Test
    void aThicketOfReferencesBecomesOneTypeForEachDefinition() {
        var schema = Json.object().put("$ref", "#/$defs/d0");
        var defs = schema.putObject("$defs");
        for (int i = 0; i < 100; i++) {
            var properties = defs.putObject("d" + i).put("type", "object").putObject("properties");
            for (int j = 0; j < 10; j++) {
                properties.putObject("p" + j).put("$ref", "#/$defs/d" + (i + 1) % 100);
            }
        }

        var client = Samples.client(Tool.of("t", null, schema));

        assertThat(Samples.text(client, "TArguments").split("public record ")).hasSize(1 + 100);
        assertThat(client.notes()).isEmpty();
    }

    @Test
    void circlesOfReferencesEnd() throws Exception {
        var client = Samples.client(Samples.tool(
                "t",
                "{'properties':{'a':{'$ref':'#/$defs/a'},'b':{'$ref':'#/$defs/b'},'c':{'$ref':'#/$defs/c'},'d':{'$ref':'#'}},"
                    + "'$defs':{'a':{'$ref':'#/$defs/a'},'b':{'type':'array','items':{'$ref':'#/$defs/b'}},"
                    + "'c':{'anyOf':[{'$ref':'#/$defs/c'},{'type':'null'}]}}}"));

        assertThat(Samples.text(client, "TArguments"))
                .contains("Optional<JsonNode> a")
                .contains("Optional<List<List<List<List<List<List<JsonNode>>>>>>> b")
                .contains("Optional<JsonNode> c")
                .contains("Optional<TArguments> d");
        Compiled.of(client.files()).initialise();
    }

    @Test
    void depthIsNoMatter() {
        ObjectNode schema = Json.object();
        var here = schema;
        for (int i = 0; i < 5_000; i++) {
            here = here.put("type", "object").putObject("properties").putObject("p");
        }

        var client = Samples.client(Tool.of("t", null, schema));

        assertThat(client.notes()).containsExactly("arguments of 't': 'p' is a map: the schema is too large");
    }

    @Test
    void aRecordOfTooManyComponentsIsAMap() throws Exception {
        var schema = Json.object();
        var most = schema.putObject("properties");
        for (int i = 0; i < 120; i++) {
            most.putObject("p" + i).put("type", "number");
            schema.withArray("required").add("p" + i);
        }
        var more = schema.deepCopy();
        ((ObjectNode) more.path("properties")).putObject("onemore");
        var nested = Json.object();
        nested.putObject("properties").set("inner", more);

        var client = Samples.client(
                Tool.of("fits", null, schema).withOutputSchema(schema),
                Tool.of("more", null, more),
                Tool.of("nested", null, nested));

        assertThat(client.notes())
                .containsExactly(
                        "arguments of 'more' have no record: it has 121 properties, and a record at most 120",
                        "arguments of 'nested': 'inner' is a map: it has 121 properties, and a record at most 120");
        assertThat(Samples.text(client, "FilesClient")).contains("ToolResult more(ObjectNode arguments)");
        assertThat(Samples.text(client, "NestedArguments")).contains("Optional<Map<String, JsonNode>> inner");
        Compiled.of(client.files()).initialise();
    }

    @Test
    void namesAndValuesThatAreTooLongForAConstantAreNone() throws Exception {
        var endless = "x".repeat(70_000);
        var schema = Json.object();
        var properties = schema.putObject("properties");
        properties.putObject("e").putArray("enum").add(endless);
        properties.putObject("o").putObject("properties").putObject(endless);
        properties.putObject("d").put("description", endless.repeat(10));

        var client = Samples.client(Tool.of("t", endless, schema), Tool.of(endless, null, schema));

        assertThat(client.notes()).hasSize(3).allMatch(note -> note.length() < 200);
        assertThat(client.files()).hasSize(3).allMatch(file -> file.text().length() < 20_000);
        Compiled.of(client.files()).initialise();
    }

    @Test
    void descriptionsAreBrokenIntoLines() {
        var words = "word ".repeat(300) + "w".repeat(500);

        var client = Samples.client(
                Tool.of("t", words, Samples.json(SMALL.replace("'string'", "'string','description':'" + words + "'"))));

        for (var file : client.files()) {
            assertThat(file.text().lines()).allMatch(line -> line.length() <= 120);
        }
    }

    @Test
    void manyHugeToolsStayWithinTheLimitOfAllText() {
        var schema = Json.object();
        var properties = schema.putObject("properties");
        for (int i = 0; i < 100; i++) {
            properties.putObject("p".repeat(50) + i).put("type", "string");
        }
        var tools = new ArrayList<Tool>();
        for (int i = 0; i < 200; i++) {
            tools.add(Tool.of("tool" + i, null, schema));
        }

        var client = Samples.client(tools);

        assertThat(client.files().stream()
                        .mapToLong(file -> file.text().length())
                        .sum())
                .isLessThan(40_000_000);
        assertThat(client.notes()).isNotEmpty();
    }
}
