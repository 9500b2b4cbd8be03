package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Changing single places of a text. */
final class JsonTextTest {
    private static final List<String> X = List.of("mcpServers", "x");

    private static String put(String text, List<String> path, String value) {
        return JsonText.parse(text).put(path, Json.parse(value)).text();
    }

    private static String remove(String text, String... path) {
        return JsonText.parse(text).remove(List.of(path)).text();
    }

    @Test
    void nothingBecomesAWholeFile() {
        var expected = """
            {
              "mcpServers": {
                "x": {
                  "command": "npx",
                  "args": ["-y", "pkg"]
                }
              }
            }
            """;

        for (var empty : List.of("", "  \n", "{}\n")) {
            assertThat(put(empty, X, "{\"command\":\"npx\",\"args\":[\"-y\",\"pkg\"]}"))
                    .isEqualTo(expected);
        }
        assertThat(put("\uFEFF", X, "1")).startsWith("\uFEFF{\n").endsWith("}\n");
    }

    @Test
    void whatIsAddedLooksLikeWhatIsThereAndRemarksStayWithWhatTheyAreAbout() {
        var text = """
            // mine
            {
            \t"mcpServers": { // all of them
            \t\t"a": {"command": "a"}, // the first
            \t\t/* off: "b": 1, */
            \t\t"c": {"command": "c"} // the last
            \t\t// the end
            \t}, "other": [1,2 , ],
            }
            """;

        assertThat(put(text, X, "{\"url\":\"https://x\"}")).isEqualTo("""
            // mine
            {
            \t"mcpServers": { // all of them
            \t\t"a": {"command": "a"}, // the first
            \t\t/* off: "b": 1, */
            \t\t"c": {"command": "c"}, // the last
            \t\t"x": {
            \t\t\t"url": "https://x"
            \t\t}
            \t\t// the end
            \t}, "other": [1,2 , ],
            }
            """);
    }

    @Test
    void aTrailingCommaStaysTheHabit() {
        assertThat(put("{\n  \"a\": 1, // one\n}\n", List.of("b"), "2"))
                .isEqualTo("{\n  \"a\": 1, // one\n  \"b\": 2,\n}\n");
        assertThat(remove("{\n  \"a\": 1,\n  \"b\": 2, // two\n}\n", "b")).isEqualTo("{\n  \"a\": 1,\n  // two\n}\n");
        assertThat(put("{\"a\": 1,}", List.of("b"), "2")).isEqualTo("{\"a\": 1, \"b\": 2,}");
    }

    @Test
    void linesEndAsTheyDo() {
        var text = "\uFEFF{\r\n    \"mcpServers\": {\r\n    }\r\n}";

        assertThat(put(text, X, "{\"a\":1}"))
                .isEqualTo("\uFEFF{\r\n    \"mcpServers\": {\r\n        \"x\": {\r\n            \"a\": 1\r\n        }"
                        + "\r\n    }\r\n}");
    }

    @Test
    void oneLineStaysOne() {
        assertThat(put("{\"mcpServers\":{\"a\":{}}}", X, "{\"b\":[1,2]}"))
                .isEqualTo("{\"mcpServers\":{\"a\":{},\"x\":{\"b\":[1,2]}}}");
        assertThat(put("{\"mcpServers\":{}}", X, "{\"b\":1}")).isEqualTo("{\"mcpServers\":{\"x\":{\"b\":1}}}");
        assertThat(put("{ \"a\": 1 }", List.of("b"), "{\"c\":2}")).isEqualTo("{ \"a\": 1, \"b\": {\"c\": 2} }");
        assertThat(remove("{\"a\": 1, \"b\": 2, \"c\": 3}", "a")).isEqualTo("{\"b\": 2, \"c\": 3}");
        assertThat(remove("{\"a\": 1, \"b\": 2, \"c\": 3}", "b")).isEqualTo("{\"a\": 1, \"c\": 3}");
        assertThat(remove("{\"a\": 1, \"b\": 2, \"c\": 3}", "c")).isEqualTo("{\"a\": 1, \"b\": 2}");
        assertThat(remove("{\"a\": 1}", "a")).isEqualTo("{}");
    }

