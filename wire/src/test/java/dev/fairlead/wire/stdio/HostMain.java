package dev.fairlead.wire.stdio;

import static dev.fairlead.wire.stdio.ProcessProbe.lines;
import static dev.fairlead.wire.stdio.ProcessProbe.pidFrom;
import static dev.fairlead.wire.stdio.ProcessProbe.sh;

import dev.fairlead.protocol.error.ServerStartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/** A program that starts servers, says which processes there are now, and then ends as it is told. */
final class HostMain {
    private HostMain() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "environment" -> environment();
            case "list" -> list(Files.readString(Path.of(arguments[1])));
            case "exit-on-input" -> {
                report(Lifeline.shared());
                System.exit(System.in.read() < 0 ? 0 : 1);
            }
            case "exit-without-watchdog" -> {
                report(new Lifeline(false));
                System.exit(System.in.read() < 0 ? 0 : 1);
            }
            default -> {
                report(Lifeline.shared());
                new CountDownLatch(1).await();
            }
        }
    }

    private static void environment() throws IOException {
        var server = ServerProcess.start(ServerCommand.of("env").withVariable("DECLARED", "yes"), "env", line -> {});
        server.stdout().transferTo(System.out);
        System.out.flush();
        server.end();
    }

    /** Lists a file whose name no argument could give us in every locale. */
    private static void list(String name) throws IOException {
        try {
            var server = ServerProcess.start(ServerCommand.of("ls", name), "ls", line -> {});
            server.stdout().transferTo(System.out);
            server.end();
        } catch (ServerStartException e) {
            System.out.println("refused: " + e.getMessage());
        }
        System.out.flush();
    }

    /**
     * An ordinary server, one with a child, a stubborn one with a stubborn child in a session of its own, and a
     * stubborn one with a child that lost its environment.
     */
    private static void report(Lifeline lifeline) {
        var stubborn = "trap '' TERM; while :; do sleep 0.1; done";
        var pids = new ArrayList<Long>();
        for (var script : List.of(
                "echo $$; exec cat",
                "sleep 300 & echo $!; cat",
                "setsid sh -c \"echo \\$\\$; " + stubborn + "\" & " + stubborn,
                "env -i /bin/sleep 300 & echo $!; " + stubborn)) {
            var server = ServerProcess.start(sh(script), "host", line -> {}, lifeline);
            pids.add(server.pid());
            long told = pidFrom(lines(server.stdout()));
            if (told != server.pid()) {
                pids.add(told);
            }
        }
        lifeline.watchdog().ifPresent(watchdog -> pids.add(watchdog.pid()));
        System.out.println(pids.stream().map(String::valueOf).collect(Collectors.joining(" ")));
        System.out.flush();
    }
}
