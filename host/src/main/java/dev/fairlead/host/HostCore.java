package dev.fairlead.host;

import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.event.EventLog;
import dev.fairlead.host.event.HostEvent;
import dev.fairlead.host.metrics.CallTracing;
import dev.fairlead.host.supervision.Care;
import dev.fairlead.host.trust.AuditLog;
import dev.fairlead.host.trust.ToolGate;
import dev.fairlead.store.Store;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What all views of a host share. */
final class HostCore {
    private final EventLog events;
    private final ToolGate gate;
    private final AuditLog audit;
    private final HostSettings settings;
    private final Care care;
    private final Connector connector;
    private final CallTracing tracing;
    private final @Nullable Store own;
    private final Fleet common;
    private final People people;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Starts with no server.
     *
     * @param own a store that ends with the host
     */
    HostCore(
            EventLog events,
            ToolGate gate,
            AuditLog audit,
            HostSettings settings,
            Care care,
            Connector connector,
            CallTracing tracing,
            @Nullable Store own) {
        this.events = events;
        this.gate = gate;
        this.audit = audit;
        this.settings = settings;
        this.care = care;
        this.connector = connector;
        this.tracing = tracing;
        this.own = own;
        this.common =
                new Fleet(config -> connector.opener(config, null), connector.starts()::agreed, care, events, null);
        this.people = new People(this, common);
    }

    EventLog events() {
        return events;
    }

    ToolGate gate() {
        return gate;
    }

    AuditLog audit() {
        return audit;
    }

    HostSettings settings() {
        return settings;
    }

    Care care() {
        return care;
    }

    InstantSource clock() {
        return care.clock();
    }

    Connector connector() {
        return connector;
    }

    CallTracing tracing() {
        return tracing;
    }

    Fleet common() {
        return common;
    }

    People people() {
        return people;
    }

    List<ServerConfig> configs() {
        return common.configs();
    }

    boolean closed() {
        return closed.get();
    }

    void add(ServerConfig config) throws InterruptedException {
        place(config).finish();
    }

    /** Gives a server its place, in the order of these calls; what is returned does the rest. */
    Fleet.Placed place(ServerConfig config) {
        var placed = people.place(config).orElseThrow(() -> new IllegalStateException("the host is closed"));
        return () -> {
            placed.finish();
            tell(config.name(), "added");
        };
    }

    boolean remove(String name) throws InterruptedException {
        var displaced = people.displace(name);
        if (displaced.isPresent()) {
            displaced.get().finish();
            tell(name, "removed");
        }
        return displaced.isPresent();
    }

    /** Ends a handle of somebody's view, or everything if it is the view of nobody in particular. */
    void close(@Nullable String person, Fleet fleet) {
        if (person != null) {
            people.close(person, fleet);
        } else if (closed.compareAndSet(false, true)) {
            people.closeAll();
            common.close();
            events.close();
            connector.logins().forgetAll();
            if (own != null) {
                own.close();
            }
        }
    }

    /** Tells that a server is configured otherwise. */
    void tell(String server, String how) {
        events.publish(new HostEvent.Reconfigured(clock().instant(), server, how));
    }
}
