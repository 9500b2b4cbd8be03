package dev.fairlead.cli.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.testkit.FakeServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Code that uses a generated client, compiled with it, against a server. */
final class RoundTripTest {
    private static final Tool SEARCH = Samples.tool("search-files", """
        {'type':'object','required':['query','until'],'properties':{
          'query':{'type':'string'},
          'until':{'type':['string','null']},
          'limit':{'type':'integer'},
          'weight':{'type':'number'},
          'deep':{'type':'boolean'},
          'kind':{'type':'string','enum':['a file','a/folder','A File']},
          'class':{'type':'string'},
          'json':{},
          'filter':{'$ref':'#/$defs/Filter'}},
         '$defs':{'Filter':{'type':'object','properties':{
          'any of':{'type':'array','items':{'$ref':'#/$defs/Filter'}},
          'sizes':{'type':'object','additionalProperties':{'type':'array','items':{'type':['integer','null']}}}}}}}
        """, """
        {'type':'object','required':['found'],'properties':{
          'found':{'type':'array','items':{'$ref':'#/$defs/Node'}},
          'cursor':{'type':['string','null']}, 'total':{'type':'integer','maximum':1e30}, 'score':{'type':'number'}},
         '$defs':{'Node':{'type':'object','required':['path','kind'],'properties':{
          'path':{'type':'string'}, 'kind':{'enum':['file','folder']},
          'children':{'type':'array','items':{'$ref':'#/$defs/Node'}},
          'labels':{'type':'object','additionalProperties':{'type':'string'}}}}}}
        """);

    private final List<JsonNode> received = new CopyOnWriteArrayList<>();

    @Test
    void argumentsArriveAsTheyWereGivenAndWhatWasNotGivenIsAbsent() throws Exception {
        run(answer("{'found':[]}"), """
            files.searchFiles("plain");
            files.searchFiles(SearchFilesArguments.of("all")
                    .withUntil("now").withLimit(5).withWeight(0.1).withDeep(true)
                    .withKind(SearchFilesArguments.Kind.A_FILE2).withClassValue("c")
                    .withJson(tools.jackson.databind.node.JsonNodeFactory.instance.arrayNode().add(1))
                    .withFilter(SearchFilesArguments.Filter.of()
                            .withAnyOf(List.of(SearchFilesArguments.Filter.of()))
                            .withSizes(Map.of("a", List.of(Optional.of(1L), Optional.empty())))));
            return null;
            """);

        assertThat(received)
                .containsExactly(
                        Samples.json("{'query':'plain','until':null}"),
                        Samples.json("{'query':'all','until':'now','limit':5,'weight':0.1,'deep':true,'kind':'A File',"
                                + "'class':'c','json':[1],'filter':{'any of':[{}],'sizes':{'a':[1,null]}}}"));
    }

    @Test
    void structuredContentBecomesARecord() throws Exception {
        var seen = run(
                answer(
                        "{'found':[{'path':'/a','kind':'folder','labels':{'x':'y'},'children':[{'path':'/a/b','kind':'file'}]}],"
                            + "'cursor':null,'total':123456789012345678901234567890,'score':1}"),
                """
                var result = files.searchFiles("x");
                var top = result.found().getFirst();
                return List.of(top.path(), top.kind() == SearchFilesResult.Node.class.cast(top).kind(), top.kind().wireName(),
                        top.labels().get(), top.children().get().getFirst(), result.cursor(), result.total().get(),
                        result.score().get());
                """);

        assertThat(seen.toString())
                .isEqualTo("[/a, true, folder, {x=y}, Node[path=/a/b, kind=FILE, children=Optional.empty,"
                        + " labels=Optional.empty], Optional.empty, 123456789012345678901234567890, 1.0]");
    }

    @Test
    void aFailureOfTheToolIsAnExceptionWithItsResult() throws Exception {
        var seen = run(CallToolResult.failure("disk on fire"), """
            try {
                return files.searchFiles("x");
            } catch (FilesClient.ToolFailedException failed) {
                return failed.getMessage() + "|" + failed.result().isError();
            }
            """);

        assertThat(seen).isEqualTo("search-files failed: disk on fire|true");
    }

    @Test
    void whatIsNotAsPromisedIsSaidWithThePlace() throws Exception {
        var seen =
                run(answer("{'found':[{'path':'/a','kind':'folder','children':[{'path':'/b','kind':'link'}]}]}"), """
                    try {
                        return SearchFilesResult.from(files.client().callTool("untyped", null).structuredContent().get());
                    } catch (IllegalArgumentException wrong) {
                        return wrong.getMessage();
                    }
                    """);

        assertThat(seen).isEqualTo("found: children: kind: expected one of the known values");
    }

    @Test
    void anAnswerThatIsNoneKeepsItsCause() throws Exception {
        var seen = run(CallToolResult.ofText("no structure"), """
            try {
                return FilesClientJson.result("t", files.untyped(), SearchFilesResult::from);
            } catch (FilesClient.ToolFailedException failed) {
                return failed.getMessage() + "|" + failed.getCause().getMessage();
            }
            """);

        assertThat(seen)
                .isEqualTo("t answered something other than it promised: expected structured content"
                        + "|expected structured content");
    }

    @Test
    void nothingIsNull() {
        assertThatThrownBy(() -> run(answer("{'found':[]}"), "return files.searchFiles((String) null);"))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("query");
    }

    @Test
    void aNumberThatJsonDoesNotHaveIsRefused() {
        var code = "return SearchFilesArguments.of(\"x\").withWeight(Double.NaN).toJson();";

        assertThatThrownBy(() -> run(answer("{'found':[]}"), code))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("JSON has no number NaN");
    }

    private static CallToolResult answer(String json) {
        return CallToolResult.ofStructured(Samples.json(json));
    }

    /** Compiles code with the client of a server, runs it, and returns what it returns. */
    private Object run(CallToolResult answer, String code) throws Exception {
        var untyped = Samples.tool("untyped", "{}");
        var server = FakeServer.named("files")
                .tool(SEARCH, call -> {
                    received.add(call.arguments());
                    return answer;
                })
                .tool(untyped, call -> answer)
                .build();
        try (var client = McpClient.connect(server.transport())) {
            var sources = new ArrayList<>(Samples.client(client.listTools()).files());
            sources.add(new SourceFile("com/example/files/Use.java", use(code)));
            var type = Class.forName("com.example.files.Use", true, Compiled.of(sources));
            @SuppressWarnings("unchecked")
            var use = (Function<McpClient, Object>) type.getConstructor().newInstance();
            return use.apply(client);
        }
    }

    private static String use(String code) {
        return """
            package com.example.files;

            import dev.fairlead.client.McpClient;
            import java.util.List;
            import java.util.Map;
            import java.util.Optional;

            public final class Use implements java.util.function.Function<McpClient, Object> {
                public Use() {}

                @Override
                public Object apply(McpClient client) {
                    var files = FilesClient.of(client);
                    %s
                }
            }
            """.formatted(code);
    }
}
