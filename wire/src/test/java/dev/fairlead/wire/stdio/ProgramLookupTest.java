package dev.fairlead.wire.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.wire.stdio.ProgramLookup.Outcome;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramLookupTest {
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

        @Test
        void aBackslashIsPartOfAName() {
            assertThat(programs.isPath("a\\b")).isFalse();
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
