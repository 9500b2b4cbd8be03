package dev.fairlead.host.recording;

import dev.fairlead.host.event.Redactor;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Tells whether a request is one that was recorded, of which the secrets are no longer known. */
final class Likeness {
    private Likeness() {}

    /** Tells whether two values are the same, but for what is hidden in the recorded one. */
    static boolean same(JsonNode recorded, JsonNode given) {
        if (recorded.isString()) {
            return text(recorded.stringValue(), given);
        }
        if (recorded.isNumber() && given.isNumber()) {
            return recorded.decimalValue().compareTo(given.decimalValue()) == 0;
        }
        if (recorded.isObject() && given.isObject()) {
            return recorded.size() == given.size()
                    && recorded.properties().stream().allMatch(member -> {
                        var other = given.get(member.getKey());
                        return other != null && same(member.getValue(), other);
                    });
        }
        if (recorded.isArray() && given.isArray() && recorded.size() == given.size()) {
            for (int at = 0; at < recorded.size(); at++) {
                if (!same(recorded.get(at), given.get(at))) {
                    return false;
                }
            }
            return true;
        }
        return recorded.equals(given);
    }

    private static boolean text(String recorded, JsonNode given) {
        if (recorded.equals(Redactor.HIDDEN)) {
            return given.isString() || given.isNumber();
        }
        if (!given.isString() || !recorded.contains(Redactor.HIDDEN)) {
            return given.isString() && recorded.equals(given.stringValue());
        }
        return like(recorded.split(Pattern.quote(Redactor.HIDDEN), -1), given.stringValue());
    }

    /** Tells whether a text begins with the first piece, ends with the last, and has the others between, in order. */
    private static boolean like(String[] pieces, String text) {
        var last = pieces[pieces.length - 1];
        if (!text.startsWith(pieces[0])) {
            return false;
        }
        int at = pieces[0].length();
        for (int piece = 1; piece < pieces.length - 1; piece++) {
            int found = text.indexOf(pieces[piece], at);
            if (found < 0) {
                return false;
            }
            at = found + pieces[piece].length();
        }
        return text.length() - last.length() >= at && text.endsWith(last);
    }
}
