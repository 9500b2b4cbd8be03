package dev.fairlead.wire;

import dev.fairlead.protocol.rpc.Message;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A two-way stream of messages: what a custom transport has to bring. At any time one thread reads, and one writes. */
public interface Duplex extends AutoCloseable {

    /** Waits for the next message; empty at the end of the stream. */
    Optional<Message> read() throws IOException;

    /** Returns the next message if it can be had without waiting. */
    default Optional<Message> poll() throws IOException {
        return Optional.empty();
    }

    /**
     * Tells whether callers may use this stream themselves: {@link #poll} finds what is there, a small message to somebody
     * who reads is written without waiting, and {@link #cutOff} ends a write to somebody who does not.
     */
    default boolean direct() {
        return false;
    }

    /**
     * Writes one encoded message.
     *
     * @param more whether another one or a call of {@link #flush} follows at once, so that sending it may wait
     */
    void write(byte[] json, boolean more) throws IOException;

    /** Sends what {@link #write} kept back. */
    default void flush() throws IOException {}

    /** Tells whether {@link #read} has nothing to do but wait for the other side, as far as is known. */
    default boolean waiting() {
        return true;
    }

    /** Tells why the stream ended, as far as can be found out quickly. Called once, after reading has ended. */
    default Breakage ending(@Nullable IOException cause) {
        return Breakage.lost(
                cause == null ? "the server closed the stream" : String.valueOf(cause.getMessage()), cause);
    }

    /** Ends the stream at once, without waiting, so that whoever writes to it fails; it must be closed all the same. */
    default void cutOff() {}

    /** Ends the stream and frees what it holds, within a few seconds. */
    @Override
    void close();
}
