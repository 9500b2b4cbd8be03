package dev.fairlead.console.policy;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;

/**
 * Writes down the ten policies as they are: values come from the settings and from the classes that enforce them. The
 * command and the page show the same.
 */
public final class Policies {
    private Policies() {}

    /** Returns all ten, in their order. */
    public static List<ShownPolicy> of(Standing standing) {
        return List.of(
                ServerPolicies.servers(standing),
                ToolPolicy.of(standing),
                QuestionPolicy.of(standing.program().terminal()),
                ServerPolicies.environment(standing),
                EgressPolicy.of(standing),
                AppPolicy.of(standing),
                SecretPolicy.of(standing),
                AgentPolicy.of(standing),
                ConsolePolicy.of(standing),
                AuditPolicy.of(standing));
    }

    /** Returns the same for programs. */
    public static ArrayNode json(List<ShownPolicy> policies) {
        var all = Json.array();
        for (var policy : policies) {
            var one = all.addObject()
                    .put("number", policy.number())
                    .put("name", policy.name())
                    .put("title", policy.title());
            var facts = one.putArray("facts");
            policy.facts()
                    .forEach(fact -> facts.addObject()
                            .put("name", fact.name())
                            .put("server", fact.server())
                            .put("holds", fact.holds())
                            .put("from", fact.from()));
            policy.change().forEach(one.putArray("change")::add);
        }
        return all;
    }
}
