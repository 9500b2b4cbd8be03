package dev.fairlead.langchain4j;

import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.ReplyStream;
import dev.fairlead.wire.Deadline;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** The answer of a model of LangChain4j while it comes. */
final class LangChainReply implements ReplyStream {
    private static final int ROOM = 256;

    private final Mailbox<Incoming> mailbox = new Mailbox<>(ROOM);
    private final Listener listener = new Listener(mailbox);
    private final Deque<ReplyPiece> waiting = new ArrayDeque<>();
    private final ModelRequest asked;
    private final Failures failures;
    private final ReplyParts parts;
    private final Duration silence;
    private final Thread asking;
    private volatile boolean over; // all of it has come

    /**
     * Begins to ask.
     *
     * @param question asks; may return before the answer is over, or after
     */
    LangChainReply(
            Consumer<StreamingChatResponseHandler> question,
            ModelRequest asked,
            Failures failures,
            String keeper,
            Duration silence) {
        this.asked = asked;
        this.failures = failures;
        this.parts = new ReplyParts(keeper, failures);
        this.silence = silence;
        // Of its own: a model may answer on the thread that asks, and has to be left when nobody wants the answer.
        this.asking = Thread.ofVirtual().name("fairlead-langchain4j").unstarted(() -> ask(question));
    }

    /** Waits until the answer begins. */
    void begin() throws FailedTryException, InterruptedException {
        asking.start();
        fill();
    }

    @Override
    public ReplyPiece next() throws InterruptedException {
        if (over && waiting.isEmpty()) {
            throw new IllegalStateException("the answer is over");
        }
        try {
            fill();
        } catch (FailedTryException broken) {
            close();
            throw broken.failure();
        }
        return waiting.removeFirst();
    }

    @Override
    public void close() {
        mailbox.close();
        if (!over) {
            listener.cancel();
            asking.interrupt();
        }
    }

    private void ask(Consumer<StreamingChatResponseHandler> question) {
        try {
            question.accept(listener);
        } catch (Throwable failure) { // Whatever it is, somebody waits for the answer.
            listener.onError(failure);
        }
    }

    private void fill() throws FailedTryException, InterruptedException {
        while (waiting.isEmpty()) {
            var incoming = mailbox.take(Deadline.after(silence));
            if (incoming.isEmpty()) {
                throw new FailedTryException(mailbox.closed() ? failures.ended() : failures.silent(silence), false);
            }
            read(incoming.get());
            waiting.addAll(parts.take());
            if (waiting.peekLast() instanceof ReplyPiece.End) {
                over = true;
                mailbox.close();
            }
        }
    }

    private void read(Incoming incoming) throws FailedTryException {
        switch (incoming) {
            case Incoming.Words(var text) -> parts.words(text);
            case Incoming.Thought(var text) -> parts.thought(text);
            case Incoming.Fragment(var length) -> parts.fragment(length);
            case Incoming.Call(var call) -> parts.call(call);
            case Incoming.Whole(var response) -> parts.complete(response);
            case Incoming.Failed(var error) -> {
                if (!(error instanceof ContentFilteredException)) {
                    throw failures.of(error, asked);
                }
                parts.refused(Failures.words(error));
            }
        }
    }
}
