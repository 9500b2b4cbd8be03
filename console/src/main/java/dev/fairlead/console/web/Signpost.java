package dev.fairlead.console.web;

import com.sun.net.httpserver.HttpExchange;
import java.util.List;
import java.util.Optional;

/**
 * What a person sees whose browser asked for the page itself and was refused: words, and the way to it. Nothing of the request
 * is repeated, nothing is given that the refusal would not give, and the request stays refused.
 */
final class Signpost {
    private final String address;

    Signpost(String address) {
        this.address = address;
    }

    /** Returns the words for a refusal; nothing where a program asked, or for anything but the page. */
    Optional<Reply> of(HttpExchange exchange, Refusal refusal) {
        if (!isPerson(exchange)) {
            return Optional.empty();
        }
        return switch (refusal.code()) {
            case "wrong-host" ->
                Optional.of(PageFiles.plain(
                        refusal.status(),
                        "The console is at another address",
                        ("For safety it answers only at <a href=\"%s\">%s</a>. If the address that you opened holds a"
                                        + " token, put 127.0.0.1 in place of the name before the port, and leave the"
                                        + " rest as it is.")
                                .formatted(address, address)));
            // Whoever follows the link above comes from another site too, as does a link in a message.
            case "wrong-site" ->
                Optional.of(PageFiles.plain(
                        refusal.status(),
                        "Another page led you here",
                        "The console opens only from here, or by typing its address: <a href=\"%s\">open the console</a>."
                                .formatted(address)));
            default -> Optional.empty();
        };
    }

    private static boolean isPerson(HttpExchange exchange) {
        return exchange.getRequestMethod().equals("GET")
                && "/".equals(exchange.getRequestURI().getRawPath())
                && exchange.getRequestHeaders().getOrDefault("Accept", List.of()).stream()
                        .anyMatch(accepted -> accepted.contains("text/html"));
    }
}
