package dev.fairlead.auth.token;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/**
 * The keys of tokens and what belongs to them, in a store that may hold other things beside them: {@code token/}, the kind,
 * and what it is about, separated by bars. What is too long for some stores is named by its hash.
 */
public final class TokenKeys {
    /** Begins what is named by its hash. */
    private static final String HASHED = "#";

    private static final String PREFIX = "token/";
    /** Two of them, and the rest, are no longer than any key may be. */
    private static final int LONGEST_PART = 230;

    private static final Set<String> FORMER_KINDS = Set.of("grant", "client", "issuer", "settings");

    private TokenKeys() {}

    /** Returns how all keys of a kind begin that are about something. */
    public static String prefix(String kind, String about) {
        return of(kind, about) + "|";
    }

    /** Returns the key of a kind that is about something. */
    public static String of(String kind, String about) {
        return PREFIX + kind + "|" + part(about);
    }

    /** Returns the key of a kind that is about two things, the first of which holds no bar, or the second. */
    public static String of(String kind, String about, String and) {
        return prefix(kind, about) + part(and);
    }

    /** Tells whether something is named by its hash, and cannot be read from its key. */
    public static boolean isHashed(String part) {
        return part.startsWith(HASHED);
    }

    /** Returns the key by which a former release named something in its file, where nothing else was kept. */
    public static Optional<String> ofFormer(String key) {
        int bar = key.indexOf('|');
        if (bar < 0 || !FORMER_KINDS.contains(key.substring(0, bar))) {
            return Optional.empty();
        }
        var kind = key.substring(0, bar);
        var about = key.substring(bar + 1);
        int second = kind.equals("client") ? about.lastIndexOf('|') : about.indexOf('|');
        return Optional.of(
                second < 0 ? of(kind, about) : of(kind, about.substring(0, second), about.substring(second + 1)));
    }

    private static String part(String text) {
        boolean plain = text.length() <= LONGEST_PART
                && !isHashed(text)
                && StandardCharsets.UTF_8.newEncoder().canEncode(text);
        return plain ? text : HASHED + hash(text);
    }

    private static String hash(String text) {
        // Not in UTF-8, in which halves of surrogate pairs are all the same.
        var units = ByteBuffer.allocate(Character.BYTES * text.length());
        units.asCharBuffer().put(text);
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(units.array()));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java runtime knows SHA-256", impossible);
        }
    }
}
