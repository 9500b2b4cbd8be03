package dev.fairlead.host.event;

import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.store.StoreException;
import dev.fairlead.store.parts.InTime;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.Authorizer;
import dev.fairlead.wire.http.Credential;
import dev.fairlead.wire.http.HttpTarget;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Shows what another one shows, and sees to it that none of it can be read in what the server says of it. */
public final class HiddenTokens implements Authorizer {
    private static final Pattern SCHEME = Pattern.compile("^[A-Za-z]+ +");

    private final Authorizer inner;
    private final Function<String, Set<String>> kept;
    private final Consumer<Collection<String>> hide;
    private volatile String hidden = ""; // the token that was hidden last

    /**
     * Shows what another one shows.
     *
     * @param kept returns what is kept for a server besides what is shown to it, such as what renews that
     * @param hide is told each new secret before it is shown
     */
    public HiddenTokens(Authorizer inner, Function<String, Set<String>> kept, Consumer<Collection<String>> hide) {
        this.inner = inner;
        this.kept = kept;
        this.hide = hide;
    }

    @Override
    public Credential credential(HttpTarget target, Deadline patience) throws InterruptedException {
        var credential = inner.credential(target, patience);
        // Proofs differ with every request and are worth nothing afterwards; what stays the same is the token.
        if (!credential.token().equals(hidden)) {
            hide.accept(secrets(target, credential, patience));
            hidden = credential.token(); // Not earlier: somebody else could show it before it is hidden.
        }
        return credential;
    }

    @Override
    public boolean turnedAway(
            HttpTarget target, Challenge challenge, Credential shown, Headers answer, Deadline patience)
            throws InterruptedException {
        return inner.turnedAway(target, challenge, shown, answer, patience);
    }

    @Override
    public void letIn(HttpTarget target, Credential shown, Headers answer) {
        inner.letIn(target, shown, answer);
    }

    @Override
    public String epoch(String server) {
        return inner.epoch(server);
    }

    private Set<String> secrets(HttpTarget target, Credential credential, Deadline patience)
            throws InterruptedException {
        var secrets = new LinkedHashSet<String>();
        credential.headers().get("Authorization").ifPresent(value -> {
            var token = SCHEME.matcher(value).replaceFirst("");
            if (!token.isBlank()) {
                secrets.add(token);
            }
        });
        secrets.addAll(keptFor(target, patience));
        return secrets;
    }

    private Set<String> keptFor(HttpTarget target, Deadline patience) throws InterruptedException {
        try {
            return InTime.call(patience.remaining(), () -> kept.apply(target.server()));
        } catch (TimeoutException late) {
            throw unhidden(target, "does not answer in time", late);
        } catch (StoreException broken) {
            throw unhidden(target, "fails: " + broken.getMessage(), broken);
        }
    }

    private static UnavailableException unhidden(HttpTarget target, String what, Exception why) {
        return new UnavailableException(
                "hiding what is secret", target.name(), "what is kept for it is not known, as its store " + what, why);
    }
}
