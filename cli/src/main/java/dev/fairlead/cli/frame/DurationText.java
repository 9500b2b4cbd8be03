package dev.fairlead.cli.frame;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Reads durations as people type them: {@code 500ms}, {@code 8s}, {@code 1.5m}, {@code 1h}, or {@code 8} for seconds. */
public final class DurationText {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s*(ms|s|m|h)?");

    private DurationText() {}

    /** Reads one. */
    public static Duration read(String text) {
        var match = FORM.matcher(text.strip());
        if (!match.matches()) {
            throw refused(text);
        }
        long unit = switch (match.group(2)) {
            case "ms" -> 1;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            case null, default -> 1_000;
        };
        var millis = new BigDecimal(match.group(1)).multiply(BigDecimal.valueOf(unit));
        if (millis.compareTo(BigDecimal.ONE) < 0) {
            throw refused(text);
        }
        return Duration.ofMillis(millis.longValue());
    }

    private static TypeConversionException refused(String text) {
        return new TypeConversionException(
                "'%s' is not a duration; write for instance 500ms, 8s or 2m".formatted(text));
    }
}
