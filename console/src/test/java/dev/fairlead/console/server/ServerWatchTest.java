package dev.fairlead.console.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.keep.Keep;
import dev.fairlead.console.traffic.CallThreads;
import dev.fairlead.console.traffic.TrafficListener;
import dev.fairlead.console.traffic.TrafficLog;
import dev.fairlead.host.Host;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.store.Stores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A server that cannot be shown keeps no other from being seen. */
final class ServerWatchTest {
    @TempDir
    private Path home;

    private final AtomicReference<Throwable> trouble = new AtomicReference<>(new StackOverflowError());
    private final Broadcast broadcast = new Broadcast("run");

    /** Nobody. */
    private static final class NoListener implements TrafficListener {
        @Override
        public void began(String call, String row, String method, long atNanos) {}

        @Override
        public void ended(
                String call, String server, String row, String method, Duration took, @Nullable JsonNode result) {}
    }

    private Optional<String> where(String name) {
        if (name.equals("bad")) {
            switch (trouble.get()) {
                case RuntimeException failed -> throw failed;
                case Error broken -> throw broken;
                case null, default -> {}
            }
        }
        return Optional.of("at " + name);
    }

    @Test
    void othersAreSeenAndItIsSeenOnceItCanBeAndWhatIsGoneIsToldOfOnce() throws Exception {
        var passing = new PassingServers(Keep.in(home.resolve("console")), home);
        var notes = new ServerNotes();
        try (var host = Host.builder()
                        .store(Stores.memory())
                        .server(lazy("bad"))
                        .server(lazy("good"))
                        .open();
                var traffic = new TrafficLog(Redactor.usual(), broadcast, new CallThreads(), new NoListener());
                var watch = new ServerWatch(
                        host,
                        new ServerView(host, notes, passing, this::where, home.resolve("fairlead.json")),
                        notes,
                        new ConfigProblems(host, broadcast),
                        broadcast,
                        traffic)) {
            assertThat(watch.known()).containsOnlyKeys("good");

            trouble.set(null);
            watch.look();
            assertThat(watch.known()).containsOnlyKeys("bad", "good");

            trouble.set(new IllegalStateException("cannot be shown"));
            watch.look();
            assertThat(watch.known()).as("stands as it did").containsOnlyKeys("bad", "good");

            var gone = new CopyOnWriteArrayList<String>();
            watch.whenGone(gone::add);
            assertThat(host.remove("good")).isTrue();
            watch.look();
            assertThat(gone).containsExactly("good");
        }
    }

    private static ServerConfig lazy(String name) {
        return ServerConfig.builder(name, Endpoint.Command.of("none"))
                .start(ServerConfig.StartMode.LAZY)
                .build();
    }
}
