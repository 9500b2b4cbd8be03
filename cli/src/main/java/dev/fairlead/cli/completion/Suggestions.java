package dev.fairlead.cli.completion;

import java.util.List;

/**
 * All ways to go on.
 *
 * @param candidates those that are known
 * @param files whether the names of files are among them
 * @param open whether the word goes on after the candidate
 */
record Suggestions(List<Candidate> candidates, boolean files, boolean open) {
    static final Suggestions NONE = new Suggestions(List.of(), false, false);
    static final Suggestions FILES = new Suggestions(List.of(), true, false);

    Suggestions {
        candidates = List.copyOf(candidates);
    }

    static Suggestions of(List<Candidate> candidates) {
        return new Suggestions(candidates, false, false);
    }

    /** Returns those that begin as what was typed does. */
    Suggestions startingWith(String typed) {
        return new Suggestions(
                candidates.stream()
                        .filter(one -> one.usable() && one.word().startsWith(typed))
                        .toList(),
                files,
                open);
    }
}
