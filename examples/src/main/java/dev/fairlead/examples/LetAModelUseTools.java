package dev.fairlead.examples;

import dev.fairlead.agent.Agent;
import dev.fairlead.agent.AgentEvent;
import dev.fairlead.agent.Approval.Reach;
import dev.fairlead.agent.Transcript;
import dev.fairlead.agent.demo.DemoModel;
import dev.fairlead.host.Host;
import dev.fairlead.testkit.DemoServer;

/** Lets a model use the tools of a server, and decides about every call it wants to make. */
public final class LetAModelUseTools {
    private LetAModelUseTools() {}

    /** Runs with the demo server and the built-in model, which needs no key. */
    public static void main(String[] args) {
        var demo = DemoServer.command();
        var arguments = demo.subList(1, demo.size()).toArray(String[]::new);
        try (var host =
                Host.builder().server("demo", demo.getFirst(), arguments).open()) {
            // With a key: providers.model(providers.named("gemini")), as docs/agent.md shows.
            var agent = Agent.builder(host, new DemoModel()).build();
            ask(agent, "add 2 and 3", true);
            ask(agent, "add 4 and 5", false);
        }
    }

    private static void ask(Agent agent, String question, boolean allowed) {
        try (var run = agent.run(Transcript.begin(), question)) {
            while (run.hasNext()) {
                switch (run.next()) {
                    case AgentEvent.ApprovalNeeded(var approval) -> {
                        if (allowed) {
                            approval.allow(Reach.ONCE);
                        } else {
                            approval.deny("not today");
                        }
                    }
                    case AgentEvent.ToolDone(var call, var told) ->
                        System.out.println(call.tool() + ": " + call.status());
                    case AgentEvent.TextDelta(var text) -> System.out.print(text);
                    case AgentEvent.Finished finished -> System.out.println();
                    default -> {}
                }
            }
        }
    }
}
