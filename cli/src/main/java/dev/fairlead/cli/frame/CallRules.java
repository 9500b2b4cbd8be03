package dev.fairlead.cli.frame;

import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.host.trust.AuditRecord;
import dev.fairlead.host.trust.Grant;
import dev.fairlead.host.trust.Pin;
import dev.fairlead.host.trust.Subject;
import dev.fairlead.host.trust.ToolDefinition;
import dev.fairlead.host.trust.ToolGate;
import dev.fairlead.protocol.Tool;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * What was decided about calls of a configured server. Whoever types a call consents to it: it is made unless somebody
 * denied it, or wants to be asked all the same. Nothing is approved by it.
 */
public final class CallRules {
    private final Visit visit;

    public CallRules(Visit visit) {
        this.visit = visit;
    }

    /** Writes down that a call was typed, and whether it is made: it is not if this refuses it. */
    public void record(String server, Tool tool, ObjectNode arguments, Runnable checks) {
        var audit = AuditFile.of(visit.surroundings());
        var subject = Subject.of(server, tool.name());
        var hash = ToolDefinition.of(tool).hash();
        try {
            checks.run();
        } catch (UsageException refused) {
            audit.record(AuditRecord.refusal(subject, hash, arguments, String.valueOf(refused.getMessage())));
            throw refused;
        }
        audit.record(AuditRecord.call(subject, hash, arguments, "typed"));
    }

    /** Refuses a call that was denied, and asks about one that is to be asked about. */
    public void check(String server, Tool tool) {
        // Where nothing was ever decided, what keeps decisions need not be loaded.
        if (ConfiguredServers.hasStore(visit.surroundings())) {
            var asks = ConfiguredServers.gate(visit.surroundings(), gate -> check(gate, server, tool));
            if (asks) {
                ask(server, tool.name());
            }
        }
    }

    private boolean check(ToolGate gate, String server, Tool tool) {
        var subject = Subject.of(server, tool.name());
        var grants = gate.grants().list(null).stream()
                .filter(grant ->
                        grant.subject().equals(subject) || grant.subject().equals(Subject.of(server)))
                .toList();
        var denied = grants.stream()
                .filter(grant -> grant.decision() == Grant.Decision.DENY)
                .findFirst();
        if (denied.isPresent()) {
            var about = denied.get().subject();
            throw UsageException.declined("%s: denied; %s takes that back"
                    .formatted(
                            about,
                            ShellWord.command("fairlead policy forget " + ShellWord.of(server)
                                    + (about.tool() == null ? "" : " " + ShellWord.of(tool.name())))));
        }
        if (gate.check(null, server, ToolDefinition.of(tool)) instanceof Pin.Changed changed) {
            visit.warn("%s is not defined as it was approved; %s accepts it:"
                    .formatted(
                            subject,
                            ShellWord.command("fairlead policy accept %s %s"
                                    .formatted(ShellWord.of(server), ShellWord.of(tool.name())))));
            changed.diff().toString().lines().forEach(visit::warn);
        }
        return asked(grants, subject);
    }

    /** The rule of a tool goes before that of its server. */
    private static boolean asked(List<Grant> grants, Subject subject) {
        return grants.stream()
                .filter(grant -> grant.subject().equals(subject))
                .findFirst()
                .or(() -> grants.stream().findFirst())
                .filter(grant -> grant.decision() == Grant.Decision.ASK)
                .isPresent();
    }

    private void ask(String server, String tool) {
        var subject = Subject.of(server, tool);
        if (!visit.mayAsk()) {
            throw UsageException.declined(
                    "%s: somebody is to be asked at every call ('fairlead policy'), and nobody can be asked here"
                            .formatted(subject));
        }
        if (!new Question(visit.surroundings(), visit.floor(), "calling", server)
                .agreed("Call %s now?".formatted(subject), false)) {
            throw UsageException.declined("%s: not called, nobody agreed".formatted(subject));
        }
    }
}
