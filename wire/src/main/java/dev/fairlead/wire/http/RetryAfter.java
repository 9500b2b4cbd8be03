package dev.fairlead.wire.http;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a busy server says about when to come back. */
final class RetryAfter {
    // Less would press a server that is in trouble; more is no answer to somebody who waits.
    private static final Duration SHORTEST = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private RetryAfter() {}

    /** Reads seconds or a date, within what is sensible; empty for anything else. */
    static Optional<Duration> read(@Nullable String value, Instant now) {
        return asked(value, now).map(RetryAfter::sensible);
    }

    /** Reads seconds or a date as they are; empty for anything else. */
    static Optional<Duration> asked(@Nullable String value, Instant now) {
        if (value == null) {
            return Optional.empty();
        }
        var text = value.strip();
        return text.matches("\\d{1,9}") ? Optional.of(Duration.ofSeconds(Long.parseLong(text))) : date(text, now);
    }

    private static Optional<Duration> date(String text, Instant now) {
        try {
            return Optional.of(Duration.between(
                    now,
                    ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                            .toInstant()));
        } catch (DateTimeParseException nonsense) {
            return Optional.empty();
        }
    }

    private static Duration sensible(Duration asked) {
        if (asked.compareTo(SHORTEST) < 0) {
            return SHORTEST;
        }
        return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
    }
}
