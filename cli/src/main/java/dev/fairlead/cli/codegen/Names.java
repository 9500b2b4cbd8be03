package dev.fairlead.cli.codegen;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Makes identifiers of whatever a server calls things.
 *
 * <p>They are ASCII, so that no two look alike and no file system changes them: accents are dropped, and letters of other
 * scripts become their numbers.
 */
final class Names {
    private static final int MOST_READ = 200;
    private static final int LONGEST = 60;

    private Names() {}

    /** Returns a name such as {@code readFile}; {@code otherwise} stands in for, or before, what cannot begin a name. */
    static String camel(String given, String otherwise) {
        var words = words(given);
        if (words.isEmpty()) {
            return otherwise;
        }
        var name = new StringBuilder(lower(words.getFirst()));
        words.stream().skip(1).map(Names::capital).forEach(name::append);
        if (Character.isDigit(name.charAt(0))) {
            name.insert(0, otherwise);
        }
        return cut(name.toString());
    }

    /** Returns a name such as {@code ReadFile}. */
    static String pascal(String given, String otherwise) {
        return capital(camel(given, otherwise));
    }

    /** Returns a name such as {@code READ_FILE}. */
    static String constant(String given) {
        var name = new StringBuilder();
        for (var word : words(given)) {
            name.append(name.isEmpty() ? "" : "_")
                    .append(word.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT));
        }
        if (name.isEmpty()) {
            return given.isEmpty() ? "EMPTY" : "VALUE";
        }
        return cut(Character.isDigit(name.charAt(0)) ? "VALUE_" + name : name.toString());
    }

    /** Returns a name with its first letter in upper case. */
    static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private static List<String> words(String given) {
        var read = given.substring(0, Math.min(given.length(), MOST_READ));
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        Normalizer.normalize(read, Normalizer.Form.NFKD).codePoints().forEach(point -> {
            if (point < 128 && Character.isLetterOrDigit(point)) {
                word.appendCodePoint(point);
            } else if (Character.getType(point) != Character.NON_SPACING_MARK) {
                end(word, words);
                if (Character.isLetterOrDigit(point)) {
                    words.add("u" + Integer.toHexString(point));
                }
            }
        });
        end(word, words);
        return words;
    }

    private static void end(StringBuilder word, List<String> words) {
        if (!word.isEmpty()) {
            words.add(word.toString());
            word.setLength(0);
        }
    }

    /** Turns {@code URLOf} into {@code urlOf} and {@code URL} into {@code url}. */
    private static String lower(String word) {
        int capitals = 0;
        while (capitals < word.length() && Character.isUpperCase(word.charAt(capitals))) {
            capitals++;
        }
        boolean nextWordBegins =
                capitals > 1 && capitals < word.length() && Character.isLowerCase(word.charAt(capitals));
        int end = nextWordBegins ? capitals - 1 : capitals;
        return word.substring(0, end).toLowerCase(Locale.ROOT) + word.substring(end);
    }

    private static String cut(String name) {
        return name.substring(0, Math.min(name.length(), LONGEST));
    }
}
