package dev.fairlead.console.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.console.keep.Keep;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What lets in, how often, and for how long. */
final class AccessTest {
    private static final int PORT = 7411;

    @TempDir
    private Path home;

    private Keep keep;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @BeforeEach
    void open() throws Exception {
        keep = Keep.in(home.resolve("console"));
    }

    private Access access() {
        return new Access(keep, () -> now);
    }

    private static List<String> cookie(Access access) {
        return List.of(access.given(PORT).split(";", 2)[0]);
    }

    @Test
    void theTokenThatIsPrintedLetsInAsOftenAsItIsShown() {
        var access = access();

        assertThat(access.isToken(access.token())).isTrue();
        now = now.plus(Duration.ofDays(1));
        assertThat(access.isToken(access.token())).isTrue();
        assertThat(access.isToken(access.token() + "x")).isFalse();
        assertThat(access().isToken(access.token())).as("after a restart").isFalse();
    }

    @Test
    void aPassLetsInOnceAndSoon() {
        var access = access();
        var pass = access.pass();
        var late = access.pass();

        assertThat(pass).isNotEqualTo(access.token());
        assertThat(access.isToken(pass)).isTrue();
        assertThat(access.isToken(pass)).as("the second time").isFalse();
        now = now.plus(Duration.ofMinutes(3));
        assertThat(access.isToken(late)).as("three minutes later").isFalse();
    }

    @Test
    void everyBrowserHasASecretOfItsOwnWhichOutlastsTheProgram() throws Exception {
        var access = access();
        var one = cookie(access);
        var other = cookie(access);

        assertThat(one).isNotEqualTo(other);
        assertThat(access().admits(one, PORT)).isTrue();
        assertThat(access().admits(other, PORT)).isTrue();
        assertThat(access().admits(one, PORT + 1)).isFalse();
        assertThat(Files.readString(home.resolve("console").resolve("sessions.json")))
                .doesNotContain(one.getFirst().replaceAll(".*=", ""));
    }

    @Test
    void whatIsNotUsedForAMonthLetsNobodyIn() {
        var used = cookie(access());
        var unused = cookie(access());

        for (int week = 0; week < 6; week++) {
            now = now.plus(Duration.ofDays(7));
            assertThat(access().admits(used, PORT)).as("in week " + week).isTrue();
        }

        assertThat(access().admits(unused, PORT)).isFalse();
    }

    @Test
    void onlySoManyBrowsersAreRememberedAndTheOldestIsForgotten() {
        var access = access();
        var first = cookie(access);
        var all = new HashSet<List<String>>();
        for (int i = 0; i < 50; i++) {
            now = now.plusSeconds(1);
            all.add(cookie(access));
        }

        assertThat(all).allMatch(one -> access.admits(one, PORT));
        assertThat(access.admits(first, PORT)).isFalse();
    }
}
