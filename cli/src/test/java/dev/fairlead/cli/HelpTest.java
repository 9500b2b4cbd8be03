package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The help of every verb is, to the letter, what is written down in a file: {@code mvn -pl cli -am test -Dtest=HelpTest
 * -Dfairlead.help.write=true -Dsurefire.failIfNoSpecifiedTests=false} writes those files anew, and the change of them
 * is what a change of the help looks like to people.
 */
final class HelpTest {
    private static final Path FILES = Path.of("src/test/resources/dev/fairlead/cli/help");
    private static final String OF_ALL = "fairlead";

    static Stream<String> names() {
        return Stream.concat(Stream.of(OF_ALL), Verbs.names().stream());
    }

    @ParameterizedTest
    @MethodSource("names")
    void isWhatTheFileSays(String name) throws IOException {
        var run = name.equals(OF_ALL) ? new Shell().run("--help") : new Shell().run(name, "--help");
        var file = FILES.resolve(name + ".txt");
        if (Boolean.getBoolean("fairlead.help.write")) {
            Files.createDirectories(FILES);
            Files.writeString(file, run.out());
        }

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo(Files.readString(file));
    }

    /** A line that picocli breaks goes on further to the right than what is described. */
    @ParameterizedTest
    @MethodSource("names")
    void noLineIsTooLong(String name) throws IOException {
        var lines = Files.readAllLines(FILES.resolve(name + ".txt"));
        assertThat(lines).allMatch(line -> line.length() <= 100);
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).matches(" {31}\\S.*") && lines.get(i - 1).matches(" +-.*")) {
                assertThat(lines.get(i)).as("broken after %s", lines.get(i - 1)).isEmpty();
            }
        }
    }

    @Test
    void noFileIsOfAVerbThatIsGone() throws IOException {
        try (var files = Files.list(FILES)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            names().map(name -> name + ".txt").toList());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "tools --nope | 'fairlead tools' has no option '--nope'",
                "tools --timeout | --timeout needs a value: type --timeout TIME",
                "tools --timeout soon | --timeout: 'soon' is not a duration; write for instance 500ms, 8s or 2m",
                "tools --timeout --json=false | --timeout needs a value: type --timeout TIME",
                "tools --timeout 1s --timeout 2s | --timeout is typed twice; drop one of them",
                "tools --redirect-port x | --redirect-port: 'x' is not a whole number",
                "tools --header A:b --http2 --http2 | --http2 is typed twice; drop one of them",
                "ping -c x | --count: 'x' is not a whole number",
                "info -v=5 | --verbose takes no value, and '5' was typed; drop that",
                "doctor --color blue | --color is auto, always or never, not 'blue'"
            })
    void whatDoesNotFitIsSaid(String typed, String problem) {
        var words = typed.split(" ");

        assertThat(new Shell().run(words))
                .isEqualTo(
                        new Shell.Run(2, "", "fairlead: %s%nTry 'fairlead %s --help'.%n".formatted(problem, words[0])));
    }
}
