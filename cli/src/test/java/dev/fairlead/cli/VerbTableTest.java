package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.cli.frame.BuiltInServers;
import dev.fairlead.cli.frame.Interruption;
import dev.fairlead.cli.frame.OwnDesktop;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.text.Screen;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of the verbs names all of them, each once. */
final class VerbTableTest {

    static Stream<Verb> verbs() {
        return Verbs.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void eachHasHelpThatEndsWithTheExitCodes(Verb verb) {
        var run = new Shell().run(verb.name(), "--help");

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("fairlead " + verb.name(), verb.description())
                .endsWith(Overview.exitCodes());
    }

    @Test
    void noNameIsTakenTwice() {
        assertThat(Verbs.names()).doesNotHaveDuplicates();
    }

    @Test
    void allOfThemCanBeReadAtOnce() {
        assertThat(Main.commandLine(Verbs.ALL, surroundings()).getSubcommands().keySet())
                .containsExactlyElementsOf(Verbs.names());
    }

    @Test
    void aMistypedVerbIsNamedAndTheClosestSuggested() {
        assertThat(new Shell().run("tool", "demo"))
                .isEqualTo(new Shell.Run(
                        2, "", "fairlead: there is no verb 'tool'; did you mean 'tools'?\nTry 'fairlead --help'.\n"));
        assertThat(new Shell().run("xylophone\u001b[2J").err())
                .startsWith("fairlead: there is no verb 'xylophone")
                .doesNotContain("\u001b");
    }

    @Test
    void optionsWithoutAVerbAreHelpAndVersionAlone() {
        assertThat(List.of(new Shell().run("-h").out(), new Shell().run("-V").out()))
                .containsExactly(
                        new Shell().run("--help").out(),
                        new Shell().run("--version").out());
        assertThat(new Shell().run("--nope").err()).startsWith("fairlead: 'fairlead' has no option '--nope'");
        assertThat(new Shell().run("--json").out()).contains("'fairlead' has no option '--json'");
    }

    private static Surroundings surroundings() {
        var nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        var screen = new Screen(Map.of(), stream -> false, () -> 0, "UTF-8");
        return new Surroundings(
                nowhere,
                nowhere,
                InputStream.nullInputStream(),
                screen,
                Map.of(),
                new Interruption(),
                new BuiltInServers(),
                new OwnDesktop(Map.of(), screen),
                null);
    }
}
