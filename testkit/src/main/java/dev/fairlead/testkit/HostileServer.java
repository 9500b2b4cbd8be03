package dev.fairlead.testkit;

import dev.fairlead.protocol.Era;
import java.util.ArrayList;
import java.util.List;

/** A program that speaks MCP on its standard streams as badly as it is told to; {@code HostileModes} lists how. */
public final class HostileServer {
    private HostileServer() {}

    /** Returns the command that starts it, on the Java and the classes that run us. */
    public static List<String> command(String mode, String... options) {
        var arguments = new ArrayList<String>();
        arguments.add(mode);
        arguments.addAll(List.of(options));
        return JavaCommand.of(HostileServer.class, arguments);
    }

    /** Lists the names of all modes. */
    public static List<String> modes() {
        return List.copyOf(HostileModes.all().keySet());
    }

    /** Lists the names of those that say something bad, and say it as a server should: what they are asked is done. */
    public static List<String> contentModes() {
        return List.copyOf(HostileModes.content().keySet());
    }

    /** Tells whether a client that waits for a while is connected in a mode. */
    public static boolean opens(String mode, Era era) {
        return HostileModes.open(mode, era);
    }

    /** Misbehaves until standard input ends, or longer. */
    public static void main(String[] arguments) throws Exception {
        var mode = arguments.length == 0 ? null : HostileModes.all().get(arguments[0]);
        if (mode == null) {
            System.err.println("usage: HostileServer <mode> [--key value]...; modes: " + String.join(" ", modes()));
            System.exit(64);
            return;
        }
        var streams = new HostileStreams();
        var stage = new HostileStage(HostileOptions.of(List.of(arguments).subList(1, arguments.length)), streams);
        mode.play(stage);
        streams.run(stage);
        System.exit(0);
    }
}
