package dev.fairlead.wire.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.IdScanner;
import dev.fairlead.protocol.rpc.RequestId;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a whole event stream says, worked out the slow and plain way, to compare the reader with. */
final class SseReference {
    private static final int LONGEST_FIELD = 4096;
    private static final int LONGEST_UNJUDGED_LINE = LONGEST_FIELD + 16;
    private static final String MARK = "\u00ef\u00bb\u00bf";

    private final int limit;
    private final List<Event> events = new ArrayList<>();
    private final StringBuilder data = new StringBuilder();
    private boolean hasData;
    private String type = "";
    private @Nullable String id;
    private boolean reported;
    private @Nullable String lastEventId;
    private long retryMillis = -1;
    private boolean endless;

    /** An event that can be compared: its data has one character for each byte. */
    record Event(
            String type,
            String data,
            @Nullable String id,
            boolean tooLarge,
            @Nullable RequestId whose) {
        static Event of(SseEvent event) {
            return new Event(
                    event.type(), new String(event.data(), ISO_8859_1), event.id(), event.tooLarge(), event.whose());
        }
    }

    /** All that can be learned from a stream. */
    record Outcome(List<Event> events, @Nullable String lastEventId, long retryMillis, boolean endless) {}

    private SseReference(int limit) {
        this.limit = limit;
    }

    /** Reads all of a stream as the reader does, and checks that it never needs more memory than it may. */
    static Outcome read(InputStream in, int limit) throws IOException {
        var reader = new SseReader(in, limit);
        var events = new ArrayList<Event>();
        boolean endless = false;
        try {
            for (var event = reader.next(); event != null; event = reader.next()) {
                events.add(Event.of(event));
                assertThat((long) reader.bufferSize()).isLessThanOrEqualTo(limit + (16L << 10));
            }
            assertThat(reader.next()).as("after the end").isNull();
        } catch (IOException refused) {
            assertThat(refused).hasMessageContaining("an event without end");
            endless = true;
        }
        assertThat((long) reader.bufferSize()).isLessThanOrEqualTo(limit + (16L << 10));
        return new Outcome(events, reader.lastEventId(), reader.retryMillis(), endless);
    }

    static Outcome parse(byte[] stream, int limit) {
        var text = new String(stream, ISO_8859_1);
        var reference = new SseReference(limit);
        reference.lines(text.startsWith(MARK) ? text.substring(MARK.length()) : text);
        return new Outcome(reference.events, reference.lastEventId, reference.retryMillis, reference.endless);
    }

    /** Checks that the reader found what the reference did. */
    static void compare(Outcome actual, Outcome expected) {
        if (expected.endless()) {
            // How much of such an event is looked at before it is given up depends on how it comes in.
            int known = expected.events().size();
            assertThat(actual.endless()).as("endless").isTrue();
            assertThat(actual.events())
                    .hasSizeBetween(known, known + 1)
                    .startsWith(expected.events().toArray(Event[]::new));
            assertThat(actual.events().subList(known, actual.events().size())).allMatch(Event::tooLarge);
            assertThat(actual.lastEventId()).isEqualTo(expected.lastEventId());
            assertThat(actual.retryMillis()).isEqualTo(expected.retryMillis());
        } else {
            assertThat(actual).isEqualTo(expected);
        }
    }

    private void lines(String text) {
        var lines = text.split("\r\n|\r|\n", -1);
        for (int i = 0; i < lines.length - 1 && !endless; i++) {
            if (lines[i].isEmpty()) {
                dispatch();
            } else {
                line(lines[i]);
            }
        }
        var last = lines[lines.length - 1];
        if (!endless && last.length() > LONGEST_UNJUDGED_LINE) {
            line(last);
        }
    }

    private void line(String line) {
        if (line.length() > 2L * limit + (64 << 10)) {
            endless = true;
            return;
        }
        int colon = line.indexOf(':');
        var name = colon < 0 ? line : line.substring(0, colon);
        var value = colon < 0 ? "" : line.substring(colon + 1);
        field(name, value.startsWith(" ") ? value.substring(1) : value);
    }

    private void field(String name, String value) {
        if (name.equals("data")) {
            data(value);
        } else if (value.length() <= LONGEST_FIELD) {
            switch (name) {
                case "event" -> type = text(value);
                case "id" -> id = value.contains("\0") ? id : text(value);
                case "retry" -> {
                    if (value.matches("[0-9]+")) {
                        var digits = value.replaceFirst("^0+(?=.)", "");
                        retryMillis = digits.length() > 9 ? 60_000 : Math.min(60_000, Long.parseLong(digits));
                    }
                }
                default -> {}
            }
        }
    }

    private void data(String value) {
        data.append(hasData ? "\n" : "").append(value);
        hasData = true;
        if (data.length() > 2L * limit + (64 << 10)) {
            endless = true;
        } else if (data.length() > limit && scanned().done()) {
            report();
        }
    }

    private void dispatch() {
        if (hasData || id != null) {
            report();
        }
        if (id != null) {
            lastEventId = id.isEmpty() ? null : id;
        }
        data.setLength(0);
        hasData = false;
        type = "";
        id = null;
        reported = false;
    }

    private void report() {
        if (!reported) {
            reported = true;
            boolean tooLarge = data.length() > limit;
            var scanner = scanned();
            events.add(new Event(
                    type.isEmpty() ? "message" : type,
                    tooLarge ? "" : data.toString(),
                    id,
                    tooLarge,
                    tooLarge && !scanner.asks() ? scanner.id() : null));
        }
    }

    private IdScanner scanned() {
        var scanner = new IdScanner();
        scanner.feed(data.toString().getBytes(ISO_8859_1), 0, data.length());
        return scanner;
    }

    private static String text(String bytes) {
        return new String(bytes.getBytes(ISO_8859_1), UTF_8);
    }
}
