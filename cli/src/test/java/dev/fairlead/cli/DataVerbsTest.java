package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Completion;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.GetPromptResult;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.PromptArgument;
import dev.fairlead.protocol.PromptMessage;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.ResourceTemplate;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server has to read: prompts, resources, templates and suggestions. */
@Timeout(60)
class DataVerbsTest {
    private static final byte[] BYTES = {0, 1, 2, (byte) 0xff};
    private static final String ESCAPE = "\u001b[2J\u202e";

    @TempDir
    Path folder;

    private static Shell shell() {
        return Shell.with(FakeServer.named("fake")
                .prompt(
                        Prompt.of(
                                "greet",
                                "Greets somebody\nand more",
                                PromptArgument.required("who", null),
                                PromptArgument.optional("how", null)),
                        call -> GetPromptResult.of(
                                null,
                                PromptMessage.user(ContentBlock.text("Greet " + call.text("who", "?") + ESCAPE)),
                                PromptMessage.assistant(ContentBlock.text("Hello"))))
                .resource(
                        Resource.of("mem:/note", "note"),
                        (uri, call) -> ReadResourceResult.of(ResourceContents.text(uri, "text/plain", "two\nlines")))
                .resource(
                        Resource.of("mem:/bytes", "bytes"),
                        (uri, call) -> ReadResourceResult.of(ResourceContents.blob(uri, "image/x", BYTES)))
                .resource(
                        Resource.of("odd:/garbled", "garbled"),
                        (uri, call) -> ReadResourceResult.of(
                                new ResourceContents.Blob(uri, "image/x", "A=B!\u00e9=C", null, Json.object())))
                .template(ResourceTemplate.of("mem:/{part}", "parts"), (uri, call) -> ReadResourceResult.of())
                .completion((reference, argument, value, context) -> Completion.of(List.of(value + "nn", value + "da")))
                .build());
    }

    @Test
    void listsAreTables() {
        assertThat(shell().run("prompts", "fake").out())
                .isEqualTo("PROMPT            DESCRIPTION\ngreet(who, how?)  Greets somebody\n");
        assertThat(shell().run("resources", "fake").out()).contains("mem:/note", "mem:/bytes", "note");
        assertThat(shell().run("templates", "fake").out()).contains("mem:/{part}", "parts");
    }

    @ParameterizedTest
    @CsvSource({"prompts, 1", "resources, 3", "templates, 1"})
    void listsAreDocuments(String verb, int size) {
        var document = Json.parse(shell().run(verb, "fake", "--json").out());
        assertThat(document.path("success").asBoolean()).isTrue();
        assertThat(document.path(verb)).hasSize(size);
    }

    @ParameterizedTest
    @ValueSource(strings = {"prompts", "resources", "templates"})
    void nothingIsSaidToBeNothing(String verb) {
        var run = Shell.with(FakeServer.named("fake").build()).run(verb, "fake");
        assertThat(run).isEqualTo(new Shell.Run(0, "", "fairlead: the server has no %s\n".formatted(verb)));
    }

    @Test
    void aPromptIsFilledInAndDrivesNoTerminal() {
        var run = shell().run("prompt", "fake", "greet", "who=Ann");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .startsWith("[user]\nGreet Ann")
                .endsWith("[assistant]\nHello\n")
                .doesNotContain(ESCAPE);
        var document = Json.parse(
                shell().run("prompt", "fake", "greet", "who=Ann", "--json").out());
        assertThat(document.path("messages")
                        .path(1)
                        .path("content")
                        .path("text")
                        .asString())
                .isEqualTo("Hello");
    }

    @Test
    void whatAPromptDoesNotTakeIsRefusedBeforeAnythingIsSent() throws Exception {
        assertThat(shell().run("prompt", "fake", "greet").code()).isEqualTo(6);
        assertThat(shell().run("prompt", "fake", "greet", "who:=1").err()).contains("type who=TEXT");
        assertThat(shell().run("prompt", "fake", "greet", "who=a", "who=b").code())
                .isEqualTo(6);
        var other = shell().run("prompt", "fake", "gret", "who=Ann");
        assertThat(other.code()).isEqualTo(5);
        assertThat(other.err()).contains("has no prompt 'gret'", "greet");
        var file = Files.writeString(folder.resolve("name"), "Bob");
        assertThat(shell().run("prompt", "fake", "greet", "who=@" + file).out()).contains("Greet Bob");
    }

    @Test
    void aResourceIsPrintedAsItIs() {
        assertThat(shell().run("read", "fake", "mem:/note")).isEqualTo(new Shell.Run(0, "two\nlines\n", ""));
        assertThat(shell().run("read", "fake", "other:/none").code()).isEqualTo(5);
        assertThat(shell().run("read", "fake").code()).isEqualTo(2);
    }

    @Test
    void bytesGoToAFileAndNowhereElse() throws Exception {
        var run = shell().run("read", "fake", "mem:/bytes");
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("4 B of image/x", "--output FILE");
        var file = folder.resolve("out.bin");
        assertThat(shell().run("read", "fake", "mem:/bytes", "-o", file.toString())
                        .code())
                .isZero();
        assertThat(Files.readAllBytes(file)).isEqualTo(BYTES);
        var again = shell().run("read", "fake", "mem:/note", "--output", file.toString());
        assertThat(again.code()).isEqualTo(2);
        assertThat(Files.readAllBytes(file)).isEqualTo(BYTES);
        var note = folder.resolve("note.txt");
        assertThat(shell().run("read", "fake", "mem:/note", "--output", note.toString())
                        .code())
                .isZero();
        assertThat(Files.readString(note, StandardCharsets.UTF_8)).isEqualTo("two\nlines");
    }

    @Test
    void garbledBytesAreTheFaultOfTheServer() {
        var shown = shell().run("read", "fake", "odd:/garbled");
        assertThat(shown.code()).isZero();
        assertThat(shown.err()).contains("odd:/garbled is ", " of image/x");
        var file = folder.resolve("garbled.bin");
        var written = shell().run("read", "fake", "odd:/garbled", "--output", file.toString());
        assertThat(written.code()).isEqualTo(5);
        assertThat(written.err()).contains("server 'fake' sent bytes for odd:/garbled that are garbled");
        assertThat(file).doesNotExist();
    }

    @Test
    void suggestionsAreLines() {
        assertThat(shell().run("complete", "fake", "greet", "who=A").out()).isEqualTo("Ann\nAda\n");
        assertThat(shell().run("complete", "fake", "mem:/{part}", "part=A").out())
                .isEqualTo("Ann\nAda\n");
        assertThat(shell().run("complete", "fake", "greet").code()).isEqualTo(2);
        var document = Json.parse(
                shell().run("complete", "fake", "greet", "who=A", "--json").out());
        assertThat(document.path("values")).hasSize(2);
    }
}
