package dev.fairlead.client.peer;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Exchange;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.Wire;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;

/**
 * What all conversations of a peer have in common.
 *
 * @param opener how a request is sent
 * @param announced whether the server is told when a call is given up; where it is not, the end of the stream tells it
 * @param beside hears what comes in the stream of a call, whose words follow, and is not about it
 */
record Talk(
        Wire wire,
        Opener opener,
        PeerTerms terms,
        RequestIds ids,
        Questions questions,
        boolean announced,
        BiConsumer<Message, String> beside) {

    /** Returns the same for a conversation that is opened in this way. */
    Talk opening(Opener special) {
        return new Talk(wire, special, terms, ids, questions, announced, beside);
    }

    /** Sends a request, as {@link Wire#converse} does. */
    @FunctionalInterface
    interface Opener {
        Exchange open(Request request, Headers headers, Deadline deadline)
                throws InterruptedException, TimeoutException;
    }
}
