package dev.fairlead.host.config;

/**
 * An entry of our own file that says nothing of a server but whether it is used: the one of that name in a file that
 * counts less.
 */
public record ServerSwitch(String name, boolean enabled, Origin origin) {}
