package dev.fairlead.cli.text;

import dev.fairlead.cli.text.Width.Range;
import java.util.ArrayList;
import java.util.List;

/** One line while it is broken into several. */
final class Wrapping {
    private static final int NOWHERE = -1;

    /** Marks that never begin a line, in scripts which may be broken between any two letters. */
    private static final String CLOSING = "、。，．：；！？）］｝」』】〉》〕・ー…";

    private final String line;
    private final int width;
    private final List<Range> ranges = new ArrayList<>();
    private int start;
    private int used;
    /** Where this line could end, and where the next would start. */
    private int end = NOWHERE;

    private int next = NOWHERE;

    Wrapping(String line, int width) {
        this.line = line;
        this.width = width;
    }

    List<Range> ranges() {
        for (int at = 0; at < line.length(); ) {
            int after = Clusters.end(line, at);
            int columns = Clusters.columns(line, at, after);
            if (line.charAt(at) == ' ' && after == at + 1) {
                noteBlank(at);
            } else {
                noteLetter(at);
                if (used + columns > width && at > start) {
                    at = breakAt(at);
                    continue;
                }
            }
            used += columns; // Blanks hang over the edge, and are dropped there.
            at = after;
        }
        finish();
        return ranges;
    }

    private void noteBlank(int at) {
        if (next != at) {
            end = at;
        }
        next = at + 1;
    }

    private void noteLetter(int at) {
        if (at > start && next != at && isBetweenLetters(at)) {
            end = at;
            next = at;
        }
    }

    private boolean isBetweenLetters(int at) {
        int point = line.codePointAt(at);
        return (isSeparable(point) || isSeparable(line.codePointBefore(at))) && CLOSING.indexOf(point) < 0;
    }

    private static boolean isSeparable(int point) {
        return point >= 0x2E80 && Character.isLetter(point) && Clusters.isWide(point);
    }

    private int breakAt(int at) {
        if (next == NOWHERE) {
            ranges.add(new Range(start, at));
            start = at;
        } else {
            if (end > start) {
                ranges.add(new Range(start, end));
            }
            start = next;
        }
        end = NOWHERE;
        next = NOWHERE;
        used = 0;
        return start;
    }

    private void finish() {
        int last = line.length();
        while (last > start && line.charAt(last - 1) == ' ') {
            last--;
        }
        if (last > start || ranges.isEmpty()) {
            ranges.add(new Range(start, last));
        }
    }
}
