package dev.fairlead.testkit;

import dev.fairlead.protocol.Era;
import dev.fairlead.wire.stdio.LineDuplex;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** A small server to try a client on: a program that speaks MCP, of either era, on its standard streams. */
public final class DemoServer {
    private DemoServer() {}

    /** Returns the command that starts it, on the Java and the classes that run us. */
    public static List<String> command(String... arguments) {
        return JavaCommand.of(DemoServer.class, List.of(arguments));
    }

    /** Returns a server like the one that the program serves, for use in this program. */
    public static FakeServer.Builder script() {
        return DemoFeatures.addTo(FakeServer.named("fairlead-demo"));
    }

    /** Serves until standard input ends. */
    public static void main(String[] arguments) {
        var script = script();
        if (arguments.length == 2 && arguments[0].equals("--era")) {
            script.era(Era.valueOf(arguments[1].toUpperCase(Locale.ROOT)));
        } else if (arguments.length != 0) {
            System.err.println("usage: DemoServer [--era legacy|modern]");
            System.exit(64);
        }
        // Only the protocol may reach standard output, whatever else prints.
        var protocol = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
        System.setOut(new java.io.PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
        System.err.println("fairlead-demo: ready");
        script.build().serve(new LineDuplex(System.in, protocol, LineDuplex.USUAL_MAX_MESSAGE_BYTES));
        System.exit(0);
    }
}
