package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.Verifies;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The part of YAML that is read, and all else, which is refused. */
class SkillFrontMatterTest {

    private static List<String> differences(String yaml, String json) {
        return SkillFrontMatter.differences(
                "---\n" + yaml + "\n---\nbody\n", (ObjectNode) Json.parse(json.replace('`', '"')));
    }

    private static Stream<Arguments> agreeing() {
        return Stream.of(
                Arguments.of("a: b", "{`a`:`b`}"),
                Arguments.of("# why\na: b c # no\n\nd:   e#f", "{`a`:`b c`,`d`:`e#f`}"),
                Arguments.of("a: http://x:80/y", "{`a`:`http://x:80/y`}"),
                Arguments.of("a: it's \"so\", [really]", "{`a`:`it's \\`so\\`, [really]`}"),
                Arguments.of("a: one\n  two\n\n  three\nb: c", "{`a`:`one two\\nthree`,`b`:`c`}"),
                Arguments.of("a:\n  one\n  two", "{`a`:`one two`}"),
                Arguments.of("a: \"x: \\t\\u00fc \\\"#\" # c", "{`a`:`x: \\tü \\`#`}"),
                Arguments.of("a: 'it''s # 1'", "{`a`:`it's # 1`}"),
                Arguments.of("a: \"one\n  two\"", "{`a`:`one two`}"),
                Arguments.of("'a b': 1\n\"c\\\"d\" : 2", "{`a b`:1,`c\\`d`:2}"),
                Arguments.of("a: |\n  one\n    two\n\n  three\nb: c", "{`a`:`one\\n  two\\n\\nthree\\n`,`b`:`c`}"),
                Arguments.of("a: |-\n  # one: 1\n\nb: c", "{`a`:`# one: 1`,`b`:`c`}"),
                Arguments.of("a: |+ # keep\n  one\n\nb: c", "{`a`:`one\\n\\n`,`b`:`c`}"),
                Arguments.of(
                        "a: >\n  one\n  two\n\n  three\n   four\n  five", "{`a`:`one two\\nthree\\n four\\nfive\\n`}"),
                Arguments.of("a: >-\n\n  one\n  two", "{`a`:`\\none two`}"),
                Arguments.of("a:\n  b:\n    c: d\n  e: f\ng: h", "{`a`:{`b`:{`c`:`d`},`e`:`f`},`g`:`h`}"),
                Arguments.of("a:\n- b\n- c: d\n  e: f\n-\n  g\ng: h", "{`a`:[`b`,{`c`:`d`,`e`:`f`},`g`],`g`:`h`}"),
                Arguments.of("a:\n  - - b\n    - c\n  - |\n    d", "{`a`:[[`b`,`c`],`d\\n`]}"),
                Arguments.of("a:\n- b:\n  - c\n- d", "{`a`:[{`b`:[`c`]},`d`]}"),
                Arguments.of("a: [b, 'c, d', [], {e: f, \"g\": [1]}] # h", "{`a`:[`b`,`c, d`,[],{`e`:`f`,`g`:[1]}]}"),
                Arguments.of("a: [-1, -b, c\n  d]", "{`a`:[-1,`-b`,`c d`]}"),
                Arguments.of("a: [b,\n  c\n  ]", "{`a`:[`b`,`c`]}"),
                Arguments.of("a: [Bash(git:*), Read,]", "{`a`:[`Bash(git:*)`,`Read`]}"),
                Arguments.of("a: -x\nb: ?y\nc: :z", "{`a`:`-x`,`b`:`?y`,`c`:`:z`}"),
                Arguments.of("a: 1\nb: 1.50\nc: 0x1F\nd: 0o17\ne: -3e2", "{`a`:1,`b`:1.5,`c`:31,`d`:15,`e`:-300}"),
                Arguments.of("a: 1.0\nb: 2026-01-31\nc: on", "{`a`:`1.0`,`b`:`2026-01-31`,`c`:`on`}"),
                Arguments.of("a: true\nb: off\nc: ~\nd:\ne: null", "{`a`:true,`b`:false,`c`:null,`d`:null,`e`:null}"),
                Arguments.of("a: x \u3000", "{`a`:`x \u3000`}"),
                Arguments.of("x".repeat(1024) + ": b", "{`" + "x".repeat(1024) + "`:`b`}"),
                Arguments.of("a: {" + "x".repeat(1024) + ": b}", "{`a`:{`" + "x".repeat(1024) + "`:`b`}}"));
    }

    @ParameterizedTest
    @MethodSource("agreeing")
    @Verifies("J-35")
    void whatIsWrittenAndWhatIsSaidAgree(String yaml, String json) {
        assertThat(differences(yaml, json)).isEmpty();
        assertThat(differences(yaml.replace("\n", "\r\n"), json)).isEmpty();
        assertThat(differences(yaml + "\nz: z", json)).isNotEmpty();
    }

    private static Stream<Arguments> differing() {
        return Stream.of(
                Arguments.of("a: b", "{`a`:`c`}"),
                Arguments.of("a: b", "{}"),
                Arguments.of("a: b", "{`a`:`b`,`c`:null}"),
                Arguments.of("a: '1'", "{`a`:1}"),
                Arguments.of("a: 'true'", "{`a`:true}"),
                Arguments.of("a: ''", "{`a`:null}"),
                Arguments.of("a: 2", "{`a`:1}"),
                Arguments.of("a: true", "{`a`:false}"),
                Arguments.of("a: [b]", "{`a`:`b`}"),
                Arguments.of("a: [b]", "{`a`:[`b`,`c`]}"),
                Arguments.of("a: {b: c}", "{`a`:{`b`:`d`}}"),
                Arguments.of("a: {b: c}", "{`a`:[`b`,`c`]}"),
                Arguments.of("a: b", "{`a`:[`b`]}"),
                Arguments.of("a: b\u3000", "{`a`:`b`}"),
                Arguments.of("a: 1e999", "{`a`:1e999}"),
                Arguments.of("a: |\n  b", "{`a`:`b`}"));
    }

