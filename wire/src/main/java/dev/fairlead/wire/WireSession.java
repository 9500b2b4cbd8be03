package dev.fairlead.wire;

/**
 * What makes messages part of one session, on a line that does not do so by itself.
 *
 * @param headers what accompanies every message of the session
 * @param named whether the server gave the session a name, under which it can be forgotten and ended
 */
public record WireSession(Headers headers, boolean named) {}
