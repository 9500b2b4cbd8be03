package dev.fairlead.wire.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.error.ServerStartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerCommandTest {
    private static final int TRIES = 300;

    @TempDir
    Path folder;

    @Test
    void aMissingScriptIsNotFoundWhateverItsEnding() {
        for (var name : List.of("weather.py", "weather.js", "weather.txt", "weather")) {
            var path = folder.resolve(name);
            assertThatThrownBy(() -> ServerCommand.script(path))
                    .isInstanceOf(ServerStartException.class)
                    .hasMessage("Server script not found: " + path);
        }
    }

    @Test
    void aFolderIsNoScript() throws IOException {
        var path = Files.createDirectory(folder.resolve("server.py"));
        assertThatThrownBy(() -> ServerCommand.script(path)).hasMessage("Server script not found: " + path);
    }

    @Test
    void aPathThatCannotExistIsNotFound() {
        assertThatThrownBy(() -> ServerCommand.script("a\0b.py"))
                .isInstanceOf(ServerStartException.class)
                .hasMessageStartingWith("Server script not found: a\\u0000b.py");
    }

    @Test
    void anExistingFileOfAnotherKindIsRefusedWithTheListOfKinds() throws IOException {
        var path = Files.createFile(folder.resolve("server.txt"));
        assertThatThrownBy(() -> ServerCommand.script(path))
                .isInstanceOf(ServerStartException.class)
                .hasMessageStartingWith("Invalid server script type. Must be .py or .js")
                .hasMessageContainingAll(".mjs", ".cjs", ".jar", "server.txt");
    }

    @ParameterizedTest
    @CsvSource({"s.py,python", "s.PY,python", "s.js,node", "s.Mjs,node", "s.cjs,node", "s.jar,java", "s.tar.py,python"})
    void theEndingChoosesTheProgram(String name, String program) throws IOException {
        var path = Files.createFile(folder.resolve(name));
        var command = ServerCommand.script(path, "--port", "1").command();
        assertThat(Path.of(command.getFirst()).getFileName().toString()).startsWith(program);
        assertThat(command).endsWith(path.toAbsolutePath().toString(), "--port", "1");
    }

    @Test
    void aJarRunsOnTheJavaThatRunsUs() throws IOException {
        var path = Files.createFile(folder.resolve("server.jar"));
        assertThat(ServerCommand.script(path.toString()).command())
                .startsWith(
                        Path.of(System.getProperty("java.home"), "bin", Platform.WINDOWS ? "java.exe" : "java")
                                .toString(),
                        "-jar");
    }

    /** Random names: what is accepted, and what runs it, follows from the ending and from nothing else. */
    @Test
    void onlyTheEndingDecidesForRandomNames() throws IOException {
        for (long seed = 0; seed < TRIES; seed++) {
            var random = new Random(seed);
            var ending = oneOf(
                    random, ".py", ".js", ".mjs", ".cjs", ".jar", ".txt", ".pyc", ".sh", ".exe", "", ".", ".py.bak",
                    "py");
            var name = randomName(random) + randomCase(random, ending);
            var path =
                    Files.createDirectories(folder.resolve(Long.toString(seed))).resolve(name);
            Files.createFile(path);
            var expected = Map.of(".py", "python", ".js", "node", ".mjs", "node", ".cjs", "node", ".jar", "java")
                    .get(ending);
            if (expected == null) {
                assertThatThrownBy(() -> ServerCommand.script(path))
                        .as("seed %d, name '%s'", seed, name)
                        .hasMessageStartingWith("Invalid server script type. Must be .py or .js");
            } else {
                var command = ServerCommand.script(path, "-x").command();
                assertThat(Path.of(command.getFirst()).getFileName().toString())
                        .as("seed %d, name '%s'", seed, name)
                        .startsWith(expected);
                assertThat(command)
                        .as("seed %d, name '%s'", seed, name)
                        .endsWith(path.toAbsolutePath().toString(), "-x")
                        .hasSize(expected.equals("java") ? 4 : 3);
            }
            Files.delete(path);
            assertThatThrownBy(() -> ServerCommand.script(path))
                    .as("seed %d, name '%s'", seed, name)
                    .hasMessageStartingWith("Server script not found: ");
        }
    }

    private static String randomName(Random random) {
        var pieces = List.of(
                "a", "Z", "0", " ", "-", "--", ".", "..", "ü", "日本", "😀", "$(x)", "'", "\"", ";", "&", "%PATH%", "~",
                "#");
        // Never a name of dots alone, which would be another folder.
        var name = new StringBuilder(random.nextBoolean() ? "-" : "s");
        for (int i = random.nextInt(6); i > 0; i--) {
            name.append(pieces.get(random.nextInt(pieces.size())));
        }
        // Keeps the name from completing an ending on its own.
        return name.append('_').toString();
    }

    private static String randomCase(Random random, String text) {
        return switch (random.nextInt(3)) {
            case 0 -> text;
            case 1 -> text.toUpperCase(Locale.ROOT);
            default ->
                text.chars()
                        .mapToObj(Character::toString)
                        .map(letter -> random.nextBoolean() ? letter.toUpperCase(Locale.ROOT) : letter)
                        .reduce("", String::concat);
        };
    }

    private static String oneOf(Random random, String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    @Test
    void itsTextShowsTheNamesOfVariablesAndNoneOfTheirValues() {
        var command = ServerCommand.of("server").withVariable("API_KEY", "canary-4711");
        assertThat(command.toString()).contains("API_KEY").doesNotContain("canary");
    }

    @Test
    void neitherArgumentsNorValuesArePrinted() {
        var command = ServerCommand.of("server", "--key", "canary-4711").withVariable("TOKEN", "canary-4712");
        assertThat(command)
                .asString()
                .contains("server", "arguments=2", "TOKEN")
                .doesNotContain("canary");
    }

    @Test
    void itKeepsItsOwnCopies() {
        var variables = new HashMap<>(Map.of("A", "1"));
        var command = ServerCommand.of("server").withEnvironment(variables);
        variables.put("B", "2");
        assertThat(command.environment()).containsOnlyKeys("A");
        assertThatThrownBy(() -> command.environment().put("C", "3")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void theIdentityFollowsCommandLineDirectoryAndNamesOfVariables() {
        var command =
                ServerCommand.of("server", "a", "b").withVariable("K", "1").withVariable("L", "1");
        var same = ServerCommand.of("server", "a", "b").withVariable("L", "2").withVariable("K", "2");
        assertThat(command.identity()).isEqualTo(same.identity());
        assertThat(List.of(
                        command.identity(),
                        ServerCommand.of("server", "a b")
                                .withEnvironment(command.environment())
                                .identity(),
                        ServerCommand.of("server", "ab")
                                .withEnvironment(command.environment())
                                .identity(),
                        command.withVariable("M", "1").identity(),
                        command.withDirectory(folder).identity()))
                .doesNotHaveDuplicates();
    }

    @Test
    void nothingElseHasTheIdentityOfACommand() {
        var command = ServerCommand.of("server");
        assertThat(List.of(
                        ServerCommand.of("server", "a").identity(),
                        ServerCommand.of("servera").identity(),
                        ServerCommand.of("serverca").identity(),
                        command.withVariable("a", "1").identity(),
                        command.withVariable("a", "1").withVariable("b", "1").identity(),
                        command.withVariable("aeb", "1").identity(),
                        command.withholding(Set.of("a")).identity(),
                        command.withholding(Set.of("b")).identity(),
                        command.identity()))
                .doesNotHaveDuplicates();
    }

    @Test
    void whatItWasGivenIsInIt() {
        var command = ServerCommand.of("server").withholding(Set.of("HOME")).withMemoryLimit(1L);
        assertThat(command.withheld()).containsExactly("HOME");
        assertThat(command.memoryLimit()).isEqualTo(1);
        assertThat(command.withMemoryLimit(null).memoryLimit()).isNull();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1})
    void aLimitThatNothingCouldKeepIsRefused(long bytes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerCommand.of("server").withMemoryLimit(bytes));
    }

    @Test
    void aScriptIsToldByItsEndingAlone() {
        assertThat(ServerCommand.isScript("no/such/file.py")).isTrue();
        assertThat(ServerCommand.isScript("file.sh")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\0b", "\0b"})
    void aProgramThatNoSystemCouldStartIsRefused(String program) {
        assertThatIllegalArgumentException().isThrownBy(() -> ServerCommand.of(program));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A=B", "=B", "A\0", "\0A"})
    void aNameThatNoVariableCanHaveIsRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerCommand.of("server").withVariable(name, "canary-4711"))
                .withMessageNotContaining("canary");
    }
}
