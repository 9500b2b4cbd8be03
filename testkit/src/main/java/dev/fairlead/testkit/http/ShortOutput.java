package dev.fairlead.testkit.http;

import java.io.IOException;
import java.io.OutputStream;

/** Lets the head pass and some of the body, then does something; what follows is lost. */
final class ShortOutput extends OutputStream {
    private static final String HEAD_END = "\r\n\r\n";

    private final OutputStream out;
    private final int allowed;
    private final Runnable then;
    private int headEnd;
    private int passed;
    private boolean over;

    ShortOutput(OutputStream out, int allowed, Runnable then) {
        this.out = out;
        this.allowed = allowed;
        this.then = then;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (over) {
            return;
        }
        int at = offset;
        int end = offset + length;
        while (at < end && headEnd < HEAD_END.length()) {
            headEnd = bytes[at++] == HEAD_END.charAt(headEnd) ? headEnd + 1 : 0;
        }
        int body = Math.min(end - at, allowed - passed);
        passed += body;
        out.write(bytes, offset, at + body - offset);
        out.flush();
        if (headEnd == HEAD_END.length() && passed == allowed) {
            over = true;
            then.run();
        }
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }
}
