package dev.fairlead.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.Agent;
import dev.fairlead.agent.AgentEvent;
import dev.fairlead.agent.AgentRun;
import dev.fairlead.agent.Approval.Reach;
import dev.fairlead.agent.Outcome;
import dev.fairlead.agent.model.Model;
import dev.fairlead.host.Host;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import tools.jackson.databind.node.ObjectNode;

/** A host with the demo server and another one. */
abstract class Scene {
    final AtomicInteger runs = new AtomicInteger();
    FakeServer other;
    Host host;

    @AfterEach
    void close() {
        if (host != null) {
            host.close();
        }
    }

    static ObjectNode json(String text) {
        return (ObjectNode) Json.parse(text.replace('\'', '"'));
    }

    static Tool tool(String name, String schema) {
        return Tool.of(name, "Does " + name, json(schema));
    }

    void open() throws InterruptedException {
        other = FakeServer.named("other")
                .tool(tool("count", "{'type':'object'}"), call -> {
                    runs.incrementAndGet();
                    return CallToolResult.ofText("counted");
                })
                .tool(tool("vanish", "{'type':'object'}"), call -> {
                    runs.incrementAndGet();
                    other.disconnect();
                    return CallToolResult.ofText("never heard");
                })
                .build();
        host = Host.builder()
                .server("demo", DemoServer.script().build().transport())
                .server("other", other.transport())
                .open();
        assertThat(host.settled(Duration.ofSeconds(30))).isTrue();
    }

    Agent agent(Model model) {
        return Agent.builder(host, model).build();
    }

    /** Reads all events, saying yes to everything. */
    static List<AgentEvent> events(AgentRun run) {
        var events = new ArrayList<AgentEvent>();
        try (run) {
            run.forEachRemaining(event -> {
                events.add(event);
                if (event instanceof AgentEvent.ApprovalNeeded(var approval)) {
                    approval.allow(Reach.CHAT);
                }
            });
        }
        return events;
    }

    static AgentEvent.Finished finished(List<AgentEvent> events) {
        return (AgentEvent.Finished) events.getLast();
    }

    static String answer(List<AgentEvent> events) {
        var outcome = finished(events).outcome();
        assertThat(outcome).as(outcome.toString()).isInstanceOf(Outcome.Answered.class);
        return ((Outcome.Answered) outcome).text();
    }
}
