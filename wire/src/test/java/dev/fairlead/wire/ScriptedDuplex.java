package dev.fairlead.wire;

import static dev.fairlead.wire.Threads.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A stream whose far side is played by the test. */
final class ScriptedDuplex implements Duplex {
    /** What reading meets next. */
    @FunctionalInterface
    interface Step {
        Optional<Message> run() throws IOException;
    }

    private record Say(Message message) implements Step {
        @Override
        public Optional<Message> run() {
            return Optional.of(message);
        }
    }

    /** What writing does. */
    @FunctionalInterface
    interface Pen {
        void write(byte[] json) throws IOException, InterruptedException;
    }

    static final Breakage HUNG_UP = Breakage.lost("the script hung up", null);

    final List<String> written = new CopyOnWriteArrayList<>();
    final AtomicInteger closings = new AtomicInteger();
    final CountDownLatch writing = new CountDownLatch(1);
    final AtomicInteger cuts = new AtomicInteger();
    private final boolean direct;
    private final LinkedBlockingQueue<Step> script = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<Message> requests = new LinkedBlockingQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Pen pen = json -> {};
    private volatile Supplier<Breakage> ending = () -> HUNG_UP;
    private volatile Step polling = this::whatIsSaid;
    private volatile BooleanSupplier waiting = () -> true;

    ScriptedDuplex() {
        this(false);
    }

    ScriptedDuplex(boolean direct) {
        this.direct = direct;
    }

    void say(Message message) {
        script.add(new Say(message));
    }

    void answer(long id) {
        say(new Response.Result(RequestId.of(id), Json.object().put("to", id)));
    }

    void meets(Step step) {
        script.add(step);
    }

    void hangUp() {
        script.add(Optional::empty);
    }

    void writesWith(Pen pen) {
        this.pen = pen;
    }

    /** Never returns from writing until it is closed. */
    void stopsReading() {
        writesWith(json -> {
            closed.await();
            throw new IOException("closed");
        });
    }

    /** Never returns from writing, not even when it is closed, until released. */
    CountDownLatch jams() {
        var release = new CountDownLatch(1);
        writesWith(json -> release.await());
        return release;
    }

    void endsWith(Supplier<Breakage> breakage) {
        ending = breakage;
    }

    /** Has callers who look meet this. */
    void pollsWith(Step step) {
        polling = step;
    }

    void waitsWhile(BooleanSupplier nothingToDo) {
        waiting = nothingToDo;
    }

    /** Waits for the next message that was written. */
    Message heard() throws InterruptedException {
        var message = requests.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(message).as("a message written in time").isNotNull();
        return message;
    }

    Request heardRequest() throws InterruptedException {
        return (Request) heard();
    }

    @Override
    public Optional<Message> read() throws IOException {
        try {
            return script.take().run();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IOException(stop);
        }
    }

    @Override
    public Optional<Message> poll() throws IOException {
        return polling.run();
    }

    private Optional<Message> whatIsSaid() {
        return script.peek() instanceof Say next && script.remove(next) ? next.run() : Optional.empty();
    }

    @Override
    public boolean waiting() {
        return waiting.getAsBoolean();
    }

    @Override
    public boolean direct() {
        return direct;
    }

    @Override
    public void cutOff() {
        cuts.incrementAndGet();
        closed.countDown();
    }

    @Override
    public void write(byte[] json, boolean more) throws IOException {
        writing.countDown();
        try {
            pen.write(json);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IOException(stop);
        }
        written.add(new String(json, UTF_8));
        MessageCodec.decode(json, 0, json.length, requests::add);
    }

    @Override
    public Breakage ending(@Nullable IOException cause) {
        return cause == null ? ending.get() : Breakage.lost("broken: " + cause.getMessage(), cause);
    }

    @Override
    public void close() {
        closings.incrementAndGet();
        closed.countDown();
        hangUp();
    }
}
