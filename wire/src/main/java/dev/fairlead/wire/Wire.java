package dev.fairlead.wire;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Request;
import java.util.concurrent.TimeoutException;

/** A live line to one server. Carries JSON-RPC messages; knows no MCP version and no MCP method. */
public interface Wire extends AutoCloseable {

    /**
     * Sends a request and returns everything the server will say about it, response last. Waits only while the server
     * is behind with reading.
     *
     * @param headers what accompanies the request, where the line has room for it
     * @param deadline when waiting for the chance to send is pointless
     */
    Exchange exchange(Request request, Headers headers, Deadline deadline)
            throws InterruptedException, TimeoutException;

    /**
     * Sends a request as {@link #exchange} does, for a thread that will at once read up to the response, by {@link
     * Exchange#next(Deadline, java.util.function.Supplier)}: it may have to do the talking itself.
     */
    default Exchange converse(Request request, Headers headers, Deadline deadline)
            throws InterruptedException, TimeoutException {
        return exchange(request, headers, deadline);
    }

    /** Sends a request that nothing accompanies. */
    default Exchange exchange(Request request, Deadline deadline) throws InterruptedException, TimeoutException {
        return exchange(request, Headers.NONE, deadline);
    }

    /** Sends a message without waiting; the answer to it, if it is a request, is dropped. */
    void post(Message message, Headers headers);

    /** Sends a message that nothing accompanies, without waiting. */
    default void post(Message message) {
        post(message, Headers.NONE);
    }

    /** Sends a message that has no answer, so that the server has it before anything that is sent later. */
    void deliver(Message message, Deadline deadline) throws InterruptedException, TimeoutException;

    /** Returns the stream of messages that belong to no exchange. There is one; asking again returns the same. */
    Exchange unsolicited();

    /** Tells whether exchanges share one stream, so that closing one goes unnoticed by the server. */
    boolean multiplexed();

    /** Tells whether the server has given any sign of life yet, be it only noise. */
    boolean stirred();

    /** Returns the part that remembers a session, where the line does not do so by itself. */
    default Sessions sessions() {
        return Sessions.NONE;
    }

    /** Ends the line at once, for this reason; it must be closed all the same. */
    void breakOff(Breakage reason);

    /** Ends the line, and whatever was started for it, within a few seconds. */
    @Override
    void close();
}
