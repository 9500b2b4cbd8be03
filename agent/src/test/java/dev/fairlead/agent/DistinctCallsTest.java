package dev.fairlead.agent;

import static dev.fairlead.agent.ScriptedModel.call;
import static dev.fairlead.agent.ScriptedModel.calls;
import static dev.fairlead.agent.ScriptedModel.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.model.Turn;
import dev.fairlead.client.CallOptions;
import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls can be told apart, and given limits, whatever the provider and the server do. */
@Timeout(120)
class DistinctCallsTest extends AgentScene {
    @Test
    void callsHaveIdsOfTheirOwnAlsoWhereTheProviderRepeatsThem() throws Exception {
        open(calculator().build());
        var two = Json.object().put("a", 1).put("b", 1);
        var four = Json.object().put("a", 2).put("b", 2);
        var model = ScriptedModel.saying(
                calls(call("call_0", "calc__add", two), call("call_0", "calc__fail")),
                calls(call("call_0", "calc__add", four)),
                text("done"));

        var events = events(agent(model).run(Transcript.begin(), "add"), AgentScene::yes);

        var asked = events.stream()
                .filter(AgentEvent.ToolAsked.class::isInstance)
                .map(event -> ((AgentEvent.ToolAsked) event).id())
                .toList();
        assertThat(asked).hasSize(3).doesNotHaveDuplicates();
        var transcript = finished(events).transcript();
        assertThat(transcript.calls().stream().map(CallRecord::id)).containsExactlyElementsOf(asked);
        var last = (Turn.Results) model.asked.get(2).turns().getLast();
        assertThat(last.results().getFirst().id()).isEqualTo(asked.get(2));
        assertThat(Transcript.text(last.results().getFirst().parts())).contains("4.0");
    }

    @Test
    void callsEndWhenTheirTimeIsOver() throws Exception {
        var never = new CountDownLatch(1);
        open(calculator()
                .tool(tool("hang"), call -> {
                    never.await();
                    return null;
                })
                .build());
        var model = ScriptedModel.saying(calls(call("1", "calc__hang")), text("too slow"));
        var agent = Agent.builder(host, model)
                .calls(() -> CallOptions.within(Duration.ofMillis(200)))
                .build();

        var events = events(agent.run(Transcript.begin(), "hang"), AgentScene::yes);

        assertThat(finished(events).transcript().calls().getFirst().status()).isEqualTo(CallRecord.Status.TIMED_OUT);
        never.countDown();
    }
}
