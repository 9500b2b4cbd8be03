package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.testkit.Verifies;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Twelve secrets, and all stories in which they come up: they are in no log at any level, no text of an exception, nothing
 * that is printed, no file but an unencrypted store, and no list of processes; not in any form in which they travel.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Tag("thorough")
final class SecretsTest {
    @TempDir
    private static Path temporary;

    private static Evidence evidence;
    private static Map<Secret, List<String>> leaks;

    @BeforeAll
    static void playEverything() throws Exception {
        var folder = Files.createDirectory(temporary.resolve("places"));
        var home = Files.createDirectory(temporary.resolve("home"));
        var usualHome = System.getProperty("user.home");
        System.setProperty("user.home", home.toString());
        var surroundings = new Surroundings(List.of(
                folder,
                home,
                Path.of(usualHome),
                Path.of(System.getProperty("java.io.tmpdir")),
                Path.of("").toAbsolutePath()));
        evidence = new Evidence();
        try (var heard = evidence) {
            for (var story : new Trial(heard, folder).stories().entrySet()) {
                heard.begin(story.getKey());
                story.getValue().play();
            }
            heard.begin("afterwards");
            Surroundings.readProcesses(heard);
            surroundings.readFiles(heard, folder.resolve("plain"));
            leaks = heard.leaks();
        } finally {
            System.setProperty("user.home", usualHome);
        }
        System.out.println(evidence.extent());
    }

    @ParameterizedTest
    @EnumSource(Secret.class)
    @Verifies("D-13")
    void isFoundNowhere(Secret secret) {
        assertThat(evidence.held(secret)).as("secrets of this kind").isPositive();
        assertThat(leaks.getOrDefault(secret, List.of()))
                .as("leaks of " + secret)
                .isEmpty();
    }

    @Test
    void everyPlaceWasLookedAt() throws IOException {
        for (var place : List.of(
                "log of okhttp3.",
                "log of dev.fairlead.auth.store",
                "text of AuthorizationRequiredException",
                "text of LoginFailedException",
                "text of TokenRejectedException",
                "text of InsufficientScopeException",
                "text of UnavailableException",
                "text of StoreException",
                "toString of OAuth",
                "toString of Credential",
                "process list",
                "environment of a child",
                "file " + temporary.toRealPath())) {
            assertThat(evidence.places(place)).as(place).isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource(Secret.class)
    void whateverLeakedWouldBeFound(Secret secret) {
        var needles = new Needles();
        needles.add(secret, "a secret: +/%&=? of some length");
        for (var leak : List.of(
                "he said 'a secret: +/%&=? of some length'",
                "a+secret%3A+%2B%2F%25%26%3D%3F+of+some+length",
                "Basic " + base64("me:a secret: +/%&=? of some length"),
                base64("you:a+secret%3A+%2B%2F%25%26%3D%3F+of+some+length"),
                "xx" + base64("him:a secret: +/%&=? of some length"),
                "a secret: +/%&=? of some ... [shortened]")) {
            assertThat(needles.in(leak)).as(leak).containsOnlyKeys(secret);
        }
        assertThat(needles.in("a secret of some length")).isEmpty();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
