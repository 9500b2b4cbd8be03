package dev.fairlead.agent;

import static dev.fairlead.agent.ScriptedModel.call;
import static dev.fairlead.agent.ScriptedModel.calls;
import static dev.fairlead.agent.ScriptedModel.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.Approval.Reach;
import dev.fairlead.host.Host;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.store.ForwardingStore;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Decisions that take long to write down. */
@Timeout(120)
final class SlowStoreTest extends AgentScene {
    private final CountDownLatch ran = new CountDownLatch(1);

    @Test
    void theCallThatWasAllowedDoesNotWaitUntilItIsWrittenDownForGood() throws Exception {
        var server = FakeServer.named("calc")
                .tool(tool("add"), call -> {
                    ran.countDown();
                    return CallToolResult.ofText("3");
                })
                .build();
        open(Host.builder().store(new Slow()).server("calc", server.transport()));
        var model = ScriptedModel.saying(calls(call("1", "calc__add")), text("done"));

        var events = events(
                agent(model).run(Transcript.begin(), "go"),
                approval -> assertThat(approval.allow(Reach.ALWAYS_SERVER)).isTrue());

        assertThat(finished(events).transcript().calls())
                .extracting(CallRecord::status)
                .containsExactly(CallRecord.Status.SUCCESS);
        assertThat(host.gate().grants().list(null)).hasSize(1);
    }

    /** Writes a decision down only after the call ran. */
    private final class Slow extends ForwardingStore {
        @Override
        public boolean replace(String key, String seen, @Nullable String value, @Nullable Duration life) {
            if (key.startsWith("grant")) {
                try {
                    assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException stopped) {
                    throw new AssertionError("nothing is written down any more", stopped);
                }
            }
            return super.replace(key, seen, value, life);
        }
    }
}
