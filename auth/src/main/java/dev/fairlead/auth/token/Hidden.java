package dev.fairlead.auth.token;

import com.nimbusds.oauth2.sdk.util.URLUtils;
import dev.fairlead.wire.Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Hides what only an authorization server should know, where it repeats it to us in words that people will read. */
final class Hidden {
    private static final Set<String> KNOWN_TO_ALL =
            Set.of("grant_type", "resource", "scope", "redirect_uri", "client_id", "audience", "token_type_hint");
    // Shorter values are found everywhere, and protect nothing.
    private static final int SHORTEST = 6;

    private final List<String> secrets = new ArrayList<>();

    /**
     * Hides what a request held.
     *
     * @param form its body
     */
    Hidden(String form, Headers headers) {
        URLUtils.parseParameters(form).forEach((name, values) -> {
            if (!KNOWN_TO_ALL.contains(name)) {
                secrets.addAll(values);
            }
        });
        headers.get("Authorization").ifPresent(value -> secrets.add(value.substring(value.indexOf(' ') + 1)));
        headers.get("DPoP").ifPresent(secrets::add);
    }

    /** Returns a text without them. */
    String in(String text) {
        var safe = text;
        for (var secret : secrets) {
            safe = secret.length() < SHORTEST ? safe : safe.replace(secret, "[hidden]");
        }
        return safe;
    }
}
