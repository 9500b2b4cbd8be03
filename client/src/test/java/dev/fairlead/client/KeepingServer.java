package dev.fairlead.client;

import dev.fairlead.protocol.Era;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.wire.stdio.LineDuplex;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The demo server, as a program that keeps every byte of its standard input in a file. */
final class KeepingServer {
    private KeepingServer() {}

    /** Returns the command that starts it. */
    static List<String> command(Era era, Path file) {
        return DemoServer.command(era.name(), file.toString()).stream()
                .map(word -> word.equals(DemoServer.class.getName()) ? KeepingServer.class.getName() : word)
                .toList();
    }

    /** Serves until standard input ends. */
    public static void main(String[] arguments) throws IOException {
        var output = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
        try (var copy = Files.newOutputStream(Path.of(arguments[1]))) {
            DemoServer.script()
                    .era(Era.valueOf(arguments[0]))
                    .build()
                    .serve(new LineDuplex(new Keeping(System.in, copy), output, LineDuplex.USUAL_MAX_MESSAGE_BYTES));
        }
        System.exit(0);
    }

    private static final class Keeping extends FilterInputStream {
        private final OutputStream copy;

        Keeping(InputStream in, OutputStream copy) {
            super(in);
            this.copy = copy;
        }

        @Override
        public int read() throws IOException {
            int one = super.read();
            if (one >= 0) {
                copy.write(one);
            }
            return one;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int count = super.read(buffer, offset, length);
            if (count > 0) {
                copy.write(buffer, offset, count);
            }
            return count;
        }
    }
}
