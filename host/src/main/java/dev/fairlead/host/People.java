package dev.fairlead.host;

import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** The views that people have of a host, each with connections of their own. */
final class People {
    private final HostCore core;
    private final Fleet common;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, View> views = new HashMap<>(); // guarded by lock, as the next
    private boolean closed;

    private record View(Host host, Fleet fleet) {}

    People(HostCore core, Fleet common) {
        this.core = core;
        this.common = common;
    }

    /** Returns the view of a person, the same one until it is closed. */
    Host view(String person, Function<Fleet, Host> make) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (closed) {
                throw new IllegalStateException("the host is closed");
            }
            var known = views.get(person);
            if (known != null) {
                return known.host();
            }
            var fleet =
                    new Fleet(config -> core.connector().opener(config, person), core.care(), core.events(), common);
            for (var config : core.configs()) {
                if (personal(config)) {
                    fleet.add(config);
                }
            }
            var host = make.apply(fleet);
            views.put(person, new View(host, fleet));
            return host;
        } finally {
            lock.unlock();
        }
    }

    /** Takes a changed server over into every view. */
    void add(ServerConfig config) throws InterruptedException {
        for (var view : all()) {
            if (personal(config)) {
                view.fleet().add(config);
            } else {
                boolean ignored = view.fleet().remove(config.name());
            }
        }
    }

    /** Takes a server out of every view. */
    void remove(String name) throws InterruptedException {
        for (var view : all()) {
            boolean ignored = view.fleet().remove(name);
        }
    }

    /** Ends one view. */
    void close(Host view, Fleet fleet) {
        lock.lock();
        try {
            views.values().removeIf(known -> known.host() == view);
        } finally {
            lock.unlock();
        }
        fleet.close();
        view.principal().ifPresent(core.connector().logins()::forget);
    }

    /** Ends all views. */
    void closeAll() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        Together.run(all().stream()
                .map(view -> (Runnable) () -> close(view.host(), view.fleet()))
                .toList());
    }

    /** Tells whether everybody has a connection of their own to a server. */
    static boolean personal(ServerConfig config) {
        return switch (config.sharing()) {
            case ALL -> false;
            case PERSON -> true;
            case USUAL -> config.endpoint() instanceof Endpoint.Address;
        };
    }

    private List<View> all() {
        lock.lock();
        try {
            return new ArrayList<>(views.values());
        } finally {
            lock.unlock();
        }
    }
}
