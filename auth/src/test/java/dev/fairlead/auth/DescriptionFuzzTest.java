package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.Canary;
import dev.fairlead.testkit.http.HttpExchange;
import dev.fairlead.testkit.http.HttpServer;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.Credential;
import dev.fairlead.wire.http.HttpTarget;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Descriptions and challenges in which anything may be wrong. */
@Timeout(300)
@Verifies({"F-3", "F-8", "F-11", "K-9"})
final class DescriptionFuzzTest {
    private static final int TRIES = 400;
    private static final String PRM = "/.well-known/oauth-protected-resource/mcp";
    private static final String AS = "/.well-known/oauth-authorization-server";

    private final Map<String, String> documents = new ConcurrentHashMap<>();

    private void answer(HttpExchange exchange) throws IOException {
        var text = documents.get(exchange.request().path());
        exchange.answer(text == null ? 404 : 200, Map.of("Content-Type", "application/json"), text == null ? "" : text);
    }

    @Test
    void whateverIsDescribedEndsInALoginOrInWords() throws Exception {
        try (var server = HttpServer.start(this::answer);
                var canary = Canary.start()) {
            int logins = 0;
            for (long seed = 0; seed < TRIES; seed++) {
                var random = new Random(seed);
                var prm = resource(server.origin());
                var as = issuer(server.origin());
                var registration = Json.object().put("client_id", "c1");
                for (int i = random.nextInt(3); i >= 0; i--) {
                    spoil(List.of(prm, as, registration).get(random.nextInt(3)), random, canary.url());
                }
                documents.put(PRM, text(prm, random));
                documents.put(AS, text(as, random));
                documents.put("/register", text(registration, random));
                logins += begun(server.origin() + "/mcp", challenge(server.origin(), random), seed) ? 1 : 0;
            }
            assertThat(canary.hits()).isZero();
            assertThat(logins).as("some of it does no harm").isBetween(TRIES / 20, TRIES - 20);
        }
    }

    /** Tells whether a login was begun; fails if it ended in anything but a login or words. */
    private static boolean begun(String url, Challenge challenge, long seed) throws Exception {
        var oauth = OAuth.builder()
                .redirectUri("https://app.example.com/callback")
                .patience(Duration.ofSeconds(20))
                .build();
        var target = new HttpTarget(url, "files", "POST", url);
        try {
            boolean again = oauth.turnedAway(
                    target, challenge, Credential.NONE, Headers.NONE, Deadline.after(Duration.ofSeconds(20)));
            throw new AssertionError("seed %d: let in without a login (%s)".formatted(seed, again));
        } catch (AuthorizationRequiredException login) {
            assertThat(login.url()).as("seed %d", seed).matches("https?://[\\x21-\\x7e]+");
            assertThat(login.url().startsWith("https://") || login.url().startsWith("http://127.0.0.1:"))
                    .as("seed %d: %s", seed, login.url())
                    .isTrue();
            return true;
        } catch (LoginFailedException | UnavailableException words) {
            assertThat(words.getMessage())
                    .as("seed %d", seed)
                    .hasSizeLessThan(2000)
                    .doesNotContain("\n", "\r", "\u001b");
            return false;
        } catch (RuntimeException other) {
            throw new AssertionError("seed " + seed, other);
        }
    }

    private static Challenge challenge(String origin, Random random) {
        var pieces = List.of(
                "Bearer ",
                "DPoP ",
                "Basic ",
                "realm=\"x\"",
                ", ",
                "=",
                "\"",
                "\\",
                "scope=\"a b\"",
                "scope=\"ü\u0001\"",
                "error=\"invalid_token\"",
                "resource_metadata=\"" + origin + PRM + "\"",
                "resource_metadata=\"http://10.0.0.1/\"",
                "resource_metadata=\"\u0000\"",
                "resource_metadata=x y");
        var words = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            words.append(pieces.get(random.nextInt(pieces.size())));
        }
        return Challenge.of(401, List.of(words.toString()));
    }

    private static void spoil(ObjectNode json, Random random, String canary) {
        var names = List.copyOf(json.propertyNames());
        if (names.isEmpty()) {
            return;
        }
        var name = names.get(random.nextInt(names.size()));
        var evil = List.of(
                "",
                " ",
                canary.replace("http:", "https:"),
                "http://10.0.0.1/x",
                "javascript:alert(1)",
                "https://as.example/a b",
                "https://as.example/%zz",
                "https://as.example/?a=b#c",
                "https://[::1",
                "\u0000\u001b[2J\r\n",
                "ü\ud83e\udd8a",
                "x".repeat(100_000),
                "https://user:pw@as.example/",
                "//as.example",
                "S256",
                "plain");
        switch (random.nextInt(8)) {
            case 0 -> json.remove(name);
            case 1 -> json.putNull(name);
            case 2 -> json.put(name, random.nextLong());
            case 3 -> json.put(name, random.nextBoolean());
            case 4 -> json.putObject(name).put("a", 1);
            case 5 -> manyOf(json.putArray(name), evil.get(random.nextInt(evil.size())), random);
            default -> json.put(name, evil.get(random.nextInt(evil.size())));
        }
    }

    private static void manyOf(ArrayNode list, String text, Random random) {
        for (int i = random.nextInt(300); i > 0; i--) {
            list.add(text.length() > 100 ? "x" : text);
        }
    }

    private static String text(ObjectNode json, Random random) {
        var text = Json.write(json);
        return switch (random.nextInt(40)) {
            case 0 -> text.substring(0, random.nextInt(text.length()));
            case 1 -> "[" + text + "]";
            case 2 -> text.replace(':', '=');
            case 3 -> "[".repeat(5000);
            default -> text;
        };
    }

    private static ObjectNode resource(String origin) {
        var json = Json.object().put("resource", origin + "/mcp").put("dpop_bound_access_tokens_required", false);
        json.putArray("authorization_servers").add(origin);
        json.putArray("scopes_supported").add("a");
        return json;
    }

    private static ObjectNode issuer(String origin) {
        var json = Json.object()
                .put("issuer", origin)
                .put("authorization_endpoint", origin + "/authorize")
                .put("token_endpoint", origin + "/token")
                .put("registration_endpoint", origin + "/register")
                .put("authorization_response_iss_parameter_supported", true)
                .put("client_id_metadata_document_supported", false);
        json.putArray("code_challenge_methods_supported").add("S256");
        json.putArray("scopes_supported").add("offline_access");
        json.putArray("grant_types_supported").add("authorization_code");
        json.putArray("token_endpoint_auth_methods_supported").add("none");
        json.putArray("dpop_signing_alg_values_supported").add("ES256");
        return json;
    }
}
