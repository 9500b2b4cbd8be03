package dev.fairlead.testkit.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** One request and the answer in the making. */
public final class HttpExchange {
    private static final byte[] LINE_END = {'\r', '\n'};

    private final RecordedRequest request;
    private final HttpConnection connection;
    private final CountDownLatch gone = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final List<Runnable> whenGone = new CopyOnWriteArrayList<>();
    private final Map<String, String> imposed = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private volatile OutputStream out;
    private EventStyle style = EventStyle.PLAIN;
    private UnaryOperator<byte[]> body = UnaryOperator.identity();
    private boolean stylish;

    HttpExchange(RecordedRequest request, HttpConnection connection, OutputStream out) {
        this.request = request;
        this.connection = connection;
        this.out = out;
    }

    /** Returns what was asked. */
    public RecordedRequest request() {
        return request;
    }

    /** Answers with a status alone. */
    public void answer(int status) throws IOException {
        answer(status, Map.of(), "");
    }

    /** Answers; the length is added. */
    public void answer(int status, Map<String, String> headers, String text) throws IOException {
        boolean json = headers.getOrDefault("Content-Type", "").startsWith("application/json");
        if (stylish && status == 200 && json) {
            var others = new LinkedHashMap<>(headers);
            others.remove("Content-Type");
            var stream = events(others);
            stream.send(ServerSentEvent.message(text));
            stream.end();
            return;
        }
        var bytes = body.apply(text.getBytes(StandardCharsets.UTF_8));
        var all = new LinkedHashMap<>(headers);
        if (status != 204) {
            all.put("Content-Length", Integer.toString(bytes.length));
        }
        var whole = new ByteArrayOutputStream();
        whole.write(head(status, all));
        whole.write(bytes);
        out.write(whole.toByteArray());
        out.flush();
        over.countDown();
    }

    /** Begins to answer with events. */
    public EventStream events(Map<String, String> headers) throws IOException {
        var all = new LinkedHashMap<>(headers);
        all.putIfAbsent("Content-Type", "text/event-stream");
        all.putIfAbsent("Cache-Control", "no-cache");
        all.put("Transfer-Encoding", "chunked");
        out.write(head(200, all));
        out.flush();
        var stream = new EventStream(this);
        connection.opened(stream);
        return stream;
    }

    private byte[] head(int status, Map<String, String> headers) {
        var all = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(headers);
        all.putAll(imposed);
        var text = new StringBuilder("HTTP/1.1 " + status + " " + Reason.of(status) + "\r\n");
        all.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
        return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    void chunk(byte[] bytes) throws IOException {
        var framed = new ByteArrayOutputStream(bytes.length + 16);
        framed.write(Integer.toHexString(bytes.length).getBytes(StandardCharsets.ISO_8859_1));
        framed.write(LINE_END);
        framed.write(bytes);
        framed.write(LINE_END);
        out.write(framed.toByteArray());
        out.flush();
    }

    void lastChunk() throws IOException {
        try {
            out.write("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        } finally {
            over.countDown();
        }
    }

    /** Writes any bytes at all. */
    public void raw(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** Declares the answer over, after {@link #raw}. */
    public void done() {
        over.countDown();
    }

    /** Waits; returns false as soon as the client is gone. */
    public boolean pause(Duration duration) throws InterruptedException {
        return !gone.await(duration.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Waits until the client is gone. */
    public void awaitGone() throws InterruptedException {
        gone.await();
    }

    /** Waits until the answer is over or the client gone. */
    public void awaitOver() throws InterruptedException {
        over.await();
    }

    /** Tells whether the client is known to be gone. */
    public boolean gone() {
        return gone.getCount() == 0;
    }

    boolean connected() {
        return connection.open();
    }

    /** Does something when the client goes away before the answer is over; it may be done twice. */
    public void whenGone(Runnable action) {
        whenGone.add(action);
        if (gone()) {
            action.run();
        }
    }

    /** Called when the connection has ended under the exchange. */
    void left() {
        if (!gone()) {
            gone.countDown();
            over.countDown();
            whenGone.forEach(Runnable::run);
        }
    }

    boolean isOver() {
        return over.getCount() == 0;
    }

    /** Ends the connection with a reset. */
    public void reset() {
        connection.end(true);
    }

    /** Ends the connection without a word. */
    public void hangUp() {
        connection.end(false);
    }

    /** Ends the connection when this answer is over, without having said so. */
    public void hangUpAfterwards() {
        connection.lastExchange();
    }

    /** Ends the connection when the next request arrives on it, without an answer. */
    public void hangUpOnReuse() {
        connection.endOnReuse();
    }

    // What faults change, before the usual handler answers.

    /** Lets the usual handler do its work, all of it, and lets nothing of its answer out. */
    public void unheard(HttpHandler usual) throws IOException, InterruptedException {
        var real = out;
        out = OutputStream.nullOutputStream();
        usual.handle(this);
        out = real;
    }

    /** Replaces or adds a header of the answer; the value may be anything. */
    public void impose(String header, String value) {
        imposed.put(header, value);
    }

    /** Lets everything that is written pass through something. */
    public void through(UnaryOperator<OutputStream> wrap) {
        out = wrap.apply(out);
    }

    /** Changes the body of an answer that is not a stream of events. */
    public void body(UnaryOperator<byte[]> change) {
        body = change;
    }

    /** Writes events in another way, and answers with events even where the usual answer is JSON. */
    public void style(EventStyle given) {
        style = given;
        stylish = true;
    }

    EventStyle style() {
        return style;
    }
}
