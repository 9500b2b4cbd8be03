package dev.fairlead.wire.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.fairlead.protocol.rpc.IdScanner;
import dev.fairlead.wire.Turns;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream of server-sent events.
 *
 * <p>It follows <a href="https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream">the
 * standard</a>, works on bytes, and needs no more memory than one event may have. The data of an event is gathered where
 * it was read: each further line moves down to the end of the one before.
 *
 * <p>One thread reads; only {@link #lastHeardNanos} may be asked by others.
 */
final class SseReader {
    private static final int FIRST_BUFFER = 1 << 10; // most streams hold one short answer, or wait for ever
    private static final int USUAL_BUFFER = 8 << 10; // more than the longest line that is held
    private static final int LONGEST_FIELD = 4 << 10;
    private static final int LONGEST_NAME = "event".length();
    // Any line other than data that is longer has no field of a length that counts, whatever stands before the value.
    private static final int LONGEST_HELD_LINE = LONGEST_FIELD + 16;
    // What is this many times over the limit will never end; skipping it would only keep a core busy.
    private static final int ENDLESS_FACTOR = 2;
    private static final int ENDLESS_LEAST = 64 << 10;
    private static final int LONGEST_RETRY_MILLIS = 60_000;
    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final byte[] LINE_FEED = {'\n'};
    private static final byte[] DATA = bytes("data");
    private static final byte[] EVENT = bytes("event");
    private static final byte[] ID = bytes("id");
    private static final byte[] RETRY = bytes("retry");
    private static final String USUAL_TYPE = "message";
    private static final byte[] MESSAGE = bytes(USUAL_TYPE);

    private final InputStream in;
    private final int maxEventBytes;
    private final LongSupplier nanoTime;
    private final Turns turns = new Turns();
    private volatile long lastHeardNanos;

    // The buffer holds the data of the event so far, a gap, and from lineStart to end what is not yet understood.
    private byte[] buffer = new byte[FIRST_BUFFER];
    private int dataStart;
    private int dataEnd;
    private int lineStart;
    private int searched; // up to here there is no line end
    private int end;
    private boolean begun;
    private boolean exhausted;
    private boolean afterCarriageReturn;

    private Rest rest = Rest.HELD;
    private long goneBytes; // of the current line, no longer in the buffer

    private String type = "";
    private @Nullable String id;
    private boolean hasData;
    private long dataBytes;
    private @Nullable IdScanner oversized; // all that is kept of an event over the limit
    private boolean reported;

    private @Nullable String lastEventId;
    private long retryMillis = -1;

    /** What becomes of a line that has not ended yet. */
    private enum Rest {
        HELD,
        DROPPED,
        SCANNED
    }

    SseReader(InputStream in, int maxEventBytes) {
        this(in, maxEventBytes, System::nanoTime);
    }

    SseReader(InputStream in, int maxEventBytes, LongSupplier nanoTime) {
        this.in = in;
        this.maxEventBytes = maxEventBytes;
        this.nanoTime = nanoTime;
        this.lastHeardNanos = nanoTime.getAsLong();
    }

    /**
     * Returns the next event that has data or an id; null at the end of the stream.
     *
     * <p>An event over the limit is returned as soon as it is known whose answer it was, else at its end.
     */
    @Nullable
    SseEvent next() throws IOException {
        while (true) {
            skipLineFeed();
            int lineEnd = lineEnd();
            SseEvent event;
            if (lineEnd >= 0) {
                event = line(lineEnd);
                afterCarriageReturn = buffer[lineEnd] == '\r';
                lineStart = lineEnd + 1;
                searched = lineStart;
            } else if (exhausted) {
                return null;
            } else {
                event = unfinishedLine();
                if (event == null) {
                    fill();
                }
            }
            if (event != null) {
                return event;
            }
        }
    }

    /** Returns the id to resume after: that of the last whole event that named one, unless it was the empty one. */
    @Nullable
    String lastEventId() {
        return lastEventId;
    }

    /** Returns how long the server last asked to wait before connecting again, a minute at most; -1 if it never did. */
    long retryMillis() {
        return retryMillis;
    }

    /** Returns when anything last came in, be it only a comment; before that, when this reader was made. */
    long lastHeardNanos() {
        return lastHeardNanos;
    }

    /** Returns how many bytes are set aside for reading at the moment. */
    int bufferSize() {
        return buffer.length;
    }

    private static byte[] bytes(String ascii) {
        return ascii.getBytes(ISO_8859_1);
    }

    /** Skips the second half of CRLF only once it is here: whoever waits for it might wait for the next event. */
    private void skipLineFeed() {
        if (afterCarriageReturn && lineStart < end) {
            afterCarriageReturn = false;
            if (buffer[lineStart] == '\n') {
                lineStart++;
                searched = lineStart;
            }
        }
    }

    private int lineEnd() {
        for (int i = searched; i < end; i++) {
            if (buffer[i] == '\n' || buffer[i] == '\r') {
                return i;
            }
        }
        searched = end;
        return -1;
    }

    private @Nullable SseEvent line(int lineEnd) throws IOException {
        if (rest != Rest.HELD) {
            letGo(lineEnd);
            rest = Rest.HELD;
            goneBytes = 0;
            return early();
        }
        skipMark();
        begun = true;
        refuseEndless(lineEnd - lineStart);
        if (lineStart == lineEnd) {
            return dispatch();
        }
        int nameEnd = nameEnd(lineEnd);
        int value = valueStart(nameEnd, lineEnd);
        if (isNamed(DATA, nameEnd)) {
            data(value, lineEnd);
            return early();
        }
        if (isNamed(EVENT, nameEnd)) {
            type = lineEnd - value <= LONGEST_FIELD ? type(value, lineEnd) : type;
        } else if (isNamed(ID, nameEnd)) {
            id(value, lineEnd);
        } else if (isNamed(RETRY, nameEnd)) {
            retry(value, lineEnd);
        } // Else it is a comment, whose name is empty, or a field of some later standard.
        return null;
    }

    /** Returns where the name of the field ends, or any place beyond the longest name that is known. */
    private int nameEnd(int lineEnd) {
        int last = Math.min(lineEnd, lineStart + LONGEST_NAME + 1);
        for (int i = lineStart; i < last; i++) {
            if (buffer[i] == ':') {
                return i;
            }
        }
        return last;
    }

    private boolean isNamed(byte[] name, int nameEnd) {
        return Arrays.equals(buffer, lineStart, nameEnd, name, 0, name.length);
    }

    private int valueStart(int nameEnd, int lineEnd) {
        int afterColon = Math.min(nameEnd + 1, lineEnd);
        return afterColon < lineEnd && buffer[afterColon] == ' ' ? afterColon + 1 : afterColon;
    }

    private void data(int from, int to) throws IOException {
        long size = sizeWith(to - from);
        refuseEndless(size);
        if (oversized == null && size > maxEventBytes) {
            startOversized();
        }
        if (oversized != null) {
            oversized.feed(LINE_FEED, 0, hasData ? 1 : 0);
            oversized.feed(buffer, from, to - from);
        } else if (hasData) {
            buffer[dataEnd++] = '\n';
            System.arraycopy(buffer, from, buffer, dataEnd, to - from);
            dataEnd += to - from;
        } else {
            dataStart = from;
            dataEnd = to;
        }
        hasData = true;
        dataBytes = size;
    }

    private long sizeWith(int more) {
        return dataBytes + (hasData ? 1 : 0) + more;
    }

    private void id(int from, int to) {
        if (to - from > LONGEST_FIELD) {
            return;
        }
        for (int i = from; i < to; i++) {
            if (buffer[i] == 0) {
                return;
            }
        }
        id = text(from, to);
    }

    private void retry(int from, int to) {
        if (from == to || to - from > LONGEST_FIELD) {
            return;
        }
        long millis = 0;
        for (int i = from; i < to; i++) {
            if (buffer[i] < '0' || buffer[i] > '9') {
                return;
            }
            millis = Math.min(millis * 10 + (buffer[i] - '0'), LONGEST_RETRY_MILLIS);
        }
        retryMillis = millis;
    }

    /** Returns a type; none for the one that an event has without saying so. */
    private String type(int from, int to) {
        boolean usual = Arrays.equals(buffer, from, to, MESSAGE, 0, MESSAGE.length);
        return usual ? "" : text(from, to);
    }

    private String text(int from, int to) {
        return new String(buffer, from, to - from, UTF_8);
    }

    private @Nullable SseEvent dispatch() {
        SseEvent event = null;
        if (oversized != null) {
            event = report(oversized);
        } else if (hasData || id != null) {
            event = SseEvent.of(type(), Arrays.copyOfRange(buffer, dataStart, dataEnd), id);
        }
        if (id != null) {
            lastEventId = id.isEmpty() ? null : id;
        }
        type = "";
        id = null;
        hasData = false;
        dataBytes = 0;
        dataStart = 0;
        dataEnd = 0;
        oversized = null;
        reported = false;
        return event;
    }

    private String type() {
        return type.isEmpty() ? USUAL_TYPE : type;
    }

    private @Nullable SseEvent unfinishedLine() throws IOException {
        skipMark();
        if (rest == Rest.HELD && end - lineStart > LONGEST_HELD_LINE) {
            judgeLongLine();
        }
        if (rest == Rest.HELD) {
            return null;
        }
        letGo(end);
        return early();
    }

    /** Decides what to do with a line before it has ended: only data within the limit is worth holding on to. */
    private void judgeLongLine() throws IOException {
        int nameEnd = nameEnd(end);
        if (!isNamed(DATA, nameEnd)) {
            rest = Rest.DROPPED;
            return;
        }
        int value = valueStart(nameEnd, end);
        if (oversized != null || sizeWith(end - value) > maxEventBytes) {
            rest = Rest.SCANNED;
            data(value, value);
            if (oversized == null) {
                startOversized();
            }
            goneBytes += value - lineStart;
            lineStart = value;
        }
    }

    private void letGo(int to) throws IOException {
        int count = to - lineStart;
        if (rest == Rest.SCANNED && oversized != null) {
            oversized.feed(buffer, lineStart, count);
            dataBytes += count;
        }
        goneBytes += count;
        lineStart = to;
        refuseEndless(Math.max(goneBytes, dataBytes));
    }

    private void refuseEndless(long bytes) throws IOException {
        if (bytes > (long) ENDLESS_FACTOR * maxEventBytes + ENDLESS_LEAST) {
            throw new EndlessEventException(bytes);
        }
    }

    private void startOversized() {
        oversized = new IdScanner();
        oversized.feed(buffer, dataStart, dataEnd - dataStart);
        dataStart = 0;
        dataEnd = 0;
    }

    private @Nullable SseEvent early() {
        return oversized != null && oversized.done() ? report(oversized) : null;
    }

    private @Nullable SseEvent report(IdScanner scanner) {
        if (reported) {
            return null;
        }
        reported = true;
        return SseEvent.tooLarge(type(), id, scanner.asks() ? null : scanner.id());
    }

    private void skipMark() {
        int afterMark = lineStart + MARK.length;
        if (!begun && afterMark <= end) {
            begun = true;
            lineStart = Arrays.equals(buffer, lineStart, afterMark, MARK, 0, MARK.length) ? afterMark : lineStart;
        }
    }

    private void fill() throws IOException {
        int kept = (dataEnd - dataStart) + (end - lineStart);
        if (end == buffer.length || kept == 0 || size(kept) < buffer.length) {
            makeRoom(size(kept));
        }
        turns.next(); // Here, as what comes need not be a message: comments without end do as well.
        int count = in.read(buffer, end, buffer.length - end);
        if (count < 0) {
            exhausted = true;
        } else {
            end += count;
            lastHeardNanos = nanoTime.getAsLong();
        }
    }

    /** Returns how large the buffer should be to hold this much and more. */
    private int size(int kept) {
        if (kept > buffer.length / 2) {
            // Beyond the limit there is still room for one line of another field, so that reading never stalls.
            long largest = Math.min((long) maxEventBytes + USUAL_BUFFER, Integer.MAX_VALUE - 8);
            return (int) Math.min(buffer.length * 2L, largest);
        }
        // One huge event must not cost its memory for ever.
        return kept <= USUAL_BUFFER / 2 ? Math.min(buffer.length, USUAL_BUFFER) : buffer.length;
    }

    private void makeRoom(int size) {
        int data = dataEnd - dataStart;
        int line = end - lineStart;
        boolean inPlace = size == buffer.length;
        var roomy = inPlace ? buffer : new byte[size];
        // Data that is in its place already stays there, or many small lines after it would be expensive.
        if (!inPlace || dataStart > 0) {
            System.arraycopy(buffer, dataStart, roomy, 0, data);
        }
        System.arraycopy(buffer, lineStart, roomy, data, line);
        buffer = roomy;
        dataStart = 0;
        dataEnd = data;
        searched += data - lineStart;
        lineStart = data;
        end = data + line;
    }
}
