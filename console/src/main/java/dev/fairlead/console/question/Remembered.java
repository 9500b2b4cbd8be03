package dev.fairlead.console.question;

import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.event.ServerIds;
import dev.fairlead.console.text.Shortened;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.host.Host;
import dev.fairlead.host.trust.ApprovalRequest;
import dev.fairlead.host.trust.Grant;
import dev.fairlead.host.trust.Grants;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.host.trust.Subject;
import dev.fairlead.protocol.rpc.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.node.ArrayNode;

/** What was decided for good about tools, here or elsewhere: the very decisions that {@code fairlead policy} shows. */
public final class Remembered {
    private final Supplier<Host> host;
    private final Broadcast broadcast;

    /** Looks at the decisions of a host, which may be opened later. */
    public Remembered(Supplier<Host> host, Broadcast broadcast) {
        this.host = host;
        this.broadcast = broadcast;
    }

    /** Allows a tool for good, as it is defined in a request; false if it is denied, or its server is another one now. */
    public boolean tool(ApprovalRequest request) {
        boolean kept = grants().allow(request, Scope.ALWAYS, true);
        changed();
        return kept;
    }

    /** Allows all tools of a server for good; false if they are denied, or it is another one now. */
    public boolean server(ApprovalRequest request) {
        boolean kept = grants().allowServer(request, Scope.ALWAYS, true);
        changed();
        return kept;
    }

    /** Tells pages that something was decided. */
    public void changed() {
        broadcast.tell("kept", Json.object());
    }

    /** Returns what was decided for good, and whether it holds: what was allowed to another server of the same name does not. */
    public ArrayNode all() {
        var list = Json.array();
        decisions().forEach(grant -> {
            var tool = grant.subject().tool();
            list.addObject()
                    .put("id", id(grant.subject()))
                    .put("server", ServerIds.of(grant.subject().server()))
                    .put("name", Shortened.of(grant.subject().server(), Shortened.NAME))
                    .put("tool", Shortened.maybe(tool, Shortened.NAME))
                    .put("decision", grant.decision().word())
                    .put("holds", grants().holds(grant))
                    .putNull("at"); // When it was decided is in the audit log alone.
        });
        return list;
    }

    /** Takes a decision back, also one that does not hold at present: somebody is asked again. */
    public void forget(String id) {
        var grant = decisions().stream()
                .filter(one -> id(one.subject()).equals(id))
                .findFirst()
                .orElseThrow(() ->
                        Refusal.missing("no-such-decision", "This decision was taken back already, or never made."));
        grants().revoke(grant.subject());
        changed();
    }

    private List<Grant> decisions() {
        return grants().list(null).stream()
                .filter(grant -> grant.scope() == Scope.ALWAYS && grant.decision() != Grant.Decision.ASK)
                .toList();
    }

    private Grants grants() {
        return host.get().gate().grants();
    }

    private static String id(Subject subject) {
        try {
            var whole = subject.server().length() + "/" + subject.server() + "/" + subject.tool();
            var hash = MessageDigest.getInstance("SHA-256").digest(whole.getBytes(StandardCharsets.UTF_8));
            return (subject.tool() == null ? "ks-" : "kt-") + HexFormat.of().formatHex(hash, 0, 12);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
