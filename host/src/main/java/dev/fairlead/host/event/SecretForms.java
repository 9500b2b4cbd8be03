package dev.fairlead.host.event;

import dev.fairlead.protocol.rpc.Excerpt;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * The ways in which a secret value can be written down: as it is, and in as many others as there is room for, usual ones
 * first. Some values have many, each several times as long as the value.
 */
final class SecretForms {
    // Shorter values are found everywhere, and protect nothing.
    static final int SHORTEST = 6;

    private static final int SHORTEST_LINE = 8;
    // Beyond this, no name of a form would fit where it could be shown; the value itself still must not.
    private static final int LONGEST_ENCODED = 8 << 10;
    private static final Set<String> SCHEMES = Set.of("bearer", "basic", "token", "dpop", "apikey", "digest");
    private static final List<String> LEFT_BY_URLS =
            List.of("-._~", "-._~!'()*", "-._~!'()*;/?:@&=+$,#", "-._*", "", "-._~/", "-._/");
    // Every library has its own idea of which of these may stay; an ordinary key has few of them.
    private static final String MAY_BE_LEFT = "!'()*;/?:@&=+$,#[]";
    private static final List<String> ALWAYS_LEFT = List.of("-._~", "-._");
    private static final int MOST_TRIED = 5;
    private static final List<String> ESCAPED_BY_JSON = List.of("", "<>&\u2028\u2029", "<>&='\u2028\u2029", "/");
    private static final Base64.Encoder PLAIN = Base64.getEncoder().withoutPadding();

    private final Set<String> forms = new LinkedHashSet<>();
    private int room;

    private SecretForms(int room) {
        this.room = room;
    }

    /**
     * Returns them; none for a value that is too short to be hidden.
     *
     * @param room how many characters they may have together, besides those of the value as it is
     */
    static Set<String> of(String value, int room) {
        var all = new SecretForms(room);
        // The short ones first: they are found within the long ones.
        var parts = parts(value).stream()
                .filter(part -> part.length() >= SHORTEST)
                .sorted(Comparator.comparingInt(String::length))
                .toList();
        for (var part : parts) {
            all.forms.add(part);
            all.forms.add(Excerpt.of(part, part.length()));
        }
        if (value.length() >= SHORTEST) {
            all.forms.add(value);
        }
        parts.forEach(all::inJson);
        parts.forEach(all::inBase64);
        parts.forEach(part -> LEFT_BY_URLS.forEach(left -> all.inAddress(part, left)));
        for (var part : parts) {
            all.inJsonInJson(part);
            all.inOtherAddresses(part);
        }
        return all.forms;
    }

    private static Set<String> parts(String value) {
        var parts = new LinkedHashSet<String>();
        parts.add(value.strip());
        addCredential(value.strip(), parts);
        // What is written line by line, as to standard error, must be found line by line.
        value.lines()
                .map(String::strip)
                .filter(line -> line.length() >= SHORTEST_LINE)
                .forEach(parts::add);
        return parts;
    }

    /** Takes a header's value apart: the scheme says nothing, and a basic one holds a password. */
    private static void addCredential(String value, Set<String> parts) {
        int space = value.indexOf(' ');
        if (space < 0 || !SCHEMES.contains(value.substring(0, space).toLowerCase(Locale.ROOT))) {
            return;
        }
        var bare = value.substring(space + 1).strip();
        parts.add(bare);
        if (value.substring(0, space).equalsIgnoreCase("basic") && bare.matches("[A-Za-z0-9+/]+={0,2}")) {
            try {
                var pair = new String(Base64.getDecoder().decode(bare), StandardCharsets.UTF_8);
                parts.add(pair.substring(pair.indexOf(':') + 1));
            } catch (IllegalArgumentException otherScheme) {
                return; // It is no Base64 after all, and is hidden as it is.
            }
        }
    }

    private void add(String form) {
        if (form.length() >= SHORTEST && form.length() <= room && forms.add(form)) {
            room -= form.length();
        }
    }

    /** Tells whether there is no room for any form of a value: none is shorter than it. */
    private boolean isFullFor(String value) {
        return value.length() > room;
    }

