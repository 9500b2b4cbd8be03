package dev.fairlead.protocol.rpc;

import org.jspecify.annotations.Nullable;

/** Anything that can travel between client and server, including what arrived broken. */
public sealed interface Message permits Request, Notification, Response, Message.Malformed {

    /**
     * A message that could not be read. It is never sent; it arrives in place of what the peer meant to say.
     *
     * @param id its id, where that much could be read
     * @param asks whether it was meant as a request or notification, so that the id is the peer's own and answers nothing
     * @param problem what is wrong with it
     * @param excerpt its beginning, escaped and short enough to be shown
     */
    record Malformed(@Nullable RequestId id, boolean asks, String problem, String excerpt) implements Message {}
}
