package dev.fairlead.auth;

import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.Store;
import dev.fairlead.testkit.Overheard;
import dev.fairlead.testkit.http.RecordedRequest;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** All that anybody could read while stories were played, by where; and the secrets that were about meanwhile. */
final class Evidence implements AutoCloseable {
    private static final Map<String, Secret> IN_FORMS = Map.of(
            "code", Secret.AUTHORIZATION_CODE,
            "code_verifier", Secret.PKCE_VERIFIER,
            "state", Secret.STATE,
            "refresh_token", Secret.REFRESH_TOKEN,
            "client_secret", Secret.CLIENT_SECRET,
            "assertion", Secret.ASSERTION,
            "client_assertion", Secret.ASSERTION,
            "subject_token", Secret.ASSERTION);

    private final Map<String, Set<String>> texts = new ConcurrentSkipListMap<>();
    private final Map<Secret, Set<String>> secrets = new ConcurrentHashMap<>();
    private volatile String story = "";
    private final Overheard overheard = new Overheard(this::logged); // last: it calls at once

    @Override
    public void close() {
        overheard.close();
    }

    /** Begins another story; what is read from now on belongs to it. */
    void begin(String name) {
        end();
        story = name;
    }

    /** Reads what was printed since the story began. */
    private void end() {
        read("standard output or error", overheard.printed());
    }

    private void logged(String logger, String text) {
        // The person's browser, which is no part of the program.
        if (!logger.startsWith("sun.net.www.")) {
            read("log of " + logger, text);
        }
    }

    void read(String place, String text) {
        texts.computeIfAbsent("%s (%s)".formatted(place, story), unused -> ConcurrentHashMap.newKeySet())
                .add(text);
    }

    /** Reads what an exception says, with everything that caused it or was suppressed by it. */
    void read(Throwable failure) {
        var trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        read("text of " + failure.getClass().getSimpleName(), trace.toString());
        if (failure instanceof AuthorizationRequiredException required) {
            hold(required.pending());
        }
    }

    /** Reads what things say of themselves. */
    void show(Object... things) {
        for (var thing : things) {
            read("toString of " + thing.getClass().getSimpleName(), thing.toString());
        }
    }

    // The secrets.

    void hold(Secret kind, String value) {
        secrets.computeIfAbsent(kind, unused -> ConcurrentHashMap.newKeySet()).add(value);
    }

    void hold(PendingAuthorization pending) {
        show(pending);
        hold(Secret.STATE, pending.state());
        hold(Secret.PKCE_VERIFIER, pending.verifier());
    }

    /** Takes the secrets from all that went over the wire. */
    void hold(Stage stage) {
        for (var server : List.of(stage.grantor(), stage.scene.other())) {
            server.tokens()
                    .forEach(
                            token -> hold(token.startsWith("rt-") ? Secret.REFRESH_TOKEN : Secret.ACCESS_TOKEN, token));
            server.http().requests().forEach(this::hold);
        }
        stage.mcp().front().http().requests().forEach(this::hold);
    }

    private void hold(RecordedRequest request) {
        holdForm(request.query());
        holdForm(request.body());
        request.header("Mcp-Session-Id").ifPresent(id -> hold(Secret.SESSION_ID, id));
        request.header("X-Api-Key").ifPresent(key -> hold(Secret.API_KEY, key));
        request.header("Authorization").ifPresent(value -> {
            var shown = value.substring(value.indexOf(' ') + 1);
            if (value.startsWith("Basic ")) {
                var pair = new String(Base64.getDecoder().decode(shown), StandardCharsets.UTF_8);
                hold(Secret.CLIENT_SECRET, decoded(pair.substring(pair.indexOf(':') + 1)));
            } else {
                hold(shown.startsWith("static-") ? Secret.STATIC_TOKEN : Secret.ACCESS_TOKEN, shown);
            }
        });
    }

    /** Takes the secrets from an address, or the query of one. */
    void holdForm(String text) {
        if (text.startsWith("{")) {
            return;
        }
        for (var pair : text.substring(text.indexOf('?') + 1).split("&", -1)) {
            var kind = IN_FORMS.get(pair.replaceAll("=.*", ""));
            if (kind != null) {
                hold(kind, decoded(pair.substring(pair.indexOf('=') + 1)));
            }
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** Takes the secrets from a store, and reads what it says of itself. */
    void hold(Store store) {
        show(store);
        for (var key : store.keys("")) {
            var entry = store.read(key).orElseThrow();
            read("key of a store", key);
            show(entry);
            if (key.startsWith("token/grant|")) {
                var held = Json.parse(entry.value());
                if (held.has("key")) {
                    hold(
                            Secret.PROOF_KEY,
                            Json.parse(held.get("key").stringValue()).get("d").stringValue());
                }
            }
        }
    }

    // The verdict.

    /** Returns how many different secrets of a kind are looked for. */
    int held(Secret kind) {
        return Math.toIntExact(secrets.getOrDefault(kind, Set.of()).stream()
                .filter(Needles::isSecret)
                .count());
    }

    /** Returns how many places were looked at whose name begins so. */
    long places(String prefix) {
        return texts.keySet().stream().filter(place -> place.startsWith(prefix)).count();
    }

    /** Says how much was looked at. */
    String extent() {
        return "%d secrets looked for in %d texts from %d places"
                .formatted(
                        secrets.values().stream().mapToInt(Set::size).sum(),
                        texts.values().stream().mapToInt(Set::size).sum(),
                        texts.size());
    }

    /** Lists where which secret was found. */
    Map<Secret, List<String>> leaks() {
        end();
        var needles = new Needles();
        secrets.forEach((kind, values) -> values.forEach(value -> needles.add(kind, value)));
        var leaks = new TreeMap<Secret, List<String>>();
        texts.forEach((place, said) -> {
            for (var text : said) {
                needles.in(text)
                        .forEach((kind, around) -> leaks.computeIfAbsent(kind, unused -> new ArrayList<>())
                                .add(place + ": ..." + around));
            }
        });
        return leaks;
    }
}
