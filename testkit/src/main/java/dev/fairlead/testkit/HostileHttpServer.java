package dev.fairlead.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A program that speaks MCP on HTTP as badly as it is told to; {@link HostileHttp} does the same in this one. */
public final class HostileHttpServer {
    private HostileHttpServer() {}

    /** Returns the command that starts it, on the Java and the classes that run us. */
    public static List<String> command(String mode, String... options) {
        var arguments = new ArrayList<String>();
        arguments.add(mode);
        arguments.addAll(List.of(options));
        return JavaCommand.of(HostileHttpServer.class, arguments);
    }

    /** Says where it listens and misbehaves until it is ended. */
    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length == 0 || !HostileHttp.modes().contains(arguments[0])) {
            System.err.println(
                    "usage: HostileHttpServer <mode> [--port n] [--era legacy|modern] [--key value]...; modes: "
                            + String.join(" ", HostileHttp.modes()));
            System.exit(64);
            return;
        }
        var options = List.of(arguments).subList(1, arguments.length).toArray(new String[0]);
        try (var server = HostileHttp.mode(arguments[0], options)) {
            System.out.println("listening " + server.url());
            System.out.flush();
            new CountDownLatch(1).await();
        }
    }
}
