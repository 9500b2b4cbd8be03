package dev.fairlead.cli.frame;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * Where answers are printed. Any other {@link PrintStream} keeps it to itself when it cannot write; this one throws an
 * {@link UnwrittenException}, then and ever after, so that nothing goes on as if it had been heard.
 */
public final class AnswerStream extends PrintStream {

    /** Prints to a stream. */
    public AnswerStream(OutputStream out, Charset charset) {
        super(new BufferedOutputStream(new Strict(out)), true, charset);
    }

    /** Writes a message of whoever speaks with another program, and expects what streams usually throw. */
    @Override
    public void write(byte[] bytes) throws IOException {
        try {
            write(bytes, 0, bytes.length);
            flush();
        } catch (UnwrittenException lost) {
            throw new IOException(lost.getMessage(), lost);
        }
    }

    /** Throws what a {@link PrintStream} does not catch. */
    private static final class Strict extends OutputStream {
        private final OutputStream out;
        private volatile @Nullable IOException broken;

        Strict(OutputStream out) {
            this.out = out;
        }

        private interface Writing {
            void run() throws IOException;
        }

        @Override
        public void write(int one) {
            attempt(() -> out.write(one));
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            attempt(() -> out.write(bytes, offset, length));
        }

        @Override
        public void flush() {
            attempt(out::flush);
        }

        private void attempt(Writing writing) {
            var before = broken;
            if (before != null) {
                throw new UnwrittenException(before);
            }
            try {
                writing.run();
            } catch (IOException now) {
                broken = now;
                throw new UnwrittenException(now);
            }
        }
    }
}
