package dev.fairlead.wire.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import okhttp3.Call;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;
import org.jspecify.annotations.Nullable;

/**
 * An answer over HTTP while it comes, whatever its status. For one thread, but for {@link #close}.
 *
 * <p>It is read in one of three ways: as events, as lines, or whole. Reading fails with a {@link FetchException} once the
 * connection breaks, nothing comes for too long, or a piece is larger than 32 MiB; then the answer is closed.
 */
public final class StreamedAnswer implements AutoCloseable {
    private final Call call;
    private final String method;
    private final Response response;
    private final int maxPieceBytes;
    private final BufferedSource source;
    private final SseReader events;
    // Held by whoever uses the response, which is not made for several threads.
    private final ReentrantLock inUse = new ReentrantLock();
    private volatile long heardNanos = System.nanoTime();
    private volatile boolean ended;
    private volatile boolean closed;

    /**
     * An event of an event stream.
     *
     * @param type empty unless the service named one
     */
    public record Event(String type, String data) {}

    StreamedAnswer(Call call, String method, Response response, int maxPieceBytes) {
        this.call = call;
        this.method = method;
        this.response = response;
        this.maxPieceBytes = maxPieceBytes;
        this.source = Okio.buffer(new Heard(response.body().source()));
        this.events = new SseReader(source.inputStream(), maxPieceBytes);
    }

    /** Returns the status. */
    public int status() {
        return response.code();
    }

    /** Returns the headers; of several with one name, the first. */
    public Headers headers() {
        return Answered.headers(response);
    }

    /** Returns how long the service wants to be left alone, if it says so; negative for a date that has passed. */
    public Optional<Duration> retryAfter() {
        return RetryAfter.asked(response.header("Retry-After"), Instant.now());
    }

    /**
     * Waits for the next event that has data; empty at the end.
     *
     * @param silence how long nothing at all may come
     */
    public Optional<Event> nextEvent(Duration silence) throws FetchException, InterruptedException {
        return read(this::event, unlessSilentFor(silence), "nothing came for too long");
    }

    /**
     * Waits for the next line, without its end; empty at the end.
     *
     * @param silence how long nothing at all may come
     */
    public Optional<String> nextLine(Duration silence) throws FetchException, InterruptedException {
        return read(this::line, unlessSilentFor(silence), "nothing came for too long");
    }

    /** Returns what no event and no line has brought, up to so many bytes; what comes after them is dropped. */
    public byte[] rest(int mostBytes, Deadline deadline) throws FetchException, InterruptedException {
        return read(() -> bytes(mostBytes), deadline::remainingNanos, FetchTrouble.NOT_WHOLE);
    }

    /** Ends it, from any thread, also while somebody reads. */
    @Override
    public void close() {
        closed = true;
        if (!ended) {
            call.cancel(); // Nobody reads on for the sake of the connection.
        }
        release();
    }

    /** Shows the status; what else there is may be secret. */
    @Override
    public String toString() {
        return "StreamedAnswer[%s]".formatted(status());
    }

    private LongSupplier unlessSilentFor(Duration silence) {
        var limit = Deadline.after(silence);
        long asked = System.nanoTime();
        // What came before somebody wanted to read it may be old without anybody being silent.
        return () -> limit.remainingNanos() + Math.max(0, heardNanos - asked);
    }

    /** Reads on a thread of its own, because nothing else ends a read without harm to others on the connection. */
    private <T> T read(Callable<T> piece, LongSupplier nanosLeft, String late)
            throws FetchException, InterruptedException {
        var work = new FutureTask<>(() -> inTurn(piece));
        Thread.ofVirtual()
                .name("fairlead-read-" + response.request().url().host())
                .start(work);
        boolean done = false;
        try {
            var result = await(work, nanosLeft, late);
            done = true;
            return result;
        } catch (ExecutionException failed) {
            throw trouble(failed.getCause());
        } finally {
            if (!done) {
                close();
            }
        }
    }

    private <T> T await(FutureTask<T> work, LongSupplier nanosLeft, String late)
            throws FetchException, InterruptedException, ExecutionException {
        while (true) {
            try {
                return work.get(nanosLeft.getAsLong(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException slow) {
                if (nanosLeft.getAsLong() <= 0) {
                    throw FetchTrouble.tooSlow(method, response.request().url(), late, true);
                }
            }
        }
    }

    private <T> T inTurn(Callable<T> piece) throws Exception {
        inUse.lock();
        try {
            if (closed) {
                throw FetchTrouble.closedHere(method, response.request().url());
            }
            return piece.call();
        } finally {
            inUse.unlock();
            release();
        }
    }

    /** Lets go of the response, unless somebody uses it, who will do that then. */
    private void release() {
        if (closed && inUse.tryLock()) {
            try {
                response.close();
            } finally {
                inUse.unlock();
            }
        }
    }

    private Optional<Event> event() throws IOException {
        while (true) {
            var event = events.next();
            if (event == null) {
                ended = true;
                return Optional.empty();
            }
            if (event.tooLarge()) {
                throw tooLarge("an event");
            }
            if (event.data().length > 0) {
                var type = event.type().equals("message") ? "" : event.type();
                return Optional.of(new Event(type, new String(event.data(), UTF_8)));
            }
        }
    }

    private Optional<String> line() throws IOException {
        long end = source.indexOf((byte) '\n', 0, maxPieceBytes + 1L);
        if (end < 0 && source.getBuffer().size() > maxPieceBytes) {
            throw tooLarge("a line");
        }
        if (end < 0) {
            ended = true;
            var last = source.readUtf8();
            return last.isEmpty() ? Optional.empty() : Optional.of(last);
        }
        var line = source.readUtf8(end);
        source.skip(1);
        return Optional.of(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
    }

    private byte[] bytes(int mostBytes) throws IOException {
        ended = !source.request(mostBytes + 1L);
        return source.readByteArray(Math.min(mostBytes, source.getBuffer().size()));
    }

    private FetchException tooLarge(String what) {
        return FetchTrouble.tooLarge(method, response.request().url(), what + " of its answer", maxPieceBytes);
    }

    private FetchException trouble(@Nullable Throwable failure) {
        var url = response.request().url();
        if (failure instanceof FetchException understood) {
            return understood;
        }
        if (failure instanceof EndlessEventException) {
            return tooLarge("an event");
        }
        if (closed) {
            return FetchTrouble.closedHere(method, url);
        }
        return failure instanceof IOException broken
                ? FetchTrouble.inBody(method, url, broken, call.isCanceled())
                : FetchTrouble.of(method, url, failure, true, false);
    }

    /** Notes whenever anything comes. */
    private final class Heard extends ForwardingSource {

        Heard(Source source) {
            super(source);
        }

        @Override
        public long read(Buffer sink, long byteCount) throws IOException {
            long count = super.read(sink, byteCount);
            heardNanos = System.nanoTime();
            return count;
        }
    }
}
