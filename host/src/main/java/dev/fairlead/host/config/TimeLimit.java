package dev.fairlead.host.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads time limits, whose bare numbers count other units in other products. */
final class TimeLimit {
    static final Duration MAX = Duration.ofDays(1);
    static final String PATTERN = "^\\d{1,9}(\\.\\d{1,3})?(ms|s|m|h)$";
    private static final Pattern WITH_UNIT = Pattern.compile(PATTERN);
    private static final Pattern BARE = Pattern.compile("\\d{1,12}(\\.\\d{1,6})?");

    private static final BigDecimal LONGEST = BigDecimal.valueOf(MAX.toMillis());

    private TimeLimit() {}

    /** Returns what a number or a text says, a day at most; nothing if it is no time, or not a positive one. */
    static Optional<Duration> of(Located value, Dialect.Unit unit) {
        return milliseconds(value, unit)
                .map(all -> all.min(LONGEST).longValue())
                .filter(all -> all >= 1)
                .map(Duration::ofMillis);
    }

    /** Tells whether a limit is longer than any may be. */
    static boolean tooLong(Located value, Dialect.Unit unit) {
        return milliseconds(value, unit)
                .filter(all -> all.compareTo(LONGEST) > 0)
                .isPresent();
    }

    private static Optional<BigDecimal> milliseconds(Located value, Dialect.Unit unit) {
        var text = value.text().strip();
        if (value.isScalar() && BARE.matcher(text).matches()) {
            return times(new BigDecimal(text), unit == Dialect.Unit.MILLISECONDS ? 1 : 1_000);
        }
        var matcher = WITH_UNIT.matcher(text);
        if (!value.isScalar() || !matcher.matches()) {
            return Optional.empty();
        }
        var symbol = matcher.group(2);
        var number = new BigDecimal(text.substring(0, text.length() - symbol.length()));
        return times(
                number,
                switch (symbol) {
                    case "ms" -> 1;
                    case "s" -> 1_000;
                    case "m" -> 60_000;
                    default -> 3_600_000;
                });
    }

    private static Optional<BigDecimal> times(BigDecimal number, long milliseconds) {
        return Optional.of(number.multiply(BigDecimal.valueOf(milliseconds)));
    }
}
