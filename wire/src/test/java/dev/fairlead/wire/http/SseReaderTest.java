package dev.fairlead.wire.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.wire.Tries;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SseReaderTest {
    private static final int LIMIT = 10_000;
    private static final int LARGEST_USUAL_BUFFER = 8 << 10;

    private static SseReader reader(String text, int limit) {
        return new SseReader(new ByteArrayInputStream(text.getBytes(UTF_8)), limit);
    }

    /** Reads all events, each as {@code type=data#id}. */
    private static List<String> read(SseReader reader) throws IOException {
        var shown = new ArrayList<String>();
        for (var event = reader.next(); event != null; event = reader.next()) {
            shown.add(show(event));
        }
        return shown;
    }

    private static String show(SseEvent event) {
        var data = event.tooLarge() ? "(too large: " + event.whose() + ")" : new String(event.data(), UTF_8);
        return event.type() + "=" + data + (event.id() == null ? "" : "#" + event.id());
    }

    private static List<String> read(String text) throws IOException {
        return read(reader(text, LIMIT));
    }

    /** Gives out these pieces, no more than one for each read, and fails when asked for more. */
    private static InputStream onlyThese(String... pieces) {
        var left = new ArrayDeque<>(List.of(pieces));
        return new InputStream() {
            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                assertThat(left)
                        .as("pieces not read yet: another read would block")
                        .isNotEmpty();
                var piece = left.remove().getBytes(UTF_8);
                int count = Math.min(length, piece.length);
                System.arraycopy(piece, 0, into, offset, count);
                if (count < piece.length) {
                    left.addFirst(new String(piece, count, piece.length - count, UTF_8));
                }
                return count;
            }
        };
    }

    private static String unescape(String text) {
        return text.translateEscapes();
    }

    @Nested
    class AStream {

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                nullValues = "none",
                value = {
                    // The examples of the standard.
                    "data: YHOO\\ndata: +2\\ndata: 10\\n\\n                    | message=YHOO\\n+2\\n10",
                    "data: This is the first message.\\n\\n                    | message=This is the first message.",
                    "event: add\\ndata: 73857293\\n\\n                         | add=73857293",
                    ": test stream\\n\\ndata: first\\nid: 1\\n\\n               | message=first#1",
                    "data:second event\\nid\\n\\n                              | message=second event#",
                    "data:  third event\\n\\n                                  | `message= third event`",
                    "data\\n\\n                                                | message=",
                    "data\\ndata\\n\\n                                         | message=\\n",
                    "data:                                                     | none",
                    "data:test\\n\\n                                           | message=test",
                    "data: test\\n\\n                                          | message=test",
                    // Fields.
                    "data: a: b\\n\\n                                          | message=a: b",
                    "data::a\\n\\n                                             | message=:a",
                    "data:\\ta\\n\\n                                           | `message=\\ta`",
                    "`data: a \\n\\n`                                          | `message=a `",
                    "data : a\\n\\n                                            | none",
                    "` data: a\\n\\n`                                          | none",
                    "Data: a\\n\\n                                             | none",
                    "datas: a\\n\\n                                            | none",
                    "dat: a\\n\\n                                              | none",
                    "dataset\\n\\n                                             | none",
                    "unknown: a\\ndata: b\\nmore\\n\\n                         | message=b",
                    "event: x\\nevent\\ndata: a\\n\\n                          | message=a",
                    "event: x\\nevent: y\\ndata: a\\n\\n                       | y=a",
                    "event: x\\n\\ndata: a\\n\\n                               | message=a",
                    "event: é\\nid: €\\ndata: 😀\\n\\n                        | é=😀#€",
                    // Ids.
                    "id: 1\\nid: 2\\ndata: a\\n\\n                             | message=a#2",
                    "id: 1\\0\\ndata: a\\n\\n                                  | message=a",
                    "id: 1\\nid: 2\\0\\ndata: a\\n\\n                          | message=a#1",
                    "id: 1\\n\\n                                               | message=#1",
                    "id: 1\\nevent: x\\ndata: \\n\\n                           | x=#1",
                    // Comments.
                    ":\\n:a\\n: b\\n\\n:data: c\\n\\n                          | none",
                    "data: a\\n: between\\ndata: b\\n:\\n\\n                   | message=a\\nb",
                    // What is unfinished.
                    "data: a                                                   | none",
                    "data: a\\n                                                | none",
                    "data: a\\r                                                | none",
                    "data: a\\r\\n                                             | none",
                    "id: 1\\n                                                  | none",
                    "``                                                        | none",
                    // The byte-order mark.
                    "\uFEFFdata: a\\n\\n                                       | message=a",
                    "\uFEFF\uFEFFdata: a\\n\\n                                 | none",
                    "\\n\uFEFFdata: a\\n\\n                                    | none",
                    "\uFEFF\\n\uFEFFdata: a\\n\\n                              | none",
                    "data: \uFEFFa\\n\\n                                       | message=\uFEFFa",
                    "\uFEFF                                                    | none",
                })
        @Tag("D-7")
        void isReadAsTheStandardSays(String text, String event) throws IOException {
            var expected = event == null ? List.of() : List.of(unescape(event));
            assertThat(read(unescape(text))).isEqualTo(expected);
        }

        @ParameterizedTest
        @ValueSource(strings = {"\n", "\r", "\r\n"})
        @Tag("D-7")
        void mayEndItsLinesInThreeWays(String end) throws IOException {
            var text = "event: x\ndata: a\ndata:\ndata: b\n\n\n\ndata: c\n:\n\nid: 1\n\n".replace("\n", end);
            assertThat(read(text)).containsExactly("x=a\n\nb", "message=c", "message=#1");
        }

        @Test
        @Tag("D-7")
        void mayMixItsLineEnds() throws IOException {
            assertThat(read("data: a\r\ndata: b\rdata: c\n\rdata: d\r\n\ndata: e\n\r\n\rdata: f\r\r\n"))
                    .containsExactly("message=a\nb\nc", "message=d", "message=e", "message=f");
        }

        @Test
        void hasNoMarkButAtItsVeryBeginning() throws IOException {
            var reader = new SseReader(onlyThese("\n", "\uFEFFdata: a\n\n", "data: b\n\n"), LIMIT);
            assertThat(show(reader.next())).isEqualTo("message=b");
        }

        @Test
        void keepsTheBytesOfDataAsTheyAre() throws IOException {
            var data = new byte[256];
            for (int i = 0; i < data.length; i++) {
                data[i] = (byte) (i == '\n' || i == '\r' ? 'x' : i);
            }
            var text = "data:" + new String(data, ISO_8859_1) + "\n\n";
            var event = new SseReader(new ByteArrayInputStream(text.getBytes(ISO_8859_1)), LIMIT).next();
            assertThat(event).isNotNull();
            assertThat(event.data()).isEqualTo(data);
        }
    }

    @Nested
    class AnEvent {

        @ParameterizedTest
        @ValueSource(strings = {"data: a\r\r", "data: a\r\n\r", "data: a\n\r", "data: a\n\n", "data: a\r\n\r\n"})
        void isReturnedAsSoonAsItIsComplete(String text) throws IOException {
            assertThat(show(new SseReader(onlyThese(text), LIMIT).next())).isEqualTo("message=a");
            assertThat(show(new SseReader(onlyThese(text.split("")), LIMIT).next()))
                    .isEqualTo("message=a");
        }

        @Test
        void isNotFollowedByAnEmptyOneWhenItsLineEndComesInHalves() throws IOException {
            var reader = new SseReader(onlyThese("id: 1\r", "\ndata: a\r", "\n\r", "\nda", "ta: b\r", "\r"), LIMIT);
            assertThat(show(reader.next())).isEqualTo("message=a#1");
            assertThat(show(reader.next())).isEqualTo("message=b");
        }

        @Test
        void isReturnedBeforeMoreIsReadWhereSeveralCameTogether() throws IOException {
            var reader = new SseReader(onlyThese("data: a\n\ndata: b\n\ndata: c\n\n"), LIMIT);
            for (var data : List.of("a", "b", "c")) {
                assertThat(show(reader.next())).isEqualTo("message=" + data);
            }
        }

        @Test
        @Tag("D-22")
        void withoutDataMakesItsIdAndTheRetryKnown() throws IOException {
            var reader = reader("id: 17\nretry: 500\ndata:\n\nevent: x\nid: 18\n\n", LIMIT);
            var event = reader.next();
            assertThat(event).isNotNull();
            assertThat(event.id()).isEqualTo("17");
            assertThat(event.data()).isEmpty();
            assertThat(event.tooLarge()).isFalse();
            assertThat(reader.lastEventId()).isEqualTo("17");
            assertThat(reader.retryMillis()).isEqualTo(500);
            assertThat(show(reader.next())).isEqualTo("x=#18");
            assertThat(reader.next()).isNull();
        }

        @Test
        void ofManyMegabytesIsReadInOneLineOrInMany() throws IOException {
            var line = "é".repeat(5_000_000);
            var lines = "x\n".repeat(2_500_000) + "x";
            var text = "data: " + line + "\n\ndata: " + lines.replace("\n", "\ndata: ") + "\n\ndata: end\n\n";
            var bytes = text.getBytes(UTF_8);
            for (int largest : new int[] {1 << 10, 8 << 10, 1 << 20}) {
                var reader = new SseReader(new SsePieces(bytes, new Random(1), largest), 10_000_000);
                for (var expected : List.of(line, lines, "end")) {
                    var event = reader.next();
                    assertThat(event).isNotNull();
                    assertThat(Arrays.equals(event.data(), expected.getBytes(UTF_8)))
                            .isTrue();
                }
                assertThat(reader.next()).isNull();
            }
        }

        @Test
        void ofManyMegabytesMayBeFollowedByManyComments() throws IOException {
            var line = "x".repeat(10_000_000);
            var text = ":\ndata: " + line + "\n" + ": still here\n".repeat(1_000_000) + "data: y\n\n";
            var event = reader(text, 10_000_002).next();
            assertThat(event).isNotNull();
            assertThat(new String(event.data(), UTF_8).equals(line + "\ny")).isTrue();
        }

        @Test
        void thatWasHugeDoesNotCostItsMemoryForEver() throws IOException {
            var reader = new SseReader(
                    onlyThese(
                            "data: a",
                            "\n\n",
                            "data: " + "x".repeat(8000),
                            "y".repeat(8000),
                            "z".repeat(8000),
                            "\n\n",
                            "data: b\n\n"),
                    1 << 20);
            assertThat(show(reader.next())).isEqualTo("message=a");
            assertThat(reader.bufferSize()).isLessThan(LARGEST_USUAL_BUFFER);
            assertThat(show(reader.next())).hasSize("message=".length() + 24_000);
            assertThat(reader.bufferSize()).isGreaterThan(LARGEST_USUAL_BUFFER);
            assertThat(show(reader.next())).isEqualTo("message=b");
            assertThat(reader.bufferSize()).isEqualTo(LARGEST_USUAL_BUFFER);
        }
    }

    @Nested
    class AnEventOverTheLimit {
        private static final String FILLER = "x\\\"id\\\":9,".repeat(200);

        private static void expect(String event, String... expected) {
            Tries.each(100, random -> {
                var bytes = ("data: before\n\n" + event + "data: after\n\n").getBytes(UTF_8);
                var reader = new SseReader(new SsePieces(bytes, random, random.nextInt(1, 9000)), 1000);
                var events = new ArrayList<>(List.of(expected));
                events.addFirst("message=before");
                events.addLast("message=after");
                assertThat(read(reader)).isEqualTo(events);
            });
        }

        @Test
        void namesTheRequestItAnswersWhereverItsIdStands() {
            expect(
                    "data: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":\"" + FILLER + "\"}\n\n",
                    "message=(too large: " + RequestId.of(7) + ")");
            expect(
                    "data: {\"jsonrpc\":\"2.0\",\"result\":\"" + FILLER + "\",\ndata: \"id\":\ndata:7}\n\n",
                    "message=(too large: " + RequestId.of(7) + ")");
            expect("data: " + FILLER.repeat(4) + "\n\n", "message=(too large: null)");
        }

        @ParameterizedTest
        @ValueSource(strings = {"data: {", "data:{\n:\ndata: ", "data: {\ndata:\ndata: "})
        void namesTheRequestAlsoAtTheEndOfALineThatIsNotHeld(String start) {
            expect(
                    start + "\"result\":\"" + FILLER.repeat(20) + "\",\"id\":7}\n\n",
                    "message=(too large: " + RequestId.of(7) + ")");
        }

        @Test
        void thatAsksSomethingAnswersNothing() {
            expect(
                    "event: x\ndata: {\"id\":7,\"method\":\"m\",\"params\":\"" + FILLER + "\"}\n\n",
                    "x=(too large: null)");
        }

        @Test
        void consistsOfAllItsLines() {
            expect("data: 12345678\n".repeat(111) + "data:\n\n", "message=" + "12345678\n".repeat(111));
            expect("data: 12345678\n".repeat(111) + "data: 1\n\n", "message=" + "12345678\n".repeat(111) + "1");
            expect("data: 12345678\n".repeat(111) + "data: 12\n\n", "message=(too large: null)");
            expect("data:\n".repeat(1001) + "\n", "message=" + "\n".repeat(1000));
            expect("data:\n".repeat(1002) + "\n", "message=(too large: null)");
        }

        @Test
        void isToldFromOneThatJustFits() {
            expect("data: " + "x".repeat(1000) + "\r\n\r\n", "message=" + "x".repeat(1000));
            expect("data: " + "x".repeat(1001) + "\r\n\r\n", "message=(too large: null)");
        }

        @Test
        void mayStillNameAnIdToResumeAfter() throws IOException {
            var reader = reader("id: 1\ndata: " + FILLER + "\nid: 2\n\n", 1000);
            assertThat(read(reader)).containsExactly("message=(too large: null)#2");
            assertThat(reader.lastEventId()).isEqualTo("2");

            var known = reader("id: 1\ndata: {\"id\":7,\"result\":\"" + FILLER + "\nid: 2\n\n", 1000);
            assertThat(show(known.next())).isEqualTo("message=(too large: " + RequestId.of(7) + ")#1");
            assertThat(known.lastEventId()).isNull();
            assertThat(known.next()).isNull();
            assertThat(known.lastEventId()).isEqualTo("2");
        }

        @Test
        void isReportedBeforeItHasEndedOnceItsIdIsKnown() throws IOException {
            var endless = onlyThese("data: {\"id\":7,\"result\":\"", FILLER, FILLER, FILLER, FILLER);
            assertThat(show(new SseReader(endless, 5000).next()))
                    .isEqualTo("message=(too large: " + RequestId.of(7) + ")");
        }

        @Test
        void neverNeedsMoreRoomThanTheLimitAllows() throws IOException {
            int limit = 100_000;
            var text = "data: " + "x".repeat(99_000) + "\n:" + "y".repeat(200_000) + "\nid: " + "z".repeat(200_000)
                    + "\ndata: " + "x".repeat(150_000) + "\n\n";
            var bytes = text.getBytes(UTF_8);
            var largest = new AtomicLong();
            var in = new FilterInputStream(new ByteArrayInputStream(bytes)) {
                @Override
                public int read(byte[] into, int offset, int length) throws IOException {
                    largest.accumulateAndGet(into.length, Math::max);
                    return super.read(into, offset, length);
                }
            };
            assertThat(read(new SseReader(in, limit))).containsExactly("message=(too large: null)");
            assertThat(largest.get()).isBetween(99_000L, limit + (16L << 10));
        }

        @ParameterizedTest
        @ValueSource(strings = {"data: ", "data: {\"x\":\"", ":", "id: ", "nothing known"})
        void withoutEndIsRefused(String start) {
            var pieces = new String[200];
            Arrays.fill(pieces, "x".repeat(1000));
            pieces[0] = start;
            var forever = onlyThese(pieces);
            assertThatThrownBy(() -> new SseReader(forever, LIMIT).next())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the server sends an event without end");
        }

        @Test
        void ofLinesWithoutEndIsRefused() {
            var text = "data: 0123456789\n".repeat(7000);
            assertThatThrownBy(() -> read(reader(text, 1000)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("without end");
        }
    }

    @Nested
    class TheLastEventId {

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                nullValues = "none",
                value = {
                    "data: a\\n\\n                            | none",
                    "id: 1\\ndata: a\\n\\n                    | 1",
                    "id: 1\\n\\n                              | 1",
                    "id: 1\\n\\ndata: a\\n\\n                 | 1",
                    "id: 1\\n\\nid: 2\\0\\ndata: a\\n\\n      | 1",
                    "id: 1\\n\\nid: 2\\n\\n                   | 2",
                    "id: 1\\n\\nid: 2\\ndata: cut off\\n      | 1",
                    "id: 1\\n\\nid\\ndata: a\\n\\n            | none",
                })
        @Tag("D-21")
        void isThatOfTheLastWholeEventThatNamedOne(String text, String expected) throws IOException {
            var reader = reader(unescape(text), LIMIT);
            read(reader);
            assertThat(reader.lastEventId()).isEqualTo(expected);
        }

        @Test
        void isNeverVeryLong() throws IOException {
            var longest = "i".repeat(4096);
            var reader = reader("id: " + longest + "\n\nid: " + longest + "i\ndata: a\n\n", LIMIT);
            assertThat(read(reader)).containsExactly("message=#" + longest, "message=a");
            assertThat(reader.lastEventId()).isEqualTo(longest);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "data: a\\n\\n                  | -1",
                "retry: 0\\n                    | 0",
                "retry: 1500\\n                 | 1500",
                "retry:007\\n                   | 7",
                "retry: 60001\\n                | 60000",
                "retry: 99999999999999999999\\n | 60000",
                "retry: 5\\nretry: 6\\n         | 6",
                "retry: 5\\nretry\\n            | 5",
                "retry: 5\\nretry: 6s\\n        | 5",
                "retry: 5\\nretry: -6\\n        | 5",
                "retry: 5\\nretry: 6.0\\n       | 5",
                "retry: 5\\nretry:  6\\n        | 5",
                "retry: 5\\nretry: ٦\\n         | 5",
            })
    @Tag("D-23")
    void theRetryIsTheLastOneThatIsANumberAndAtMostAMinute(String text, long expected) throws IOException {
        var reader = reader(unescape(text), LIMIT);
        read(reader);
        assertThat(reader.retryMillis()).isEqualTo(expected);
    }

    @Test
    void anythingThatComesInIsASignOfLifeButTheEndIsNot() throws IOException {
        var now = new AtomicLong(5);
        var heard = new ArrayList<Long>();
        var reader = new SseReader[1];
        var pieces = new ArrayDeque<>(List.of(":", " ping", "\n", "da", "ta: a\n\n"));
        var in = new InputStream() {
            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                heard.add(reader[0].lastHeardNanos());
                now.addAndGet(10);
                var piece = pieces.isEmpty() ? null : pieces.remove().getBytes(UTF_8);
                if (piece == null) {
                    return -1;
                }
                System.arraycopy(piece, 0, into, offset, piece.length);
                return piece.length;
            }
        };
        reader[0] = new SseReader(in, LIMIT, now::get);
        assertThat(read(reader[0])).containsExactly("message=a");
        assertThat(heard).containsExactly(5L, 15L, 25L, 35L, 45L, 55L);
        assertThat(reader[0].lastHeardNanos()).isEqualTo(55);
    }
}
