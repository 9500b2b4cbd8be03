package dev.fairlead.client.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.Verifies;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.ObjectNode;

class MirroredHeadersTest {

    private static JsonNode json(String text) {
        return Json.parse(text.replace('\'', '"'));
    }

    private static ObjectNode object(String text) {
        return (ObjectNode) json(text);
    }

    private static Map<String, String> headers(String method, String params) {
        return MirroredHeaders.of(ProtocolVersion.V2026_07_28, method, object(params), null)
                .values();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "tools/call     | {'name':'get_weather','uri':'no'}                 | get_weather",
                "prompts/get    | {'name':'greet','uri':'no'}                       | greet",
                "resources/read | {'uri':'file:///path/to/file%20name.txt','name':'no'} |"
                        + " file:///path/to/file%20name.txt",
                "tasks/get      | {'taskId':'t-1'}                                  | t-1",
                "tasks/update   | {'taskId':'t-1','name':'no'}                      | t-1",
                "tasks/cancel   | {'taskId':'t-1'}                                  | t-1",
            })
    @Verifies({"D-31", "D-32", "D-33"})
    void everyRequestNamesVersionAndMethodAndWhatItIsAbout(String method, String params, String name) {
        assertThat(headers(method, params))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method, "Mcp-Name", name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tools/list",
                "prompts/list",
                "resources/list",
                "resources/templates/list",
                "completion/complete",
                "server/discover",
                "subscriptions/listen",
                "tasks/list",
                "acme/own",
            })
    @Verifies({"D-31", "D-32", "D-33"})
    void requestsAboutNothingInParticularHaveNoName(String method) {
        assertThat(headers(method, "{'name':'n','uri':'u','taskId':'t'}"))
                .containsExactlyInAnyOrderEntriesOf(Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method));
    }

    @Test
    @Verifies({"D-33", "D-34", "K-19"})
    void namesAreWrappedLikeAllValues() {
        assertThat(headers("tools/call", "{'name':'wetter-für'}"))
                .containsEntry("Mcp-Name", "=?base64?d2V0dGVyLWbDvHI=?=");
        assertThat(headers("resources/read", "{'uri':'a\\r\\nEvil: 1'}"))
                .containsEntry("Mcp-Name", "=?base64?YQ0KRXZpbDogMQ==?=");
        assertThat(headers("x\r\nEvil: 1", "{}")).containsEntry("Mcp-Method", "=?base64?eA0KRXZpbDogMQ==?=");
    }

    @Test
    void aNameThatIsMissingOrNoTextIsLeftToTheServer() {
        assertThat(headers("tools/call", "{}")).doesNotContainKey("Mcp-Name");
        assertThat(headers("tools/call", "{'name':5}")).doesNotContainKey("Mcp-Name");
    }

    @Nested
    class Arguments {
        private static final String SCHEMA = """
            {'type':'object','properties':{
              'region':{'type':'string','x-mcp-header':'Region'},
              'count':{'type':['integer','null'],'x-mcp-header':'Count'},
              'dry':{'type':'boolean','x-mcp-header':'Dry-Run'},
              'plain':{'type':'string'},
              'deep':{'type':'object','properties':{'x.y':{'type':'string','x-mcp-header':'deep'}}}}}\
            """;

        private static Map<String, String> parameters(String arguments) {
            return parameters(SCHEMA, object("{'name':'t','arguments':" + arguments + "}"));
        }

        private static Map<String, String> parameters(String schema, ObjectNode params) {
            var headers = MirroredHeaders.of(ProtocolVersion.V2026_07_28, "tools/call", params, json(schema));
            var found = new TreeMap<>(headers.values());
            found.keySet().removeIf(name -> !name.startsWith("Mcp-Param-"));
            return found;
        }

        @Test
        @Verifies({"D-36", "D-37", "D-40"})
        void areRepeatedWhereTheSchemaSaysSo() {
            assertThat(parameters(
                            "{'region':'eu','count':-42,'dry':true,'plain':'no','deep':{'x.y':'far','deep':'no'}}"))
                    .containsExactlyInAnyOrderEntriesOf(Map.of(
                            "Mcp-Param-Region", "eu",
                            "Mcp-Param-Count", "-42",
                            "Mcp-Param-Dry-Run", "true",
                            "Mcp-Param-deep", "far"));
        }

        @Test
        @Verifies("D-36")
        void thatAreAbsentOrNullAreNot() {
            assertThat(parameters("{'region':null,'deep':null}")).isEmpty();
            assertThat(parameters("{'deep':{'x.y':null}}")).isEmpty();
            assertThat(parameters("{'deep':'x.y'}")).isEmpty();
            assertThat(parameters("[]")).isEmpty();
            assertThat(parameters(SCHEMA, object("{'name':'t'}"))).isEmpty();
        }

        @Test
        @Verifies("D-40")
        void areReadWhereTheAnnotationIsAndNowhereElse() {
            assertThat(parameters("{'x.y':'a','deep.x.y':'b','deep':{'x':{'y':'c'}},'properties':{'region':'d'}}"))
                    .isEmpty();
        }

        @Test
        @Verifies("D-36")
        void thatAreEmptyAreSentEmpty() {
            assertThat(parameters("{'region':''}")).containsExactly(Map.entry("Mcp-Param-Region", ""));
        }

        @Test
        @Verifies({"D-34", "K-19"})
        void cannotBreakOutOfTheirHeader() {
            assertThat(parameters("{'region':'x\\r\\nEvil: 1'}"))
                    .containsExactly(Map.entry("Mcp-Param-Region", "=?base64?eA0KRXZpbDogMQ==?="));
            assertThat(parameters("{'region':' padded'}"))
                    .containsExactly(Map.entry("Mcp-Param-Region", "=?base64?IHBhZGRlZA==?="));
        }

        @Test
        @Verifies("D-41")
        void areNotRepeatedWithoutASchema() {
            assertThat(headers("tools/call", "{'name':'t','arguments':{'region':'eu'}}"))
                    .containsOnlyKeys("MCP-Protocol-Version", "Mcp-Method", "Mcp-Name");
        }

        @Test
        void ofAnythingButAToolAreNotRepeated() {
            var params = object("{'name':'p','arguments':{'region':'eu'}}");
            assertThat(MirroredHeaders.of(ProtocolVersion.V2026_07_28, "prompts/get", params, json(SCHEMA))
                            .values())
                    .containsOnlyKeys("MCP-Protocol-Version", "Mcp-Method", "Mcp-Name");
        }

        @Test
        void areRepeatedAsFarAsTheirAnnotationsAreInOrder() {
            var schema = """
                {'properties':{'a':{'type':'string','x-mcp-header':'A'},'b':{'type':'string','x-mcp-header':'a'},
                'c':{'type':'string','x-mcp-header':'x\\r\\ny'},'d':{'type':'object','x-mcp-header':'D'}}}\
                """;
            assertThat(parameters(schema, object("{'arguments':{'a':'1','b':'2','c':'3','d':{}}}")))
                    .containsExactly(Map.entry("Mcp-Param-A", "1"));
        }

        @ParameterizedTest
        @CsvSource({
            "0,0",
            "-0,0",
            "-0.0,0",
            "0e999999999,0",
            "7,7",
            "2.0,2",
            "-2.00,-2",
            "1e3,1000",
            "9007199254740991,9007199254740991",
            "-9007199254740991,-9007199254740991",
            "9007199254740991.0,9007199254740991",
        })
        @Verifies({"D-37", "D-38"})
        void thatAreIntegersAreWrittenAsDecimals(String number, String text) {
            assertThat(parameters("{'count':" + number + "}")).containsExactly(Map.entry("Mcp-Param-Count", text));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "9007199254740992",
                    "9007199254740993",
                    "-9007199254740992",
                    "9223372036854775808",
                    "1e400",
                    "1e999999999",
                    "2.5",
                    "1e-999999999",
                    "{}",
                    "[1]",
                    "'\\ud800'",
                })
        @Verifies("D-38")
        void thatCannotBeRepeatedFaithfullyAreRefused(String value) {
            var params = object("{'name':'t','arguments':{'count':" + value + "}}");
            assertThat(MirroredHeaders.unfit("tools/call", params, json(SCHEMA)))
                    .singleElement()
                    .asString()
                    .startsWith("count cannot be repeated in the header Mcp-Param-Count: ")
                    .hasSizeLessThan(250);
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> MirroredHeaders.of(ProtocolVersion.V2026_07_28, "tools/call", params, json(SCHEMA)));
            assertThat(MirroredHeaders.unfit("tools/call", params, null)).isEmpty();
            assertThat(MirroredHeaders.unfit("prompts/get", params, json(SCHEMA)))
                    .isEmpty();
        }

        @Test
        void thatAreNoNumbersAtAllAreRefused() {
            for (var number : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
                var params = Json.object();
                params.putObject("arguments").set("count", DoubleNode.valueOf(number));
                assertThat(MirroredHeaders.unfit("tools/call", params, json(SCHEMA)))
                        .hasSize(1);
            }
        }

        @Test
        void thatFitAreNotRefused() {
            var params = object("{'arguments':{'region':'x','count':2.0,'dry':false,'plain':[1],'deep':{}}}");
            assertThat(MirroredHeaders.unfit("tools/call", params, json(SCHEMA)))
                    .isEmpty();
        }
    }
}
