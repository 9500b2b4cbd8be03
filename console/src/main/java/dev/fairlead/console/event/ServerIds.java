package dev.fairlead.console.event;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** How the page names servers: by their configured names, or by a hash where those are not fit for an address. */
public final class ServerIds {
    private static final Pattern FIT = Pattern.compile("(?!s-)[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    private ServerIds() {}

    /** Returns the id of a server, which is always the same for the same name. */
    public static String of(String name) {
        if (FIT.matcher(name).matches()) {
            return name;
        }
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return "s-" + HexFormat.of().formatHex(hash, 0, 12);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
