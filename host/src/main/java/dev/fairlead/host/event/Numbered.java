package dev.fairlead.host.event;

import org.jspecify.annotations.Nullable;

/**
 * An event with its place in the order of all events of a host.
 *
 * @param number from 1, without gaps; a person's view leaves out what is not theirs
 * @param person in whose view of the host it happened; null for nobody in particular
 */
public record Numbered(
        long number, HostEvent event, @Nullable String person) {}
