package dev.fairlead.host;

import dev.fairlead.testkit.process.ThreadNames;
import java.util.List;

/** What is left of a host in this program: threads, virtual ones included, whose names name one of its servers. */
final class Leftovers {
    private Leftovers() {}

    /** Returns the names of the threads that are there for a server. */
    static List<String> threadsOf(String server) {
        return ThreadNames.all().stream().filter(name -> name.contains(server)).toList();
    }
}
