package dev.fairlead.wire.stdio;

import dev.fairlead.protocol.rpc.IdScanner;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.wire.Duplex;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One message per line of UTF-8: the framing of stdio, and of any other byte stream. */
public final class LineDuplex implements Duplex {
    /** The size up to which a message is read unless told otherwise. */
    public static final int USUAL_MAX_MESSAGE_BYTES = 16 << 20;

    // Most messages are smaller, and every open server keeps this much.
    private static final int USUAL_BUFFER = 8 << 10;
    // What most pipes hold: whoever asks for more at once gets no more, but has the JDK set it aside.
    private static final int MOST_AT_ONCE = 64 << 10;
    // A line this many times over the limit will never end; skipping it would only keep a core busy.
    private static final int ENDLESS_FACTOR = 16;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH = 0x0101010101010101L;
    private static final long TOP_BITS = 0x8080808080808080L;
    private static final long LINE_ENDS = '\n' * EACH;
    // So that what a message needs as it grows is not several times what it needs in the end.
    private static final int GROWTH = 4;
    // Where it may become as large as the last large one, and may as well not.
    private static final int LEAP = 16;

    private final InputStream in;
    private final OutputStream out;
    private final int maxMessageBytes;
    private final ArrayDeque<Message> ready = new ArrayDeque<>();

    private final byte[] usual = new byte[USUAL_BUFFER];
    private byte[] buffer = usual;
    private int start; // of the unread bytes
    private int end;
    private int searched; // up to here there is no line end
    private int large; // the length of the last line that did not fit into what pipes hold
    private boolean exhausted;
    private @Nullable Skipped skipping;
    private volatile boolean waiting;

    /** Frames these streams. */
    public LineDuplex(InputStream in, OutputStream out, int maxMessageBytes) {
        this.in = in;
        this.out = out;
        this.maxMessageBytes = maxMessageBytes;
    }

    @Override
    public Optional<Message> read() throws IOException {
        return next(true);
    }

    @Override
    public Optional<Message> poll() throws IOException {
        return next(false);
    }

    private Optional<Message> next(boolean patient) throws IOException {
        boolean mayRead = true;
        while (ready.isEmpty()) {
            if (skipping != null && (patient || start < end)) {
                skip(skipping);
                continue;
            }
            int lineEnd = lineEnd();
            if (lineEnd >= 0) {
                line(lineEnd, ready::add);
                start = lineEnd + 1;
                searched = start;
            } else if (exhausted) {
                lastLine();
                return Optional.ofNullable(ready.poll());
            } else if (end - start - 1 > maxMessageBytes) { // One byte more may be the first of CRLF.
                startSkipping();
            } else if (patient) {
                fill(MOST_AT_ONCE);
            } else {
                int there = mayRead ? in.available() : 0;
                if (there <= 0) {
                    return Optional.empty();
                }
                mayRead = false; // Once: whoever polls has no time for a server that says nothing without end.
                fill(there); // Who asks for no more than that spares the stream another look.
            }
        }
        return Optional.ofNullable(ready.poll());
    }

    @Override
    public void write(byte[] json, boolean more) throws IOException {
        out.write(json);
        out.write('\n');
        if (!more) {
            flush();
        }
    }

