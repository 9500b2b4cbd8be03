package dev.fairlead.console.server;

import dev.fairlead.console.web.Refusal;
import dev.fairlead.host.Host;
import dev.fairlead.host.config.ConfigEditException;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.trust.AuditRecord;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** Shows, changes and removes the entries of those servers that may be changed here. */
public final class ServerEditing {
    private final Host host;
    private final KnownServers known;
    private final PassingServers passing;
    private final OwnFile own;
    private final ServerOrder order;
    private final List<Consumer<String>> forgetting = new CopyOnWriteArrayList<>();

    ServerEditing(Host host, KnownServers known, PassingServers passing, OwnFile own, ServerOrder order) {
        this.host = host;
        this.known = known;
        this.passing = passing;
        this.own = own;
        this.order = order;
        this.forgetting.add(name -> host.gate().forgetServer(null, name));
    }

    /** Has somebody told when a server is gone, or is something else under its name: what was allowed to it is not. */
    public void whenGone(Consumer<String> forget) {
        forgetting.add(forget);
    }

    /** Returns the entry of a server without its secrets. */
    public ObjectNode entry(String id) {
        var server = editable(known.name(id));
        var entry = passing.entry(server);
        var secrets = SecretFields.of(server, entry);
        var json = Json.object();
        json.set("entry", SecretFields.hide(entry, secrets));
        secrets.forEach(json.putArray("secrets")::add);
        return json;
    }

    /** Replaces the entry of a server, and connects anew. */
    public void edit(String id, ObjectNode entry) {
        order.accept(() -> replace(known.name(id), entry));
    }

    private void replace(String name, ObjectNode entry) {
        var before = editable(name);
        var old = passing.entry(before);
        var whole = SecretFields.restore(entry, old, SecretFields.of(before, old));
        ServerConfig server;
        try {
            server = passing.read(name, whole);
        } catch (IllegalArgumentException | ConfigEditException unusable) {
            throw new Refusal(400, "bad-entry", "This entry cannot be used: %s.".formatted(unusable.getMessage()))
                    .in("entry");
        }
        boolean other = !host.identity(before).equals(host.identity(server));
        if (!known.isOwn(name)) {
            passing.put(server);
            host.audit().record(AuditRecord.configuration(name, "changed at the console"));
            order.then(name, "changing", ServerOrder.Fate.THERE, () -> {
                Servers.cut(host, name);
                try {
                    if (other) {
                        forget(name);
                    }
                } finally {
                    host.add(server);
                }
            });
        } else if (whole.equals(old)) {
            // The host would not notice, and somebody wants it connected anew.
            order.then(name, "restarting", ServerOrder.Fate.THERE, () -> Servers.restart(host, name));
        } else {
            own.put(List.of(new OwnFile.Entry(name, whole)), other ? this::forget : same -> {});
        }
    }

    /** Lets a server go. */
    public void remove(String id) {
        order.accept(() -> letGo(known.name(id)));
    }

    private void letGo(String name) {
        if (passing.remove(name)) {
            host.audit().record(AuditRecord.configuration(name, "removed at the console"));
            order.then(name, "removing", ServerOrder.Fate.GONE, () -> {
                Servers.cut(host, name);
                boolean ignored = host.remove(name);
                forget(name);
            });
        } else if (known.isOwn(name)) {
            own.remove(name, this::forget);
        } else {
            throw new Refusal(
                            409,
                            "not-ours",
                            "'%s' is in %s, which is not changed from here."
                                    .formatted(
                                            name,
                                            known.find(name)
                                                    .map(server -> String.valueOf(
                                                            server.origin().file()))
                                                    .orElse("another file")))
                    .hint("Disconnect it, or remove it from that file.");
        }
    }

    private void forget(String name) {
        forgetting.forEach(one -> one.accept(name));
    }

    private ServerConfig editable(String name) {
        if (passing.find(name).isEmpty() && !known.isOwn(name)) {
            throw new Refusal(409, "not-ours", "'%s' is in a file that is not changed from here.".formatted(name));
        }
        return known.find(name).orElseThrow(() -> Refusal.missing("no-such-server", "'%s' is gone.".formatted(name)));
    }
}
