package dev.fairlead.cli.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that try to write code. */
final class EscapesTest {
    private static final String CODE = HostileTools.PAYLOAD;

    @Test
    void theEndOfACommentInADescriptionEndsNoComment() throws Exception {
        remainsHarmless("Reads. */ " + CODE + " /*");
    }

    @Test
    void theEndOfACommentAsUnicodeEscapeEndsNoComment() throws Exception {
        remainsHarmless("Reads. \\u002a/ " + CODE + " /*");
        remainsHarmless("Reads. *\\u002f " + CODE + " /*");
        remainsHarmless("Reads. \\uuu002a\\u002f " + CODE + " /*");
        remainsHarmless("Reads. \\\\u002a/ " + CODE + " /*");
    }

    @Test
    void anUnfinishedUnicodeEscapeIsNoError() throws Exception {
        remainsHarmless("C:\\users and \\u12 and \\");
    }

    @Test
    void aQuoteEndsNoLiteral() throws Exception {
        remainsHarmless("\"); } " + CODE + " //");
        remainsHarmless("\\\"); } " + CODE + " //");
        remainsHarmless("\\u0022); } " + CODE + " //");
    }

    @Test
    void aLineEndEndsNoLine() throws Exception {
        remainsHarmless("a\n" + CODE + "\r" + CODE + "\r\n" + CODE);
        remainsHarmless("a\\u000a" + CODE + "\\u000d" + CODE + "\\n" + CODE);
        remainsHarmless("a\u0085" + CODE + "\u2028" + CODE + "\u2029" + CODE + "\f" + CODE);
    }

    @Test
    void tagsInADescriptionAreWords() throws Exception {
        remainsHarmless("@deprecated {@link #x} {@snippet file=\"/etc/passwd\"} <script>x()</script> <b>\n@throws E");
    }

    @Test
    void partsOfCharactersAndTextWithoutWidthAreNoError() throws Exception {
        remainsHarmless("\uD800 \uDC00 \u0000 \u202E \u200B \uFFFF \uFEFF");
    }

    @Test
    void whatIsWrittenInALiteralIsWhatTheServerSaid() throws Exception {
        var said = "*/ \\u002a \"q\" \\ \n \r \t \0 \u007F \u0085 \u2028 é \uD83D\uDE00 \uD800";
        var schema = Json.object();
        schema.putObject("properties").putObject("p").putArray("enum").add(said);
        var client = Samples.client(Tool.of("t", null, schema));
        var type = Class.forName("com.example.files.TArguments$P", true, Compiled.of(client.files()));

        var constant = type.getEnumConstants()[0];

        assertThat(type.getMethod("wireName").invoke(constant)).isEqualTo(said);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../../evil",
                "..",
                "/etc/passwd",
                "a/b",
                "a\\b",
                "C:evil",
                "\u0000",
                "con",
                "~",
                "a.java/../b",
                ""
            })
    void noNameOfAToolIsAPath(String name) {
        var client = Samples.client(
                Samples.tool(name, "{'properties':{'a':{}}}", "{'type':'object','properties':{'a':{}}}"));

        assertThat(client.files())
                .hasSize(4)
                .allSatisfy(file -> assertThat(file.path()).matches("com/example/files/\\w+\\.java"));
    }

    @ParameterizedTest
    @CsvSource({
        "a/b,         X",
        "'',          X",
        "a..b,        X",
        "a.class,     X",
        "java.lang,   X",
        "a.b,         X/Y",
        "a.b,         class",
        "a.b,         ''",
        "a.b,         String",
        "a.b,         McpClient",
        "a.b,         X$Y",
        "a.b,         x",
        "a.1b,        X",
    })
    void namesThatJavaDoesNotAllowAreRefused(String packageName, String className) {
        assertThatThrownBy(() -> new Settings(packageName, className)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void notesAreFitToBePrinted() {
        var client = Samples.client(
                Samples.tool("\u001b[31m\nevil\u202E", "{'properties':{'a':{'type':['string','integer']}}}"));

        assertThat(client.notes())
                .containsExactly("arguments of '[31m evil': 'a' is any JSON: it is one of several types");
    }

    /** Puts words everywhere that a server can. */
    private static void remainsHarmless(String words) throws Exception {
        var type = Json.object().put("type", "object").put("description", words).put("title", words);
        var leaf = Json.object().put("type", "string").put("description", words).put("format", words);
        leaf.putArray("enum").add(words).add(words + "x");
        type.putObject("properties").set(words, leaf);
        type.putArray("required").add(words);
        var schema = Json.object().put("type", "object").put("description", words);
        schema.putObject("properties").set(words, type);
        var tool = Tool.of(words, words, schema).withTitle(words).withOutputSchema(schema);

        var client = JavaClient.generate(words, words, List.of(tool), Samples.SETTINGS);

        assertThat(Compiled.of(client.files()).initialise()).isEqualTo(9);
        assertThat(System.getProperty("fairlead.codegen.escaped")).isNull();
    }
}
