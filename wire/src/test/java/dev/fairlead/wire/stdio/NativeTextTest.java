package dev.fairlead.wire.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.error.ServerStartException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a process cannot be given as it is written is refused, and never becomes something else. */
class NativeTextTest {
    private static final NativeText UTF_8 = new NativeText(StandardCharsets.UTF_8, Map.of());
    private static final NativeText ASCII = new NativeText(StandardCharsets.US_ASCII, Map.of());

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"run.py", "bär.py", "日本", "😀", "", "a\tb\n", "?", "\u0301", "\uFFFE"})
    void everyTextCanBeGivenInUtf8(String word) {
        assertThat(UTF_8.unfit(ServerCommand.of("x", word).withVariable("A", word)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"b\ud800r.py", "\udfff", "\udc00\ud800", "😀\ud83d", "b\uFFFDr.py"})
    void halfCharactersAndWhatCouldNotBeReadAreRefusedEverywhere(String word) {
        var half = ServerCommand.of("x", "plain", word);
        assertThat(UTF_8.unfit(half)).hasValueSatisfying(why -> assertThat(why).startsWith("argument 2 holds "));
        assertThat(half.unfit()).isEqualTo(NativeText.ofSystem().unfit(half)).isPresent();
        assertThat(UTF_8.unfit(ServerCommand.of(word)))
                .hasValueSatisfying(why -> assertThat(why).startsWith("the program holds "));
        assertThat(UTF_8.unfit(ServerCommand.of("x").withVariable("KEY", word)))
                .hasValueSatisfying(why ->
                        assertThat(why).startsWith("the variable 'KEY' holds ").doesNotContain(word));
        assertThat(UTF_8.unfit(ServerCommand.of("x").withVariable(word, "1"))).isPresent();
        assertThatThrownBy(() -> ServerProcess.start(ServerCommand.of("cat", word), "x", line -> {}))
                .isInstanceOf(ServerStartException.class)
                .hasMessageStartingWith("Failed to start server: argument 1 holds ");
    }

    @Test
    void twoHalvesInTwoPlacesAreNoWholeCharacter() {
        assertThat(UTF_8.unfit(ServerCommand.of("x").withVariable("A\ud83d", "\ude00")))
                .isPresent();
    }

    @Test
    void whatTheLocaleHasNoBytesForIsRefusedWithTheWayOut() {
        assertThat(ASCII.unfit(ServerCommand.of("python3", "bär.py")))
                .hasValueSatisfying(why -> assertThat(why)
                        .startsWith("argument 1 holds characters ")
                        .contains("US-ASCII", "LC_ALL=C.UTF-8")
                        .doesNotContain("bär"));
        assertThat(ASCII.unfit(ServerCommand.of("python3", "bar.py"))).isEmpty();
        assertThat(ASCII.unfit(ServerCommand.of("x").withVariable("KEY", "pässwörd")))
                .hasValueSatisfying(why -> assertThat(why).startsWith("the variable 'KEY' "));
    }

    /** Some encodings have one byte for two characters, so that one of them comes back as the other. */
    @Test
    void whatWouldComeBackAsSomethingElseIsRefused() {
        var japanese = new NativeText(Charset.forName("Shift_JIS"), Map.of());
        assertThat(japanese.unfit(ServerCommand.of("x", "a\u00a5b"))).isPresent();
        assertThat(japanese.unfit(ServerCommand.of("x", "日本"))).isEmpty();
    }

    @Test
    void aVariableOfOursIsHandedOnAsItIs() {
        var text = new NativeText(StandardCharsets.US_ASCII, Map.of("HOME", "/srv/b\uFFFD\uFFFDr"));
        var command = ServerCommand.of("x").withVariable("HOME", "/srv/b\uFFFD\uFFFDr");
        assertThat(text.unfit(command)).isEmpty();
        assertThat(text.unfit(command.withholding(Set.of("HOME")))).isPresent();
        assertThat(text.unfit(command.withVariable("OTHER", "/srv/b\uFFFD\uFFFDr")))
                .isPresent();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void inALocaleWithoutLettersNothingElseRuns() throws Exception {
        Files.createFile(folder.resolve("b?r"));
        assertThat(inPlainLocale("bär")).contains("refused: Failed to start server: argument 1 holds characters");
        assertThat(inPlainLocale("b?r")).contains("b?r");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void inALocaleWithoutLettersOurOwnVariablesKeepTheirBytes() throws Exception {
        assertThat(inPlainLocale("environment")).contains("HOME=/srv/bär").contains("DECLARED=yes");
    }

    /** Runs a program in a plain locale; what it prints is read as UTF-8. */
    private String inPlainLocale(String word) throws IOException, InterruptedException {
        // The word itself could not be handed over as an argument.
        var file = Files.writeString(folder.resolve("word.txt"), word);
        var builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                HostMain.class.getName(),
                word.equals("environment") ? word : "list",
                file.toString());
        builder.directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("HOME", "/srv/bär");
        var process = builder.start();
        var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return printed;
    }
}
