package dev.fairlead.host.campaign;

import dev.fairlead.host.Host;
import dev.fairlead.host.supervision.RestartPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Kills servers at random, each as often as the host puts up with and no more. */
final class Nemesis {
    /** What the host has noted a moment later than we did still counts. */
    private static final Duration WINDOW = RestartPolicy.PROCESS.window().plusSeconds(15);

    private final Host host;
    private final List<Path> pids;
    private final Predicate<String> used;
    private final Random luck;
    private final List<Kill> kills = new CopyOnWriteArrayList<>();

    /** One process that was killed. */
    record Kill(String server, Instant at) {}

    /**
     * Kills nothing yet.
     *
     * @param pids the files that say which process each server is
     * @param used whether a server was used since it came back last; before that it is let be
     */
    Nemesis(Host host, List<Path> pids, Predicate<String> used, long seed) {
        this.host = host;
        this.pids = pids;
        this.used = used;
        this.luck = new Random(seed);
    }

    List<Kill> kills() {
        return List.copyOf(kills);
    }

    /** Kills one server, if there is one that may be. */
    void strike() {
        var ready = IntStream.range(0, pids.size())
                .filter(server -> mayBeKilled(KillCampaign.name(server)))
                .toArray();
        if (ready.length == 0) {
            return;
        }
        int chosen = ready[luck.nextInt(ready.length)];
        process(pids.get(chosen)).ifPresent(process -> {
            var at = Instant.now();
            if (process.destroyForcibly()) {
                kills.add(new Kill(KillCampaign.name(chosen), at));
            }
        });
    }

    private boolean mayBeKilled(String server) {
        var since = Instant.now().minus(WINDOW);
        long recent = kills.stream()
                .filter(kill -> kill.server().equals(server) && kill.at().isAfter(since))
                .count();
        return recent < RestartPolicy.PROCESS.breaker() - 1
                && used.test(server)
                && host.server(server).orElseThrow().ready();
    }

    /** Returns the process if it is one of ours: numbers of processes are used again. */
    private static Optional<ProcessHandle> process(Path file) {
        try {
            long pid = Long.parseLong(Files.readString(file).strip());
            return ProcessHandle.current()
                    .descendants()
                    .filter(process -> process.pid() == pid)
                    .findFirst();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
