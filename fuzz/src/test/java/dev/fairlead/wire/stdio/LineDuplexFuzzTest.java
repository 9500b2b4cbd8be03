package dev.fairlead.wire.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.fairlead.fuzz.Pieces;
import dev.fairlead.protocol.rpc.IdScanner;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Each line of a program becomes the message that it is, however it comes in, and within the memory that was allowed. */
class LineDuplexFuzzTest {
    private static final int[] LIMITS = {1, 40, 300, 1 << 20};
    private static final int USUAL_BUFFER = 8 << 10;
    private static final int ENDLESS_FACTOR = 16;

    /**
     * What the lines of a stream say.
     *
     * @param certain whether that is all; else the next line is one that may be read or not, as it comes in
     */
    private record Lines(List<Message> messages, boolean certain) {}

    @DictionaryEntries({
        "\0",
        "\ufeff",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"m\"}",
        "[{\"jsonrpc\":\"2.0\",\"method\":\"m\"},1]",
        "\"id\":7,",
        "\"result\":"
    })
    @FuzzTest
    void frames(byte[] input) throws IOException {
        var random = Pieces.chance(input);
        int largest = 1 << random.nextInt(14);
        for (int limit : LIMITS) {
            var expected = expected(input, limit);
            compare(read(new ByteArrayInputStream(input), limit, random), expected);
            compare(read(new Pieces(input, 1), limit, random), expected);
            compare(read(new Pieces(input, largest), limit, random), expected);
        }
    }

    private static void compare(List<Message> actual, Lines expected) {
        int known = expected.messages().size();
        assertThat(actual).hasSizeGreaterThanOrEqualTo(known);
        assertThat(expected.certain() ? actual : actual.subList(0, known)).isEqualTo(expected.messages());
    }

    private static List<Message> read(InputStream in, int limit, Random random) {
        var duplex = new LineDuplex(in, OutputStream.nullOutputStream(), limit);
        var messages = new ArrayList<Message>();
        try {
            for (var next = next(duplex, random); next.isPresent(); next = next(duplex, random)) {
                messages.add(next.get());
                assertThat(duplex.bufferSize()).isLessThanOrEqualTo(Math.max(USUAL_BUFFER, limit + 3));
            }
            assertThat(duplex.read()).as("after the end").isEmpty();
        } catch (IOException refused) {
            assertThat(refused).hasMessageContaining("a line without end");
        }
        return messages;
    }

    private static Optional<Message> next(LineDuplex duplex, Random random) throws IOException {
        var polled = random.nextBoolean() ? duplex.poll() : Optional.<Message>empty();
        return polled.isPresent() ? polled : duplex.read();
    }

    private static Lines expected(byte[] input, int limit) {
        var messages = new ArrayList<Message>();
        for (int start = 0; start < input.length; ) {
            int end = lineEnd(input, start);
            int length = end - start;
            int bare = withoutReturns(input, start, end);
            boolean endless = length > (long) ENDLESS_FACTOR * limit;
            boolean longOnlyByReturns = bare <= limit && length - 1 > limit;
            if (endless || longOnlyByReturns) {
                return new Lines(messages, false);
            }
            if (bare > limit) {
                messages.add(tooLarge(input, start, bare, limit));
            } else if (bare > 0) {
                boolean whole = end < input.length;
                MessageCodec.decode(input, start, bare, message -> messages.add(whole ? message : unfinished(message)));
            }
            start = end + 1;
        }
        return new Lines(messages, true);
    }

    private static int lineEnd(byte[] input, int start) {
        int end = start;
        while (end < input.length && input[end] != '\n') {
            end++;
        }
        return end;
    }

    private static int withoutReturns(byte[] input, int start, int end) {
        int bare = end;
        while (bare > start && input[bare - 1] == '\r') {
            bare--;
        }
        return bare - start;
    }

    private static Message tooLarge(byte[] input, int start, int length, int limit) {
        var scanner = new IdScanner();
        scanner.feed(input, start, length);
        var size = limit >= 1 << 20 ? (limit >> 20) + " MiB" : limit + " bytes";
        return new Message.Malformed(
                scanner.id(), scanner.asks(), "message larger than %s (limit maxMessageBytes)".formatted(size), "{…");
    }

    private static Message unfinished(Message message) {
        return message instanceof Message.Malformed cut
                ? new Message.Malformed(null, false, "the output ended inside a message", cut.excerpt())
                : message;
    }
}
