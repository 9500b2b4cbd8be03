package dev.fairlead.agent;

import dev.fairlead.agent.Approval.Reach;
import dev.fairlead.host.trust.ApprovalRequest;
import dev.fairlead.host.trust.Grants;
import dev.fairlead.host.trust.Scope;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What was allowed for one chat. A tool that is not what was approved is asked about again, whatever was allowed. */
final class ChatGrants {
    private final Grants standing;
    private final Set<Server> servers = ConcurrentHashMap.newKeySet();
    private final Set<Allowed> tools = ConcurrentHashMap.newKeySet();

    /** Notes what is allowed for longer than a chat among the standing decisions. */
    ChatGrants(Grants standing) {
        this.standing = standing;
    }

    boolean allows(ApprovalRequest request) {
        return !(request.reason() instanceof ApprovalRequest.Reason.Changed)
                && (servers.contains(server(request)) || tools.contains(allowed(request)));
    }

    void note(ApprovalRequest request, Reach reach) {
        switch (reach) {
            case CHAT -> tools.add(allowed(request));
            case CHAT_SERVER -> servers.add(server(request));
            case ALWAYS_SERVER -> {
                servers.add(server(request)); // Also where the standing decisions do not take it.
                boolean ignored = standing.allowServer(request, Scope.ALWAYS, true);
            }
            case ONCE, ALWAYS -> {}
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