    @Test
    void aValueIsReplacedWhereItStands() {
        var text = "{\n  \"x\": { \"disabled\" : /* why? */ true , \"url\": \"u\" } // x\n}";

        assertThat(put(text, List.of("x", "disabled"), "false")).isEqualTo(text.replace("true", "false"));
    }

    @Test
    void theOneThatCountsOfTwoIsReplacedAndBothAreRemoved() {
        var text = "{\n  \"a\": 1,\n  \"b\": 0,\n  \"\\u0061\": 2\n}\n";

        assertThat(put(text, List.of("a"), "3")).isEqualTo(text.replace("2", "3"));
        assertThat(remove(text, "a")).isEqualTo("{\n  \"b\": 0\n}\n");
        assertThat(remove(text, "nothing")).isEqualTo(text);
        assertThat(remove(text, "a", "b")).isEqualTo(text);
    }

    @Test
    void aLineGoesWithWhatStoodOnItAndRemarksStay() {
        var text = """
            {
              // about a
              "a": {
                "b": 1
              },
              /* about c */
              "c": 2 // two
            }
            """;

        assertThat(remove(text, "a")).isEqualTo("""
            {
              // about a
              /* about c */
              "c": 2 // two
            }
            """);
        assertThat(remove(text, "c")).isEqualTo("""
            {
              // about a
              "a": {
                "b": 1
              }
              /* about c */
              // two
            }
            """);
    }

    @Test
    void listsGrow() {
        assertThat(JsonText.parse("{\n  \"inputs\": [\n    {\"id\": \"a\"}\n  ]\n}")
                        .append(List.of("inputs"), Json.parse("{\"id\":\"b\"}"))
                        .text())
                .isEqualTo("{\n  \"inputs\": [\n    {\"id\": \"a\"},\n    {\n      \"id\": \"b\"\n    }\n  ]\n}");
        assertThat(JsonText.parse("{}").append(List.of("l"), Json.parse("1")).text())
                .isEqualTo("{\n  \"l\": [1]\n}");
        assertThat(JsonText.parse("{\"l\": [1, 2]}")
                        .append(List.of("l"), Json.parse("3"))
                        .text())
                .isEqualTo("{\"l\": [1, 2, 3]}");
    }

    @Test
    void whatIsNullIsNothing() {
        assertThat(put("{\"mcpServers\": null}", X, "1")).isEqualTo("{\"mcpServers\": {\"x\": 1}}");
    }

    @Test
    void namesAndTextsOfAnyKindAreWrittenSoThatTheyAreReadAgain() {
        var name = "a\"b\\\n\u2028\uD83D\uDE00é\u0000";
        var text =
                JsonText.parse("").put(List.of(name), Json.parse("\"\\ud800\"")).text();

        assertThat(JsonText.parse(text).get(List.of(name)).orElseThrow().stringValue())
                .isEqualTo("\uD800");
        assertThat(text).contains("\\ud800");
    }

    @Test
    void knowsTheLineOfAName() {
        assertThat(JsonText.parse("{\n\n \"a\":\n {\"b\":\n 1}}").line(List.of("a", "b")))
                .isEqualTo(4);
        assertThat(JsonText.parse("{}").line(List.of("a"))).isZero();
    }

    @Test
    void whatIsBrokenIsRefusedWithItsPlaceAndWithoutAQuote() {
        assertThatThrownBy(() -> JsonText.parse("{\n  \"a\": hunter2\n}"))
                .isInstanceOfSatisfying(
                        ConfigEditException.class, e -> assertThat(e.line()).isEqualTo(2))
                .hasMessageNotContaining("hunter2");
        assertThatThrownBy(() -> JsonText.parse("[1]")).hasMessageContaining("must hold an object");
        assertThatThrownBy(() -> JsonText.parse("{} {}")).hasMessageContaining("something follows");
        assertThatThrownBy(() -> put("{\"mcpServers\": []}", X, "1"))
                .hasMessageContaining("mcpServers must be an object, and is a list");
        assertThatThrownBy(() -> JsonText.parse("{\"l\": {}}").append(List.of("l"), Json.parse("1")))
                .hasMessageContaining("l must be a list, and is an object");
    }
}
