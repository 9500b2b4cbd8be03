package dev.fairlead.auth;

import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.store.parts.Hashes;
import java.net.URI;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Addresses that people come back to from one authorization server alone. Where its answers do not name it (RFC 9207), that
 * is how they are told from those of another one, to which it may have sent people on (RFC 9700, 4.4): the other one knows
 * our client there with another address, and sends nobody to this one.
 */
final class ReturnAddress {
    /** The parameter that stands in the address of an application. */
    static final String PARAMETER = "issued_by";

    private static final String PLACE = "/from/";
    private static final int MARK_DIGITS = 32;
    // Some put a question mark before their answer, whatever is there already.
    private static final Pattern SECOND_QUESTION_MARK =
            Pattern.compile("((?:^|&)%s=[0-9a-f]{%s})[?]".formatted(PARAMETER, MARK_DIGITS));

    private ReturnAddress() {}

    /**
     * Returns the address for one authorization server alone.
     *
     * @param usual where people come back from others
     * @param anyPath whether the path may be another one: then it is, as a path gets lost nowhere
     */
    static String onlyFor(String issuer, String usual, boolean anyPath) {
        var mark = mark(issuer);
        return anyPath
                ? URI.create(usual).resolve(PLACE + mark).toString()
                : usual + (usual.contains("?") ? "&" : "?") + PARAMETER + "=" + mark;
    }

    /**
     * Tells whether somebody came back to the address for the one who was asked, if that has one of its own.
     *
     * @param place the address without its query
     * @param mark the value of the parameter; null if there is none
     */
    static boolean isRight(PendingAuthorization pending, String place, @Nullable String mark) {
        var right = mark(pending.issuer());
        if (pending.redirectUri().endsWith(PLACE + right)) {
            return place.endsWith(PLACE + right);
        }
        return !pending.redirectUri().endsWith(PARAMETER + "=" + right) || right.equals(mark);
    }

    /** Returns a query that can be read, if it was put together by somebody who expected none in the address. */
    static String readable(String query) {
        return SECOND_QUESTION_MARK.matcher(query).replaceFirst("$1&");
    }

    private static String mark(String issuer) {
        return Hashes.sha256(issuer).substring(0, MARK_DIGITS);
    }
}
