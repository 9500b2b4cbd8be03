package dev.fairlead.bench.parts;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Response;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import tools.jackson.databind.JsonNode;

/** From bytes to what a caller gets. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Decode {
    private static final int MEGABYTE = 1 << 20;

    private final byte[] small = Samples.result(4);
    private final byte[] large = Samples.result(MEGABYTE);
    private final byte[] tools = Samples.tools(1_000);

    /** Reads the message of a small result. */
    @Benchmark
    public Message message() {
        return decoded(small);
    }

    /** Reads a small result. */
    @Benchmark
    public CallToolResult smallResult() {
        return CallToolResult.from(result(small));
    }

    /** Reads a result of a megabyte. */
    @Benchmark
    public CallToolResult largeResult() {
        return CallToolResult.from(result(large));
    }

    /** Reads a list of a thousand tools; returns how long their names are. */
    @Benchmark
    public int thousandTools() {
        int length = 0;
        for (var tool : result(tools).path("tools")) {
            length += Tool.from(tool).name().length();
        }
        return length;
    }

    private static JsonNode result(byte[] bytes) {
        return ((Response.Result) decoded(bytes)).result();
    }

    private static Message decoded(byte[] bytes) {
        var last = new Message[1];
        MessageCodec.decode(bytes, 0, bytes.length, message -> last[0] = message);
        return last[0];
    }
}
