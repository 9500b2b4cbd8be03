package dev.fairlead.cli.shell;

import dev.fairlead.cli.frame.Connections;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.Url;
import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.McpClient;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.wire.stdio.ServerCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Connections that outlast the line that opened them; for one thread, which runs line after line. */
final class KeptConnections implements Connections, AutoCloseable {
    private static final String COMMAND = "-- ";

    /**
     * Which server a connection leads to.
     *
     * @param identity what its transport is known by, which tells those apart that are shown alike: the words of commands,
     *     and the keys in addresses; empty for nothing
     * @param endpoint how it is configured; null where it is not
     */
    private record Key(
            String typed, String identity, @Nullable Endpoint endpoint) {
        static Key of(Target target) {
            var entry = target.configured();
            return new Key(
                    target.typed(), target.transport().identity().orElse(""), entry == null ? null : entry.endpoint());
        }

        /** Tells whether another server was meant by the same words: its configuration changed, or a key in its address. */
        boolean replaces(Key other) {
            return !typed.startsWith(COMMAND) && typed.equals(other.typed) && !equals(other);
        }
    }

    private final Map<Key, Kept> all = new LinkedHashMap<>();
    private final Consumer<String> notices;
    private @Nullable Kept opened; // by the visit that goes on

    KeptConnections(Consumer<String> notices) {
        this.notices = notices;
    }

    @Override
    public McpClient open(Target target, ClientProfile profile) {
        opened = null;
        var key = Key.of(target);
        all.keySet().stream().filter(key::replaces).toList().forEach(this::end);
        var kept = all.get(key);
        if (kept != null && !kept.usable()) {
            end(key);
            kept = null;
        }
        if (kept == null) {
            var switchboard = new Switchboard(target.label(), notices);
            switchboard.attach(profile.handlers(), profile.listener());
            var client = McpClient.connect(
                    target.transport(), profile.with(switchboard.handlers(profile.handlers()), switchboard));
            kept = new Kept(target.label(), client, switchboard);
            all.put(key, kept);
            opened = kept;
            kept.listen(notices);
        } else {
            kept.switchboard().attach(profile.handlers(), profile.listener());
        }
        return kept.client();
    }

    @Override
    public void leave(McpClient client) {
        var kept = all.values().stream().filter(one -> one.client() == client).findFirst();
        if (kept.isEmpty()) {
            client.close();
            return;
        }
        kept.get().switchboard().detach();
        if (!kept.get().usable()) {
            all.values().remove(kept.get());
            kept.get().close();
        }
    }

    @Override
    public void release(Runnable closing) {
        if (opened != null && all.containsValue(opened)) {
            opened.onClose(closing);
        } else {
            closing.run();
        }
        opened = null;
    }

    /** Finds the connection to a server, by how it was typed. */
    Optional<Kept> find(String typed) {
        var shown = Url.isAny(typed) ? Url.shown(typed) : typed;
        return find(key -> key.typed().equals(shown));
    }

    /** Finds the connection to a server that a command started. */
    Optional<Kept> find(ServerCommand command) {
        var identity = command.identity();
        return find(key -> key.typed().startsWith(COMMAND) && key.identity().equals(identity));
    }

    private Optional<Kept> find(Predicate<Key> wanted) {
        return all.entrySet().stream()
                .filter(entry -> wanted.test(entry.getKey()) && entry.getValue().usable())
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private void end(Key key) {
        var kept = all.remove(key);
        if (kept != null) {
            kept.close();
        }
    }

    /** Lists the servers that are connected. */
    List<String> labels() {
        return all.values().stream().filter(Kept::usable).map(Kept::label).toList();
    }

    /** Ends a connection. */
    void close(Kept kept) {
        all.values().remove(kept);
        kept.close();
    }

    @Override
    public void close() {
        // All at once: each may take its grace time.
        var closing = all.values().stream()
                .map(kept -> Thread.ofVirtual().start(kept::close))
                .toList();
        all.clear();
        for (var thread : closing) {
            boolean interrupted = Thread.interrupted();
            try {
                thread.join();
            } catch (InterruptedException again) {
                interrupted = true;
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
