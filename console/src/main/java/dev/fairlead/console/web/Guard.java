package dev.fairlead.console.web;

import com.sun.net.httpserver.Headers;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Looks at every request before anything else does, and turns away what does not come from our own page: other sites that
 * the browser is at, names that were made to lead here, and whoever has neither token nor cookie.
 */
final class Guard {
    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final Set<String> KNOWN = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");
    private static final Set<String> OUR_SITES = Set.of("same-origin", "none");

    private final String host;

    Guard(int port) {
        // Not localhost: that may lead to another address of this machine, where somebody else listens.
        this.host = Listener.ADDRESS + ":" + port;
    }

    /** Returns the one address of the page, without a token. */
    String address() {
        return "http://%s/".formatted(host);
    }

    /**
     * Throws a {@link Refusal} unless a request may have come from our page, or from whoever typed its address.
     *
     * @param led tells whether a request has what only the file has that leads a browser here
     */
    void check(String method, Headers headers, BooleanSupplier led) {
        if (!only(headers, "Host").orElse("").equals(host)) {
            throw new Refusal(
                    421, "wrong-host", "Request refused: this console answers only at http://%s.".formatted(host));
        }
        if (headers.containsKey("Upgrade")) {
            throw new Refusal(400, "no-upgrade", "Request refused: no other protocol is spoken here.");
        }
        if (headers.containsKey("Transfer-Encoding") && headers.containsKey("Content-Length")) {
            throw new Refusal(400, "bad-request", "Request refused: it says twice how long it is.");
        }
        if (!KNOWN.contains(method)) {
            throw new Refusal(405, "wrong-method", "Request refused: this method is not known here.");
        }
        var origin = only(headers, "Origin");
        boolean ours = origin.filter(("http://" + host)::equals).isPresent();
        if ((origin.isPresent() || !READING.contains(method)) && !ours) {
            throw new Refusal(403, "wrong-origin", "Request refused: it does not come from this console's page.");
        }
        var site = only(headers, "Sec-Fetch-Site");
        if (site.isPresent() && !OUR_SITES.contains(site.get()) && !(isVisit(method, headers) && led.getAsBoolean())) {
            throw new Refusal(403, "wrong-site", "Request refused: another site sent it.");
        }
    }

    /** Tells whether a whole tab goes there, in which nothing of the site that sent it is left. */
    private static boolean isVisit(String method, Headers headers) {
        return method.equals("GET")
                && only(headers, "Sec-Fetch-Mode").orElse("").equals("navigate")
                && only(headers, "Sec-Fetch-Dest").orElse("").equals("document");
    }

    /** Returns the one value of a header; several are as bad as a wrong one. */
    private static Optional<String> only(Headers headers, String name) {
        List<String> values = headers.getOrDefault(name, List.of());
        return values.isEmpty() ? Optional.empty() : Optional.of(values.size() == 1 ? values.getFirst() : "several");
    }
}
