package dev.fairlead.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.rpc.Message;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a custom transport need not bring. */
class DuplexTest {
    private final Duplex bare = new Bare();

    /** Brings no more than it must. */
    private static final class Bare implements Duplex {
        @Override
        public Optional<Message> read() {
            return Optional.empty();
        }

        @Override
        public void write(byte[] json, boolean more) {}

        @Override
        public void close() {}
    }

    @Test
    void itsEndIsToldByWhatBrokeIt() {
        assertThat(bare.ending(null).during("asking", "files", true))
                .isInstanceOf(ConnectionLostException.class)
                .hasMessageContaining("the server closed the stream")
                .hasNoCause();
        var reset = new IOException("reset");
        assertThat(bare.ending(reset).during("asking", "files", true))
                .isInstanceOf(ConnectionLostException.class)
                .hasMessageContaining("reset")
                .cause()
                .isSameAs(reset);
    }

    @Test
    void nobodyWaitsForMessagesThatItMayBeDecoding() {
        assertThat(bare.waiting()).isTrue();
    }
}
