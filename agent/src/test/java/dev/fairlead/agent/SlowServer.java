package dev.fairlead.agent;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.wire.stdio.LineDuplex;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** A server whose tool ends only when it is cancelled, and that tells when it begins and when it sees that. */
final class SlowServer {
    static final int BEGUN = 'b';
    static final int CANCELLED = 'c';
    private static final int OVER = 'o';

    private SlowServer() {}

    /** Returns one for use in this program. */
    static FakeServer telling(Era era, Consumer<Integer> listener) {
        return FakeServer.named("slow")
                .era(era)
                .tool(AgentScene.tool("wait"), call -> {
                    listener.accept(BEGUN);
                    try {
                        call.pause(Duration.ofMinutes(5));
                    } finally {
                        listener.accept(call.cancelled() ? CANCELLED : OVER);
                    }
                    return CallToolResult.ofText("It is over.");
                })
                .build();
    }

    /** Returns the command that starts one, which tells whoever listens at a port of this machine. */
    static List<String> command(Era era, int port) {
        return DemoServer.command(era.name(), Integer.toString(port)).stream()
                .map(word -> word.equals(DemoServer.class.getName()) ? SlowServer.class.getName() : word)
                .toList();
    }

    /** Serves until standard input ends. */
    public static void main(String[] arguments) throws IOException {
        var output = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
        var news = new LinkedBlockingQueue<Integer>();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[1]))) {
            socket.setTcpNoDelay(true);
            // Not by the thread that serves the call: it is interrupted by then, which would close the socket.
            Thread.ofPlatform().daemon().start(() -> pass(news, socket));
            telling(Era.valueOf(arguments[0]), news::add)
                    .serve(new LineDuplex(System.in, output, LineDuplex.USUAL_MAX_MESSAGE_BYTES));
        }
        System.exit(0);
    }

    private static void pass(BlockingQueue<Integer> news, Socket socket) {
        try {
            while (true) {
                socket.getOutputStream().write(news.take());
            }
        } catch (IOException gone) {
            throw new UncheckedIOException("nobody listens any more", gone);
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }
}
