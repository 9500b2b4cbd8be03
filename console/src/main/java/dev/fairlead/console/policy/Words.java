package dev.fairlead.console.policy;

import java.time.Duration;

/** How numbers are written. */
final class Words {
    private Words() {}

    static String count(long number, String what) {
        return "%s %s%s".formatted(number, what, number == 1 ? "" : "s");
    }

    static String time(Duration time) {
        if (time.toDays() > 0 && time.equals(Duration.ofDays(time.toDays()))) {
            return count(time.toDays(), "day");
        }
        return time.equals(Duration.ofMinutes(time.toMinutes()))
                ? count(time.toMinutes(), "minute")
                : count(time.toSeconds(), "second");
    }
}
