package dev.fairlead.console.policy;

import dev.fairlead.agent.provider.ModelPlace;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.wire.http.HttpTransport;
import java.util.ArrayList;

/** Whom this program asks over the network. */
final class EgressPolicy {
    private EgressPolicy() {}

    static ShownPolicy of(Standing standing) {
        var draft = new Draft(5, "egress", "Outgoing requests");
        boolean remote = false;
        for (var server : standing.servers()) {
            if (server.config().endpoint() instanceof Endpoint.Address address) {
                remote = true;
                draft.add("server", server.name(), server(address), server.place());
            }
        }
        if (!remote) {
            draft.add("server", "No server is reached over the network.", Draft.USUAL);
        }
        standing.models().stream()
                .filter(ModelPlace::isReady)
                .forEach(model -> draft.add("model", words(model), from(model)));
        if (!standing.unasked().isEmpty()) {
            draft.add(
                    "model",
                    "Models whose keys are in the keyring of the system are asked too. It was not looked into, as"
                            + " somebody"
                            + " may have to unlock it; it may have keys for %s."
                                    .formatted(String.join(", ", standing.unasked())),
                    Draft.USUAL);
        } else if (standing.models().isEmpty()) {
            draft.add("model", "No model is asked over the network: there is no key, and no address.", Draft.USUAL);
        }
        return draft.always("redirects", "No redirect leaves the origin of the server.")
                .always(
                        "logins",
                        "What a server names for a login is asked over https alone (over http on this machine only, if"
                                + " the server is there too), at public addresses or at the host of the server; the"
                                + " address is checked after the lookup. Link-local addresses are never asked.")
                .add(
                        "private-networks",
                        "Not asked on the word of a server; a login that was made with --allow-private-network may.",
                        Draft.USUAL)
                .always(
                        "content",
                        "Icons, $ref, links and pictures that servers and models name are not fetched; a link opens"
                                + " when you click it.")
                .change(
                        "url in the entry of the server; --allow-private-network for one login.",
                        "Models: GEMINI_BASE_URL and the like, and their keys.");
    }

    private static String server(Endpoint.Address address) {
        var words = new ArrayList<String>();
        words.add("is asked at " + address.place());
        if (isOpen(address.url())) {
            words.add("plain http, which others can read on the way");
        }
        if (!address.headersProgram().isEmpty()) {
            words.add("a program of its entry prints headers");
        }
        var issuer = address.oauth() == null ? null : address.oauth().issuer();
        if (issuer != null) {
            words.add("logins at " + Endpoint.Address.of(issuer).place());
        }
        return String.join("; ", words);
    }

    /** Tells whether what is sent can be read by others on the way. */
    private static boolean isOpen(String url) {
        if (!url.startsWith("http://")) {
            return false;
        }
        try {
            return !HttpTransport.to(url).loopback();
        } catch (IllegalArgumentException variable) {
            return true; // Who knows where it leads.
        }
    }

    private static String words(ModelPlace model) {
        return "%s is asked at %s".formatted(model.provider(), model.address());
    }

    private static String from(ModelPlace model) {
        return model.addressFrom().isEmpty() ? Draft.USUAL : model.addressFrom();
    }
}
