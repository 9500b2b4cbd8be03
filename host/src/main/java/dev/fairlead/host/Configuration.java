package dev.fairlead.host;

import dev.fairlead.host.config.ConfigSearch;
import dev.fairlead.host.config.ConfigWatch;
import dev.fairlead.host.config.HostConfig;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.rpc.Excerpt;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a host is configured with: by the program for good, by files as they are at the moment. */
final class Configuration implements AutoCloseable {
    private final HostCore core;
    private final List<ServerConfig> given;
    private final ReentrantLock lock = new ReentrantLock(); // one change after the other
    private volatile HostConfig files = HostConfig.EMPTY;
    private List<ServerConfig> taken = List.of(); // guarded by lock
    private volatile @Nullable ConfigSearch search;
    private volatile @Nullable ConfigWatch watch;

    Configuration(HostCore core, List<ServerConfig> given) {
        this.core = core;
        this.given = List.copyOf(given);
    }

    /** Returns what files configure at the moment, and what is wrong with it. */
    HostConfig files() {
        return files;
    }

    /** Takes over what is configured now, and whatever becomes of it. */
    void begin(@Nullable ConfigSearch files) {
        if (files == null) {
            apply(HostConfig.EMPTY);
            return;
        }
        lock.lock(); // News of the watch come after what was read first.
        try {
            var first = files.load();
            search = files;
            watch = ConfigWatch.start(
                    files, first, changed -> reload()); // If that fails, nothing has been started yet.
            apply(first);
        } finally {
            lock.unlock();
        }
    }

    /** Takes over what the files say now. Returns when that is in effect. */
    void reload() {
        lock.lock(); // Read only when it is its turn: nobody takes over what is older than what is in effect.
        try {
            var known = search;
            if (known != null) {
                apply(known.load(files)); // Of a file that is broken, what it said before counts.
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        var watching = watch;
        if (watching != null) {
            watching.close();
        }
    }

    private void apply(HostConfig now) {
        lock.lock();
        try {
            // What the program says counts more than any file.
            var wanted = Stream.concat(given.stream(), now.servers().stream()).toList();
            var steps = Reconfiguration.between(taken, wanted);
            files = now;
            taken = wanted;
            // Places are given in the order of the files; the rest is done at once, as each may wait for calls under
            // way.
            var begun = steps.stream().map(this::begin).toList();
            Together.run(begun);
        } finally {
            lock.unlock();
        }
    }

    /** Begins a change, and returns the rest of it. One that fails is told, and keeps nothing from the others. */
    private Runnable begin(Reconfiguration.Step step) {
        try {
            if (core.closed()) {
                return () -> {};
            }
            Fleet.Placed rest = switch (step) {
                case Reconfiguration.Step.Remove(var name) ->
                    () -> {
                        boolean ignored = core.remove(name);
                    };
                case Reconfiguration.Step.Add(var config) -> core.place(config);
            };
            return () -> finish(step, rest);
        } catch (RuntimeException | Error failure) {
            return () -> failed(step, failure);
        }
    }

    private void finish(Reconfiguration.Step step, Fleet.Placed rest) {
        try {
            rest.finish();
        } catch (RuntimeException | Error failure) {
            failed(step, failure);
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts this thread", impossible);
        }
    }

    private void failed(Reconfiguration.Step step, Throwable failure) {
        core.tell(step.name(), "failed: " + Excerpt.of(String.valueOf(failure)));
    }
}
