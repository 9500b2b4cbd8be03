package dev.fairlead.host.event;

import java.util.Arrays;

/** The parts of a text that are to be hidden. Those that overlap are one, so that nothing of either is left. */
final class Finds {
    private long[] spans = new long[16]; // start and end, so that their order is that of the starts
    private int count;

    /** Adds a part; the end is exclusive. */
    void add(int start, int end) {
        // One that reaches further back than the last swallows it; keeps a text full of finds from costing memory.
        while (count > 0 && start(spans[count - 1]) >= start && end(spans[count - 1]) <= end) {
            count--;
        }
        if (count == spans.length) {
            spans = Arrays.copyOf(spans, count * 2);
        }
        spans[count++] = (long) start << Integer.SIZE | end;
    }

    /** Returns the text with all parts hidden. */
    String hideIn(String text) {
        if (count == 0) {
            return text;
        }
        Arrays.sort(spans, 0, count);
        var safe = new StringBuilder(text.length());
        int done = 0;
        for (int at = 0; at < count; ) {
            int start = start(spans[at]);
            int end = end(spans[at]);
            for (at++; at < count && start(spans[at]) < end; at++) {
                end = Math.max(end, end(spans[at]));
            }
            safe.append(text, done, start).append(Redactor.HIDDEN);
            done = end;
        }
        return safe.append(text, done, text.length()).toString();
    }

    private static int start(long span) {
        return (int) (span >>> Integer.SIZE);
    }

    private static int end(long span) {
        return (int) span;
    }
}
