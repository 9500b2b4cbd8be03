package dev.fairlead.wire.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.wire.Busy;
import java.io.InputStream;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that say something as fast as it is read. */
class SseFloodTest {
    private static final int LIMIT = 10_000;

    @ParameterizedTest
    @ValueSource(strings = {"data: {}\n\n", ": nothing but comments\n"})
    void whoeverReadsThemLeavesOthersTheirTurns(String text) throws Exception {
        Busy.leavesRoomForOthers(over -> () -> {
            var reader = new SseReader(endless(text, over), LIMIT);
            for (var event = reader.next(); event != null; event = reader.next()) {
                assertThat(event.tooLarge()).isFalse();
            }
            return true;
        });
    }

    /** Says the same again and again, until it is over. */
    private static InputStream endless(String text, BooleanSupplier over) {
        var bytes = text.repeat(100).getBytes(UTF_8);
        return new InputStream() {
            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] buffer, int from, int most) {
                int count = Math.min(bytes.length, most);
                System.arraycopy(bytes, 0, buffer, from, count);
                return over.getAsBoolean() ? -1 : count;
            }
        };
    }
}
