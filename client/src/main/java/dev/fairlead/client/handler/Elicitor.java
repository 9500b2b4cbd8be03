package dev.fairlead.client.handler;

import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;

/**
 * Puts a server's question to a person.
 *
 * <p>Runs on a thread of its own, which is interrupted when nobody waits for the answer any more.
 *
 * @param <Q> the kind of question: a form, or a visit to a URL
 */
@FunctionalInterface
public interface Elicitor<Q extends InputRequest> {

    /** Returns what the person said: accept, decline or cancel. */
    InputResponse ask(Q question, Asking asking) throws InterruptedException;
}
