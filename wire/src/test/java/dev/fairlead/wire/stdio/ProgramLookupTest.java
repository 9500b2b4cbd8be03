package dev.fairlead.wire.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.fairlead.wire.stdio.ProgramLookup.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramLookupTest {
    /** Where programs are searched, by what was declared for the server and by what our own process was given. */
    @Nested
    class Folders {

        @ParameterizedTest
        @CsvSource({"/own, /ours, /own:/ours", "/own,, /own", "/own, '', /own", ", /ours, /ours", "'', /ours, /ours"})
        void declaredOnesComeFirst(@Nullable String own, @Nullable String ours, String path) {
            assertThat(ProgramLookup.of(variables("PATH", own), variables("PATH", ours), false)
                            .path())
                    .isEqualTo(path);
        }

        @ParameterizedTest
        @CsvSource({",", "'',", ", ''", "'',''"})
        void areTheUsualOnesWhereNoneIsGiven(@Nullable String own, @Nullable String ours) {
            var nothing = ProgramLookup.of(variables("PATH", own), variables("PATH", ours), false);
            assertThat(nothing.path()).startsWith("/").contains(":");
            assertThat(ProgramLookup.of(variables("PATH", own), variables("PATH", ours), true)
                            .path())
                    .isEmpty();
        }

        @Test
        void haveVariablesOfAnyCaseOnWindowsOnly() {
            var own = Map.of("X", "Z:\\x", "Path", "C:\\own");
            var ours = Map.of("pAtH", "C:\\ours", "Pathext", ".COM;.PY");
            var windows = ProgramLookup.of(own, ours, true);
            assertThat(windows.path()).isEqualTo("C:\\own;C:\\ours");
            assertThat(windows.extensions()).isEqualTo(".COM;.PY");
            assertThat(ProgramLookup.of(own, Map.of("PATH", "/ours"), false).path())
                    .isEqualTo("/ours");
        }

        @Test
        void havePlainFilesAndExecutableOnesToldApart(@TempDir Path folder) throws IOException {
            assumeFalse(Platform.WINDOWS, "every file may be executed there");
            Files.createDirectory(folder.resolve("directory"));
            Files.createFile(folder.resolve("plain"));
            var program = Files.createFile(folder.resolve("program"));
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
            var lookup = ProgramLookup.of(Map.of("PATH", folder.toString()), Map.of(), false);
            assertThat(lookup.find("program", "/")).isEqualTo(new Outcome.Found(program.toString()));
            assertThat(lookup.find("plain", "/"))
                    .isEqualTo(new Outcome.NotExecutable(folder.resolve("plain").toString()));
            assertThat(lookup.find("directory", "/")).isEqualTo(new Outcome.Missing());
            assertThat(lookup.find("no\0file", "/")).isEqualTo(new Outcome.Missing());
        }

        private static Map<String, String> variables(String name, @Nullable String value) {
            return value == null ? Map.of() : Map.of(name, value);
        }
    }

    @Nested
    class OnPosix {
        private static final Set<String> FILES =
                Set.of("/usr/bin/node", "/opt/bin/node", "/opt/bin/uvx", "/home/me/run", "/home/me/./plain");

        private final ProgramLookup programs = new ProgramLookup(
                "/bin::/opt/bin/:/usr/bin", "", false, FILES::contains, file -> !file.endsWith("plain"));

        @ParameterizedTest
        @CsvSource({
            "node, /opt/bin/node",
            "uvx, /opt/bin/uvx",
            "/usr/bin/node, /usr/bin/node",
            "./run, /home/me/./run",
            "../me/run, /home/me/../me/run"
        })
        void aNameIsSearchedAndAPathIsTaken(String program, String file) {
            var exists = new ProgramLookup(programs.path(), "", false, name -> name.equals(file), name -> true);
            assertThat(exists.find(program, "/home/me")).isEqualTo(new Outcome.Found(file));
        }

        @Test
        void theFirstFolderWins() {
            assertThat(programs.find("node", "/home/me")).isEqualTo(new Outcome.Found("/opt/bin/node"));
        }

        @Test
        void nothingIsStartedFromTheCurrentFolderUnasked() {
            assertThat(programs.find("run", "/home/me")).isEqualTo(new Outcome.Missing());
        }

        @Test
        void aFileThatMayNotBeExecutedIsNamed() {
            assertThat(programs.find("./plain", "/home/me")).isEqualTo(new Outcome.NotExecutable("/home/me/./plain"));
        }

        @Test
        void aLaterExecutableFileIsPreferredToAnEarlierPlainOne() {
            var lookup = new ProgramLookup("/a:/b", "", false, file -> true, file -> file.startsWith("/b"));
            assertThat(lookup.find("tool", "/")).isEqualTo(new Outcome.Found("/b/tool"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"a\\b", "\\a", "a:b", ":", "a"})
        void onlyASlashMakesAPath(String name) {
            assertThat(programs.isPath(name)).isFalse();
            assertThat(programs.isPath('/' + name)).isTrue();
        }
    }

    @Nested
    class OnWindows {
        private static final Set<String> FILES = Set.of(
                "C:\\nodejs\\npx",
                "C:\\nodejs\\npx.cmd",
                "C:\\nodejs\\node.exe",
                "C:\\Program Files\\uv\\uvx.exe",
                "D:\\work\\server.bat",
                "D:\\work\\tool.exe");

        private final ProgramLookup programs = new ProgramLookup(
                "C:\\nodejs\\;\"C:\\Program Files\\uv\"; ;C:\\Windows",
                ".COM;.EXE;.BAT;.CMD",
                true,
                FILES::contains,
                file -> true);

        @ParameterizedTest
        @CsvSource(
                quoteCharacter = '`',
                value = {
                    "npx, C:\\nodejs\\npx.cmd",
                    "npx.cmd, C:\\nodejs\\npx.cmd",
                    "node, C:\\nodejs\\node.exe",
                    "node.exe, C:\\nodejs\\node.exe",
                    "uvx, C:\\Program Files\\uv\\uvx.exe",
                    "C:\\nodejs\\node.exe, C:\\nodejs\\node.exe",
                    "C:\\nodejs\\node, C:\\nodejs\\node.exe",
                    ".\\server, D:\\work\\.\\server.bat",
                    "sub/tool, D:\\work\\sub/tool.exe"
                })
        void endingsAreCompletedAndABareFileIsNoProgram(String program, String file) {
            var files = new ProgramLookup(
                    programs.path(),
                    programs.extensions(),
                    true,
                    name -> FILES.contains(name) || name.equals(file),
                    name -> true);
            assertThat(files.find(program, "D:\\work")).isEqualTo(new Outcome.Found(file));
        }

        @ParameterizedTest
        @CsvSource({"python", "C:\\nodejs\\npm", "tool", "nodejs\\node"})
        void whatIsNotThereIsMissing(String program) {
            assertThat(programs.find(program, "D:\\work")).isEqualTo(new Outcome.Missing());
        }

        @ParameterizedTest
        @ValueSource(strings = {"\\a", "a\\b", "/a", "C:a", ":a"})
        void slashesOfBothKindsAndColonsMakeAPath(String path) {
            assertThat(programs.isPath(path)).isTrue();
        }

        @ParameterizedTest
        @ValueSource(strings = {"a:\\x.exe", "z:\\x.exe", "A:\\x.exe", "Z:\\x.exe", "\\x.exe", "/x.exe"})
        void whatBeginsWithADriveOrASlashStartsNowhereElse(String path) {
            var all = new ProgramLookup("", ".EXE", true, file -> true, file -> true);
            assertThat(all.find(path, "D:\\work")).isEqualTo(new Outcome.Found(path));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"1:\\x.exe", "@:\\x.exe", "[:\\x.exe", "`:\\x.exe", "{:\\x.exe", "ü:\\x.exe", ":\\x.exe"})
        void whatOnlyLooksLikeADriveStartsInTheFolder(String path) {
            var all = new ProgramLookup("", ".EXE", true, file -> true, file -> true);
            assertThat(all.find(path, "D:\\work")).isEqualTo(new Outcome.Found("D:\\work\\" + path));
        }

        @Test
        void pythonIsPreferredToPython3() {
            var both = new ProgramLookup("C:\\py", ".EXE", true, file -> true, file -> true);
            assertThat(ScriptKind.PYTHON.launcher(both)).containsExactly("python");
        }
    }

    @Test
    void python3IsPreferredElsewhereAndPythonTakenWhereItIsAllThereIs() {
        var both = new ProgramLookup("/bin", "", false, file -> true, file -> true);
        var one = new ProgramLookup("/bin", "", false, "/bin/python"::equals, file -> true);
        var none = new ProgramLookup("/bin", "", false, file -> false, file -> true);
        assertThat(ScriptKind.PYTHON.launcher(both)).containsExactly("python3");
        assertThat(ScriptKind.PYTHON.launcher(one)).containsExactly("python");
        assertThat(ScriptKind.PYTHON.launcher(none)).containsExactly("python3");
    }
}
