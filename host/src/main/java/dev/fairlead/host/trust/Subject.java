package dev.fairlead.host.trust;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What a rule is about: somebody's use of a tool, or of all tools of a server.
 *
 * @param principal on whose behalf; null for the host's own
 * @param server by its configured name, never by the one that it gives itself
 * @param tool by the server's own name for it; null for all
 */
public record Subject(
        @Nullable String principal, String server, @Nullable String tool) {
    private static final int LONGEST_PART = 120;

    /** Returns the host's own use of a tool. */
    public static Subject of(String server, String tool) {
        return new Subject(null, server, tool);
    }

    /** Returns the host's own use of all tools of a server. */
    public static Subject of(String server) {
        return new Subject(null, server, null);
    }

    /** Returns the same on behalf of somebody; null for the host's own. */
    public Subject as(@Nullable String somebody) {
        return new Subject(somebody, server, tool);
    }

    /** Returns the same of all tools of the server. */
    Subject wholeServer() {
        return new Subject(principal, server, null);
    }

    /** Returns where something about it is kept. */
    String key(String kind) {
        return "%s/%s/%s/%s".formatted(kind, who(principal), part(server), tool == null ? "*" : part(tool));
    }

    /** Returns who it is in a key; nobody can be called as the host is. */
    static String who(@Nullable String principal) {
        return principal == null ? "host" : "@" + part(principal);
    }

    /** Names it in a sentence. */
    @Override
    public String toString() {
        var what = tool == null
                ? "all tools of server '%s'".formatted(Visible.plain(server))
                : "tool '%s' of server '%s'".formatted(Visible.plain(tool), Visible.plain(server));
        return principal == null ? what : what + " for '%s'".formatted(Visible.plain(principal));
    }

    /** Spells any text as part of a key, no two alike: servers choose names of tools, and could choose a slash. */
    static String part(String text) {
        var part = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (plain(unit)) {
                part.append(unit);
            } else {
                part.append('%').append(HexFormat.of().toHexDigits(unit));
            }
        }
        return part.length() <= LONGEST_PART
                ? part.toString()
                : part.substring(0, LONGEST_PART / 2) + "~" + Canonical.sha256(part.toString());
    }

    private static boolean plain(char unit) {
        return (unit >= 'a' && unit <= 'z')
                || (unit >= 'A' && unit <= 'Z')
                || (unit >= '0' && unit <= '9')
                || unit == '_'
                || unit == '-'
                || unit == '.';
    }
}
