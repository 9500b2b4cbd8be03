package dev.fairlead.cli.question;

import dev.fairlead.protocol.FormField;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds fields that ask for what servers must not ask for in a form. */
final class Secrets {
    private static final int LOOKED_AT = 2_000;
    private static final Pattern WORDS = Pattern.compile(
            "pass[ _-]?(word|phrase|code|wd)|\\bpwd\\b|secret|credential|(api|access|private|ssh|secret)[ _-]?key"
                    + "|\\btoken\\b|[a-z_-]token\\b|\\bpin\\b|\\botp\\b|one[ -]time code|2fa|\\bcvv\\b|\\bcvc\\b"
                    + "|(credit|debit)[ _-]?card|card[ _-]?number|\\bssn\\b|social security|seed phrase",
            Pattern.CASE_INSENSITIVE);

    private Secrets() {}

    /** Tells whether a field looks like it. */
    static boolean asksFor(FormField field) {
        boolean hidden = field instanceof FormField.Text text && "password".equals(text.format());
        return hidden
                || Stream.of(field.name(), field.title(), field.description())
                        .filter(text -> text != null)
                        .map(text -> text.substring(0, Math.min(LOOKED_AT, text.length())))
                        .anyMatch(text -> WORDS.matcher(text).find());
    }
}
