package dev.fairlead.client.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.PipeTransport;
import dev.fairlead.wire.WireListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class UnsolicitedReaderTest {
    private static final WireListener NOBODY = new WireListener() {
        @Override
        public void tolerated(Violation violation) {}

        @Override
        public void stderr(String line) {}
    };

    @Test
    void aMessageThatCannotBeHandledEndsTheLine() throws Exception {
        var server = PipeTransport.to("mute", duplex -> {
            try {
                var message = duplex.read();
                while (message.isPresent()) {
                    message = duplex.read();
                }
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            }
        });
        try (var wire = server.open(news -> Optional.empty(), NOBODY)) {
            var waiting = wire.exchange(new Request(RequestId.of(1), "tools/list", null), Deadline.never());
            var broke = new CompletableFuture<McpException>();
            List<Message> early = List.of(new Notification("notifications/odd", null));

            UnsolicitedReader.start(
                    wire,
                    "mute",
                    early,
                    message -> {
                        throw new IllegalStateException("a defect");
                    },
                    broke::complete);

            assertThat(broke.get(20, TimeUnit.SECONDS))
                    .isInstanceOf(ConnectionLostException.class)
                    .hasMessageContaining("a defect");
            assertThatThrownBy(() -> waiting.next(Deadline.never())).isInstanceOf(ConnectionLostException.class);
        }
    }
}
