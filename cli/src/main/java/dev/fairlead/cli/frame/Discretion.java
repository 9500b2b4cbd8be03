package dev.fairlead.cli.frame;

import dev.fairlead.host.event.HiddenTokens;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.wire.http.HttpTransport;
import java.util.Collection;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Hides, in all that is recorded or told of a visit, what only a server and its user should know. Takes time to load, and
 * is only there for those who record, want to be told everything, or have to be told what went wrong.
 */
public final class Discretion {
    private final Redactor redactor;

    private Discretion(Redactor redactor) {
        this.redactor = redactor;
    }

    /** Begins with nothing to hide but what has the name of a secret. */
    public Discretion() {
        this(Redactor.usual());
    }

    /** Returns one that hides what is known now about these servers, and lets our own words be. */
    static Discretion about(List<Target> targets) {
        var discretion = new Discretion(Redactor.ofValues());
        for (var target : targets) {
            discretion.hide(target.privateValues().get());
            discretion.hide(known(target));
        }
        return discretion;
    }

    private static Collection<String> known(Target target) {
        try {
            return target.tokens() == null ? List.of() : target.tokens().secrets();
        } catch (UnavailableException unreadable) {
            return List.of(); // What cannot be read was shown to nobody; why it cannot is being told already.
        }
    }

    /**
     * Returns the same server, about which nothing private is told from now on: neither what it is given, nor the tokens
     * that it is shown, nor what renews them.
     */
    public Target about(Target target) {
        hide(target.privateValues().get());
        var tokens = target.tokens();
        if (tokens == null || !(target.transport() instanceof HttpTransport address)) {
            return target;
        }
        return target.over(address.withAuthorizer(new HiddenTokens(tokens, server -> tokens.secrets(), this::hide)));
    }

    /** Returns a text without it. */
    public String text(String text) {
        return redactor.text(text);
    }

    /** Returns a copy of a JSON value without it. */
    JsonNode json(JsonNode json) {
        return redactor.json(json);
    }

    Redactor redactor() {
        return redactor;
    }

    /** For as long as the visit takes: what was replaced meanwhile may still be good for something. */
    private void hide(Collection<String> values) {
        var forGood = redactor.hold(values);
        assert forGood != null;
    }
}