    private void inJson(String value) {
        if (isFullFor(value)) {
            return;
        }
        for (var once : json(value)) {
            add(once);
            if (value.length() > LONGEST_ENCODED) {
                add(escaped(once, false, unit -> unit < ' '));
            }
        }
    }

    /** JSON stands inside JSON, and those who write the two need not write alike. */
    private void inJsonInJson(String value) {
        if (isFullFor(value) || value.length() > LONGEST_ENCODED) {
            return;
        }
        json(value).forEach(once -> json(once).forEach(this::add));
    }

    /** Returns what a value looks like in JSON. */
    private Set<String> json(String value) {
        var all = new LinkedHashSet<String>();
        for (var also : ESCAPED_BY_JSON) {
            for (char last : new char[] {Character.MAX_VALUE, '~'}) {
                IntPredicate byNumber = unit -> unit < ' ' || unit > last || also.indexOf(unit) >= 0;
                all.add(escaped(value, false, byNumber));
                all.add(escaped(value, true, byNumber));
            }
        }
        return all;
    }

    private static String escaped(String value, boolean upper, IntPredicate byNumber) {
        var json = new StringBuilder(value.length() + 16);
        var hex = upper ? HexFormat.of().withUpperCase() : HexFormat.of();
        for (int at = 0; at < value.length(); at++) {
            char c = value.charAt(at);
            switch (c) {
                case '"', '\\' -> json.append('\\').append(c);
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                case '\b' -> json.append("\\b");
                case '\f' -> json.append("\\f");
                case '/' -> json.append(byNumber.test(c) ? "\\/" : "/");
                default -> json.append(byNumber.test(c) ? "\\u" + hex.toHexDigits(c) : c);
            }
        }
        return json.toString();
    }

    private void inOtherAddresses(String value) {
        var some = MAY_BE_LEFT.chars().filter(sign -> value.indexOf(sign) >= 0).toArray();
        if (some.length > MOST_TRIED) {
            return;
        }
        for (int chosen = 0; chosen < 1 << some.length; chosen++) {
            var left = new StringBuilder();
            for (int i = 0; i < some.length; i++) {
                left.append((chosen >> i & 1) == 1 ? Character.toString(some[i]) : "");
            }
            ALWAYS_LEFT.forEach(always -> inAddress(value, always + left));
        }
    }

    private void inAddress(String value, String left) {
        if (isFullFor(value) || value.length() > LONGEST_ENCODED) {
            return;
        }
        var encoded = percent(value, left);
        add(encoded);
        add(encoded.replace("%20", "+"));
        var lower = lowered(encoded);
        add(lower);
        add(lower.replace("%20", "+"));
    }

    private static String percent(String value, String left) {
        var url = new StringBuilder(value.length() * 2);
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = (b >= '0' && b <= '9')
                    || (b >= 'a' && b <= 'z')
                    || (b >= 'A' && b <= 'Z')
                    || (b > 0 && left.indexOf(b) >= 0);
            url.append(plain ? (char) b : "%" + HexFormat.of().withUpperCase().toHexDigits(b));
        }
        return url.toString();
    }

    private static String lowered(String encoded) {
        var lower = new StringBuilder(encoded);
        for (int at = encoded.indexOf('%'); at >= 0; at = encoded.indexOf('%', at + 1)) {
            lower.replace(at, at + 3, encoded.substring(at, at + 3).toLowerCase(Locale.ROOT));
        }
        return lower.toString();
    }

    /** Adds what the value looks like inside a longer text in Base64, wherever in it the value begins. */
    private void inBase64(String text) {
        if (isFullFor(text) || text.length() > LONGEST_ENCODED) {
            return;
        }
        var value = text.getBytes(StandardCharsets.UTF_8);
        for (int before = 0; before < 3; before++) {
            var padded = new byte[before + value.length];
            System.arraycopy(value, 0, padded, before, value.length);
            var encoded = PLAIN.encodeToString(padded);
            // Only the characters that no neighbour has a part in are always the same.
            var stable = encoded.substring((before * 8 + 5) / 6, padded.length * 8 / 6);
            add(stable);
            add(stable.replace('+', '-').replace('/', '_'));
            add(stable.replace("/", "\\/"));
            add(stable.replace("+", "%2B").replace("/", "%2F"));
            add(stable.replace("+", "%2b").replace("/", "%2f"));
        }
    }
}