    @Override
    public boolean waiting() {
        return waiting;
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() {
        try (in) {
            out.close();
        } catch (IOException broken) {
            // Whoever closes has given both streams up; that one was broken before changes nothing.
            return;
        }
    }

    /** Returns how many bytes are set aside for reading at the moment. */
    int bufferSize() {
        return buffer.length;
    }

    private int lineEnd() {
        int i = searched;
        while (i <= end - Long.BYTES) { // Eight bytes at a time, as most of a large message is none.
            long others = (long) WORDS.get(buffer, i) ^ LINE_ENDS;
            long hits = others - EACH & ~others & TOP_BITS; // The lowest is one, whatever those above it are.
            if (hits != 0) {
                return i + Long.numberOfTrailingZeros(hits) / Byte.SIZE;
            }
            i += Long.BYTES;
        }
        for (; i < end; i++) {
            if (buffer[i] == '\n') {
                return i;
            }
        }
        searched = end;
        return -1;
    }

    private void line(int lineEnd, Consumer<Message> sink) {
        int length = lineEnd - start;
        if (length >= MOST_AT_ONCE) {
            large = length;
        }
        while (length > 0 && buffer[start + length - 1] == '\r') {
            length--;
        }
        if (length > maxMessageBytes) {
            var whole = new Skipped();
            whole.add(start, start + length);
            whole.tell();
        } else if (length > 0) {
            MessageCodec.decode(buffer, start, length, sink);
        }
    }

    /** Reads what stands after the last line end: a whole message, or one that was cut off and so answers nobody. */
    private void lastLine() {
        line(end, message -> ready.add(message instanceof Message.Malformed cut ? unfinished(cut) : message));
        start = end;
    }

    private static Message unfinished(Message.Malformed cut) {
        return new Message.Malformed(null, false, "the output ended inside a message", cut.excerpt());
    }

    private void fill(int atMost) throws IOException {
        if (start == end) {
            start = 0;
            end = 0;
            searched = 0;
            buffer = usual; // One huge message must not cost its memory for ever.
        } else if (end == buffer.length) {
            makeRoom();
        }
        waiting = true;
        int count = in.read(buffer, end, Math.min(buffer.length - end, Math.min(atMost, MOST_AT_ONCE)));
        waiting = false;
        if (count < 0) {
            exhausted = true;
        } else {
            end += count;
        }
    }

    private void makeRoom() {
        int length = end - start;
        var roomy = length <= usual.length / 2 ? usual : length <= buffer.length / 2 ? buffer : larger(length);
        System.arraycopy(buffer, start, roomy, 0, length);
        buffer = roomy;
        searched -= start;
        start = 0;
        end = length;
    }

    private byte[] larger(int length) {
        // What is as large as the last large one, such as the same list again, needs to grow but once or twice.
        long expected = length >= MOST_AT_ONCE && length < large
                ? Math.min(large + USUAL_BUFFER, (long) LEAP * length)
                : (long) GROWTH * buffer.length;
        long wanted = Math.min(Math.max(expected, MOST_AT_ONCE), maxMessageBytes + 2L);
        return new byte[(int) Math.max(wanted, length + 1L)];
    }

    /** Starts dropping a line that is too long, looking out for whose answer it was. */
    private void startSkipping() {
        skipping = new Skipped();
        skipping.add(start, end);
        start = end;
        searched = end;
    }

    private void skip(Skipped line) throws IOException {
        if (start == end) {
            fill(MOST_AT_ONCE);
        }
        int lineEnd = lineEnd();
        int rest = lineEnd < 0 ? end : lineEnd;
        line.add(start, rest);
        start = lineEnd < 0 ? end : lineEnd + 1;
        searched = start;
        if (lineEnd >= 0 || exhausted) {
            line.tell();
            skipping = null;
        } else if (line.bytes > (long) ENDLESS_FACTOR * maxMessageBytes) {
            throw new IOException("the server writes a line without end (over %s bytes)".formatted(line.bytes));
        }
    }

    /** A line of which nothing is kept but the id of the message it would have been. */
    private final class Skipped {
        private final IdScanner scanner = new IdScanner();
        private long bytes;
        private boolean told;

        void add(int from, int to) {
            scanner.feed(buffer, from, to - from);
            bytes += to - from;
            if (scanner.done()) {
                tell();
            }
        }

        void tell() {
            if (!told) {
                told = true;
                ready.add(tooLarge(scanner));
            }
        }
    }

    private Message tooLarge(IdScanner scanner) {
        var limit = maxMessageBytes >= 1 << 20 ? (maxMessageBytes >> 20) + " MiB" : maxMessageBytes + " bytes";
        return new Message.Malformed(
                scanner.id(), scanner.asks(), "message larger than %s (limit maxMessageBytes)".formatted(limit), "{…");
    }
}
