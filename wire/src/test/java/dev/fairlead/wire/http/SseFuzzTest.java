package dev.fairlead.wire.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SseFuzzTest {
    private static final List<String> WORDS = List.of(
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
            "\n",
            "\r",
            "\r\n",
            "\n\n",
            "\r\r",
            "\r\n\r\n",
            "\0",
            "\ufeff",
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}",
            "\"id\":7,",
            "\"result\":");

    @Test
    void anyStreamIsReadAsTheStandardSaysHoweverItIsCut() throws IOException {
        var limits = new int[] {1, 16, 256, 4096, 1 << 20};
        new Mutations(Mutations.corpus("/fuzz/sse"), WORDS).check((input, random) -> {
            for (int limit : limits) {
                var expected = SseReference.parse(input, limit);
                SseReference.compare(SseReference.read(new ByteArrayInputStream(input), limit), expected);
                int largest = 1 << random.nextInt(14);
                SseReference.compare(SseReference.read(new SsePieces(input, random, largest), limit), expected);
            }
        });
    }
}
