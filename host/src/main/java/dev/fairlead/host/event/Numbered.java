package dev.fairlead.host.event;

/**
 * An event with its place in the order of all events of a host.
 *
 * @param number from 1, without gaps
 */
public record Numbered(long number, HostEvent event) {}
