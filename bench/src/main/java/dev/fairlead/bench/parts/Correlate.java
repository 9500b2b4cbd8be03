package dev.fairlead.bench.parts;

import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Duplex;
import dev.fairlead.wire.PipeTransport;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/** An exchange over a line without a process behind it: what sorting answers to their callers costs, hand-overs included. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Correlate {
    private static final WireListener NOBODY = new WireListener() {
        @Override
        public void tolerated(Violation violation) {
            throw new IllegalStateException(violation.toString());
        }

        @Override
        public void stderr(String line) {
            throw new IllegalStateException(line);
        }
    };

    private final AtomicLong ids = new AtomicLong();
    private final Wire wire =
            PipeTransport.to("echo", Correlate::answer).open(notification -> Optional.empty(), NOBODY);

    /** One caller. */
    @Benchmark
    public Message alone() throws InterruptedException, TimeoutException {
        return exchange();
    }

    /** Eight callers at once. */
    @Benchmark
    @Threads(8)
    public Message among() throws InterruptedException, TimeoutException {
        return exchange();
    }

    /** Ends the line. */
    @TearDown
    public void close() {
        wire.close();
    }

    private Message exchange() throws InterruptedException, TimeoutException {
        var deadline = Deadline.never();
        try (var exchange = wire.exchange(Samples.call(ids.incrementAndGet()), deadline)) {
            return exchange.next(deadline).orElseThrow();
        }
    }

    private static void answer(Duplex line) {
        try {
            for (var next = line.read(); next.isPresent(); next = line.read()) {
                if (next.get() instanceof Request request) {
                    line.write(MessageCodec.encode(new Response.Result(request.id(), Json.object())), false);
                }
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
