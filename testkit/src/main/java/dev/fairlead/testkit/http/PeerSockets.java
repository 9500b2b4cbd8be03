package dev.fairlead.testkit.http;

import dev.fairlead.wire.Deadline;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The other ends of connections, as the system lists them. On a busy machine a reset is still on its way when closing has
 * returned, some milliseconds in one of a hundred cases: who uses the connection then is not told that the server left it.
 */
final class PeerSockets {
    private static final List<File> LISTS = List.of(new File("/proc/net/tcp"), new File("/proc/net/tcp6"));
    private static final Duration LONGEST = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofNanos(200_000);
    private static final String ESTABLISHED = "01";
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;

    private PeerSockets() {}

    /**
     * Waits until none of these ports takes itself for connected to the server's; where the system tells, which is on Linux.
     * Not for long: a port may have been given to another connection since.
     */
    static void awaitGone(Set<Integer> peers, int server) throws IOException, InterruptedException {
        var deadline = Deadline.after(LONGEST);
        while (!peers.isEmpty() && anyConnected(peers, server) && !deadline.passed()) {
            Deadline.after(PAUSE).await();
        }
    }

    private static boolean anyConnected(Set<Integer> peers, int server) throws IOException {
        for (var list : LISTS) {
            if (list.canRead() && anyConnected(list, peers, server)) {
                return true;
            }
        }
        return false;
    }

    private static boolean anyConnected(File list, Set<Integer> peers, int server) throws IOException {
        // A channel would be closed under the hands of whoever is interrupted.
        try (var sockets = new BufferedReader(new FileReader(list, StandardCharsets.US_ASCII))) {
            return sockets.lines()
                    .skip(1)
                    .map(line -> line.strip().split("\\s+"))
                    .anyMatch(socket -> socket[STATE].equals(ESTABLISHED)
                            && port(socket[REMOTE]) == server
                            && peers.contains(port(socket[LOCAL])));
        }
    }

    /** Returns the port of an address as the lists have it, such as {@code 0100007F:A71B}. */
    private static int port(String address) {
        return Integer.parseInt(address, address.lastIndexOf(':') + 1, address.length(), 16);
    }
}
