package dev.fairlead.wire;

import static dev.fairlead.wire.Line.next;
import static dev.fairlead.wire.Line.patience;
import static dev.fairlead.wire.Line.request;
import static dev.fairlead.wire.Threads.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A caller that is alone with a quick server looks for its answer itself. */
class LookingTest {
    private static final Deadline NOW = Deadline.after(Duration.ZERO);

    private final ScriptedDuplex far = new ScriptedDuplex(true);
    private final Multiplexer wire = Multiplexer.over(
            "files", far, Line::about, new Failing(), Thread.ofVirtual().factory());
    private boolean looked; // touched by the test's thread only

    /** Fails whenever it hears of something that was wrong. */
    private static final class Failing implements WireListener {
        @Override
        public void tolerated(Violation violation) {
            throw new IllegalStateException("the listener fails");
        }

        @Override
        public void stderr(String line) {
            throw new AssertionError("there is no standard error here");
        }
    }

    @AfterEach
    void close() {
        wire.close();
    }

    private static Response.Result answer(long id) {
        return new Response.Result(RequestId.of(id), Json.object().put("to", id));
    }

    /** Asks something that is answered at once, so that the thread that reads rests for a moment. */
    private void askSomethingQuick(long id) throws Exception {
        var until = patience();
        var ready = new CountDownLatch(1);
        var asked = new AtomicBoolean();
        far.writesWith(json -> asked.set(true));
        far.meets(() -> {
            ready.countDown();
            while (!asked.get() && !until.passed()) {
                Thread.onSpinWait(); // To be woken would take too long for a quick server.
            }
            return Optional.of(answer(id));
        });
        assertThat(ready.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(next(wire.exchange(request(id), until))).isEqualTo(answer(id));
    }

    /** Asks until a caller does look, which meets this, and returns what it gets out of that. */
    private Optional<Message> looksAndMeets(LongFunction<ScriptedDuplex.Step> met) throws Exception {
        var until = patience();
        for (long id = 1; !until.passed(); id += 2) {
            askSomethingQuick(id);
            var exchange = wire.exchange(request(id + 1), until);
            try {
                return look(exchange, met.apply(id + 1));
            } catch (TimeoutException silent) {
                assertThat(looked).as("it looked and got nothing").isFalse();
                far.answer(id + 1);
                assertThat(next(exchange)).isEqualTo(answer(id + 1));
            }
        }
        throw new AssertionError("no caller looked");
    }

    private Optional<Message> look(Exchange exchange, ScriptedDuplex.Step met)
            throws InterruptedException, TimeoutException {
        far.pollsWith(() -> {
            looked = true;
            return met.run();
        });
        try {
            return exchange.next(NOW);
        } finally {
            far.pollsWith(Optional::empty);
        }
    }

    @Test
    void itFindsWhatIsThere() throws Exception {
        assertThat(looksAndMeets(id -> () -> Optional.of(answer(id))))
                .hasValueSatisfying(found -> assertThat(found).isInstanceOf(Response.Result.class));
        assertThat(wire.pendingCount()).isZero();
    }

    @Test
    void aDefectThatItMeetsEndsTheLine() {
        assertThatThrownBy(() -> looksAndMeets(id -> () -> {
                    throw new IllegalStateException("a defect");
                }))
                .isInstanceOf(ConnectionLostException.class)
                .hasMessageContaining("reading failed: java.lang.IllegalStateException: a defect");
        assertThat(looked).isTrue();
        assertThatThrownBy(() -> wire.exchange(request(0), patience()))
                .isInstanceOf(ConnectionLostException.class)
                .hasMessageContaining("reading failed");
    }

    @Test
    void whatItFindsIsItsOwnThoughWhoeverHearsOfTheWrongIdFails() throws Exception {
        assertThat(looksAndMeets(
                        id -> () -> Optional.of(new Response.Result(RequestId.of(String.valueOf(id)), Json.object()))))
                .hasValueSatisfying(found -> assertThat(found).isInstanceOf(Response.Result.class));
        assertThatThrownBy(() -> wire.exchange(request(0), patience()))
                .isInstanceOf(ConnectionLostException.class)
                .hasMessageContaining("reading failed: java.lang.IllegalStateException: the listener fails");
    }
}
