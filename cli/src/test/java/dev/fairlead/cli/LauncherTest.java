package dev.fairlead.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
final class LauncherTest {
    @TempDir
    Path empty;

    @Test
    void aJdkThatIsNoneIsNotReplacedByAnother() throws Exception {
        var builder = new ProcessBuilder("sh", Path.of("..", "fairlead").toString(), "--version");
        builder.environment().put("FAIRLEAD_JAVA_HOME", empty.toString());
        var launcher = builder.redirectErrorStream(true).start();
        launcher.getOutputStream().close();
        var said = new String(launcher.getInputStream().readAllBytes(), UTF_8);
        assertThat(launcher.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(launcher.exitValue()).isEqualTo(69);
        assertThat(said)
                .isEqualTo("fairlead: FAIRLEAD_JAVA_HOME is " + empty
                        + ", which is no JDK 21 or newer; correct it, or unset it.\n");
    }

    @ParameterizedTest
    @CsvSource({
        "LC_ALL, C, C.UTF-8 and unset",
        "LC_ALL, POSIX, C.UTF-8 and unset",
        "LANG, C, unset and C.UTF-8",
        "NONE, x, unset and C.UTF-8",
        "LC_ALL, en_GB.ISO-8859-1, en_GB.ISO-8859-1 and unset",
        "LANG, de_DE.UTF-8, unset and unset"
    })
    void aLocaleWithoutSignsBecomesOneOfUtf8(String variable, String value, String expected) throws Exception {
        assumeTrue(Files.exists(Path.of("/usr/lib/locale/C.utf8")), "this system has no such locale");
        var root = Files.createDirectories(empty.resolve("sources/build")).getParent();
        for (var file : List.of("fairlead", "build/jdk.sh", "build/jvm.sh")) {
            Files.copy(Path.of("..").resolve(file), root.resolve(file));
        }
        var app = Files.createDirectories(root.resolve("cli/target/app"));
        Files.createFile(app.resolve("jars"));
        Files.createFile(app.resolve("built"));
        var jdk = Files.createDirectories(empty.resolve("jdk/bin")).getParent();
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25\"\n");
        for (var program : List.of("java", "javac")) {
            var script = Files.writeString(
                    jdk.resolve("bin").resolve(program),
                    "#!/bin/sh\necho \"${LC_ALL:-unset} and ${LC_CTYPE:-unset}\"\n");
            assertThat(script.toFile().setExecutable(true)).isTrue();
        }
        var builder = new ProcessBuilder("sh", root.resolve("fairlead").toString(), "--version");
        builder.environment().keySet().removeAll(List.of("LC_ALL", "LC_CTYPE", "LANG"));
        builder.environment().put("FAIRLEAD_JAVA_HOME", jdk.toString());
        builder.environment().put(variable, value);
        var launcher = builder.redirectErrorStream(true).start();
        launcher.getOutputStream().close();

        assertThat(new String(launcher.getInputStream().readAllBytes(), UTF_8)).isEqualTo(expected + "\n");
        assertThat(launcher.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void theFirstBuildIsTold() throws Exception {
        var root = Files.createDirectories(empty.resolve("sources/build")).getParent();
        for (var file : List.of("fairlead", "build/jdk.sh", "build/jvm.sh")) {
            Files.copy(Path.of("..").resolve(file), root.resolve(file));
        }
        var programs = Files.createDirectories(empty.resolve("programs"));
        var maven = Files.writeString(programs.resolve("mvn"), "#!/bin/sh\necho nothing can be fetched\nexit 1\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        var builder = new ProcessBuilder("sh", root.resolve("fairlead").toString(), "--version");
        builder.environment().put("FAIRLEAD_JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("PATH", programs + ":" + System.getenv("PATH"));
        var launcher = builder.redirectErrorStream(true).start();
        launcher.getOutputStream().close();
        var said = new String(launcher.getInputStream().readAllBytes(), UTF_8);
        assertThat(launcher.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(launcher.exitValue()).isEqualTo(70);
        assertThat(said)
                .startsWith("fairlead: building Fairlead for the first time; this takes a minute or two,\n")
                .contains("\nnothing can be fetched\nfairlead: the build failed; all of its log is in ")
                .doesNotContain("\r");
    }
}
