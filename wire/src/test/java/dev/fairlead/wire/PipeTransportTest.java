package dev.fairlead.wire;

import static dev.fairlead.wire.Line.patience;
import static dev.fairlead.wire.Threads.PATIENCE;
import static dev.fairlead.wire.Threads.beside;
import static dev.fairlead.wire.Threads.ended;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PipeTransportTest {
    private final List<Violation> violations = new CopyOnWriteArrayList<>();

    private Wire open(Body body) {
        return PipeTransport.to("here", duplex -> {
                    try {
                        body.serve(duplex);
                    } catch (IOException closed) {
                        violations.add(new Violation(Violation.Kind.NOISE, "the client closed"));
                    }
                })
                .open(Line::about, Line.listener(violations));
    }

    private interface Body {
        void serve(Duplex duplex) throws IOException;
    }

    private static void answer(Duplex duplex, Request request) throws IOException {
        var answer = new Response.Result(request.id(), Json.object().set("echo", request.params()));
        duplex.write(MessageCodec.encode(answer), false);
    }

    /** Answers a few requests late and out of order. */
    private static void echo(Duplex duplex) throws IOException {
        var random = new Random(1);
        var waiting = new ArrayDeque<Request>();
        for (var message = duplex.read(); message.isPresent(); message = duplex.read()) {
            if (message.get() instanceof Request request) {
                if (random.nextBoolean()) {
                    waiting.addFirst(request);
                } else {
                    waiting.addLast(request);
                }
            }
            while (!waiting.isEmpty() && (waiting.size() > 20 || message.get() instanceof Notification)) {
                answer(duplex, waiting.removeFirst());
            }
        }
    }

    @Test
    @Tag("A-46")
    @Tag("C-13")
    void thousandsOfThreadsOnOneLineGetTheirOwnAnswers() throws Exception {
        try (var wire = open(PipeTransportTest::echo)) {
            var sent = new CountDownLatch(2000);
            var callers = new ArrayList<Threads.Beside<Message>>();
            for (int i = 0; i < 2000; i++) {
                int own = i;
                callers.add(beside(() -> {
                    var params = Json.object().put("own", own);
                    try (var exchange = wire.exchange(new Request(RequestId.of(own), "echo", params), patience())) {
                        sent.countDown();
                        return exchange.next(patience()).orElseThrow();
                    }
                }));
            }
            sent.await();
            wire.post(new Notification("flush", null));
            for (int i = 0; i < 2000; i++) {
                assertThat(callers.get(i).result())
                        .isEqualTo(new Response.Result(
                                RequestId.of(i),
                                Json.object().set("echo", Json.object().put("own", i))));
            }
            assertThat(violations).isEmpty();
        }
    }

    @Test
    void aServerThatReturnsHasHungUpAfterWhatItSaid() throws Exception {
        var wire = open(duplex -> answer(duplex, (Request) duplex.read().orElseThrow()));
        var first = wire.exchange(new Request(RequestId.of(1), "m", Json.object()), patience());
        assertThat(first.next(patience())).isPresent();
        assertThatThrownBy(() -> {
                    var second = wire.exchange(new Request(RequestId.of(2), "m", null), patience());
                    second.next(patience());
                })
                .isInstanceOf(ConnectionLostException.class);
        wire.close();
    }

    @Test
    void closingEndsTheServerToo() throws Exception {
        var gone = new CountDownLatch(1);
        var wire = open(duplex -> {
            while (duplex.read().isPresent()) {
                assertThat(gone.getCount()).isOne();
            }
            gone.countDown();
        });
        wire.close();
        gone.await();
    }

    @Test
    void whatAServerSaysAfterwardsIsRefused() throws Exception {
        var closed = new CountDownLatch(1);
        var wire = open(duplex -> {
            passes(closed);
            duplex.write(MessageCodec.encode(new Notification("n", null)), false);
        });
        wire.close();
        closed.countDown();
        await().atMost(PATIENCE).until(() -> violations.size() == 1);
        assertThat(violations.getFirst().detail()).isEqualTo("the client closed");
    }

    @Test
    void anInterruptedServerStaysInterrupted() throws Exception {
        var kept = new LinkedBlockingQueue<Boolean>();
        var wire = open(duplex -> {
            Thread.currentThread().interrupt();
            assertThatThrownBy(duplex::read).isInstanceOf(IOException.class).hasMessage("interrupted");
            kept.add(Thread.interrupted());
        });
        assertThat(kept.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        wire.close();
    }

    @Test
    void aClientThatDoesNotReadHoldsTheServer() throws Exception {
        var reading = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        var written = new AtomicInteger();
        var server = new AtomicReference<Thread>();
        var transport = PipeTransport.to("here", duplex -> {
            server.set(Thread.currentThread());
            var news = MessageCodec.encode(new Notification("n", null));
            try {
                duplex.write(news, false);
                passes(reading);
                for (int i = 0; i < 1000; i++) {
                    written.incrementAndGet();
                    duplex.write(news, false);
                }
            } catch (IOException closed) {
                throw new AssertionError(closed);
            }
        });
        // Who sorts is who reads, and does not come back.
        var wire = transport.open(
                news -> {
                    reading.countDown();
                    passes(release);
                    return Line.about(news);
                },
                Line.listener(violations));
        await().atMost(PATIENCE).until(() -> written.get() > 0);
        await().atMost(PATIENCE)
                .until(() -> EnumSet.of(Thread.State.WAITING, Thread.State.TERMINATED)
                        .contains(server.get().getState()));
        assertThat(written).as("256 in the pipe, and one that waits").hasValue(257);
        release.countDown();
        ended(server.get());
        assertThat(written).hasValue(1000);
        wire.close();
    }

    private static void passes(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aServerThatNeverReadsSlowsTheClientDownButDoesNotHoldIt() throws Exception {
        var closed = new CountDownLatch(1);
        var wire = open(duplex -> {
            try {
                closed.await();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        });
        for (int i = 0; i < 2000; i++) {
            wire.post(new Notification("n", null));
        }
        wire.close();
        closed.countDown();
    }

    @Test
    void everyOpeningIsALineOfItsOwn() throws Exception {
        var transport = PipeTransport.to("here", duplex -> {
            try {
                answer(duplex, (Request) duplex.read().orElseThrow());
            } catch (IOException closed) {
                throw new AssertionError(closed);
            }
        });
        assertThat(transport.server()).isEqualTo("here");
        assertThat(transport.kind()).isEqualTo("in memory");
        assertThat(transport.identity()).isEmpty();
        assertThat(transport.reachesModern()).isTrue();
        assertThat(transport.handshakes()).containsExactly(transport);
        for (int i = 0; i < 3; i++) {
            try (var wire = transport.open(Line::about, Line.listener(violations))) {
                var exchange = wire.exchange(new Request(RequestId.of(1), "m", Json.object()), patience());
                assertThat(exchange.next(patience())).isPresent();
            }
        }
    }
}
