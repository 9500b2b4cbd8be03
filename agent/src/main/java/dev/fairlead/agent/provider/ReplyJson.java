package dev.fairlead.agent.provider;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads what a provider sent, which may be anything. */
final class ReplyJson {
    private static final int EXCERPT = 200;
    // More than any model can count to, and little enough that sums of it are still numbers.
    private static final long MOST_TOKENS = 1_000_000_000_000L;

    private ReplyJson() {}

    /** Reads one event of an answer, which is always an object. */
    static ObjectNode event(String data) throws BadReplyException {
        if (parse(data) instanceof ObjectNode object) {
            return object;
        }
        throw new BadReplyException("part of the answer is no JSON object: " + excerpt(data));
    }

    /** Returns the object that a text is; null if it is none. */
    static @Nullable ObjectNode object(String text) {
        return parse(text) instanceof ObjectNode object ? object : null;
    }

    /** Tells whether a text says nothing, which is how some write the arguments of a tool that takes none. */
    static boolean isNothing(String text) {
        return text.isBlank() || text.strip().equals("null");
    }

    /** Returns what a text says in JSON; null if it is something else. */
    static @Nullable JsonNode parse(String text) {
        try {
            return Json.parse(text);
        } catch (JacksonException e) {
            return null; // The caller shows the text itself, which says more than where a parser gave up.
        }
    }

    /** Returns a member that is a text; empty for everything else. */
    static String text(JsonNode json, String name) {
        JsonNode member = json.path(name);
        return member.isString() ? member.stringValue() : "";
    }

    /** Returns the first of these members that is a text with something in it; else empty. */
    static String text(JsonNode json, List<String> names) {
        return names.stream()
                .map(name -> text(json, name))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Returns a member that counts tokens; 0 for everything else. */
    static long count(JsonNode json, String name) {
        JsonNode member = json.path(name);
        boolean counts = member.isIntegralNumber() && member.canConvertToLong();
        return counts ? Math.clamp(member.longValue(), 0, MOST_TOKENS) : 0;
    }

    /** Returns a member that is a small number, such as an index; -1 for everything else. */
    static int index(JsonNode json, String name) {
        JsonNode member = json.path(name);
        return member.isIntegralNumber() && member.canConvertToInt() ? Math.max(-1, member.intValue()) : -1;
    }

    /** Returns the beginning of a text. */
    static String excerpt(String text) {
        return cut(text, EXCERPT);
    }

    /** Returns at most so many characters of a text, whole ones. */
    static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end) + "…";
    }
}
