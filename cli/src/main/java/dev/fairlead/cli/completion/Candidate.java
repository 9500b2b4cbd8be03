package dev.fairlead.cli.completion;

import dev.fairlead.cli.text.Sanitizer;

/**
 * One way to go on.
 *
 * @param word the whole word
 * @param about what it means; may be empty
 */
record Candidate(String word, String about) {
    static Candidate of(String word) {
        return new Candidate(word, "");
    }

    /** Tells whether it can be handed to a shell: on one line, and nothing in it that drives a terminal or hides. */
    boolean usable() {
        return !word.isEmpty() && Sanitizer.line(word).equals(word);
    }
}
