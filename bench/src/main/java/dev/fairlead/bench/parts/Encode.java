package dev.fairlead.bench.parts;

import dev.fairlead.protocol.rpc.MessageCodec;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** From a call to bytes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Encode {
    private long id;

    /** Makes the request and writes it. */
    @Benchmark
    public byte[] call() {
        return MessageCodec.encode(Samples.call(id++));
    }
}
