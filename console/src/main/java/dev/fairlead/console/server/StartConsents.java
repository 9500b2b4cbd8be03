package dev.fairlead.console.server;

import dev.fairlead.console.web.Refusal;
import dev.fairlead.host.Host;
import dev.fairlead.host.trust.Scope;

/** What somebody says to the start of a server that a project's file names. */
public final class StartConsents {
    private final Host host;
    private final KnownServers known;
    private final Runnable look;

    /**
     * Asks for consent to what a host would start.
     *
     * @param look has the page told how servers stand
     */
    StartConsents(Host host, KnownServers known, Runnable look) {
        this.host = host;
        this.known = known;
        this.look = look;
    }

    /**
     * Lets what a project's file names be started.
     *
     * @param seen the hash of what somebody looked at
     */
    public void agree(String id, String seen) {
        var name = asking(id);
        if (!host.proposal(name).hash().equals(seen)) {
            throw changed(name);
        }
        // Whoever said no before, and now looked at it again, means this.
        boolean agreed = host.approveStart(name, seen, Scope.ALWAYS)
                || (host.withdrawStart(name) && host.approveStart(name, seen, Scope.ALWAYS));
        if (!agreed) {
            throw changed(name);
        }
    }

    /** Keeps what a project's file names from being started. */
    public void deny(String id) {
        boolean ignored = host.denyStart(asking(id), Scope.SESSION);
    }

    private String asking(String id) {
        var name = known.name(id);
        boolean asks = host.server(name)
                .filter(status -> status.state().equals("needs-approval"))
                .isPresent();
        if (!asks) {
            throw new Refusal(409, "no-consent-needed", "Nobody has to agree to '%s'.".formatted(name));
        }
        return name;
    }

    private Refusal changed(String name) {
        look.run(); // so that the page is told what it is now
        return new Refusal(
                409,
                "changed",
                "What '%s' would start has changed since it was shown; look at it again.".formatted(name));
    }
}
