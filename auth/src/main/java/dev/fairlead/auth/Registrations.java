package dev.fairlead.auth;

import dev.fairlead.auth.discovery.Wanted;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.protocol.rpc.Json;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Where we registered on the word of one server, and nobody has logged in since. A server can name another authorization
 * server every time it is asked, so that there are few of these, and they are forgotten before there are more.
 */
final class Registrations {
    private static final int MOST = 5;
    private static final Duration KEPT = Duration.ofHours(1); // A login may take half of that.

    private final Vault vault;
    private final String server;
    private final InstantSource clock;

    private record One(String issuer, String redirectUri, String clientId, Instant at) {}

    Registrations(Vault vault, String server, InstantSource clock) {
        this.vault = vault;
        this.server = server;
        this.clock = clock;
    }

    /** Makes sure that we may register at one authorization server more, and forgets where nobody has logged in for long. */
    void admit(String issuer, Wanted wanted) {
        var open = new ArrayList<One>();
        vault.noteRegistrations(server, noted -> {
            open.clear();
            read(noted).stream().filter(this::isOpen).forEach(open::add);
            return written(open);
        });
        long others = open.stream()
                .map(One::issuer)
                .filter(known -> !known.equals(issuer))
                .distinct()
                .count();
        if (others >= MOST) {
            throw wanted.failed(("its authorization server is '%s' now; within an hour it has named %s others where we"
                + " registered and nobody logged in, which is enough; if the server is right, try again in an hour, or"
                + " register a client by hand and pass its id")
                    .formatted(Excerpt.of(issuer), others));
        }
    }

    /** Notes that we registered. */
    void made(String issuer, String redirectUri, String clientId) {
        vault.noteRegistrations(server, noted -> {
            var all = read(noted);
            all.add(new One(issuer, redirectUri, clientId, clock.instant()));
            return written(all);
        });
    }

    /** Forgets where nobody has logged in. */
    void forget() {
        vault.noteRegistrations(server, noted -> {
            read(noted).forEach(one -> vault.forgetUnused(one.issuer, one.redirectUri, one.clientId));
            return null;
        });
    }

    private boolean isOpen(One one) {
        if (clock.instant().isAfter(one.at.plus(KEPT))) {
            vault.forgetUnused(one.issuer, one.redirectUri, one.clientId);
            return false;
        }
        return vault.isUnused(one.issuer, one.redirectUri, one.clientId);
    }

    private static List<One> read(@Nullable String noted) {
        var all = new ArrayList<One>();
        try {
            (noted == null ? Json.array() : Json.parse(noted)).forEach(one -> all.add(one(one)));
        } catch (JacksonException | DateTimeException ofAnotherRelease) {
            all.clear();
        }
        return all;
    }

    private static One one(JsonNode json) {
        return new One(
                json.required("issuer").stringValue(),
                json.required("redirectUri").stringValue(),
                json.required("clientId").stringValue(),
                Instant.parse(json.required("at").stringValue()));
    }

    private static @Nullable String written(List<One> all) {
        if (all.isEmpty()) {
            return null;
        }
        var list = Json.array();
        for (var one : all) {
            list.addObject()
                    .put("issuer", one.issuer)
                    .put("redirectUri", one.redirectUri)
                    .put("clientId", one.clientId)
                    .put("at", one.at.toString());
        }
        return Json.write(list);
    }
}
