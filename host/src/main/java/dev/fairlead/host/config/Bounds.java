package dev.fairlead.host.config;

import dev.fairlead.host.config.ConfigProblem.Severity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** How much a file may ask for before anybody was asked about it. */
final class Bounds {
    /** How many entries a list or an object may have. */
    static final int MOST_ENTRIES = 1_000;

    /** How long a text may be; longer ones can be given to no program on some systems. */
    static final int LONGEST_TEXT = 32_768;

    /** How long the name of a server, of a tool, and a pattern for names of tools may be. */
    static final int LONGEST_NAME = 256;

    /** How many processes or sessions all servers of a file together may have. */
    static final int MOST_CONNECTIONS = 256;

    private Bounds() {}

    /** Returns the servers that fit, the earlier ones first; the others are reported. */
    static List<ServerConfig> fitting(Collection<ServerConfig> servers, List<ConfigProblem> problems) {
        var fitting = new ArrayList<ServerConfig>();
        int connections = 0;
        for (var server : servers) {
            if (connections + server.pool() <= MOST_CONNECTIONS) {
                connections += server.pool();
                fitting.add(server);
            } else {
                // Said of the file, not of the server: what it was before must not stay beside all others.
                problems.add(new ConfigProblem(
                        Severity.ERROR,
                        server.origin().file(),
                        server.origin().line(),
                        0,
                        null,
                        server.name(),
                        "is one too many: the servers of a file may have %s processes or sessions together; it is left out"
                                .formatted(MOST_CONNECTIONS)));
            }
        }
        return fitting;
    }

    /** Checks how long a text is. */
    static String checked(String path, Located value, int longest) throws BadField {
        if (value.text().length() > longest) {
            throw new BadField(path, value, "must have at most %s characters".formatted(longest));
        }
        return value.text();
    }

    /** Checks how many entries a list or an object has. */
    static void checkEntries(String path, Located value) throws BadField {
        if (value.items().size() > MOST_ENTRIES || value.members().size() > MOST_ENTRIES) {
            throw new BadField(path, value, "must have at most %s entries".formatted(MOST_ENTRIES));
        }
    }
}
