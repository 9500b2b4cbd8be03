package dev.fairlead.wire.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Reading a stream of one event, as an answer over HTTP is. In this package because what reads is not for everybody. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Events {
    private static final int LIMIT = 64 << 20;

    /** How long the text of the result is. */
    @Param({"4", "1048576"})
    public int textLength;

    private byte[] stream = {};

    /** Makes the stream. */
    @Setup
    public void make() {
        var answer = "event: message\n"
                + "data:"
                + " {\"jsonrpc\":\"2.0\",\"id\":123456,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\""
                + "x".repeat(textLength) + "\"}],\"isError\":false}}\n\n";
        stream = answer.getBytes(StandardCharsets.UTF_8);
    }

    /** Reads it all; returns how many events there were. */
    @Benchmark
    public int read() throws IOException {
        var reader = new SseReader(new ByteArrayInputStream(stream), LIMIT);
        int events = 0;
        while (reader.next() != null) {
            events++;
        }
        return events;
    }
}
