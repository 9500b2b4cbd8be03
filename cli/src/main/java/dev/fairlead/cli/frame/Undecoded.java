package dev.fairlead.cli.frame;

import java.util.List;
import java.util.Optional;

/** Finds words that are not what was typed: bytes that are no text in this locale were replaced on their way here. */
public final class Undecoded {
    private static final char REPLACEMENT = '\uFFFD';

    private Undecoded() {}

    /** Returns why these words are of no use; empty where they are. */
    public static Optional<String> complaint(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            if (isReplaced(words.get(i))) {
                return Optional.of(
                        ("word %s, '%s', has characters that could not be read; type UTF-8 in a locale that knows it,"
                                        + " such as LC_ALL=C.UTF-8, or name a file that holds the text")
                                .formatted(i + 1, words.get(i)));
            }
        }
        return Optional.empty();
    }

    private static boolean isReplaced(String word) {
        return word.indexOf(REPLACEMENT) >= 0
                || word.codePoints().anyMatch(sign -> Character.getType(sign) == Character.SURROGATE);
    }
}
