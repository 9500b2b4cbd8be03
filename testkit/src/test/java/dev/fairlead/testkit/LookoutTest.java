package dev.fairlead.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class LookoutTest {
    private static final String SECRET = "a secret: +/%&=? of some length";

    @Test
    void whateverLeaksIsFoundInEveryForm() {
        var bytes = SECRET.getBytes(StandardCharsets.UTF_8);
        for (var leak : List.of(
                "he said '" + SECRET + "'",
                URLEncoder.encode(SECRET, StandardCharsets.UTF_8),
                HexFormat.of().formatHex(bytes),
                base64("me:" + SECRET),
                base64("you:" + SECRET),
                base64("them:" + SECRET),
                base64("you:" + URLEncoder.encode(SECRET, StandardCharsets.UTF_8)),
                SECRET.substring(0, 20) + "...")) {
            try (var lookout = new Lookout()) {
                lookout.hold("KEY", SECRET);
                lookout.read("a place", leak);
                assertThat(lookout.leaks()).as(leak).isNotEmpty().allMatch(found -> found.startsWith("KEY in a place"));
            }
        }
    }

    @Test
    void whatIsLoggedAtAnyLevelAndWhatIsPrintedIsRead() {
        try (var lookout = new Lookout()) {
            lookout.hold("KEY", SECRET);
            Logger.getLogger("some.where").log(Level.FINEST, "with {0}", SECRET);
            System.err.println(SECRET);
            lookout.read(new IllegalStateException("outer", new IllegalStateException(SECRET)));

            assertThat(lookout.leaks())
                    .anyMatch(found -> found.startsWith("KEY in log of some.where"))
                    .anyMatch(found -> found.startsWith("KEY in standard output or error"))
                    .anyMatch(found -> found.startsWith("KEY in text of IllegalStateException"));
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no modes of files")
    void filesAreReadAndThoseOpenToOthersAreNamed(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("kept"), SECRET);
        try (var lookout = new Lookout()) {
            lookout.hold("KEY", SECRET);

            assertThat(lookout.readFiles(folder)).contains(folder.resolve("kept"));
            assertThat(lookout.leaks()).anyMatch(found -> found.startsWith("KEY in file kept"));
        }
    }

    @Test
    void whatIsNoSecretIsNotFound() {
        try (var lookout = new Lookout()) {
            lookout.hold("KEY", SECRET);
            lookout.read("a place", "a secret of some length");
            assertThat(lookout.leaks()).isEmpty();
            assertThat(lookout.seen("a place")).isOne();
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
