package dev.fairlead.cli;

import java.util.regex.Pattern;

/** Writes words into commands that people may copy: whatever the word, the shell takes it for one. */
final class ShellWord {
    private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9:/._@%+=-]+");

    private ShellWord() {}

    static String of(String word) {
        return HARMLESS.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
