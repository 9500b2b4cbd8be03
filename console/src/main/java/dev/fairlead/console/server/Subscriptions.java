package dev.fairlead.console.server;

import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.event.Paced;
import dev.fairlead.console.event.ServerIds;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.host.Host;
import dev.fairlead.host.HostSubscription;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.ObjectNode;

/** The resources that somebody watches. */
public final class Subscriptions implements AutoCloseable {
    private static final int MOST = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Host host;
    private final Broadcast broadcast;
    private final Paced paced = new Paced(Duration.ofMillis(250));
    private final Map<Watched, HostSubscription> open = new ConcurrentHashMap<>();

    private record Watched(String server, String uri) {}

    /** Begins with none. */
    public Subscriptions(Host host, Broadcast broadcast) {
        this.host = host;
        this.broadcast = broadcast;
    }

    /** Watches a resource. */
    public void add(String server, String uri) {
        var profile = host.server(server).flatMap(status -> Optional.ofNullable(status.profile()));
        if (profile.isEmpty()) {
            throw new Refusal(409, "not-connected", "'%s' is not connected.".formatted(server));
        }
        if (!profile.get().capabilities().resourcesSubscribe()) {
            throw new Refusal(409, "not-supported", "'%s' does not tell of changed resources.".formatted(server));
        }
        if (open.size() >= MOST) {
            throw new Refusal(409, "too-many", "%s resources are watched already.".formatted(MOST));
        }
        open.computeIfAbsent(new Watched(server, uri), watched -> {
            var subscription = host.subscribe(server, SubscriptionFilter.resource(uri));
            Thread.ofVirtual().name("fairlead-console-resource").start(() -> follow(watched, subscription));
            return subscription;
        });
    }

    private void follow(Watched watched, HostSubscription subscription) {
        try {
            while (!subscription.ended()) {
                var change = subscription.next(PATIENCE);
                if (change.isPresent()
                        && change.get()
                                instanceof HostSubscription.Change.Happened(ServerEvent.ResourceUpdated(var uri))) {
                    paced.tell(
                            watched.server + " " + uri,
                            () -> broadcast.tell(
                                    "resource-updated",
                                    Json.object()
                                            .put("server", ServerIds.of(watched.server))
                                            .put("uri", uri)
                                            .put("at", System.currentTimeMillis())));
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Watches a resource no more. */
    public void remove(String server, String uri) {
        Optional.ofNullable(open.remove(new Watched(server, uri)))
                .orElseThrow(() -> new Refusal(409, "not-watched", "This resource is not watched."))
                .close();
    }

    /** Returns all of them. */
    public ObjectNode all() {
        var json = Json.object();
        var list = json.putArray("subscriptions");
        open.keySet()
                .forEach(one ->
                        list.addObject().put("server", ServerIds.of(one.server)).put("uri", one.uri));
        return json;
    }

    @Override
    public void close() {
        open.values().forEach(HostSubscription::close);
    }
}
