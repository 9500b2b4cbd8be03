package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.testkit.Verifies;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Which program opens a page, and with what. */
final class SystemBrowserTest {

    @Test
    @Verifies({"F-33", "K-13"})
    void whatIsOpenedIsAnAddressAndNothingElse() {
        for (var url : List.of(
                "javascript:alert(1)",
                "file:///etc/passwd",
                "--help",
                "http://a b",
                "http://a\"b",
                "https://a`b`",
                "data:x",
                "http://ä")) {
            assertThat(Browser.system().open(url)).as(url).isFalse();
        }
    }

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
        var program = program(folder, seen);
        var marker = folder.resolve("marker");
        var url = "https://example.com/?a=$(touch%20" + marker + ")&b=;touch%20" + marker + "&c='&d=*";

        assertThat(new SystemBrowser("Linux", Map.of("BROWSER", program.toString())).open(url))
                .isTrue();

        await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(seen));
        assertThat(Files.readAllLines(seen)).containsExactly("1", url);
        assertThat(marker).doesNotExist();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the browser is a shell script")
    void anAddressForOnePersonIsInAFileForThatPersonAndOnNoCommandLine(@TempDir Path folder) throws IOException {
        var seen = folder.resolve("seen");
        var home = Files.createDirectory(folder.resolve("my home"));
        var environment = Map.of("BROWSER", program(folder, seen).toString(), "HOME", home.toString());
        var url = "http://127.0.0.1:1/?token=secret&b='";

        var opened = new SystemBrowser("Linux", environment).openPrivately(url);

        assertThat(opened.asked()).isTrue();
        await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(seen));
        var words = Files.readAllLines(seen);
        assertThat(words).hasSize(2).noneMatch(word -> word.contains("secret"));
        var page = Path.of(URI.create(words.getLast()));
        assertThat(page.getParent().getParent()).isEqualTo(home);
        assertThat(page.getParent().getFileName().toString()).doesNotStartWith(".");
        assertThat(rights(page)).isEqualTo("rw-------");
        assertThat(rights(page.getParent())).isEqualTo("rwx------");
        assertThat(Files.readString(page))
                .contains("\"0; url=http://127.0.0.1:1/?token=secret&amp;b=&#39;\"")
                .contains("<meta name=\"referrer\" content=\"no-referrer\">");

        opened.close();
        assertThat(home).isEmptyDirectory();
        opened.close();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the browser is a shell script")
    void whatAKilledProgramLeftIsTakenAwayByTheNext(@TempDir Path folder) throws IOException {
        var home = Files.createDirectory(folder.resolve("home"));
        var seen = folder.resolve("seen");
        var program = program(folder, seen);
        var old = Files.createDirectory(home.resolve("fairlead-open-old"));
        Files.createFile(old.resolve("open.html"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(1))));
        var fresh = Files.createDirectory(home.resolve("fairlead-open-new"));

        new SystemBrowser("Linux", Map.of("BROWSER", program.toString(), "HOME", home.toString()))
                .openPrivately("http://127.0.0.1:1/")
                .close();
        await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(seen));

        try (var left = Files.list(home)) {
            assertThat(left).containsExactly(fresh);
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the browser is a shell script")
    void whereNoFileCanLeadABrowserNoneIsAsked(@TempDir Path folder) throws IOException {
        var seen = folder.resolve("seen");
        var program = program(folder, seen).toString();
        for (var environment : List.of(
                Map.of("BROWSER", program, "HOME", folder.resolve("missing").toString()),
                Map.of("BROWSER", program, "HOME", folder.toString(), "VSCODE_IPC_HOOK_CLI", "x"))) {
            var browser = new SystemBrowser("Linux", environment);
            assertThat(browser.openPrivately("http://127.0.0.1:1/").asked()).isFalse();
        }
        var none = new SystemBrowser("Linux", Map.of("BROWSER", "/nowhere/browser", "HOME", folder.toString()));
        assertThat(none.openPrivately("http://127.0.0.1:1/").asked()).isFalse();
        assertThat(none.openPrivately("file:///etc/passwd").asked()).isFalse();
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactly(folder.resolve("browser"));
        }
    }

    private static String rights(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    /** Makes a browser that writes down its arguments. */
    private static Path program(Path folder, Path seen) throws IOException {
        var program = folder.resolve("browser");
        Files.writeString(
                program,
                "#!/bin/sh\nprintf '%s\\n' \"$#\" \"$1\" > '" + seen + ".new'\nmv '" + seen + ".new' '" + seen + "'\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return program;
    }
}
