package dev.fairlead.auth;

import com.nimbusds.oauth2.sdk.util.URLUtils;
import dev.fairlead.auth.discovery.Wanted;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.protocol.rpc.Excerpt;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an authorization server let a person bring back. */
final class Callback {
    private final String place;
    private final Map<String, List<String>> parameters;

    private Callback(String place, Map<String, List<String>> parameters) {
        this.place = place;
        this.parameters = parameters;
    }

    /** Reads the address to which the person was sent back, or the query of it. */
    static Callback of(String url) {
        int query = url.indexOf('?');
        var text = query < 0 ? url : url.substring(query + 1);
        int fragment = text.indexOf('#');
        return new Callback(
                query < 0 ? "" : url.substring(0, query),
                URLUtils.parseParameters(ReturnAddress.readable(fragment < 0 ? text : text.substring(0, fragment))));
    }

    /** Tells whether it belongs to a login. */
    boolean belongsTo(PendingAuthorization pending) {
        var state = only("state");
        return state != null && same(state, pending.state());
    }

    /**
     * Returns what it says to a login that was begun.
     *
     * @throws dev.fairlead.protocol.error.LoginFailedException if it is not the answer of the one who was asked
     */
    Answer to(PendingAuthorization pending, Wanted wanted) {
        check(pending, wanted);
        return new Answer(pending, wanted);
    }

    /** What the one who was asked has said. */
    final class Answer {
        private final PendingAuthorization pending;
        private final Wanted wanted;

        private Answer(PendingAuthorization pending, Wanted wanted) {
            this.pending = pending;
            this.wanted = wanted;
        }

        /** Tells whether it lets nobody log in on our behalf. */
        boolean refusesClient() {
            return "unauthorized_client".equals(only("error"));
        }

        /**
         * Returns the code.
         *
         * @throws dev.fairlead.protocol.error.LoginFailedException if there is none
         */
        String code() {
            var error = only("error");
            if (error != null) {
                var description = only("error_description");
                throw wanted.failed("authorization server '%s' says '%s'%s"
                        .formatted(
                                Excerpt.of(pending.issuer()),
                                Excerpt.of(hidden(error, pending), 80),
                                description == null ? "" : " (" + Excerpt.of(hidden(description, pending), 200) + ")"));
            }
            var code = only("code");
            if (code == null || code.isEmpty()) {
                throw wanted.failed("what came back holds neither a code nor an error; begin again");
            }
            return code;
        }
    }

    /** Before anything is believed: an answer of somebody else may say anything. */
    private void check(PendingAuthorization pending, Wanted wanted) {
        if (!belongsTo(pending)) {
            throw wanted.failed("what came back does not belong to the login that was begun; begin again");
        }
        checkAddress(pending, wanted);
        checkIssuer(pending, wanted);
    }

    private void checkAddress(PendingAuthorization pending, Wanted wanted) {
        if (!ReturnAddress.isRight(pending, place, only(ReturnAddress.PARAMETER))) {
            throw wanted.failed(("the answer came to another address than the one that is for authorization server '%s'"
                            + " alone, so that it may be another's; it was not used")
                    .formatted(Excerpt.of(pending.issuer())));
        }
    }

    private void checkIssuer(PendingAuthorization pending, Wanted wanted) {
        if (!parameters.containsKey("iss")) {
            if (pending.issuerNamesItself()) {
                throw wanted.failed(
                        "the answer does not name its authorization server, though '%s' always does; it was not used"
                                .formatted(Excerpt.of(pending.issuer())));
            }
            return;
        }
        var named = only("iss");
        if (named == null || !same(named, pending.issuer())) {
            throw wanted.failed("the answer comes from another authorization server than '%s'; it was not used"
                    .formatted(Excerpt.of(pending.issuer())));
        }
    }

    /** Hides what only we and the authorization server should know, where it repeats it in words that people will read. */
    private static String hidden(String said, PendingAuthorization pending) {
        return said.replace(pending.state(), "[hidden]");
    }

    /** Returns the value of a parameter; null if there is none, or more than one. */
    private @Nullable String only(String name) {
        var values = parameters.get(name);
        return values != null && values.size() == 1 ? values.getFirst() : null;
    }

    private static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
