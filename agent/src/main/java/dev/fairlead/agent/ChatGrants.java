package dev.fairlead.agent;

import dev.fairlead.agent.Approval.Reach;
import dev.fairlead.host.trust.Answer;
import dev.fairlead.host.trust.ApprovalRequest;
import dev.fairlead.host.trust.Grants;
import dev.fairlead.host.trust.Scope;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What was allowed for one chat. A tool that is not what was approved is asked about again, whatever was allowed; so is one
 * with a rule of its own, unless it was allowed itself.
 */
final class ChatGrants {
    private final Grants standing;
    private final Set<Server> servers = ConcurrentHashMap.newKeySet();
    private final Set<Server> unkept = ConcurrentHashMap.newKeySet(); // allowed for good, and not stored (yet)
    private final Set<Allowed> tools = ConcurrentHashMap.newKeySet();
    private final Set<Approval> asked = ConcurrentHashMap.newKeySet();

    /** Notes what is allowed for longer than a chat among the standing decisions. */
    ChatGrants(Grants standing) {
        this.standing = standing;
    }

    boolean allows(ApprovalRequest request) {
        var server = server(request);
        return !isChanged(request)
                && (tools.contains(allowed(request))
                        || ((servers.contains(server) || unkept.contains(server)) && !request.ruledItself()));
    }

    private static boolean isChanged(ApprovalRequest request) {
        return request.reason() instanceof ApprovalRequest.Reason.Changed;
    }

    /** Asks for an answer, and waits for it: it may be one that was given to another question. */
    Answer ask(Approval approval, Outlet outlet) throws InterruptedException {
        asked.add(approval);
        try {
            // It may have been allowed since it was looked up.
            boolean allowed = allows(approval.request()) && approval.allow(Reach.ONCE);
            if (!allowed && !approval.answered()) {
                outlet.put(new AgentEvent.ApprovalNeeded(approval));
            }
            return approval.await();
        } finally {
            asked.remove(approval);
        }
    }

    private void allowCovered() {
        for (var approval : asked) {
            if (allows(approval.request())) {
                boolean ignored = approval.allow(Reach.ONCE);
            }
        }
    }

    /** Notes what a yes allows in this chat. */
    void note(ApprovalRequest request, Reach reach) {
        switch (reach) {
            case CHAT -> tools.add(allowed(request));
            case CHAT_SERVER -> servers.add(server(request));
            case ALWAYS_SERVER -> unkept.add(server(request));
            case ONCE, ALWAYS -> {}
        }
    }

    /** Gives a yes that was noted to whatever else was asked. */
    void spread(Reach reach) {
        if (reach != Reach.ONCE && reach != Reach.ALWAYS) {
            allowCovered();
        }
    }

    /** Notes for good what a yes allows for good; a store may take its time. */
    void keep(ApprovalRequest request, Reach reach) {
        // What the standing decisions do not take stays allowed for the chat. What they took is theirs alone, since it
        // may be taken back there.
        if (reach == Reach.ALWAYS_SERVER && standing.allowServer(request, Scope.ALWAYS, true)) {
            unkept.remove(server(request));
        }
    }

    private static Server server(ApprovalRequest request) {
        return new Server(request.server(), request.serverIs());
    }

    /** A server as what it was when somebody was asked about it, which may be another one by the time of the answer. */
    private record Server(String name, String identity) {}

    private static Allowed allowed(ApprovalRequest request) {
        return new Allowed(
                server(request),
                request.definition().name(),
                request.definition().hash());
    }

    private record Allowed(Server server, String tool, String hash) {}
}
