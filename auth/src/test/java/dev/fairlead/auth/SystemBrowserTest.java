package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Which program opens a page, and with what. */
final class SystemBrowserTest {

    @Test
    void everySystemHasItsProgram() {
        assertThat(new SystemBrowser("Mac OS X", Map.of()).commands()).containsExactly(List.of("open"));
        assertThat(new SystemBrowser("Windows 11", Map.of()).commands())
                .containsExactly(List.of("rundll32", "url.dll,FileProtocolHandler"));
        assertThat(new SystemBrowser("Linux", Map.of("DISPLAY", ":0")).commands())
                .containsExactly(List.of("xdg-open"));
        assertThat(new SystemBrowser("Linux", Map.of("WAYLAND_DISPLAY", "w", "BROWSER", "firefox:lynx")).commands())
                .containsExactly(List.of("firefox"), List.of("lynx"), List.of("xdg-open"));
    }

    @Test
    void withoutAScreenThereIsNone() {
        assertThat(new SystemBrowser("Linux", Map.of()).commands()).isEmpty();
        assertThat(new SystemBrowser("Linux", Map.of("PATH", "/nowhere", "DISPLAY", ":0")).open("http://127.0.0.1/"))
                .isFalse();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the browser is a shell script")
    void theAddressIsOneArgumentAndNoShellReadsIt(@TempDir Path folder) throws IOException {
        var seen = folder.resolve("seen");
        var program = folder.resolve("browser");
        Files.writeString(
                program,
                "#!/bin/sh\nprintf '%s\\n' \"$#\" \"$1\" > '" + seen + ".new'\nmv '" + seen + ".new' '" + seen + "'\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        var marker = folder.resolve("marker");
        var url = "https://example.com/?a=$(touch%20" + marker + ")&b=;touch%20" + marker + "&c='&d=*";

        assertThat(new SystemBrowser("Linux", Map.of("BROWSER", program.toString())).open(url))
                .isTrue();

        await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(seen));
        assertThat(Files.readAllLines(seen)).containsExactly("1", url);
        assertThat(marker).doesNotExist();
    }
}
