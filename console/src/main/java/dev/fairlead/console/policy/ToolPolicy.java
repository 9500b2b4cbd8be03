package dev.fairlead.console.policy;

import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.trust.Grant;
import dev.fairlead.host.trust.Scope;
import org.jspecify.annotations.Nullable;

/** What may be called. */
final class ToolPolicy {
    private ToolPolicy() {}

    static ShownPolicy of(Standing standing) {
        var draft = new Draft(2, "tools", "Tools")
                .always(
                        "unknown",
                        "Somebody is asked about every call of a model, in the chat and at the console, about which"
                                + " nothing is decided, except, in the chat, about tools of the built-in demo that only"
                                + " read. 'fairlead chat --yes' says yes, though not for changed tools.")
                .always(
                        "typed",
                        "A call that you type, or make by hand at the console, is made unless a rule switches it off,"
                                + " denies it or asks. Servers without a configured name have no rules.")
                .always(
                        "programs",
                        "A program that sets no approver (HostBuilder.approver) calls what nobody decided about, each"
                                + " tool as it is at its first use.")
                .always(
                        "changed",
                        "A tool that is not defined as it was approved, to the last byte, is not called before somebody"
                                + " accepts it; only 'fairlead call' calls it, and tells the difference.")
                .always(
                        "forever",
                        "Permission for good needs a second confirmation, except at the console, where it is a choice"
                            + " of its own, and unless your own configuration says that the tool changes nothing. What"
                            + " a server says of its tools permits nothing.");
        standing.servers().forEach(server -> configured(draft, server.config()));
        standing.decisions()
                .forEach(decision -> draft.add(
                        "decision",
                        decision.grant().subject().server(),
                        words(decision),
                        place(standing, decision.grant())));
        if (standing.decisions().isEmpty()) {
            draft.add("decision", "Nothing is decided about any tool.", Draft.USUAL);
        }
        return draft.change(
                "fairlead policy allow, ask, deny, forget or accept SERVER [TOOL]; at the console, the settings take"
                        + " decisions back.",
                "includeTools, excludeTools and tools in the entry of the server.");
    }

    private static void configured(Draft draft, ServerConfig server) {
        var place = server.origin().place();
        var rules = server.tools();
        rules.include()
                .forEach(pattern -> draft.add("only", server.name(), tool(pattern) + ": only such are offered", place));
        rules.exclude().forEach(pattern -> draft.add("off", server.name(), tool(pattern) + ": off", place));
        rules.single().forEach((name, rule) -> {
            if (!rule.enabled()) {
                draft.add("off", server.name(), tool(name) + ": off", place);
            }
            if (server.readsOnly(name)) {
                draft.add("reads-only", server.name(), tool(name) + ": you say that it changes nothing", place);
            }
        });
    }

    private static String words(Standing.Decision decision) {
        var grant = decision.grant();
        return "%s: %s%s%s"
                .formatted(
                        tool(grant.subject().tool()),
                        grant.decision().word(),
                        grant.scope() == Scope.ALWAYS ? "" : ", for this session",
                        decision.holds() ? "" : "; not in effect, as the server is another one now");
    }

    private static String tool(@Nullable String name) {
        return name == null ? "all tools" : "tool '%s'".formatted(name);
    }

    private static String place(Standing standing, Grant grant) {
        if (grant.scope() != Scope.ALWAYS) {
            return "the session";
        }
        var file = standing.program().decisions();
        return file == null ? Program.ITSELF : file.toString();
    }
}
