package dev.fairlead.host.campaign;

import dev.fairlead.host.config.Endpoint;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.ToolAnnotations;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.ServerCall;
import dev.fairlead.wire.stdio.LineDuplex;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A server whose tools write down that they ran, in a file that outlives it, before they answer. It takes its time before
 * and after, so that a kill finds calls on either side of what they do.
 */
final class LedgerServer {
    private final ReentrantLock lock = new ReentrantLock();
    private final FileChannel ledger;

    private LedgerServer(FileChannel ledger) {
        this.ledger = ledger;
    }

    /**
     * Returns the command that starts it, on the Java and the classes that run us.
     *
     * @param pid the file that says which process it is
     */
    static Endpoint.Command command(Path ledger, Path pid, Era era) {
        return Endpoint.Command.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                LedgerServer.class.getName(),
                ledger.toString(),
                pid.toString(),
                era.name());
    }

    /** Serves until standard input ends, or somebody kills it. */
    public static void main(String[] arguments) throws IOException {
        Files.writeString(
                Path.of(arguments[1]), Long.toString(ProcessHandle.current().pid()));
        try (var file = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            new LedgerServer(file)
                    .script(Era.valueOf(arguments[2]))
                    .serve(new LineDuplex(
                            System.in,
                            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)),
                            LineDuplex.USUAL_MAX_MESSAGE_BYTES));
        }
        System.exit(0);
    }

    private FakeServer script(Era era) {
        return FakeServer.named("ledger")
                .era(era)
                .tool(tool(Errand.WRITE), this::run)
                .tool(
                        tool(Errand.NOTE)
                                .withAnnotations(
                                        ToolAnnotations.from(Json.object().put("idempotentHint", true))),
                        this::run)
                .tool(tool(Errand.READ).withAnnotations(ToolAnnotations.readingOnly()), this::run)
                .tool(tool("echo"), call -> CallToolResult.ofText(call.text("text", "")))
                .build();
    }

    private static Tool tool(String name) {
        return Tool.of(name, "Writes down that it ran.", Json.object().put("type", "object"));
    }

    private CallToolResult run(ServerCall call) throws IOException, InterruptedException {
        var id = call.text("id", "none");
        call.pause(Duration.ofMillis((long) call.number("before", 0)));
        append(id);
        call.pause(Duration.ofMillis((long) call.number("after", 0)));
        return CallToolResult.ofText(id);
    }

    private void append(String id) throws IOException {
        lock.lock();
        try {
            int ignored = ledger.write(ByteBuffer.wrap((id + "\n").getBytes(StandardCharsets.UTF_8)));
            ledger.force(false);
        } finally {
            lock.unlock();
        }
    }
}
