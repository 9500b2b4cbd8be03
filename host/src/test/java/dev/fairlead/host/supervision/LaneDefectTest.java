package dev.fairlead.host.supervision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A defect on a thread that looks after a connection is told like any other loss of it: nobody waits for ever. */
@Timeout(120)
class LaneDefectTest {
    private static final Duration LIMIT = Watched.LIMIT;
    private static final RestartPolicy POLICY =
            new RestartPolicy(Duration.ofMillis(1), Duration.ofMillis(5), 3, Duration.ofMinutes(1));

    private final BlockingQueue<String> states = new LinkedBlockingQueue<>();
    private final AtomicInteger defects = new AtomicInteger(); // that are still to come
    private final FakeServer fake = FakeServer.named("s")
            .tool(tool("t"), call -> CallToolResult.ofText("done"))
            .build();
    private final ManagedServer server = new ManagedServer(
            ServerConfig.of("s", new Endpoint.Own(fake.transport())),
            Watched.opener(fake.transport(), LIMIT),
            new Care(POLICY, POLICY, Duration.ofHours(1), LIMIT, LIMIT, InstantSource.system()),
            new Broken());

    private static Tool tool(String name) {
        return Tool.of(name, null, Json.object().put("type", "object"));
    }

    @AfterEach
    void nothingIsLeft() throws InterruptedException {
        server.end(false, "it is over");
        Awaitility.await().atMost(LIMIT).until(() -> fake.connections() == 0);
    }

    private ManagedServer.Use use() throws InterruptedException {
        return server.use("trying", Deadline.after(LIMIT));
    }

    @Test
    void oneThatLastsIsGivenUpAndTheStateSaysWhy() {
        defects.set(Integer.MAX_VALUE);
        server.begin();

        assertThatThrownBy(this::use)
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("failed")
                .hasMessageContaining("an unexpected java.lang.NoClassDefFoundError: Missing");

        assertThat(server.stateNames()).containsExactly("failed");
        assertThat(server.standing().reason()).contains("an unexpected java.lang.NoClassDefFoundError: Missing");
        assertThat(server.beginning()).isFalse();
    }

    @Test
    void oneThatPassesIsGotOver() throws Exception {
        defects.set(2);
        server.begin();

        try (var use = use()) {
            assertThat(use.connection().client().callTool("t", null).text()).isEqualTo("done");
        }
        assertThat(defects).hasValue(0);
    }

    @Test
    void oneInTheMiddleOfTheEndKeepsNobodyFromIt() throws Exception {
        server.begin();
        use().close();
        defects.set(Integer.MAX_VALUE);

        server.end(true, "it is over");

        assertThat(server.stateNames()).containsExactly("stopped");
        assertThatThrownBy(this::use).hasMessageContaining("it is over");
    }

    @Test
    void oneOnAThreadBesideItCountsAsTheLossOfTheConnection() throws Exception {
        server.begin();
        use().close();
        Awaitility.await().atMost(LIMIT).until(() -> states.contains("ready"));
        states.clear();
        defects.set(1);

        fake.add(tool("another"), call -> CallToolResult.ofText("done, too"));

        assertThat(states.poll(60, TimeUnit.SECONDS)).isEqualTo("waiting");
        try (var use = use()) {
            assertThat(use.connection().client().callTool("another", null).text())
                    .isEqualTo("done, too");
        }
    }

    /** Fails when it is told of what is offered. */
    private final class Broken implements ServerWatcher {
        @Override
        public void state(ManagedServer of, int lane, String state, String reason, Runnable move) {
            move.run();
            states.add(state);
        }

        @Override
        public void listing(ManagedServer of) {
            if (defects.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new NoClassDefFoundError("Missing");
            }
        }

        @Override
        public void remark(ManagedServer of, String text) {
            // Nothing here is told.
        }

        @Override
        public ConnectionListener connection(ManagedServer of) {
            return ConnectionListener.NONE;
        }
    }
}
