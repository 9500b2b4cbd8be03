package dev.fairlead.client;

import dev.fairlead.testkit.process.ThreadNames;
import java.util.List;

/** The threads that live in this program for clients, virtual ones included. */
final class LiveThreads {
    private LiveThreads() {}

    /** Lists the names of the threads that work for the client of a server of this name. */
    static List<String> of(String server) {
        return beginning("fairlead-" + server + "-");
    }

    /** Lists the names of the threads that work for any client. */
    static List<String> ofClients() {
        return beginning("fairlead-");
    }

    private static List<String> beginning(String with) {
        return ThreadNames.all().stream().filter(name -> name.startsWith(with)).toList();
    }
}
