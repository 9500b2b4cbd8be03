package dev.fairlead.cli.question;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;

/** The formats that texts in forms may be asked to have. */
final class Formats {
    // What is certainly no address; whether one exists, only the mail tells.
    private static final Pattern EMAIL = Pattern.compile("[^@\\s]{1,64}@[^@\\s.]+(\\.[^@\\s.]+)*");
    private static final int LONGEST_EMAIL = 320;

    private Formats() {}

    /** Says what a format wants, such as {@code an email address}; the name where it is not known. */
    static String words(String format) {
        return switch (format) {
            case "email" -> "an email address";
            case "uri" -> "a URI, such as https://example.com/";
            case "date" -> "a date, such as 2026-03-31";
            case "date-time" -> "a date and time, such as 2026-03-31T12:00:00Z";
            default -> "in the format '%s'".formatted(Excerpts.line(format));
        };
    }

    /** Tells whether a text has a format; what is not known is not judged. */
    static boolean fits(String format, String text) {
        return switch (format) {
            case "email" ->
                text.length() <= LONGEST_EMAIL && EMAIL.matcher(text).matches();
            case "uri" -> isUri(text);
            case "date" -> isTime(() -> LocalDate.parse(text));
            case "date-time" -> isTime(() -> OffsetDateTime.parse(text));
            default -> true;
        };
    }

    private static boolean isUri(String text) {
        try {
            return new URI(text).isAbsolute();
        } catch (URISyntaxException none) {
            return false;
        }
    }

    private static boolean isTime(Runnable parsing) {
        try {
            parsing.run();
            return true;
        } catch (DateTimeException none) {
            return false;
        }
    }
}
