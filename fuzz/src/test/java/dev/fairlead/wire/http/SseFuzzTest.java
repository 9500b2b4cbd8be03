package dev.fairlead.wire.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.fairlead.fuzz.Pieces;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Any stream is read as the standard says, however it is cut, and within the memory that was allowed. */
class SseFuzzTest {
    private static final int[] LIMITS = {1, 20, 300, 4096, 1 << 20};
    private static final int RANDOM_STREAMS = 150;

    @DictionaryEntries({
        "data:",
        "data: ",
        "data",
        "event:",
        "id:",
        "id",
        "retry:",
        "retry: 10",
        ":",
        " ",
        "\0",
        "\ufeff",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}",
        "\"id\":7,",
        "\"result\":"
    })
    @FuzzTest
    void reads(byte[] input) throws IOException {
        int largest = 1 << Pieces.chance(input).nextInt(14);
        for (int limit : LIMITS) {
            var expected = SseReference.parse(input, limit);
            SseReference.compare(SseReference.read(new ByteArrayInputStream(input), limit), expected);
            SseReference.compare(SseReference.read(new Pieces(input, 1), limit), expected);
            SseReference.compare(SseReference.read(new Pieces(input, largest), limit), expected);
        }
    }

    @Test
    void readsRandomStreams() throws IOException {
        for (long seed = 0; seed < RANDOM_STREAMS; seed++) {
            reads(randomStream(new Random(seed)).getBytes(UTF_8));
        }
    }

    private static String randomStream(Random random) {
        var names = List.of("data", "data", "data", "data", "event", "id", "retry", "", "x", "data ", "datum");
        var values = List.of("a", "12", "é€😀", "\0", ":", " ", "{\"id\":7,", "\"result\":0}", "\"method\":\"m\"");
        var ends = random.nextBoolean() ? List.of("\n") : List.of("\n", "\r", "\r\n");
        var text = new StringBuilder(random.nextInt(4) == 0 ? "\uFEFF" : "");
        for (int i = random.nextInt(40); i > 0; i--) {
            if (random.nextInt(3) > 0) {
                text.append(names.get(random.nextInt(names.size())));
                text.append(random.nextInt(8) == 0 ? "" : random.nextBoolean() ? ":" : ": ");
                for (int j = random.nextInt(5); j > 0; j--) {
                    var value = values.get(random.nextInt(values.size()));
                    text.append(value.repeat(random.nextInt(50) == 0 ? random.nextInt(6000) : 1));
                }
            }
            text.append(ends.get(random.nextInt(ends.size())));
        }
        return text.toString();
    }
}
