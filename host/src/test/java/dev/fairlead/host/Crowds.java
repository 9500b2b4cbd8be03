package dev.fairlead.host;

import dev.fairlead.testkit.HostileHttp;
import dev.fairlead.testkit.HostileServer;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Kinds of bad servers, so many at once. */
final class Crowds {
    /** The mode of a hostile server that is none. */
    static final String GOOD = "ok";

    private Crowds() {}

    /** Lists all modes of bad servers on HTTP; each can be had in both eras. */
    static List<String> badOnHttp() {
        return bad(HostileHttp.modes());
    }

    /** Lists all modes of bad servers that are processes. */
    static List<String> badProcesses() {
        return bad(HostileServer.modes());
    }

    private static List<String> bad(List<String> modes) {
        return modes.stream().filter(Predicate.not(GOOD::equals)).toList();
    }

    static List<List<String>> of(List<String> modes, int size) {
        return IntStream.iterate(0, from -> from < modes.size(), from -> from + size)
                .mapToObj(from -> modes.subList(from, Math.min(from + size, modes.size())))
                .toList();
    }
}
