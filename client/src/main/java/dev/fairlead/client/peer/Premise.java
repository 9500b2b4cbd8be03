package dev.fairlead.client.peer;

/**
 * What a call rests on: it was looked at in one session, and a server that has forgotten that may be another one.
 *
 * @param session the number of the session in which it was looked at last
 * @param look looks again, and fails if it is not so any more
 */
public record Premise(long session, Runnable look) {}
