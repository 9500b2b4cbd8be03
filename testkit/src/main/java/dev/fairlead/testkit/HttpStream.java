package dev.fairlead.testkit;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.RequestId;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A client that is told everything by one stream. */
final class HttpStream extends Carrier {
    private final MessageStream stream;

    HttpStream(MessageStream stream) {
        this.stream = stream;
    }

    @Override
    void carry(Message message, @Nullable RequestId cause) {
        stream.send(new String(MessageCodec.encode(message), StandardCharsets.UTF_8));
    }

    @Override
    void unanswered(RequestId id) {
        // The stream goes on for the other requests.
    }

    @Override
    public void close() {
        super.close();
        stream.end();
    }
}
