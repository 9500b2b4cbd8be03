package dev.fairlead.agent;

import static dev.fairlead.agent.ScriptedModel.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.Approval.Reach;
import dev.fairlead.agent.model.Model;
import dev.fairlead.host.Host;
import dev.fairlead.host.HostBuilder;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.ToolAnnotations;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;

/** A host with servers, an agent on it, and a person who reads its events. */
abstract class AgentScene {
    final Desk desk = new Desk();
    final AtomicInteger runs = new AtomicInteger();
    Host host;

    @AfterEach
    void close() {
        host.close();
    }

    static Tool tool(String name) {
        return Tool.of(name, "Does " + name, Json.object().put("type", "object"));
    }

    static Tool reading(String name) {
        var tool = tool(name);
        return new Tool(
                tool.name(),
                null,
                tool.description(),
                tool.inputSchema(),
                null,
                ToolAnnotations.readingOnly(),
                List.of(),
                null,
                null,
                Json.object());
    }

    void open(FakeServer... servers) throws InterruptedException {
        var builder = Host.builder();
        for (var server : servers) {
            builder.server(server.name(), server.transport());
        }
        open(builder);
    }

    void open(HostBuilder builder) throws InterruptedException {
        host = builder.clients(profile -> profile.handlers(desk.handlers(null))).open();
        assertThat(host.settled(Duration.ofSeconds(30))).isTrue();
    }

    FakeServer.Builder calculator() {
        return FakeServer.named("calc")
                .tool(tool("add"), call -> {
                    runs.incrementAndGet();
                    return CallToolResult.ofText(String.valueOf(call.number("a", 0) + call.number("b", 0)));
                })
                .tool(tool("fail"), call -> CallToolResult.failure("no such row"));
    }

    Agent agent(Model model) {
        return Agent.builder(host, model).desk(desk).build();
    }

    /** Reads all events, answering approvals. */
    static List<AgentEvent> events(AgentRun run, Consumer<Approval> person) {
        var events = new ArrayList<AgentEvent>();
        try (run) {
            run.forEachRemaining(event -> {
                events.add(event);
                if (event instanceof AgentEvent.ApprovalNeeded(var approval)) {
                    person.accept(approval);
                }
            });
        }
        return events;
    }

    static Outcome outcome(List<AgentEvent> events) {
        return finished(events).outcome();
    }

    static AgentEvent.Finished finished(List<AgentEvent> events) {
        return (AgentEvent.Finished) events.getLast();
    }

    static void yes(Approval approval) {
        approval.allow(Reach.ONCE);
    }
}
