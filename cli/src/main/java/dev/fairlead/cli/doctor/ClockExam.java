package dev.fairlead.cli.doctor;

import dev.fairlead.protocol.error.Durations;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Compares the clock of this machine with that of a server. */
final class ClockExam {
    static final String CLOCK = "clock";

    private static final Duration TOLERABLE = Duration.ofSeconds(60);

    private ClockExam() {}

    /** Asks a server what time it is. */
    static Check check(Probe probe) {
        try {
            var said = probe.head().header("date");
            if (said.isEmpty()) {
                return Check.skipped(CLOCK, "the server does not say what time it is");
            }
            return judge(
                    ZonedDateTime.parse(said, DateTimeFormatter.RFC_1123_DATE_TIME.withLocale(Locale.ROOT))
                            .toInstant(),
                    Instant.now());
        } catch (IOException | DateTimeException unknown) {
            return Check.skipped(CLOCK, "the server does not say what time it is");
        }
    }

    static Check judge(Instant theirs, Instant ours) {
        var skew = Duration.between(theirs, ours);
        if (skew.abs().compareTo(TOLERABLE) <= 0) {
            return Check.ok(CLOCK, "that of this machine and that of the server agree");
        }
        return Check.warning(
                CLOCK,
                "the clock of this machine is %s %s that of the server"
                        .formatted(Durations.words(skew.abs()), skew.isNegative() ? "behind" : "ahead of"),
                "set the clock of whichever is wrong: tokens and certificates are judged by it");
    }
}
