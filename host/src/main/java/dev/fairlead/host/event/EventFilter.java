package dev.fairlead.host.event;

import java.util.Set;

/**
 * Which events somebody wants. Nothing but data, so that asking it costs no time.
 *
 * @param servers the servers they are about; empty for all
 * @param kinds the kinds of events; empty for all
 */
public record EventFilter(Set<String> servers, Set<Class<? extends HostEvent>> kinds) {
    private static final EventFilter ALL = new EventFilter(Set.of(), Set.of());

    /** Copies the sets. */
    public EventFilter {
        servers = Set.copyOf(servers);
        kinds = Set.copyOf(kinds);
    }

    /** Returns the filter that lets everything pass. */
    public static EventFilter all() {
        return ALL;
    }

    /** Returns the filter that lets pass what is about one server. */
    public static EventFilter server(String name) {
        return new EventFilter(Set.of(name), Set.of());
    }

    /** Returns this filter for some kinds of events only. */
    public EventFilter only(Set<Class<? extends HostEvent>> wanted) {
        return new EventFilter(servers, wanted);
    }

    /** Tells whether an event is wanted. */
    public boolean wants(HostEvent event) {
        return (servers.isEmpty() || servers.contains(event.server()))
                && (kinds.isEmpty() || kinds.contains(event.getClass()));
    }
}