    @ParameterizedTest
    @MethodSource("differing")
    @Verifies("J-35")
    void anyDifferenceIsNoticed(String yaml, String json) {
        assertThat(differences(yaml, json)).isNotEmpty();
    }

    @Test
    void theDifferencesAreNamed() {
        assertThat(differences("a: 1\nb: 2", "{`b`:3,`c`:4}"))
                .containsExactly("'a' in the front matter", "'b' in the front matter", "'c' in the front matter");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: &x b",
                "a: *x",
                "a: !!str b",
                "a: @b",
                "a: `b",
                "a: %b",
                "a: b: c",
                "a: - b",
                "a: \"b",
                "a: 'b\nc: d",
                "a: \"b\" c",
                "a: \"b\\q\"",
                "a: \"b\\ud8\"",
                "a: \"b\\\n  c\"",
                "a: [b",
                "a: [b]]",
                "a: [b c: d]",
                "a: {b}",
                "a: [-]",
                "a: [?b]",
                "a: [b, c:]",
                "a: [- b]",
                "a: [&x b]",
                "a: [b # c\n  ]",
                "a: |2\n   b",
                "a: |\n    b\n  c",
                "a: >x\n  b",
                "a: b\n  c: d",
                "a: b # c\n  d",
                "a: b\na: c",
                "a: {b: 1, b: 2}",
                "\ta: b",
                "a:\n\tb: c",
                "a:\n  - \tb: c",
                "? a\n: b",
                "- a",
                "a",
                "a: b\n...",
                "<<: {a: b}",
                "a: {<<: {a: b}}",
                " a: b\nc: d",
                "a: b\u0000",
                "a: b\u2028c"
            })
    @Verifies("J-35")
    void whatIsBeyondThisReaderIsADifference(String yaml) {
        assertThat(differences(yaml, "{`a`:`b`}"))
                .singleElement()
                .asString()
                .startsWith("front matter that cannot be read");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "---", "---\n", "--- a: b\n---\n", "\n---\na: b\n---\n", "---\na: b\n----\n", "a: b\n---\n"})
    void withoutAHeadNothingAgrees(String markdown) {
        assertThat(SkillFrontMatter.differences(markdown, Json.object())).containsExactly("no front matter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s: b", "'%s': b", "c: {%s: b}", "c: {\"%s\": b}"})
    void aKeyThatCompleteParsersDoNotTakeIsRefused(String yaml) {
        assertThat(differences(yaml.formatted("a".repeat(1_000)), "{}"))
                .noneMatch(said -> said.contains("cannot be read"));
        assertThat(differences(yaml.formatted("a".repeat(1_025)), "{}"))
                .singleElement()
                .asString()
                .startsWith("front matter that cannot be read");
    }

    @Test
    void aHeadWithoutEndIsNotSearchedForLong() {
        var endless = "---\n" + "a\n".repeat(4 << 20);
        assertThat(SkillFrontMatter.differences(endless, Json.object())).containsExactly("no front matter");
    }

    @Test
    void depthIsLimited() {
        var nested = new StringBuilder();
        for (int level = 0; level < 100; level++) {
            nested.append(" ".repeat(level)).append("a:\n");
        }
        assertThat(differences(nested.toString(), "{}")).asString().contains("too many levels");
        assertThat(differences("a: " + "[".repeat(1000), "{}")).asString().contains("too many levels");
    }

    @Test
    void whateverIsWrittenInsteadIsEitherTheSameOrRefused() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        var signs = "ab:-#'\"[]{},|>&*!\\ \n\t?";
        for (int attempt = 0; attempt < 20_000; attempt++) {
            var yaml = new StringBuilder("a: b\nlist:\n  - c\n  - \"d e\"\nmap: {f: g}\n");
            for (int change = 0; change <= random.nextInt(4); change++) {
                int at = random.nextInt(yaml.length());
                yaml.setCharAt(at, signs.charAt(random.nextInt(signs.length())));
            }
            // Neither may fail in another way, nor run on for ever.
            assertThat(differences(yaml.toString(), "{`a`:`b`,`list`:[`c`,`d e`],`map`:{`f`:`g`}}"))
                    .as("seed %d: %s", seed, yaml)
                    .isNotNull();
        }
    }

    @Test
    void whatIsWrittenAsJsonAgreesWithItself() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int attempt = 0; attempt < 500; attempt++) {
            var json = Json.object();
            json.set("a", value(random, 4));
            var yaml = "a: " + Json.write(json.get("a")).replace("\":", "\": ");
            assertThat(differences(yaml, Json.write(json)))
                    .as("seed %d: %s", seed, yaml)
                    .isEmpty();
        }
    }

    private static JsonNode value(Random random, int depth) {
        var nodes = Json.array();
        switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> nodes.add(random.nextInt());
            case 1 -> nodes.add(random.nextBoolean());
            case 2 -> nodes.addNull();
            case 3 -> nodes.add("'x\\ # - [\n\"y".substring(random.nextInt(10)));
            case 4 -> {
                var inner = nodes.addArray();
                for (int at = random.nextInt(4); at > 0; at--) {
                    inner.add(value(random, depth - 1));
                }
            }
            default -> {
                var inner = nodes.addObject();
                for (int at = random.nextInt(4); at > 0; at--) {
                    inner.set("k" + at, value(random, depth - 1));
                }
            }
        }
        return nodes.get(0);
    }
}
