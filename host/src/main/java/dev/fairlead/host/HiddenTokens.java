package dev.fairlead.host;

import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.Authorizer;
import dev.fairlead.wire.http.Credential;
import dev.fairlead.wire.http.HttpTarget;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Shows what another one shows, and sees to it that none of it can be read in what the server says of it. */
final class HiddenTokens implements Authorizer {
    private static final Pattern SCHEME = Pattern.compile("^[A-Za-z]+ +");

    private final Authorizer inner;
    private final Consumer<Collection<String>> hide;
    private final AtomicReference<String> last = new AtomicReference<>("");

    /**
     * Shows what another one shows.
     *
     * @param hide is told each new secret before it is shown
     */
    HiddenTokens(Authorizer inner, Consumer<Collection<String>> hide) {
        this.inner = inner;
        this.hide = hide;
    }

    @Override
    public Credential credential(HttpTarget target, Deadline patience) throws InterruptedException {
        var credential = inner.credential(target, patience);
        // Proofs differ with every request and are worth nothing afterwards; what stays the same is the token.
        if (!credential.token().equals(last.getAndSet(credential.token()))) {
            hide.accept(secrets(credential));
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

    private static Set<String> secrets(Credential credential) {
        return credential.headers().get("Authorization").stream()
                .map(value -> SCHEME.matcher(value).replaceFirst(""))
                .filter(secret -> !secret.isBlank())
                .collect(Collectors.toSet());
    }
}
