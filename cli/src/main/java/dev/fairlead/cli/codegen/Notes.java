package dev.fairlead.cli.codegen;

import java.util.ArrayList;
import java.util.List;

/** Collects what was simplified or left out. */
final class Notes {
    private static final int MOST = 1_000;
    private static final int LONGEST_NAME = 80;

    private final List<String> notes = new ArrayList<>();
    private int more;

    /** Adds a note in words of our own. */
    void add(String note) {
        if (notes.size() < MOST) {
            notes.add(note);
        } else {
            more++;
        }
    }

    List<String> all() {
        var all = new ArrayList<>(notes);
        if (more > 0) {
            all.add("and %s more like these".formatted(more));
        }
        return all;
    }

    /** Quotes a name that a server gave. */
    static String quote(String name) {
        return "'" + Plain.text(name, LONGEST_NAME) + "'";
    }
}
