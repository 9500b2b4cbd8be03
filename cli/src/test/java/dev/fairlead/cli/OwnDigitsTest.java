package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where people write other digits than those of programs, everything goes on as it does elsewhere. */
@Timeout(300)
class OwnDigitsTest {
    private static final List<String> PERSIAN = List.of("-Duser.language=fa", "-Duser.country=IR");

    @TempDir
    Path home;

    private Shell.Run run(List<String> options, String words) throws Exception {
        var command = CommandProcess.of(options, words.split(" "));
        command.environment().put("FAIRLEAD_HOME", home.toString());
        return CommandProcess.finish(command.start());
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat demo --once add", "call demo add a=2 b=three"})
    void nothingIsSaidInThem(String words) throws Exception {
        var here = run(List.of("-Duser.language=en", "-Duser.country=US"), words);
        var there = run(PERSIAN, words);

        assertThat(there.code()).as(there.err()).isEqualTo(here.code());
        assertThat(there.out() + there.err()).isEqualTo(here.out() + here.err());
    }
}
