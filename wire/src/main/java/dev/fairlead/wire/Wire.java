package dev.fairlead.wire;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Request;
import java.util.concurrent.TimeoutException;

/** A live line to one server. Carries JSON-RPC messages; knows no MCP version and no MCP method. */
public interface Wire extends AutoCloseable {

    /**
     * Sends a request and returns everything the server will say about it, response last. Waits only while the server
     * is behind with reading.
     */
    Exchange exchange(Request request, Deadline deadline) throws InterruptedException, TimeoutException;

    /** Sends a message without waiting; the answer to it, if it is a request, is dropped. */
    void post(Message message);

    /** Returns the stream of messages that belong to no exchange. There is one; asking again returns the same. */
    Exchange unsolicited();

    /** Tells whether exchanges share one stream, so that closing one goes unnoticed by the server. */
    boolean multiplexed();

    /** Tells whether the server has given any sign of life yet, be it only noise. */
    boolean stirred();

    /** Ends the line at once, for this reason; it must be closed all the same. */
    void breakOff(Breakage reason);

    /** Ends the line, and whatever was started for it, within a few seconds. */
    @Override
    void close();
}
