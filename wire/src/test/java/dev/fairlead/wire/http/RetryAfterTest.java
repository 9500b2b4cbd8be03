package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "7, 7000, 7000",
        "' 7 ', 7000, 7000",
        "0, 0, 500",
        "1, 1000, 1000",
        "60, 60000, 60000",
        "61, 61000, 60000",
        "999999999, 999999999000, 60000",
        "'Wed, 18 Nov 2026 12:00:30 GMT', 30000, 30000",
        "'Wed, 18 Nov 2026 13:00:00 GMT', 3600000, 60000",
        "'Wed, 18 Nov 2026 11:00:00 GMT', -3600000, 500"
    })
    void secondsAndDatesAreReadAndKeptWithinWhatIsSensible(String value, long asked, long sensible) {
        assertThat(RetryAfter.asked(value, NOW)).contains(Duration.ofMillis(asked));
        assertThat(RetryAfter.read(value, NOW)).contains(Duration.ofMillis(sensible));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-1", "1.5", "9999999999", "1e3", "2026-11-18T12:00:30Z", "٣"})
    void anythingElseSaysNothing(String value) {
        assertThat(RetryAfter.asked(value, NOW)).isEmpty();
        assertThat(RetryAfter.read(value, NOW)).isEmpty();
    }

    @Test
    void nothingSaysNothing() {
        assertThat(RetryAfter.asked(null, NOW)).isEmpty();
    }
}
