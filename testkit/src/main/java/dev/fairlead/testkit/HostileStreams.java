package dev.fairlead.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The standard streams of this process, one message a line. */
final class HostileStreams implements HostileOutlet {
    private final OutputStream out = new FileOutputStream(FileDescriptor.out);
    private final ReentrantLock writing = new ReentrantLock();

    /** Reads and acts until standard input ends. */
    void run(HostileStage stage) throws IOException, InterruptedException {
        var in = stage.wrapped(new BufferedInputStream(new FileInputStream(FileDescriptor.in), 1 << 16));
        for (var line = line(in); line != null; line = line(in)) {
            stage.act(line);
            if (stage.deaf()) {
                new CountDownLatch(1).await();
            }
        }
        stage.end();
    }

    private static @Nullable String line(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n') {
                return bytes.toString(StandardCharsets.UTF_8);
            }
            bytes.write(b);
        }
        return null;
    }

    @Override
    public void line(String text) throws IOException {
        raw((text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void log(String text) {
        System.err.println(text);
    }

    @Override
    public void raw(byte[] bytes) throws IOException {
        pieces(bytes, Math.max(1, bytes.length));
    }

    @Override
    public void pieces(byte[] bytes, int size) throws IOException {
        writing.lock();
        try {
            for (int at = 0; at < bytes.length; at += size) {
                out.write(bytes, at, Math.min(size, bytes.length - at));
                out.flush();
            }
        } finally {
            writing.unlock();
        }
    }
}
