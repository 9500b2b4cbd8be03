package dev.fairlead.bench.server;

import java.io.IOException;
import java.io.OutputStream;

/** Gathers lines and writes them together; what is large is written as it is. */
final class DirectOutput implements LineOutput {
    private final OutputStream out;
    private final byte[] gathered = new byte[32 << 10];
    private int filled;

    DirectOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public void append(byte[] bytes, int offset, int length) throws IOException {
        if (length > gathered.length - filled) {
            flush();
        }
        if (length > gathered.length) {
            out.write(bytes, offset, length);
        } else {
            System.arraycopy(bytes, offset, gathered, filled, length);
            filled += length;
        }
    }

    @Override
    public void lineEnds() {
        // Lines go out together.
    }

    @Override
    public void flush() throws IOException {
        out.write(gathered, 0, filled);
        filled = 0;
    }
}
