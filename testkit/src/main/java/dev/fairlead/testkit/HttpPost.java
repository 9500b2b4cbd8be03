package dev.fairlead.testkit;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.RequestId;
import java.io.IOException;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A client that the server knows for the length of one POST: all clients of the modern era, and those without a session. */
final class HttpPost extends Carrier {
    private final PostAnswer answer;
    private final IntUnaryOperator statuses;
    private volatile boolean over;

    HttpPost(PostAnswer answer, IntUnaryOperator statuses) {
        this.answer = answer;
        this.statuses = statuses;
    }

    @Override
    void carry(Message message, @Nullable RequestId cause) throws IOException {
        if (over) {
            return; // A task may outlive the request that began it, and then there is nobody to hear of its progress.
        }
        try {
            over = answer.carry(message, statuses);
        } catch (IOException gone) {
            over = true;
            throw gone;
        } finally {
            if (over) {
                close();
            }
        }
    }

    @Override
    void unanswered(RequestId id) {
        try {
            over = answer.unanswered(id);
        } catch (IOException gone) {
            over = true; // Which is why there is no answer.
        }
        if (over) {
            close();
        }
    }
}
