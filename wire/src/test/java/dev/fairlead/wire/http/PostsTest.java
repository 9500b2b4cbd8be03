package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireListener;
import dev.fairlead.wire.http.BareServer.Deed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers of ours to a server that asks much and takes nothing. */
@Timeout(120)
class PostsTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Message SMALL = answer("1");
    private static final Message HUGE = answer("x".repeat(12 << 20));

    private final List<Violation> violations = new CopyOnWriteArrayList<>();
    private BareServer server;
    private Wire wire;

    private static Message answer(String id) {
        return new Response.Result(RequestId.of(id), Json.object());
    }

    @BeforeEach
    void begin() throws Exception {
        server = BareServer.plain();
        wire = HttpTransport.to(server.url().toString())
                .withStrategy(HttpStrategy.HTTP_ONLY)
                .open(news -> Optional.empty(), new WireListener() {
                    @Override
                    public void tolerated(Violation violation) {
                        violations.add(violation);
                    }

                    @Override
                    public void stderr(String line) {}
                });
    }

    @AfterEach
    void close() throws Exception {
        wire.close();
        server.close();
    }

    private long dropped() {
        return violations.stream()
                .filter(violation -> violation.kind() == Violation.Kind.FLOOD)
                .count();
    }

    @Test
    void ofLargeOnesAsManyAreUnderWayAsFit() {
        server.will(Deed.HANG, Deed.HANG);
        wire.post(HUGE);
        wire.post(HUGE);
        assertThat(dropped()).isZero();
        wire.post(HUGE);
        assertThat(dropped()).isEqualTo(1);
        wire.post(SMALL); // Room for small ones is left.
        assertThat(dropped()).isEqualTo(1);
    }

    @Test
    void whatIsDoneGivesItsRoomBack() throws Exception {
        for (int turn = 1; turn <= 3; turn++) {
            server.will(Deed.LEAVE, Deed.LEAVE);
            await().atMost(LIMIT).until(() -> taken(HUGE));
            await().atMost(LIMIT).until(() -> taken(HUGE));
            assertThat(server.awaitDeed()).isEqualTo(Deed.LEAVE);
            assertThat(server.awaitDeed()).isEqualTo(Deed.LEAVE);
        }
    }

    private boolean taken(Message message) {
        long before = dropped();
        wire.post(message);
        return dropped() == before;
    }
}
