package dev.fairlead.cli.text;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes words into commands that people may copy: whatever the word, the shell takes it for one. */
public final class ShellWord {
    private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9:/._@%+=-]+");

    private ShellWord() {}

    /** Returns a word. */
    public static String of(String word) {
        return HARMLESS.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Returns several words. */
    public static String line(List<String> words) {
        return words.stream().map(ShellWord::of).collect(Collectors.joining(" "));
    }

    /**
     * Returns a command for the middle of a sentence, made of such words: in quotes, unless some of its words have quotes.
     * Whoever copied both would turn them inside out, and run what is in the word.
     */
    public static String command(String command) {
        return command.indexOf('\'') < 0 ? "'%s'".formatted(command) : command;
    }
}
