package dev.fairlead.wire.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.protocol.rpc.RpcError;
import dev.fairlead.wire.Tries;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineDuplexTest {
    private static final int LIMIT = 1024;

    private static LineDuplex duplex(InputStream in, int limit) {
        return new LineDuplex(in, OutputStream.nullOutputStream(), limit);
    }

    private static List<Message> readAll(InputStream in, int limit) throws IOException {
        var duplex = duplex(in, limit);
        var messages = new ArrayList<Message>();
        for (var message = duplex.read(); message.isPresent(); message = duplex.read()) {
            messages.add(message.get());
        }
        assertThat(duplex.read()).as("after the end").isEmpty();
        return messages;
    }

    private static List<Message> readAll(String text) throws IOException {
        return readAll(new ByteArrayInputStream(text.getBytes(UTF_8)), LIMIT);
    }

    /** Gives no more at once than to the end of a line, as a server does that is asked again only after it has answered. */
    private static InputStream lineByLine(byte[] bytes) {
        return new ByteArrayInputStream(bytes) {
            @Override
            @SuppressWarnings("UnsynchronizedOverridesSynchronized") // One thread reads it.
            public int read(byte[] into, int offset, int length) {
                int end = pos;
                while (end < count && buf[end] != '\n') {
                    end++;
                }
                return super.read(into, offset, Math.min(length, end + 1 - pos));
            }
        };
    }

    /** Hands the bytes out in pieces of any size. */
    private static InputStream inPieces(byte[] bytes, Random random, int largest) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, random.nextInt(1, largest + 1)));
            }
        };
    }

    private static Message randomMessage(Random random) {
        var text = Json.object().put("text", "é€😀\n\r\u2028x".repeat(random.nextInt(30)));
        return switch (random.nextInt(4)) {
            case 0 -> new Notification("n" + random.nextInt(), text);
            case 1 -> new Request(RequestId.of("ü" + random.nextInt()), "m", null);
            case 2 -> new Response.Result(RequestId.of(random.nextInt()), text);
            default -> new Response.Failure(RequestId.of(random.nextInt()), RpcError.of(random.nextInt(), "é"));
        };
    }

    @Nested
    class Lines {

        @Test
        @Tag("C-3")
        @Tag("C-5")
        void areReadAsExactlyTheMessagesWrittenHoweverTheyAreCut() {
            Tries.each(400, random -> {
                var expected = new ArrayList<Message>();
                var out = new ByteArrayOutputStream();
                for (int i = random.nextInt(1, 40); i > 0; i--) {
                    switch (random.nextInt(6)) {
                        case 0 -> out.write("\r\n".substring(random.nextInt(2)).getBytes(UTF_8));
                        case 1 -> {
                            var noise = "starting é up {" + "😀".repeat(random.nextInt(20));
                            out.write((noise + "\n").getBytes(UTF_8));
                            expected.add(MessageCodec.decode(noise));
                        }
                        default -> {
                            var message = randomMessage(random);
                            expected.add(message);
                            out.write(MessageCodec.encode(message));
                            out.write((random.nextBoolean() ? "\n" : "\r\n").getBytes(UTF_8));
                        }
                    }
                }
                if (random.nextBoolean()) {
                    var last = randomMessage(random);
                    expected.add(last);
                    out.write(MessageCodec.encode(last));
                }
                int largest = random.nextBoolean() ? 1 : random.nextInt(1, 5000);
                assertThat(readAll(inPieces(out.toByteArray(), random, largest), LIMIT))
                        .isEqualTo(expected);
            });
        }

        @Test
        void areReadThroughManyBuffersFull() throws IOException {
            var random = new Random(1);
            var expected = new ArrayList<Message>();
            var out = new ByteArrayOutputStream();
            while (out.size() < 2_000_000) {
                var message = randomMessage(random);
                expected.add(message);
                out.write(MessageCodec.encode(message));
                out.write('\n');
            }
            assertThat(readAll(new ByteArrayInputStream(out.toByteArray()), LIMIT))
                    .isEqualTo(expected);
            assertThat(readAll(inPieces(out.toByteArray(), random, 100_000), LIMIT))
                    .isEqualTo(expected);
        }

        @Test
        @Tag("A-8")
        void mayHoldABatchAlsoAsTheLast() throws IOException {
            var a = "{\"jsonrpc\":\"2.0\",\"method\":\"a\"}";
            var expected = List.<Message>of(new Notification("a", null), new Notification("a", null));
            assertThat(readAll("[" + a + "," + a + "]")).isEqualTo(expected);
            assertThat(readAll("[" + a + "," + a + "]\n")).isEqualTo(expected);
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "\n", "\r\n\r\n", "\n\n\n"})
        void thatAreEmptyAreNothing(String text) throws IOException {
            assertThat(readAll(text)).isEmpty();
        }

        @Test
        @Tag("C-3")
        void areWrittenWithTheirEndAndFlushedOnceNoMoreFollows() throws IOException {
            var flushes = new ArrayList<Integer>();
            var out = new ByteArrayOutputStream() {
                @Override
                public void flush() {
                    flushes.add(size());
                }
            };
            var duplex = new LineDuplex(InputStream.nullInputStream(), out, LIMIT);
            duplex.write("{1}".getBytes(UTF_8), true);
            assertThat(flushes).isEmpty();
            duplex.write("{2}".getBytes(UTF_8), false);
            assertThat(flushes).containsExactly(8);
            assertThat(out.toString(UTF_8)).isEqualTo("{1}\n{2}\n");
        }
    }

    @Nested
    class ALineOverTheLimit {
        private static final String NEXT = "\n{\"jsonrpc\":\"2.0\",\"method\":\"next\"}\n";

        private static Message.Malformed tooLarge(String id, boolean asks) {
            var expected = id == null ? null : RequestId.of(Long.parseLong(id));
            return new Message.Malformed(
                    expected, asks, "message larger than 1024 bytes (limit maxMessageBytes)", "{…");
        }

        private static void expect(String line, Message.Malformed expected) {
            Tries.each(100, random -> {
                var bytes = (NEXT + line + NEXT + line).getBytes(UTF_8);
                int largest = random.nextInt(4) == 0 ? 1_000_000 : random.nextInt(1, 3000);
                assertThat(readAll(inPieces(bytes, random, largest), LIMIT))
                        .containsExactly(
                                new Notification("next", null), expected, new Notification("next", null), expected);
            });
        }

        private static String filler(int length) {
            return "\"" + "x\\\"id\\\":9,".repeat(length / 10) + "\"";
        }

        @Test
        void failsTheRequestItAnswersWhereverItsIdStands() {
            expect("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":" + filler(5000) + "}", tooLarge("7", false));
            expect("{\"jsonrpc\":\"2.0\",\"result\":" + filler(5000) + ",\"id\":7}", tooLarge("7", false));
            expect("{\"jsonrpc\":\"2.0\",\"result\":{\"id\":8,\"x\":" + filler(5000) + "}}", tooLarge(null, false));
            expect("x".repeat(5000), tooLarge(null, false));
        }

        @Test
        void thatAsksSomethingFailsNoRequestOfOurs() {
            expect(
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"params\":" + filler(5000) + "}",
                    tooLarge("7", true));
            expect("{\"method\":\"m\",\"params\":" + filler(5000) + ",\"id\":7}", tooLarge("7", true));
        }

        @Test
        void isToldFromOneThatJustFits() {
            var shortest = "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":\"\"}";
            for (int over = -2; over <= 3; over++) {
                var content = "x".repeat(LIMIT - shortest.length() + over);
                var line = shortest.replace("\"\"", '"' + content + '"');
                var expected = over > 0
                        ? tooLarge("7", false)
                        : new Response.Result(RequestId.of(7), Json.parse('"' + content + '"'));
                for (var lineEnd : List.of("\n", "\r\n", "")) {
                    Tries.each(100, random -> {
                        var bytes = (line + lineEnd).getBytes(UTF_8);
                        assertThat(readAll(inPieces(bytes, random, random.nextInt(1, 2000)), LIMIT))
                                .containsExactly(expected);
                    });
                }
            }
        }

        @Test
        void isReportedBeforeItHasEndedOnceItsIdIsKnown() throws IOException {
            var start = ("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":" + filler(2000)).getBytes(UTF_8);
            var endless = new InputStream() {
                private int at;

                @Override
                public int read() {
                    throw new UnsupportedOperationException();
                }

                @Override
                public int read(byte[] into, int offset, int length) {
                    assertThat(at).as("there is nothing more to read yet").isLessThan(start.length);
                    int count = Math.min(length, Math.min(500, start.length - at));
                    System.arraycopy(start, at, into, offset, count);
                    at += count;
                    return count;
                }
            };
            assertThat(duplex(endless, LIMIT).read()).contains(tooLarge("7", false));
        }

        @Test
        void withoutEndEndsTheStream() {
            var forever = new InputStream() {
                @Override
                public int read() {
                    return 'x';
                }
            };
            assertThatThrownBy(() -> readAll(forever, LIMIT))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("without end");
        }
    }

    @Nested
    class ALargeMessage {

        @Test
        void ofAlmostTheUsualLimitIsReadAndOneOverItIsNot() throws IOException {
            int limit = LineDuplex.USUAL_MAX_MESSAGE_BYTES;
            var fits = new Response.Result(RequestId.of(1), Json.parse('"' + "é".repeat((limit - 100) / 2) + '"'));
            var line = new ByteArrayOutputStream();
            line.write(MessageCodec.encode(fits));
            line.write('\n');
            var over = "{\"jsonrpc\":\"2.0\",\"result\":\"" + "x".repeat(17 << 20) + "\",\"id\":2}\n";
            line.write(over.getBytes(UTF_8));
            line.write("{\"jsonrpc\":\"2.0\",\"method\":\"next\"}\n".getBytes(UTF_8));
            var duplex = duplex(new ByteArrayInputStream(line.toByteArray()), limit);
            assertThat(duplex.read().orElseThrow().equals(fits)).isTrue();
            assertThat(duplex.bufferSize()).isGreaterThan(limit / 2);
            assertThat(duplex.read())
                    .contains(new Message.Malformed(
                            RequestId.of(2), false, "message larger than 16 MiB (limit maxMessageBytes)", "{…"));
            assertThat(duplex.read()).contains(new Notification("next", null));
            assertThat(duplex.bufferSize()).isEqualTo(8 << 10);
            assertThat(duplex.read()).isEqualTo(Optional.empty());
        }

        @Test
        void takesRoomThatIsGivenBackBeforeTheNextIsWaitedFor() throws IOException {
            var sizes = List.of(100, 9_000, 100, 70_000, 1_000_000, 100);
            var out = new ByteArrayOutputStream();
            for (int length : sizes) {
                out.write(MessageCodec.encode(new Notification("x".repeat(length), null)));
                out.write('\n');
            }
            var rooms = new ArrayList<Integer>();
            var duplexes = new ArrayList<LineDuplex>();
            // One message at a time, as from a server that is asked again only after it has answered.
            var in = new ByteArrayInputStream(out.toByteArray()) {
                @Override
                @SuppressWarnings("UnsynchronizedOverridesSynchronized") // One thread reads it.
                public int read(byte[] into, int offset, int length) {
                    if (pos == 0 || (pos < count && buf[pos - 1] == '\n')) {
                        rooms.add(duplexes.getFirst().bufferSize());
                    }
                    int end = pos;
                    while (end < count && buf[end] != '\n') {
                        end++;
                    }
                    return super.read(into, offset, Math.min(length, end + 1 - pos));
                }
            };
            duplexes.add(duplex(in, 2_000_000));
            for (int length : sizes) {
                assertThat(duplexes.getFirst().read()).contains(new Notification("x".repeat(length), null));
                assertThat(duplexes.getFirst().bufferSize()).isGreaterThanOrEqualTo(Math.max(length, 8 << 10));
                assertThat(duplexes.getFirst().bufferSize()).isLessThanOrEqualTo(Math.max(4 * length + 100, 64 << 10));
            }
            assertThat(duplexes.getFirst().read()).isEmpty();
            assertThat(rooms).hasSameSizeAs(sizes).containsOnly(8 << 10);
        }

        @Test
        void leavesNoClaimToItsRoomToOnesThatAreFarSmaller() throws IOException {
            var out = new ByteArrayOutputStream();
            var rooms = new ArrayList<Integer>();
            for (int length : List.of(8 << 20, 64 << 10, 64 << 10, 8 << 20, (64 << 10) + 1, 70_000)) {
                var around = MessageCodec.encode(new Notification("", null)).length;
                out.write(MessageCodec.encode(new Notification("x".repeat(length - around), null)));
                out.write('\n');
            }
            var duplex = duplex(lineByLine(out.toByteArray()), 16 << 20);
            for (var message = duplex.read(); message.isPresent(); message = duplex.read()) {
                rooms.add(duplex.bufferSize());
            }
            assertThat(rooms).hasSize(6);
            assertThat(rooms.get(0)).isGreaterThan(8 << 20);
            assertThat(rooms.get(1)).isLessThanOrEqualTo(1 << 20);
            assertThat(rooms.get(2)).isLessThanOrEqualTo(256 << 10); // The one before was no larger.
            assertThat(rooms.get(4)).isLessThanOrEqualTo((1 << 20) + 16);
            assertThat(rooms.get(5)).isLessThanOrEqualTo(256 << 10);
        }

        @Test
        void getsAsMuchRoomAsTheLastOne() throws IOException {
            var line = MessageCodec.encode(new Notification("x".repeat(300_000), null));
            var out = new ByteArrayOutputStream();
            for (int i = 0; i < 3; i++) {
                out.write(line);
                out.write('\n');
            }
            var duplex = duplex(lineByLine(out.toByteArray()), 2_000_000);
            assertThat(duplex.read()).isPresent();
            assertThat(duplex.bufferSize()).isEqualTo(1 << 20);
            for (int i = 0; i < 2; i++) {
                assertThat(duplex.read()).isPresent();
                assertThat(duplex.bufferSize()).isEqualTo(line.length + (8 << 10));
            }
        }

        @Test
        void isReadWholeAmongOthersOfAnyLengthHoweverTheyAreCut() {
            Tries.each(100, random -> {
                var expected = new ArrayList<Message>();
                var out = new ByteArrayOutputStream();
                for (int i = random.nextInt(2, 12); i > 0; i--) {
                    int length = random.nextInt(random.nextBoolean() ? 12_000 : 200_000);
                    var message = new Notification(i + "x".repeat(length), null);
                    expected.add(message);
                    out.write(MessageCodec.encode(message));
                    out.write('\n');
                }
                int largest = random.nextInt(1_000, 150_000);
                assertThat(readAll(inPieces(out.toByteArray(), random, largest), 300_000))
                        .isEqualTo(expected);
            });
        }

        @Test
        void neverNeedsMoreRoomThanTheLimitAllows() {
            Tries.each(100, random -> {
                int limit = random.nextInt(100_000, 300_000);
                var line = "{\"jsonrpc\":\"2.0\",\"method\":\"" + "x".repeat(random.nextInt(400_000)) + "\"}\n";
                var bytes = line.repeat(3).getBytes(UTF_8);
                var duplex = duplex(inPieces(bytes, random, 100_000), limit);
                int count = 0;
                while (duplex.read().isPresent()) {
                    count++;
                    assertThat(duplex.bufferSize()).isLessThanOrEqualTo(limit + 2);
                }
                assertThat(count).isEqualTo(3);
            });
        }
    }

    @Test
    void itTellsThatItWaitsForTheServerAndNothingElse() throws IOException {
        var waits = new AtomicBoolean();
        var duplex = new AtomicReference<LineDuplex>();
        duplex.set(duplex(
                new InputStream() {
                    @Override
                    public int read() {
                        waits.set(duplex.get().waiting());
                        return -1;
                    }

                    @Override
                    public int read(byte[] into, int from, int length) {
                        return read();
                    }
                },
                LIMIT));
        assertThat(duplex.get().waiting()).isFalse();
        assertThat(duplex.get().read()).isEmpty();
        assertThat(waits).isTrue();
        assertThat(duplex.get().waiting()).isFalse();
    }

    @Test
    void closingClosesBothStreamsEvenWhenOneIsBroken() {
        var closed = new ArrayList<String>();
        var in = new InputStream() {
            @Override
            public int read() {
                return -1;
            }

            @Override
            public void close() {
                closed.add("in");
            }
        };
        var out = new OutputStream() {
            @Override
            public void write(int b) {}

            @Override
            public void close() throws IOException {
                closed.add("out");
                throw new IOException("broken pipe");
            }
        };
        new LineDuplex(in, out, LIMIT).close();
        assertThat(closed).containsExactlyInAnyOrder("in", "out");
    }
}
