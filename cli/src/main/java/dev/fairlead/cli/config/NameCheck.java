package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Url;
import dev.fairlead.cli.frame.UsageException;

/** Checks names that servers are to have. */
public final class NameCheck {
    private static final int LONGEST = 256;

    private NameCheck() {}

    /** Returns a name, if a server can have it and is then found by it. */
    static String checked(String name, Surroundings surroundings) {
        var why = why(name, surroundings);
        if (!why.isEmpty()) {
            throw new UsageException("a server cannot be called '%s': %s".formatted(Url.shown(name), why));
        }
        return name;
    }

    private static String why(String name, Surroundings surroundings) {
        if (name.isBlank() || !name.strip().equals(name)) {
            return "a name is not blank, and neither begins nor ends with a blank";
        }
        if (name.length() > LONGEST) {
            return "a name has at most %s characters".formatted(LONGEST);
        }
        if (name.startsWith("-")) {
            return "what begins with - is an option";
        }
        if (Url.isAny(name)) {
            return "that is a URL; type a name before it";
        }
        if (name.codePoints().anyMatch(point -> Character.isISOControl(point) || isUnseen(point))) {
            return "it holds characters that nobody sees";
        }
        if (surroundings.servers().names().contains(name)) {
            return "that one is built in";
        }
        return "";
    }

    private static boolean isUnseen(int point) {
        return switch (Character.getType(point)) {
            case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE -> true;
            default -> false;
        };
    }
}
