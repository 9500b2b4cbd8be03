package dev.fairlead.bench.contenders;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * The floor: ready-made bytes into a pipe, bytes out of it, nothing encoded, nothing decoded. All requests have the same
 * id, so that all answers have the same length. For one thread.
 */
final class RawPipe implements Client.Windowed {
    private static final byte[] HELLO = ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
                    + "\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
                    + "\"clientInfo\":{\"name\":\"raw\",\"version\":\"1\"}}}\n")
            .getBytes(US_ASCII);
    private static final byte[] READY =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n".getBytes(US_ASCII);
    private static final byte[] CALL = ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{"
                    + "\"name\":\"echo\",\"arguments\":{\"text\":\"ping\"},\"_meta\":{\"progressToken\":1}}}\n")
            .getBytes(US_ASCII);
    private static final byte[] LIST = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n".getBytes(US_ASCII);

    private final Process process;
    private final OutputStream out;
    private final InputStream in;
    private final byte[] buffer = new byte[16 << 10];
    private int callLength;
    private int listLength;

    RawPipe(List<String> command) throws IOException {
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        out = process.getOutputStream();
        in = process.getInputStream();
        send(HELLO);
        line();
        send(READY);
    }

    @Override
    public void call() throws IOException {
        send(CALL);
        callLength = answer(callLength);
    }

    @Override
    public int list() throws IOException {
        send(LIST);
        listLength = answer(listLength);
        return -1;
    }

    @Override
    public long calls(long endNanos, int width, Histogram times) throws IOException {
        call();
        var started = new long[width]; // Answers come in the order of the questions.
        long asked = 0;
        long answered = 0;
        int part = 0;
        while (true) {
            long now = System.nanoTime();
            for (; now < endNanos && asked - answered < width; asked++) {
                out.write(CALL);
                started[(int) (asked % width)] = now;
            }
            if (answered == asked) {
                return answered;
            }
            out.flush();
            part += read();
            now = System.nanoTime();
            for (; part >= callLength; part -= callLength) {
                times.add(now - started[(int) (answered++ % width)]);
            }
        }
    }

    private void send(byte[] line) throws IOException {
        out.write(line);
        out.flush();
    }

    private int answer(int length) throws IOException {
        if (length == 0) {
            return line();
        }
        for (int left = length; left > 0; ) {
            left -= read();
        }
        return length;
    }

    private int line() throws IOException {
        int length = 0;
        int count;
        do {
            count = read();
            length += count;
        } while (buffer[count - 1] != '\n');
        return length;
    }

    private int read() throws IOException {
        int count = in.read(buffer);
        if (count < 0) {
            throw new IOException("the server is gone");
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        out.close();
        process.destroyForcibly();
    }
}
