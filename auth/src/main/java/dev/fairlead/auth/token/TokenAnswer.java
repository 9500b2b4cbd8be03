package dev.fairlead.auth.token;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.TokenErrorResponse;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import dev.fairlead.auth.discovery.Busy;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.http.FetchException;
import dev.fairlead.wire.http.Fetched;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/** Reads what comes back from where tokens are handed out; trusts none of it. */
final class TokenAnswer {
    // What may stand in a header (RFC 6750), and more than any honest token needs.
    private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]{1,32768}");
    private static final Duration LONGEST = Duration.ofDays(3650);

    private final Hidden hidden;

    /**
     * Makes one.
     *
     * @param hidden what must not be repeated
     */
    TokenAnswer(Hidden hidden) {
        this.hidden = hidden;
    }

    /**
     * Reads an answer.
     *
     * @param expected the types of token that will do
     */
    Tokens read(Fetched answer, Set<String> expected) throws TokenRefused, FetchException {
        if (Busy.says(answer)) {
            throw passing("it answers with HTTP " + answer.status());
        }
        TokenResponse response;
        try {
            response = TokenResponse.parse(toResponse(answer));
        } catch (ParseException | RuntimeException unreadable) {
            throw bad(answer.status() == 200 ? "no token in the answer" : "HTTP " + answer.status());
        }
        if (response instanceof TokenErrorResponse refusal) {
            var refused = refused(refusal, answer.status());
            if (refused.passing()) {
                throw passing("it says " + refused.getMessage());
            }
            throw refused;
        }
        var success = response.toSuccessResponse();
        var access = success.getTokens().getAccessToken();
        var refresh = success.getTokens().getRefreshToken();
        return new Tokens(
                checked(access.getValue()),
                type(access.getType().getValue(), expected),
                refresh == null ? null : checked(refresh.getValue()),
                lifetime(access.getLifetime()),
                access.getScope() == null ? null : List.copyOf(access.getScope().toStringList()));
    }

    private static HTTPResponse toResponse(Fetched answer) throws ParseException {
        var response = new HTTPResponse(answer.status());
        response.setContentType("application/json"); // Not every server says so; whatever else it is cannot be read.
        response.setBody(withoutBadHints(answer.text()));
        return response;
    }

    /** Drops what is no more than a hint and cannot be read, so that the token is not lost over it. */
    private static String withoutBadHints(String body) {
        try {
            if (Json.parse(body) instanceof ObjectNode object) {
                var lifetime = object.path("expires_in").asString("");
                if (!lifetime.matches("[1-9][0-9]{0,17}")) {
                    object.remove("expires_in");
                }
                if (!object.path("scope").stringValue("").matches("[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]{1,4096}")) {
                    object.remove("scope");
                }
                return Json.write(object);
            }
        } catch (JacksonException unreadable) {
            return body; // Whoever reads it next says so.
        }
        return body;
    }

    private TokenRefused refused(TokenErrorResponse refusal, int status) throws FetchException {
        var error = refusal.getErrorObject();
        var code = error == null ? null : error.getCode();
        if (code == null) {
            throw bad("HTTP " + status);
        }
        return new TokenRefused(Excerpt.of(hidden.in(code), 80), shown(error.getDescription()));
    }

    private @Nullable String shown(@Nullable String description) {
        return description == null || description.isBlank() ? null : Excerpt.of(hidden.in(description), 200);
    }

    private static String checked(String token) throws FetchException {
        if (!TOKEN.matcher(token).matches()) {
            throw bad("a token that cannot be sent");
        }
        return token;
    }

    private static String type(String named, Set<String> expected) throws FetchException {
        return expected.stream()
                .filter(named::equalsIgnoreCase)
                .findFirst()
                .orElseThrow(() ->
                        bad("a token of type '%s', which is not what was asked for".formatted(Excerpt.of(named, 40))));
    }

    private static @Nullable Duration lifetime(long seconds) {
        return seconds <= 0 ? null : Duration.ofSeconds(Math.min(seconds, LONGEST.toSeconds()));
    }

    private static FetchException passing(String what) {
        return new FetchException(FetchException.Kind.UNREACHABLE, what, true, null);
    }

    private static FetchException bad(String what) {
        return new FetchException(FetchException.Kind.BAD_ANSWER, what, true, null);
    }
}
