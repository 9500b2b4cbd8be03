package dev.fairlead.host.recording;

import dev.fairlead.host.event.Redactor;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.parts.OwnerOnly;
import dev.fairlead.wire.Transport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes traffic to a file, without secrets and up to a size. Trouble with the file ends the recording and nothing else.
 * Thread-safe.
 */
public final class Recorder implements Tap, AutoCloseable {
    /** How large a recording may grow where nothing else is said: 64 MiB. */
    public static final long USUAL_BYTES = 64L << 20;

    private static final byte[] BEGINNING = TrafficLine.BEGINNING.getBytes(StandardCharsets.UTF_8);

    private final Path path;
    private final Redactor redactor;
    private final long maxBytes;
    private final InstantSource clock;
    // Others may write to the same file meanwhile, such as another window of a client, and have lines with the same
    // numbers.
    private final String part = HexFormat.of().toHexDigits(new SecureRandom().nextLong());
    private final AtomicLong lines = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by lock.
    private final OutputStream file; // a stream, which no interrupted thread closes for the others
    private long left; // how much was not written
    private boolean full;
    private boolean closed;
    private @Nullable IOException trouble;

    private Recorder(Path path, OutputStream file, Redactor redactor, long maxBytes, InstantSource clock) {
        this.path = path;
        this.file = file;
        this.redactor = redactor;
        this.maxBytes = maxBytes;
        this.clock = clock;
    }

    /**
     * Begins to record to a file; a recording that exists is continued, also while others write to it. Any other file is
     * refused, as is one that is not its owner's alone.
     */
    public static Recorder to(Path file, Redactor redactor) throws IOException {
        return to(file, redactor, USUAL_BYTES, InstantSource.system());
    }

    /**
     * Begins to record to a file that will never be larger than {@code maxBytes}.
     *
     * @throws BadRecordingException if the file exists and is no recording
     * @throws IOException if it cannot be written, or others than its owner may use it
     */
    public static Recorder to(Path file, Redactor redactor, long maxBytes, InstantSource clock) throws IOException {
        boolean whole;
        try (var channel = open(file)) {
            if (!continuable(channel)) {
                throw new BadRecordingException(file, "the file exists and is no recording", null);
            }
            boolean ignored = OwnerOnly.checkFile(file);
            whole = endsWithALine(channel);
        }
        var stream = Files.newOutputStream(
                file, StandardOpenOption.WRITE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
        var recorder = new Recorder(file, stream, redactor, maxBytes, clock);
        recorder.append(whole ? "" : "\n", TrafficLine.header(clock.instant()));
        return recorder;
    }

    /** Returns a transport that behaves as another one does and is recorded here. */
    public Transport tap(Transport transport) {
        return new TappedTransport(transport, this, clock, lines);
    }

    /**
     * Returns a transport that behaves as another one does and is recorded here.
     *
     * @param also knows more secrets than the one this recorder was made with
     */
    public Transport tap(Transport transport, Redactor also) {
        return also == redactor
                ? tap(transport)
                : new TappedTransport(transport, traffic -> append(hidden(traffic, also)), clock, lines);
    }

    @Override
    public void heard(Traffic traffic) {
        append(hidden(traffic, null));
    }

    private ObjectNode hidden(Traffic traffic, @Nullable Redactor also) {
        try {
            var json = redactor.json(TrafficLine.write(traffic));
            return (ObjectNode) (also == null ? json : also.json(json));
        } catch (RuntimeException | StackOverflowError defect) {
            // What cannot be made safe is not written; the line it went over must not suffer.
            return TrafficLine.write(new Traffic.Ended(
                    traffic.at(),
                    traffic.line(),
                    traffic.exchange(),
                    "not recorded: " + defect.getClass().getName()));
        }
    }

    /** Returns how many messages are missing because there was no room or the file could not be written. */
    public long left() {
        lock.lock();
        try {
            return left;
        } finally {
            lock.unlock();
        }
    }

    /** Returns what ended the recording early, if anything did. */
    public Optional<IOException> trouble() {
        lock.lock();
        try {
            return Optional.ofNullable(trouble);
        } finally {
            lock.unlock();
        }
    }

    /** Ends the recording; what is still said is not recorded. */
    @Override
    public void close() {
        lock.lock();
        try {
            file.close();
        } catch (IOException unclosed) {
            trouble = unclosed;
        } finally {
            closed = true;
            lock.unlock();
        }
    }

    private void append(ObjectNode json) {
        append("", json);
    }

    private void append(String before, ObjectNode json) {
        var line = bytes(before, json);
        var end = bytes("", TrafficLine.full(clock.instant()));
        lock.lock();
        try {
            if (closed) {
                return; // Nobody missed what was said after the end.
            }
            if (full || trouble != null) {
                left++;
                return;
            }
            long bytes = Files.size(path);
            if (bytes + line.length + end.length <= maxBytes) {
                file.write(line); // At once, so that no other recorder's line gets into it.
                return;
            }
            left++;
            full = true;
            if (bytes + end.length <= maxBytes) {
                file.write(end);
            }
        } catch (IOException unwritten) {
            left++;
            trouble = unwritten;
        } finally {
            lock.unlock();
        }
    }

    private byte[] bytes(String before, ObjectNode json) {
        return (before + Json.write(json.put(TrafficLine.PART, part)) + '\n').getBytes(StandardCharsets.UTF_8);
    }

    /** Opens the file, which is for its owner alone: not everything private is a known secret. */
    private static FileChannel open(Path file) throws IOException {
        OwnerOnly.makeFile(file);
        return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** Tells whether a file is a recording, or the very beginning of one. */
    private static boolean continuable(FileChannel file) throws IOException {
        var start = ByteBuffer.allocate(BEGINNING.length);
        fill(start, file, 0);
        return Arrays.equals(start.array(), 0, start.position(), BEGINNING, 0, start.position());
    }

    /** Tells whether the last line is whole; after what a killed recorder left of one, the next would be spoilt. */
    private static boolean endsWithALine(FileChannel file) throws IOException {
        var last = ByteBuffer.allocate(1);
        if (file.size() > 0) {
            fill(last, file, file.size() - 1);
        }
        return last.position() == 0 || last.get(0) == '\n';
    }

    private static void fill(ByteBuffer buffer, FileChannel file, long from) throws IOException {
        int read = 0;
        while (buffer.hasRemaining() && read >= 0) {
            read = file.read(buffer, from + buffer.position());
        }
    }
}
