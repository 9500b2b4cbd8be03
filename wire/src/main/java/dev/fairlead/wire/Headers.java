package dev.fairlead.wire;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What travels beside a message where the line has room for it: names, which know no case, with values. */
public final class Headers {
    private static final String NAME_MARKS = "!#$%&'*+.^_`|~-";

    /** What the protocol says itself, and what decides whom a request reaches and how its bytes are understood. */
    private static final Set<String> RESERVED = Set.of(
            "accept",
            "connection",
            "content-encoding",
            "content-length",
            "content-type",
            "expect",
            "host",
            "http2-settings",
            "keep-alive",
            "last-event-id",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private static final Set<String> RESERVED_BEGINNINGS = Set.of("mcp-", "proxy-");

    /** No headers. */
    public static final Headers NONE = new Headers(new TreeMap<>(String.CASE_INSENSITIVE_ORDER));

    private final SortedMap<String, String> values; // in an order that knows no case

    private Headers(SortedMap<String, String> values) {
        this.values = values;
    }

    /** Returns these headers. */
    public static Headers of(Map<String, String> values) {
        var copy = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(values);
        return new Headers(copy);
    }

    /**
     * Returns these headers and one more, which takes the place of an older one of that name.
     *
     * @throws IllegalArgumentException if the name or the value is not fit to travel; never shows the value
     */
    public Headers with(String name, String value) {
        check(name, value);
        var more = copy();
        more.remove(name); // The newest spelling counts too.
        more.put(name, value);
        return new Headers(more);
    }

    /**
     * Returns these headers and one more that belongs to an application.
     *
     * @throws IllegalArgumentException if the name or the value is not fit to travel, or the name is the protocol's or the
     *     connection's
     */
    public Headers withOwn(String name, String value) {
        var known = name.toLowerCase(Locale.ROOT);
        if (RESERVED.contains(known) || RESERVED_BEGINNINGS.stream().anyMatch(known::startsWith)) {
            throw new IllegalArgumentException("header %s belongs to the protocol or the connection".formatted(name));
        }
        return with(name, value);
    }

    /** Returns these headers and others, which take the place of older ones. */
    public Headers with(Headers others) {
        if (others.values.isEmpty()) {
            return this;
        }
        if (values.isEmpty()) {
            return others;
        }
        var more = copy();
        others.values.forEach((name, value) -> {
            more.remove(name);
            more.put(name, value);
        });
        return new Headers(more);
    }

    /** Returns the value of a header. */
    public Optional<String> get(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** Returns all of them, by name. */
    public Map<String, String> values() {
        return Collections.unmodifiableMap(values);
    }

    /** Names the headers; what they say may be secret. */
    @Override
    public String toString() {
        return values.keySet().toString();
    }

    /** Refuses what would not arrive as it is, or would arrive as something else. */
    private static void check(String name, String value) {
        if (name.isEmpty() || !all(name, true)) {
            throw new IllegalArgumentException("not the name of a header: " + name);
        }
        if (!all(value, false)) {
            throw new IllegalArgumentException(
                    "the value of header %s holds characters that are not allowed there".formatted(name));
        }
    }

    // Every message has headers: no expression and no stream for something as small.
    private static boolean all(String text, boolean ofName) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!(ofName ? fitsName(c) : c == '\t' || (c >= ' ' && c < 0x7f))) {
                return false;
            }
        }
        return true;
    }

    private static boolean fitsName(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || NAME_MARKS.indexOf(c) >= 0;
    }

    private SortedMap<String, String> copy() {
        return new TreeMap<>(values); // keeps the order
    }
}
