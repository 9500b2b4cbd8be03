package dev.fairlead.wire.http;

import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.wire.Headers;
import java.util.TreeMap;
import okhttp3.Response;

/** What the headers of a response say, in our words. */
final class Answered {
    private Answered() {}

    /** Returns the headers; of several with one name, the first. */
    static Headers headers(Response response) {
        return headers(response.headers());
    }

    /** Does the same for headers that outlast their response. */
    static Headers headers(okhttp3.Headers all) {
        var values = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        all.forEach(header -> values.putIfAbsent(header.getFirst(), header.getSecond()));
        return Headers.of(values);
    }

    /** Tells whether a response says of itself just what nearly all do; looking closer would cost more than that. */
    static boolean isJson(Response response) {
        return isJust("application/json", response);
    }

    /** Tells whether a response names this type and nothing with it. */
    static boolean isJust(String type, Response response) {
        return type.equals(response.header("Content-Type"));
    }

    /** Tells whether a response is not encoded any more: what the engine undid, it no longer says. */
    static boolean isPlain(Response response) {
        var encoding = response.header("Content-Encoding");
        return encoding == null || encoding.equalsIgnoreCase("identity");
    }

    /** Returns what the server demands, without the secrets that it repeats. */
    static Challenge challenge(Response response) {
        return Challenge.of(
                response.code(),
                response.headers("WWW-Authenticate").stream()
                        .map(demand -> Secrets.hideLong(demand, response.request()))
                        .toList());
    }
}
