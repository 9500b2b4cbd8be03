package dev.fairlead.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** The floor: ready-made bytes into a pipe, a line of bytes out of it, nothing encoded, nothing read. */
final class RawPipe implements Contender {
    private static final byte[] REQUEST =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"ping\"}}}\n"
                    .getBytes(StandardCharsets.UTF_8);

    private final Process process;
    private final OutputStream out;
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];

    RawPipe() throws IOException {
        process = new ProcessBuilder(EchoServer.command())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        out = process.getOutputStream();
        in = process.getInputStream();
    }

    @Override
    public String name() {
        return "raw pipe";
    }

    @Override
    public void call() throws IOException {
        out.write(REQUEST);
        out.flush();
        read(1);
    }

    @Override
    public void calls(int calls, int width) throws IOException {
        for (int done = 0; done < calls; done += width) {
            for (int i = 0; i < width; i++) {
                out.write(REQUEST);
            }
            out.flush();
            read(width);
        }
    }

    private void read(int lines) throws IOException {
        int seen = 0;
        while (seen < lines) {
            int count = in.read(buffer);
            if (count < 0) {
                throw new IOException("the server is gone");
            }
            for (int i = 0; i < count; i++) {
                if (buffer[i] == '\n') {
                    seen++;
                }
            }
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
