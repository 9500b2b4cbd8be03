package dev.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.ToolExecution.TaskSupport;
import dev.fairlead.protocol.rpc.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.NullNode;

class ToolTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"name\":\"n\",\"inputSchema\":{}}                                                       | n",
                "{\"name\":\"n\",\"inputSchema\":{},\"annotations\":{}}                                    | n",
                "{\"name\":\"n\",\"inputSchema\":{},\"annotations\":{\"title\":\"a\"}}                     | a",
                "{\"name\":\"n\",\"inputSchema\":{},\"title\":\"t\",\"annotations\":{\"title\":\"a\"}}     | t",
                "{\"name\":\"n\",\"inputSchema\":{},\"title\":7,\"annotations\":{\"title\":7}}             | n",
            })
    void isShownByItsTitleFirst(String json, String shown) {
        assertThat(Tool.from(Json.parse(json)).displayName()).isEqualTo(shown);
    }

    @Test
    void withoutHintsTheWorstIsAssumed() {
        var hints = Tool.of("n", null, Json.object()).hints();
        assertThat(hints.readOnly()).isFalse();
        assertThat(hints.destructive()).isTrue();
        assertThat(hints.idempotent()).isFalse();
        assertThat(hints.openWorld()).isTrue();
    }

    @Test
    void hintsAreTakenAtTheirWord() {
        var hints = ToolAnnotations.from(Json.parse("""
            {"readOnlyHint":false,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}\
            """));
        assertThat(hints.destructive()).isFalse();
        assertThat(hints.idempotent()).isTrue();
        assertThat(hints.openWorld()).isFalse();
        assertThat(ToolAnnotations.readingOnly().destructive()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"required, REQUIRED", "optional, OPTIONAL", "forbidden, FORBIDDEN", "Required, FORBIDDEN", ", FORBIDDEN"
    })
    void onlyIntelligibleSupportOfTasksCounts(String word, TaskSupport support) {
        var tool = Tool.of("n", null, Json.object());
        assertThat(tool.withExecution(new ToolExecution(word, Json.object())).taskSupport())
                .isEqualTo(support);
        assertThat(tool.taskSupport()).isEqualTo(TaskSupport.FORBIDDEN);
    }

    @Test
    void buildersWriteWhatTheySay() {
        var tool = Tool.of("n", "d", Json.object().put("type", "object"))
                .withTitle("t")
                .withOutputSchema(Json.object())
                .withAnnotations(ToolAnnotations.readingOnly())
                .withExecution(ToolExecution.of(TaskSupport.OPTIONAL))
                .withMeta(Json.object().put("k", 1));
        assertThat(tool.toJson()).isEqualTo(Json.parse("""
            {"name":"n","title":"t","description":"d","inputSchema":{"type":"object"},"outputSchema":{},
             "annotations":{"readOnlyHint":true},"execution":{"taskSupport":"optional"},"_meta":{"k":1}}\
            """));
        assertThat(Tool.from(tool.toJson())).isEqualTo(tool);
    }

    @Test
    void absentAndNullStructuredContentDiffer() {
        assertThat(CallToolResult.from(Json.parse("{\"content\":[]}")).structuredContent())
                .isNull();
        assertThat(CallToolResult.from(Json.parse("{\"content\":[],\"structuredContent\":null}"))
                        .structuredContent())
                .isEqualTo(NullNode.getInstance());
    }

    @Test
    void aResultWithoutContentIsEmpty() {
        assertThat(CallToolResult.from(Json.parse("{}")).content()).isEmpty();
        assertThat(CallToolResult.from(Json.parse("{\"content\":null}")).content())
                .isEmpty();
        assertThat(CallToolResult.of().toJson()).isEqualTo(Json.parse("{\"content\":[]}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"x\"", "{}", "7", "true"})
    void aResultWhoseContentIsNoListIsNone(String content) {
        var result = Json.parse("{\"content\":" + content + "}");
        assertThatThrownBy(() -> CallToolResult.from(result)).isInstanceOf(BadShape.class);
    }

    @Test
    void joinsTheTextOfAResult() {
        var result = CallToolResult.of(
                ContentBlock.text("a"), ContentBlock.image(new byte[] {1}, "image/png"), ContentBlock.text("b"));
        assertThat(result.text()).isEqualTo("a\nb");
        assertThat(CallToolResult.failure("no").toJson())
                .isEqualTo(Json.parse("{\"content\":[{\"type\":\"text\",\"text\":\"no\"}],\"isError\":true}"));
        assertThat(CallToolResult.ofStructured(Json.parse("{\"a\":1}")).text()).isEqualTo("{\"a\":1}");
    }

    @Test
    void changingAComponentBeatsWhatWasKept() {
        var received = CallToolResult.from(Json.parse("{\"content\":[],\"isError\":false}"));
        var failed = new CallToolResult(received.content(), null, true, null, received.more());
        assertThat(failed.toJson().path("isError").booleanValue()).isTrue();
        var sized = Resource.from(Json.parse("{\"uri\":\"a:b\",\"name\":\"n\",\"size\":1.0}"));
        assertThat(sized.size()).isEqualTo(1);
        assertThat(sized.withSize(2).toJson().path("size").longValue()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"n\",\"inputSchema\":{},\"title\":null,\"description\":null,\"outputSchema\":null,\"_meta\":null}",
                "{\"name\":\"n\",\"inputSchema\":{\"minimum\":1.0,\"maximum\":1.00,\"x\":1e2},\"x-number\":1.0}",
                "{\"name\":\"n\",\"inputSchema\":{},\"annotations\":{},\"icons\":[],\"execution\":{},\"_meta\":{}}",
                "{\"name\":\"n\",\"inputSchema\":{},\"annotations\":{\"readOnlyHint\":\"yes\",\"title\":null,\"x\":[1.0]}}",
                "{\"name\":\"n\",\"inputSchema\":{},\"icons\":[{\"src\":\"a:b\",\"sizes\":[],\"theme\":3,\"x\":null}]}",
                "{\"name\":\"n\",\"inputSchema\":{},\"icons\":[{\"src\":\"a:b\"},{\"src\":7}]}",
                "{\"name\":\"n\",\"inputSchema\":{},\"execution\":{\"taskSupport\":null,\"x\":{\"y\":1.50}}}",
                "{\"name\":\"n\",\"inputSchema\":{},\"annotations\":[],\"icons\":{},\"execution\":\"x\",\"outputSchema\":1}",
            })
    void everythingAServerSaysIsWrittenAgain(String json) {
        var written = Tool.from(Json.parse(json)).toJson();
        assertThat(written).isEqualTo(Json.parse(json));
        // Numbers of different spelling count as equal, their texts do not.
        assertThat(sorted(Json.write(written))).isEqualTo(sorted(Json.write(Json.parse(json))));
    }

    private static String sorted(String text) {
        return text.chars()
                .sorted()
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
