package dev.fairlead.host;

import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.supervision.ManagedServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The views that people have of a host, each with connections of their own. Whoever asks for a view gets a handle of it;
 * when the last one is closed, all that is the person's ends.
 */
final class People {
    private final HostCore core;
    private final Fleet common;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Person> people = new HashMap<>(); // guarded by lock, as the next
    private boolean closed;

    /** Somebody, and how many handles of their view are open; that is guarded by the lock. */
    private static final class Person {
        private final Fleet fleet;
        private int handles;

        Person(Fleet fleet) {
            this.fleet = fleet;
        }
    }

    People(HostCore core, Fleet common) {
        this.core = core;
        this.common = common;
    }

    /** Returns another handle of the view of a person. */
    Host view(String name, Function<Fleet, Host> make) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (closed) {
                throw new IllegalStateException("the host is closed");
            }
            var person = people.get(name);
            if (person == null) {
                person = new Person(fleet(name));
                people.put(name, person);
            }
            person.handles++;
            return make.apply(person.fleet);
        } finally {
            lock.unlock();
        }
    }

    private Fleet fleet(String person) throws InterruptedException {
        var fleet = new Fleet(
                config -> core.connector().opener(config, person),
                core.connector().starts()::agreed,
                core.care(),
                core.events().as(person),
                common);
        for (var config : core.configs()) {
            if (personal(config)) {
                boolean ignored = fleet.add(config);
            }
        }
        return fleet;
    }

    /**
     * Gives a server its place, at the host and in every view, and those of one of the same name; waits for nothing. All of
     * them see such changes in one order, so that nobody keeps what the host has no more.
     *
     * @return what is left to do, and may take a while; nothing if everything was ended
     */
    Optional<Fleet.Placed> place(ServerConfig config) {
        return change(
                fleet -> fleet == common || personal(config) ? fleet.place(config) : fleet.displace(config.name()));
    }

    /**
     * Takes a server its places away, in the same order; waits for nothing.
     *
     * @return what is left to do, and may take a while; nothing if there was none
     */
    Optional<Fleet.Placed> displace(String name) {
        return change(fleet -> fleet.displace(name));
    }

    private Optional<Fleet.Placed> change(Function<Fleet, Optional<Fleet.Placed>> step) {
        lock.lock();
        try {
            var atHost = step.apply(common);
            var inViews = people.values().stream()
                    .flatMap(person -> step.apply(person.fleet).stream())
                    .map(People::finishing)
                    .toList();
            return atHost.map(placed -> () -> finish(placed, inViews));
        } finally {
            lock.unlock();
        }
    }

    /** Finishes a change everywhere at once: each may have to wait for calls under way. */
    private static void finish(Fleet.Placed atHost, List<Runnable> inViews) throws InterruptedException {
        var others = Together.begin(inViews);
        try {
            atHost.finish();
        } finally {
            Together.await(others);
        }
    }

    private static Runnable finishing(Fleet.Placed placed) {
        return () -> {
            try {
                placed.finish();
            } catch (InterruptedException impossible) {
                throw new IllegalStateException("nobody interrupts this thread", impossible);
            }
        };
    }

    /** Does something with the connections of their own that people have to a server; waits for nothing. */
    void eachOwn(String name, Consumer<ManagedServer> task) {
        fleets().forEach(fleet -> fleet.own(name).ifPresent(task));
    }

    /** Ends one handle of a view, and the view with the last one. */
    void close(String name, Fleet fleet) {
        Runnable leaving;
        lock.lock();
        try {
            var person = people.get(name);
            if (person == null || person.fleet != fleet || --person.handles > 0) {
                return;
            }
            people.remove(name);
            leaving = leaving(name);
        } finally {
            lock.unlock();
        }
        end(name, fleet, leaving);
    }

    /** Ends all views. */
    void closeAll() {
        Map<String, Person> all;
        lock.lock();
        try {
            closed = true;
            all = Map.copyOf(people);
            people.clear();
        } finally {
            lock.unlock();
        }
        Together.run(all.entrySet().stream()
                .map(entry -> (Runnable) () -> end(entry.getKey(), entry.getValue().fleet, leaving(entry.getKey())))
                .toList());
    }

    /**
     * Forgets what a person decided in a view that is over. The person may be back, with another view, before all of this
     * one has ended.
     *
     * @return ends, later on, what reads the events of this view; those of its end belong to them
     */
    private Runnable leaving(String name) {
        core.gate().grants().forgetSession(name);
        return core.events().as(name).ending();
    }

    private void end(String name, Fleet fleet, Runnable leaving) {
        fleet.close();
        leaving.run();
        unlessBack(name, () -> {
            // Of those who still had the view in hand meanwhile.
            core.gate().grants().forgetSession(name);
            core.events().as(name).close();
        });
        core.connector().logins().forget(name, task -> unlessBack(name, task));
    }

    /** Does something unless the person has a view again. */
    private void unlessBack(String name, Runnable task) {
        lock.lock();
        try {
            if (!people.containsKey(name)) {
                task.run();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether everybody has a connection of their own to a server. */
    static boolean personal(ServerConfig config) {
        return switch (config.sharing()) {
            case ALL -> false;
            case PERSON -> true;
            case USUAL -> config.endpoint() instanceof Endpoint.Address;
        };
    }

    private List<Fleet> fleets() {
        lock.lock();
        try {
            return people.values().stream().map(person -> person.fleet).toList();
        } finally {
            lock.unlock();
        }
    }
}
