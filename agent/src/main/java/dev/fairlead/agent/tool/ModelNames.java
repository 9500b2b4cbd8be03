package dev.fairlead.agent.tool;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The names of tools as every model takes them: a letter or underscore, then letters, digits, underscores and hyphens, 64
 * at most. A pure function of the host's name, which nearly always fits and stays; what does not fit is replaced, and a
 * tail of its hash keeps apart what would look the same. A name that ends like such a tail gets one of its own.
 */
final class ModelNames {
    private static final int LONGEST = 64;
    private static final int HASH_BYTES = 8;
    private static final int TAIL = 1 + 2 * HASH_BYTES;
    private static final Pattern LEGAL = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,%s}".formatted(LONGEST - 1));
    // A hyphen, since the host's own tails begin with an underscore.
    private static final Pattern TAILED = Pattern.compile(".*-[0-9a-f]{%s}".formatted(2 * HASH_BYTES));

    private ModelNames() {}

    /** Returns how a model is told of what the host calls so. */
    static String of(String hosts) {
        if (LEGAL.matcher(hosts).matches() && !TAILED.matcher(hosts).matches()) {
            return hosts;
        }
        var fit = hosts.replaceAll("[^A-Za-z0-9_-]", "_");
        var begun = fit.isEmpty() || !Character.isLetter(fit.charAt(0)) ? "_" + fit : fit;
        return begun.substring(0, Math.min(begun.length(), LONGEST - TAIL)) + "-" + hash(hosts);
    }

    private static String hash(String text) {
        // Char by char: an encoding would make one character of all halves of characters.
        var bytes = ByteBuffer.allocate(2 * text.length());
        text.chars().forEach(unit -> bytes.putChar((char) unit));
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(bytes.array());
            return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
