package dev.fairlead.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
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
}
