package dev.fairlead.cli.text;

import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a line with one meaning; whoever makes it, its text is clean.
 *
 * @param link where a click leads; null where there is none or it is not fit to be one
 */
record Span(String text, Set<Role> roles, @Nullable String link) {

    /** Nothing in it could end the escape sequence it is written into. */
    private static final Pattern FIT = Pattern.compile("(?i)https?://[!-~]{1,2000}");

    Span {
        text = Sanitizer.line(text);
        roles = Set.copyOf(roles);
        link = link != null && FIT.matcher(link).matches() ? link : null;
    }

    Span withText(String other) {
        return new Span(other, roles, link);
    }
}
