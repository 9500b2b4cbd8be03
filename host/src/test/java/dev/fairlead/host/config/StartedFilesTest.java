package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.config.Origin.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What people agree to is the very file that runs, and what it is told to load first. */
@DisabledOnOs(OS.WINDOWS)
class StartedFilesTest {
    @TempDir
    private Path folder;

    private Path project;

    @BeforeEach
    void leadsOverNoLink() throws IOException {
        project = folder.toRealPath();
    }

    private ConfigFingerprint fingerprint(String entry) {
        var file = new ConfigReader(project, project)
                .read(
                        "{\"mcpServers\": {\"a\": %s}}".formatted(entry.replace('\'', '"')),
                        project.resolve("fairlead.json"),
                        Dialect.FAIRLEAD,
                        Scope.PROJECT);
        var resolver = Resolver.of(Map.of("PATH", "/usr/bin:/bin"), project, project, SecretSource.NONE);
        return ConfigFingerprint.of(file.servers().getFirst(), resolver);
    }

    private Path write(String name, String content) throws IOException {
        var file = project.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private String shown(String file) {
        return Shown.text(project.resolve(file).toString());
    }

    private void assertCovered(String entry, String file) throws IOException {
        write(file, "one");
        var before = fingerprint(entry);
        assertThat(before.describe())
                .as(entry)
                .anyMatch(line -> line.startsWith("content of: %s (SHA".formatted(shown(file))));
        write(file, "two");
        assertThat(fingerprint(entry).hash()).as(entry).isNotEqualTo(before.hash());
    }

    @Test
    void theFolderAboveALinkIsTheOneAboveWhatItPointsTo() throws IOException {
        write("run.sh", "shown");
        Files.createDirectories(project.resolve("sub/deep"));
        Files.createSymbolicLink(project.resolve("link"), Path.of("sub/deep"));
        var entry = "{'command': './link/../run.sh'}";

        assertCovered(entry, "sub/run.sh");
        assertThat(fingerprint(entry).describe()).noneMatch(line -> line.contains(project.resolve("run.sh") + " ("));
        assertCovered("{'command': 'python3', 'args': ['link/../main.py']}", "sub/main.py");
        // Node.js takes the way back in the text.
        assertCovered("{'command': 'node', 'args': ['link/../main.js']}", "main.js");
        assertCovered("{'url': 'https://x', 'headersHelper': './link/../helper'}", "sub/helper");
    }

    @Test
    void aLinkThatLeadsElsewhereIsAnotherFile() throws IOException {
        write("one.sh", "same");
        write("two.sh", "same");
        var link = Files.createSymbolicLink(project.resolve("run.sh"), Path.of("one.sh"));
        var before = fingerprint("{'command': './run.sh'}");
        Files.delete(link);
        Files.createSymbolicLink(link, Path.of("two.sh"));

        assertThat(before.describe()).anyMatch(line -> line.startsWith("content of: " + project.resolve("one.sh")));
        assertThat(fingerprint("{'command': './run.sh'}").hash()).isNotEqualTo(before.hash());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'command': 'mytool', 'env': {'PATH': '${workspaceFolder}/bin:/usr/bin'}}",
                "{'command': 'mytool', 'env': {'PATH': '/usr/bin:${workspaceFolder}/bin:${input:more}'}}",
                "{'command': 'mytool', 'env': {'PATH': '${workspaceFolder}/bin', 'KEY': '${KEY_THAT_IS_NOT_SET}'}}",
                "{'command': 'mytool', 'args': ['${KEY_THAT_IS_NOT_SET}'], 'envFile': 'path.env'}",
                // What is started may ask for its interpreter by name.
                "{'command': 'sh', 'env': {'PATH': '${workspaceFolder}/bin:/usr/bin:/bin'}}",
            })
    void aProgramIsSoughtWhereTheServersOwnPathSays(String entry) throws IOException {
        Files.writeString(project.resolve("path.env"), "PATH=" + project.resolve("bin"));

        assertCovered(entry, "bin/mytool");
    }

    @Test
    void aProgramOfTheSystemIsNotCovered() {
        assertThat(fingerprint("{'command': 'sh', 'env': {'PATH': '/usr/bin:/bin'}}")
                        .describe())
                .noneMatch(line -> line.startsWith("content of"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "NODE_OPTIONS      | --require ./hook.js              | hook.js",
                "NODE_OPTIONS      | --require ./hook                 | hook.js",
                "NODE_OPTIONS      | --require ./app/(a)/(b)/(c)/x.js | app/(a)/(b)/(c)/x.js",
                "NODE_OPTIONS      | --require=./a=b=c=d=e=f=g.js     | a=b=c=d=e=f=g.js",
                "NODE_OPTIONS      | --require \\\"./a b c d e f.js\\\"  | a b c d e f.js",
                // Node.js takes these signs away, and so do others.
                "NODE_OPTIONS      | --require \\\"./\\\\x.js\\\"      | x.js",
                "NODE_OPTIONS      | --require ./ho\\\"ok.j\\\"s      | hook.js",
                "JAVA_TOOL_OPTIONS | -javaagent:a\\\"ge\\\"nt.jar=x   | agent.jar",
                "PYTHONPATH        | :other                           | sitecustomize.py",
                "NODE_OPTIONS      | --import=./hook.db               | hook.db",
                "NODE_OPTIONS      | --require \\\"./a hook.js\\\"    | a hook.js",
                "JAVA_TOOL_OPTIONS | -javaagent:lib/agent.jar=a=b     | lib/agent.jar",
                "LD_PRELOAD        | ${workspaceFolder}/evil.so       | evil.so",
                "LD_PRELOAD        | /none.so:./evil.so               | evil.so",
                "LD_LIBRARY_PATH   | lib                              | lib/libc.so.6",
                "PYTHONSTARTUP     | a,b:c.py                         | a,b:c.py",
                "PYTHONPATH        | /none:lib                        | lib/sitecustomize.py",
                "CLASSPATH         | lib/*                            | lib/a.jar",
                "RUBYOPT           | -r./hook.rb                      | hook.rb",
                "SETTINGS          | conf.toml                        | conf.toml",
            })
    void filesThatVariablesNameAreCovered(String name, String value, String file) throws IOException {
        assertCovered("{'command': 'x', 'env': {'%s': '%s'}}".formatted(name, value), file);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "java | -cp | lib/a.jar:lib/b.jar      | lib/b.jar",
                "java | -cp | lib/*                    | lib/a.jar",
                "java | -ea | -javaagent:agent.jar=x=y | agent.jar",
                "java | -ea | @options                 | options",
                "x    | -a  | --load=a.so,b.so         | b.so",
            })
    void filesThatAnArgumentJoinsAreCovered(String program, String first, String second, String file)
            throws IOException {
        assertCovered("{'command': '%s', 'args': ['%s', '%s']}".formatted(program, first, second), file);
    }

    @Test
    void dataThatAVariableNamesIsNotAndThatIsSaid() throws IOException {
        var file = Files.writeString(project.resolve("memory.json"), "1");
        var entry = "{'command': 'x', 'env': {'MEMORY_FILE': './memory.json'}}";
        var before = fingerprint(entry);
        Files.writeString(file, "2");

        assertThat(before.describe()).contains("not covered: the content of %s, taken for data".formatted(file));
        assertThat(fingerprint(entry).hash()).isEqualTo(before.hash());
    }

    /** On Windows they would be asked for at that machine, under the name of the user; here they are names like others. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'command': '%s'}",
                "{'command': 'node', 'args': ['%s']}",
                "{'command': 'node', 'args': ['--require=%s', 'x']}",
                "{'command': 'java', 'args': ['-cp', 'a.jar;%s']}",
                "{'command': 'x', 'env': {'NODE_OPTIONS': '--require %s'}}",
                "{'command': 'x', 'envFile': '%s'}",
                "{'command': 'node', 'args': ['pkg']}",
            })
    void filesOfOtherMachinesAreNotLookedAtBeforeSomebodyAgreed(String entry) throws IOException {
        var name = "\\\\host\\tool.js";
        write(name, "exit");
        write("pkg/" + name, "exit");
        Files.writeString(project.resolve("pkg/package.json"), "{\"main\": \"\\\\\\\\host\\\\tool.js\"}");
        var file = new ConfigReader(project, project)
                .read(
                        "{\"mcpServers\": {\"a\": %s}}"
                                .formatted(entry.replace('\'', '"').formatted(name.replace("\\", "\\\\"))),
                        project.resolve("fairlead.json"),
                        Dialect.FAIRLEAD,
                        Scope.PROJECT);
        var server = file.servers().getFirst();

        for (boolean windows : new boolean[] {true, false}) {
            var around = new Surroundings(Map.of("PATH", "/usr/bin"), project, project, windows, SecretSource.NONE);
            var lines = ConfigFingerprint.of(server, new Resolver(around)).describe();
            assertThat(lines.stream().anyMatch(line -> line.startsWith("content of") && line.contains("host")))
                    .as("%s", lines)
                    .isEqualTo(!windows && !entry.startsWith("{'command': '%s'")); // No path here: it is sought.
            assertThat(lines.stream().anyMatch(line -> line.contains("on another machine")))
                    .as("%s", lines)
                    .isEqualTo(windows);
        }
    }

    /** What shells and loaders put together, and words that are taken apart later, are not followed here. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'command': 'bash', 'args': ['x.sh'], 'env': {'BASH_ENV': '$(echo y.sh)'}}",
                "{'command': 'x', 'env': {'LD_PRELOAD': '$ORIGIN/y.so'}}",
                "{'command': 'env', 'args': ['-S', 'PYTHONPATH=d python3 x.py']}",
                "{'command': 'env', 'args': ['-iSPYTHONPATH=d python3 x.py']}",
                "{'command': '/usr/bin/env', 'args': ['--split-string=python3 -m x']}",
                "{'command': '/usr/bin/env', 'args': ['--s=python3 evil.py']}",
                "{'command': 'env', 'args': ['BASH_ENV=`echo y.sh`', 'bash', 'x.sh']}",
                "{'command': 'node', 'env': {'NODE_OPTIONS': '--require \\\"./a\\\\\\\"b.js\\\"'}}",
            })
    void whatIsNamedInAWayThatIsNotUnderstoodIsSaid(String entry) {
        assertThat(fingerprint(entry).describe())
                .anyMatch(line -> line.startsWith("not covered: some of the files") && line.contains("not understood"));
    }

    @Test
    void marksOfBothKindsMayBePartOfANameAndThatIsSaid() {
        var entry = "{\"command\": \"java\", \"env\": {\"JAVA_TOOL_OPTIONS\": \"-javaagent:a'\\\"'b.jar\"}}";
        var file = new ConfigReader(project, project)
                .read(
                        "{\"mcpServers\": {\"a\": %s}}".formatted(entry),
                        project.resolve("fairlead.json"),
                        Dialect.FAIRLEAD,
                        Scope.PROJECT);
        var resolver = Resolver.of(Map.of("PATH", "/usr/bin:/bin"), project, project, SecretSource.NONE);

        assertThat(ConfigFingerprint.of(file.servers().getFirst(), resolver).describe())
                .anyMatch(line -> line.startsWith("not covered: some of the files"));
    }

    @Test
    void longNamesWithManySignsAreLookedAtUntilTheyFillTheMemory() {
        var some = fingerprint("{'command': 'x', 'env': {'A': '%s'}}".formatted(("x".repeat(79) + ":").repeat(300)));
        var more = fingerprint("{'command': 'x', 'env': {'A': '%s'}}".formatted(("x".repeat(39) + ":").repeat(800)));

        assertThat(some.describe()).noneMatch(line -> line.startsWith("not covered: some of the files"));
        assertThat(more.describe()).anyMatch(line -> line.startsWith("not covered: some of the files"));
    }

    @Test
    void whatIsTooMuchToLookAtIsSaid() {
        var few = fingerprint("{'command': 'x', 'env': {'A': '%s'}}".formatted("a:".repeat(300)));
        var many = new StringBuilder();
        for (int i = 0; i < 6_000; i++) {
            many.append(i).append(':');
        }
        var much = fingerprint("{'command': 'x', 'env': {'A': '%s'}}".formatted(many));

        assertThat(few.describe()).noneMatch(line -> line.contains("too many"));
        assertThat(much.describe()).anyMatch(line -> line.startsWith("not covered: some of the files"));
    }
}
