package dev.fairlead.cli.text;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** What a progress line tells of, and how far it is; guarded by the lock of that line. */
final class Work {
    private static final int BAR = 20;
    private static final int STEPS = 4;
    private static final double LONGEST_NUMBER = 1e15;

    private final String label;
    private final long startedAt;
    private final Glyphs glyphs;
    private double done;
    private double total;
    private String message = "";
    private boolean reported;
    private int told;
    private int frame;

    Work(String label, long startedAt, Glyphs glyphs) {
        this.label = label;
        this.startedAt = startedAt;
        this.glyphs = glyphs;
    }

    /** Returns whether another quarter is done. */
    boolean report(double nowDone, double nowTotal, String nowMessage) {
        done = Double.isFinite(nowDone) ? nowDone : 0;
        total = Double.isFinite(nowTotal) ? nowTotal : 0;
        message = nowMessage;
        reported = true;
        int quarter = total > 0 ? (int) (fraction() * STEPS) : 0;
        boolean more = quarter > told;
        told = Math.max(told, quarter);
        return more;
    }

    /** Returns the line as it is painted. */
    StyledText line(long now) {
        return total > 0 ? bar() : spinner(now);
    }

    /** Returns the line as it is told once. */
    StyledText step() {
        return StyledText.of("%s: %s %% (%s/%s)".formatted(label, percent(), number(done), number(total)))
                .plus(afterBlank(message));
    }

    private StyledText bar() {
        int full = (int) (fraction() * BAR);
        return StyledText.of(label + " ")
                .plus(glyphs.done().repeat(full), Role.GOOD)
                .plus(glyphs.left().repeat(BAR - full), Role.FAINT)
                .plus(" %3s %% ".formatted(percent()))
                .plus(number(done) + "/" + number(total), Role.FAINT)
                .plus(afterBlank(message));
    }

    private StyledText spinner(long now) {
        var sign = glyphs.spinner().get(frame++ % glyphs.spinner().size());
        long seconds = TimeUnit.NANOSECONDS.toSeconds(now - startedAt);
        return StyledText.of(sign, Role.NAME)
                .plus(" %s %s ".formatted(label, glyphs.ellipsis()))
                .plus(seconds + " s", Role.FAINT)
                .plus(reported && done > 0 ? afterBlank(number(done)) : "")
                .plus(afterBlank(message));
    }

    private double fraction() {
        return Math.clamp(done / total, 0, 1);
    }

    private int percent() {
        return (int) (fraction() * 100);
    }

    private static String afterBlank(String text) {
        return text.isEmpty() ? "" : " " + text;
    }

    private static String number(double number) {
        if (Math.abs(number) >= LONGEST_NUMBER) {
            return String.format(Locale.ROOT, "%.1e", number);
        }
        return number == Math.rint(number) ? Long.toString((long) number) : String.format(Locale.ROOT, "%.1f", number);
    }
}
