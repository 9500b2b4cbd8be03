package dev.fairlead.agent.provider;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** When a provider wants to be asked again, where it says so in a sentence. */
final class RetryWords {
    private static final Pattern SENTENCE = Pattern.compile("(?:try again|retry)(?: in| after)?"
            + " ((?:\\d{1,6}(?:\\.\\d{1,9})?\\s?(?:ms|milliseconds?|seconds?|s|minutes?|m|hours?|h)\\s?)+)\\b");
    private static final Pattern TERM = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,9})?)\\s?(ms|milli|s|m|h)");
    private static final Duration LONGEST = Duration.ofDays(1);

    private RetryWords() {}

    /** Returns how long to wait; null if the words say nothing about it. */
    static @Nullable Duration in(String words) {
        var sentence = SENTENCE.matcher(words.toLowerCase(Locale.ROOT));
        if (!sentence.find()) {
            return null;
        }
        var wait = Duration.ZERO;
        var term = TERM.matcher(sentence.group(1));
        while (term.find()) {
            wait = wait.plus(term(term.group(1), term.group(2)));
        }
        return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
    }

    private static Duration term(String number, String unit) {
        long milliseconds = switch (unit) {
            case "ms", "milli" -> 1;
            case "s" -> 1_000;
            case "m" -> 60_000;
            default -> 3_600_000;
        };
        return Duration.ofMillis(new BigDecimal(number)
                .multiply(BigDecimal.valueOf(milliseconds))
                .longValue());
    }
}
