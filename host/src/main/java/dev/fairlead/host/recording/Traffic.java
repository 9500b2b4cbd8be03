package dev.fairlead.host.recording;

import dev.fairlead.protocol.rpc.Message;
import java.time.Instant;

/** Something that went over a line to a server. */
public sealed interface Traffic {
    /** The exchange of what belongs to none. */
    long NO_EXCHANGE = 0;

    /** Returns when it was sent, or read. */
    Instant at();

    /** Returns the number of the line, from 1 for each recipe that is tapped. */
    long line();

    /** Returns the number of the exchange on its line, from 1; {@link #NO_EXCHANGE} where it belongs to none. */
    long exchange();

    /**
     * A line was opened.
     *
     * @param server how texts name the server
     * @param kind how texts name the kind of line
     */
    record Opened(Instant at, long line, String server, String kind) implements Traffic {
        @Override
        public long exchange() {
            return NO_EXCHANGE;
        }
    }

    /** The client sent a message. */
    record Sent(Instant at, long line, long exchange, Message message) implements Traffic {}

    /** The client read a message that the server sent. */
    record Received(Instant at, long line, long exchange, Message message) implements Traffic {}

    /**
     * An exchange ended otherwise than by a response.
     *
     * @param how why, in words
     */
    record Ended(Instant at, long line, long exchange, String how) implements Traffic {}

    /** A line was closed by the client. */
    record Closed(Instant at, long line) implements Traffic {
        @Override
        public long exchange() {
            return NO_EXCHANGE;
        }
    }
}
