package dev.fairlead.testkit;

import dev.fairlead.protocol.Era;
import dev.fairlead.wire.stdio.LineDuplex;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/** A small server to try a client on: a program that speaks MCP, of either era, on its standard streams or on HTTP. */
public final class DemoServer {
    private static final String USAGE = "usage: DemoServer [--era legacy|modern] [--http PORT]";

    private DemoServer() {}

    /** Returns the command that starts it, on the Java and the classes that run us. */
    public static List<String> command(String... arguments) {
        return JavaCommand.of(DemoServer.class, List.of(arguments));
    }

    /** Returns a server like the one that the program serves, for use in this program. */
    public static FakeServer.Builder script() {
        return DemoFeatures.addTo(FakeServer.named("fairlead-demo"));
    }

    /** Serves until standard input ends or, on HTTP, until the program is ended. */
    public static void main(String[] arguments) throws InterruptedException {
        var script = script();
        int port = -1;
        try {
            for (int i = 0; i < arguments.length; i += 2) {
                switch (arguments[i]) {
                    case "--era" -> script.era(Era.valueOf(arguments[i + 1].toUpperCase(Locale.ROOT)));
                    case "--http" -> port = Integer.parseInt(arguments[i + 1]);
                    default -> throw new IllegalArgumentException(arguments[i]);
                }
            }
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException unknown) {
            System.err.println(USAGE);
            System.exit(64);
        }
        if (port >= 0) {
            serveHttp(script.build(), port);
        } else {
            serveStreams(script.build());
        }
        System.exit(0);
    }

    private static void serveStreams(FakeServer server) {
        // Only the protocol may reach standard output, whatever else prints.
        var protocol = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
        System.setOut(new java.io.PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
        System.err.println("fairlead-demo: ready");
        server.serve(new LineDuplex(System.in, protocol, LineDuplex.USUAL_MAX_MESSAGE_BYTES));
    }

    private static void serveHttp(FakeServer server, int port) throws InterruptedException {
        try (var front = HttpFront.serving(server, port)) {
            System.err.println("listening " + front.url());
            System.err.println("listening " + front.sseUrl() + " (HTTP+SSE)");
            new CountDownLatch(1).await();
        }
    }
}
