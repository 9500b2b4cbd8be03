package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.ReplyStream;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.http.FetchException;
import dev.fairlead.wire.http.StreamedAnswer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The answer of a model while it comes over HTTP. */
final class HttpReply implements ReplyStream {
    private static final int WORTH_READING = 64 << 10;
    private static final Duration WORTH_WAITING = Duration.ofMillis(200);
    // Whatever else is said of a stream, it may be one: not all name it properly.
    private static final Set<String> NO_EVENTS = Set.of("text/html", "application/json");

    private final StreamedAnswer answer;
    private final Codec.Framing framing;
    private final Codec.Decoder decoder;
    private final Troubles troubles;
    private final Duration silence;
    private final Deque<ReplyPiece> waiting = new ArrayDeque<>();
    private boolean finished; // nothing more is to be read
    private boolean over; // the last piece was handed out

    HttpReply(
            StreamedAnswer answer, Codec.Framing framing, Codec.Decoder decoder, Troubles troubles, Duration silence) {
        this.answer = answer;
        this.framing = framing;
        this.decoder = decoder;
        this.troubles = troubles;
        this.silence = silence;
    }

    /** Waits until there is something to hand out. */
    void awaitFirst() throws TryFailedException, InterruptedException {
        var type = answer.headers()
                .get("Content-Type")
                .orElse("")
                .replaceFirst(";.*", "")
                .strip();
        if (framing == Codec.Framing.EVENTS && NO_EVENTS.contains(type.toLowerCase(Locale.ROOT))) {
            throw new TryFailedException(troubles.unreadable(
                    new BadReplyException("it comes as %s and not as a stream of events".formatted(type))));
        }
        fill();
    }

    @Override
    public ReplyPiece next() throws InterruptedException {
        if (over) {
            throw new IllegalStateException("the answer is over");
        }
        try {
            fill();
        } catch (TryFailedException broken) {
            close();
            throw broken.setback().failure();
        }
        var piece = waiting.removeFirst();
        if (piece instanceof ReplyPiece.End) {
            over = true;
            leave();
        }
        return piece;
    }

    @Override
    public void close() {
        answer.close();
    }

    private void fill() throws TryFailedException, InterruptedException {
        while (waiting.isEmpty()) {
            try {
                waiting.addAll(more());
            } catch (FetchException failure) {
                throw new TryFailedException(troubles.unreachable(failure));
            } catch (ComplaintException error) {
                throw new TryFailedException(troubles.midway(error.complaint()));
            }
            finished = finished || waiting.peekLast() instanceof ReplyPiece.End;
        }
    }

    private List<ReplyPiece> more()
            throws FetchException, ComplaintException, TryFailedException, InterruptedException {
        if (finished) {
            throw new TryFailedException(troubles.brokenOff(new BadReplyException("it has no end")));
        }
        var event = framing == Codec.Framing.EVENTS
                ? answer.nextEvent(silence)
                : answer.nextLine(silence).map(line -> new StreamedAnswer.Event("", line));
        if (event.isEmpty()) {
            return finish();
        }
        if (event.get().data().isBlank()) {
            return List.of();
        }
        try {
            return decoder.read(event.get().type(), event.get().data());
        } catch (BadReplyException nonsense) {
            throw new TryFailedException(troubles.unreadable(nonsense));
        }
    }

    private List<ReplyPiece> finish() throws TryFailedException {
        finished = true;
        try {
            return decoder.finish();
        } catch (BadReplyException cut) {
            throw new TryFailedException(troubles.brokenOff(cut));
        }
    }

    /** Reads what little may come after the end, so that the connection can serve again. */
    private void leave() throws InterruptedException {
        try {
            answer.rest(WORTH_READING, Deadline.after(WORTH_WAITING));
        } catch (FetchException late) {
            return; // Then there will be another connection; the answer was whole.
        } finally {
            close();
        }
    }
}
