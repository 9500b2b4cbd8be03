package dev.fairlead.cli.text;

import java.util.regex.Pattern;

/** Writes words into commands that people may copy: whatever the word, the shell takes it for one. */
public final class ShellWord {
    private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9:/._@%+=-]+");

    private ShellWord() {}

    public static String of(String word) {
        return HARMLESS.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
