package dev.fairlead.cli.shell;

import dev.fairlead.cli.frame.Connections;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.McpClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Connections that outlast the line that opened them; for one thread, which runs line after line. */
final class KeptConnections implements Connections, AutoCloseable {
    private static final String HIDDEN = "?…";

    private final Map<String, Kept> all = new LinkedHashMap<>();
    private final Consumer<String> notices;
    private @Nullable Kept opened; // by the visit that goes on

    KeptConnections(Consumer<String> notices) {
        this.notices = notices;
    }

    @Override
    public McpClient open(Target target, ClientProfile profile) {
        opened = null;
        var key = target.typed();
        if (key.contains(HIDDEN)) {
            return McpClient.connect(target.transport(), profile); // Such servers cannot be told apart.
        }
        var kept = all.get(key);
        if (kept != null && !kept.usable()) {
            all.remove(key);
            kept.close();
            kept = null;
        }
        if (kept == null) {
            var relay = new Relay(target.label(), notices);
            relay.attach(profile.handlers(), profile.listener());
            var client = McpClient.connect(target.transport(), profile.with(relay.handlers(profile.handlers()), relay));
            kept = new Kept(target.label(), client, relay);
            all.put(key, kept);
            opened = kept;
            kept.listen(notices);
        } else {
            kept.relay().attach(profile.handlers(), profile.listener());
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
        kept.get().relay().detach();
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
        return Optional.ofNullable(all.get(typed)).filter(Kept::usable);
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
