package dev.fairlead.host.event;

import org.jspecify.annotations.Nullable;

/**
 * What one reader of a log gets to see.
 *
 * @param person whose view it is; null for those who run the host and see everything
 * @param filter what of that the reader wants
 */
record Sight(@Nullable String person, EventFilter filter) {

    /** Tells whether an event is for this reader. */
    boolean wants(Numbered event) {
        return (person == null || person.equals(event.person()) || (event.person() == null && common(event.event())))
                && filter.wants(event.event());
    }

    /** Tells whether an event that belongs to nobody says nothing but how a server stands that everybody shares. */
    private static boolean common(HostEvent event) {
        return event instanceof HostEvent.StateChanged
                || event instanceof HostEvent.ToolsChanged
                || event instanceof HostEvent.Reconfigured;
    }
}
