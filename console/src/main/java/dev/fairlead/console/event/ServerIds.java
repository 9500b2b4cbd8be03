package dev.fairlead.console.event;

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
        return "s-" + Sha256.hex(name).substring(0, 24);
    }
}
