package dev.fairlead.cli;

import dev.fairlead.testkit.DemoServer;
import dev.fairlead.wire.stdio.LineDuplex;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A server that stays when its input ends, as does a program that it started; both heed being asked to end. */
final class LingeringServer {
    private LingeringServer() {}

    static List<String> command() {
        return CommandProcess.java(List.of(), LingeringServer.class);
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        new ProcessBuilder("sleep", "600").inheritIO().start();
        var out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
        DemoServer.script().build().serve(new LineDuplex(System.in, out, LineDuplex.USUAL_MAX_MESSAGE_BYTES));
        new CountDownLatch(1).await();
    }
}
