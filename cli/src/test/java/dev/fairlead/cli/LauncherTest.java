package dev.fairlead.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

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
