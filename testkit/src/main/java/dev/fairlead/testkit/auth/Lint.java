package dev.fairlead.testkit.auth;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The rules that clients have broken, in the order in which they did. */
final class Lint {
    private final List<String> found = new CopyOnWriteArrayList<>();

    void add(String rule) {
        found.add(rule);
    }

    /** Adds a rule if it was broken, and tells whether it was. */
    boolean add(boolean broken, String rule) {
        if (broken) {
            add(rule);
        }
        return broken;
    }

    List<String> all() {
        return List.copyOf(found);
    }
}
