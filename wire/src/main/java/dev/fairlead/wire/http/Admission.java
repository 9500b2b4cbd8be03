package dev.fairlead.wire.http;

import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import java.io.IOException;
import java.io.InterruptedIOException;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** Gets one request past a server that wants to know who is asking. */
final class Admission {
    // A number that the server wants repeated, a fresh token, and the two together.
    private static final int MAX_REFUSALS = 3;

    private final @Nullable Authorizer authorizer;
    private final Endpoint endpoint;
    private final Deadline patience;
    private int refusals;

    /**
     * Begins to knock.
     *
     * @param own the headers of the request; one that says who is asking is the user's last word
     */
    Admission(Endpoint endpoint, Headers own, Deadline patience) {
        var who = endpoint.authorizer();
        boolean said = who == null
                || own.get("Authorization").isPresent()
                || endpoint.own().has("Authorization");
        this.authorizer = said ? null : who;
        this.endpoint = endpoint;
        this.patience = patience;
    }

    /** Returns what to show with a request. */
    Credential show(String method, String url) throws IOException {
        return authorizer == null
                ? Credential.NONE
                : asking(() -> authorizer.credential(target(method, url), patience));
    }

    /** Tells whether a request was turned away and should be made again, as there is something better to show. */
    boolean again(Response response, Credential shown) throws IOException {
        if (authorizer == null) {
            return false;
        }
        var target =
                target(response.request().method(), response.request().url().toString());
        var answer = Answered.headers(response);
        boolean refused = response.code() == 401 || response.code() == 403;
        // Whoever finds other faults with a request has let its sender in; one who fails may not have looked.
        if (!refused && response.code() < 500) {
            authorizer.letIn(target, shown, answer);
        }
        // Nobody seeks authorization for a farewell.
        boolean farewell = target.method().equals("DELETE");
        if (!refused || farewell || refusals == MAX_REFUSALS) {
            return false;
        }
        refusals++;
        var challenge = Answered.challenge(response);
        return asking(() -> authorizer.turnedAway(target, challenge, shown, answer, patience));
    }

    private HttpTarget target(String method, String url) {
        return new HttpTarget(endpoint.given(), endpoint.server(), method, url);
    }

    private static <T> T asking(Question<T> question) throws IOException {
        try {
            return question.ask();
        } catch (AuthorizationException wall) {
            throw new Failed((attempted, server, maybeExecuted) -> wall.attempting(attempted));
        } catch (McpException known) {
            throw new Failed((attempted, server, maybeExecuted) -> known);
        } catch (RuntimeException broken) {
            // Nothing was sent, or it was turned away.
            throw new Failed((attempted, server, maybeExecuted) -> new UnavailableException(
                    attempted, server, "finding out what to show it failed: " + broken.getMessage(), broken));
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            var interrupted = new InterruptedIOException("interrupted while authorization was sought");
            interrupted.initCause(giveUp);
            throw interrupted;
        }
    }

    @FunctionalInterface
    private interface Question<T> {
        T ask() throws InterruptedException;
    }
}
