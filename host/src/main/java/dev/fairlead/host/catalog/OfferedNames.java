package dev.fairlead.host.catalog;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The names under which tools and prompts are offered: {@code server__tool}, a pure function of the two, fit for every
 * model. What does not fit is replaced, and a tail of its hash keeps apart what would look the same. A name that ends
 * like such a tail gets one of its own, and the tail is too long to be met by trying, so that nobody can be given the
 * name of another.
 */
final class OfferedNames {
    static final int LONGEST = 64;

    private static final String BETWEEN = "__";
    private static final int HASH_BYTES = 8;
    private static final int TAIL = 1 + 2 * HASH_BYTES;

    private static final Pattern TAILED = Pattern.compile("_[0-9a-f]{%s}$".formatted(2 * HASH_BYTES));

    private OfferedNames() {}

    /** Returns how the names of everything that a server offers begin. */
    static String beginning(String server) {
        var whole = left(server) + BETWEEN;
        return whole.substring(0, Math.min(whole.length(), LONGEST - TAIL));
    }

    private static String left(String server) {
        var fit = fit(server).replaceAll("_{2,}", "_").replaceAll("^_+|_+$", "");
        return fit.isEmpty() ? "server" : fit;
    }

    /** Returns the name of what a server offers. */
    static String of(String server, String own) {
        var left = left(server);
        // A server that already puts its own name in front is not named twice.
        var right = own.startsWith(server + BETWEEN) ? own.substring(server.length() + BETWEEN.length()) : own;
        var name = left + BETWEEN + fit(right);
        boolean same = left.equals(server)
                && fit(right).equals(own)
                && !right.isEmpty()
                && !TAILED.matcher(name).find();
        return same && name.length() <= LONGEST ? name : tailed(name, server, own);
    }

    /** Returns a name of nothing but a hash, for what would hide behind the name of another. */
    static String hashed(String server, String own) {
        return "tool_" + HexFormat.of().formatHex(digest(server, own), 0, 2 * HASH_BYTES);
    }

    private static String tailed(String name, String server, String own) {
        var head = name.substring(0, Math.min(name.length(), LONGEST - TAIL));
        return head + "_" + HexFormat.of().formatHex(digest(server, own), 0, HASH_BYTES);
    }

    private static String fit(String text) {
        return text.replaceAll("[^A-Za-z0-9_-]", "_");
    }

    private static byte[] digest(String server, String own) {
        var both = server.length() + ":" + server + own;
        // Char by char: an encoding would make one character of all halves of characters.
        var bytes = ByteBuffer.allocate(2 * both.length());
        both.chars().forEach(unit -> bytes.putChar((char) unit));
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes.array());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
