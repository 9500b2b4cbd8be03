package dev.fairlead.testkit;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.wire.Duplex;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** A client that is reached by HTTP: what it says comes in many requests, what it is told goes by many streams. */
abstract class Carrier implements Duplex {
    private final BlockingQueue<Optional<Message>> inbox = new LinkedBlockingQueue<>();

    /** Takes a message to the client by the way that fits it; the cause is the request that is being worked on. */
    abstract void carry(Message message, @Nullable RequestId cause) throws IOException;

    /** Is told that a request was cancelled and will have no answer. */
    abstract void unanswered(RequestId id);

    /** Hands the server something that the client has said. */
    void receive(Message message) {
        inbox.add(Optional.of(message));
    }

    @Override
    public Optional<Message> read() throws IOException {
        try {
            return inbox.take();
        } catch (InterruptedException stop) {
            throw new IOException("interrupted", stop);
        }
    }

    @Override
    public void write(byte[] json, boolean more) throws IOException {
        carry(MessageCodec.decode(new String(json, java.nio.charset.StandardCharsets.UTF_8)), null);
    }

    /** Lets the server see the end, after what was received before. */
    @Override
    public void close() {
        inbox.add(Optional.empty());
    }
}
