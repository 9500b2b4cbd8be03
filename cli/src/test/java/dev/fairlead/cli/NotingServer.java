package dev.fairlead.cli;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.wire.stdio.LineDuplex;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** The demo server, which notes what it was told until its input ended; a stubborn one stays then, and heeds no signal. */
final class NotingServer {
    private NotingServer() {}

    static List<String> command(Era era, Path notes) {
        return command(era, notes, "heeding");
    }

    /** Returns the command of one that only a kill ends. */
    static List<String> stubborn(Era era, Path notes) {
        // What is ignored when a program is started, it ignores.
        var command = new ArrayList<>(List.of("sh", "-c", "trap '' TERM INT HUP; exec \"$@\"", "sh"));
        command.addAll(command(era, notes, "stubborn"));
        return command;
    }

    private static List<String> command(Era era, Path notes, String manner) {
        var command = CommandProcess.java(List.of(), NotingServer.class);
        command.addAll(List.of(era.name(), notes.toString(), manner));
        return command;
    }

    public static void main(String[] words) throws IOException, InterruptedException {
        var out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
        var server = DemoServer.script().era(Era.valueOf(words[0])).build();
        server.serve(new LineDuplex(System.in, out, LineDuplex.USUAL_MAX_MESSAGE_BYTES));
        var told = server.received().stream()
                .filter(Notification.class::isInstance)
                .map(message -> ((Notification) message).method())
                .toList();
        Files.write(Path.of(words[1]), told);
        if (words[2].equals("stubborn")) {
            new CountDownLatch(1).await();
        }
    }
}
