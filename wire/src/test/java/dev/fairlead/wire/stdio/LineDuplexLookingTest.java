package dev.fairlead.wire.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Notification;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

/** A caller that looks for its answer takes what is there, and never waits. */
class LineDuplexLookingTest {
    private static final int LIMIT = 1024;

    private final Trickle in = new Trickle();
    private final LineDuplex duplex = new LineDuplex(in, OutputStream.nullOutputStream(), LIMIT);

    /** Has what it was given, and says so. */
    private static final class Trickle extends InputStream {
        private final ArrayDeque<Byte> there = new ArrayDeque<>();

        void give(String text) {
            for (byte b : text.getBytes(UTF_8)) {
                there.add(b);
            }
        }

        @Override
        public int available() {
            return there.size();
        }

        @Override
        public int read() {
            throw new AssertionError("who asks for one byte waits for it");
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            assertThat(there).as("nobody who looks waits").hasSizeGreaterThanOrEqualTo(length);
            for (int i = 0; i < length; i++) {
                into[offset + i] = there.remove();
            }
            return length;
        }
    }

    @Test
    void findsNothingWhereNothingIs() throws IOException {
        assertThat(duplex.poll()).isEmpty();
    }

    @Test
    void findsAMessageOnceAllOfItIsThere() throws IOException {
        var message = new Notification("news", Json.object());
        var text = new String(MessageCodec.encode(message), UTF_8) + "\n";
        in.give(text.substring(0, 9));
        assertThat(duplex.poll()).isEmpty();
        in.give(text.substring(9) + text + text.substring(0, 5));
        assertThat(duplex.poll()).contains(message);
        assertThat(duplex.poll()).contains(message);
        assertThat(duplex.poll()).isEmpty();
        in.give(text.substring(5));
        assertThat(duplex.poll()).contains(message);
    }

    @Test
    void looksOnceThroughWhatTellsNothing() throws IOException {
        in.give("\n\r\n\n");
        assertThat(duplex.poll()).isEmpty();
        assertThat(in.available()).isZero();
    }

    @Test
    void passesALineThatIsTooLongPieceByPiece() throws IOException {
        in.give("x".repeat(LIMIT + 2));
        assertThat(duplex.poll()).isEmpty();
        in.give("x".repeat(LIMIT));
        assertThat(duplex.poll()).isEmpty();
        in.give("x\n" + new String(MessageCodec.encode(new Notification("news", Json.object())), UTF_8) + "\n");
        assertThat(duplex.poll()).containsInstanceOf(Message.Malformed.class);
        assertThat(duplex.poll()).contains(new Notification("news", Json.object()));
    }
}
