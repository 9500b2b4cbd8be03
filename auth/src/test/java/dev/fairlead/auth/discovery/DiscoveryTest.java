package dev.fairlead.auth.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.HttpExchange;
import dev.fairlead.testkit.http.HttpServer;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.http.AddressPolicy;
import dev.fairlead.wire.http.GuardedFetch;
import dev.fairlead.wire.http.HttpEngine;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Where descriptions are looked for, in which order, and which of them are believed. */
final class DiscoveryTest {
    private static final String PRM = "/.well-known/oauth-protected-resource";
    private static final String OAUTH = "/.well-known/oauth-authorization-server";
    private static final String OPENID = "/.well-known/openid-configuration";

    private final Map<String, String> documents = new ConcurrentHashMap<>();
    private final Map<String, Integer> statuses = new ConcurrentHashMap<>();
    private final HttpServer http = HttpServer.start(this::answer);
    private final String origin = http.origin();

    @AfterEach
    void end() {
        http.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        var path = exchange.request().path();
        var text = documents.get(path);
        exchange.answer(
                statuses.getOrDefault(path, text == null ? 404 : 200),
                Map.of("Content-Type", "application/json"),
                text == null ? "" : text);
    }

    // The server.

    @ParameterizedTest
    @CsvSource({
        "'', /.well-known/oauth-protected-resource",
        "/, /.well-known/oauth-protected-resource",
        "/mcp, /.well-known/oauth-protected-resource/mcp /.well-known/oauth-protected-resource",
        "/mcp/, /.well-known/oauth-protected-resource/mcp /.well-known/oauth-protected-resource",
        "/a/b, /.well-known/oauth-protected-resource/a/b /.well-known/oauth-protected-resource"
    })
    @Verifies("F-7")
    void aServerIsDescribedAtItsPathOrAtItsOrigin(String path, String places) throws Exception {
        assertThat(discovery(path).resource(wanted(path, null))).isEmpty();
        assertThat(paths()).containsExactly(places.split(" "));
    }

    @Test
    @Verifies({"F-6", "F-7"})
    void thePlaceThatTheServerNamesComesFirst() throws Exception {
        documents.put("/custom.json", resource(origin + "/mcp", "https://as.example"));
        documents.put(PRM + "/mcp", resource(origin + "/mcp", "https://wrong.example"));
        var found = discovery("/mcp").resource(wanted("/mcp", origin + "/custom.json"));
        assertThat(found.orElseThrow().authorizationServers()).containsExactly("https://as.example");
        assertThat(paths()).containsExactly("/custom.json");
    }

    @Test
    @Verifies("F-7")
    void ifNothingIsThereTheUsualPlacesAreTried() throws Exception {
        documents.put(PRM, resource(origin, "https://as.example"));
        var found = discovery("/mcp").resource(wanted("/mcp", origin + "/custom.json"));
        assertThat(found).isPresent();
        assertThat(paths()).containsExactly("/custom.json", PRM + "/mcp", PRM);
    }

    @Test
    @Verifies("F-7")
    void noPlaceIsAskedTwice() throws Exception {
        assertThat(discovery("/mcp").resource(wanted("/mcp", origin + PRM + "/mcp")))
                .isEmpty();
        assertThat(paths()).containsExactly(PRM + "/mcp", PRM);
    }

    @Test
    @Verifies({"F-7", "K-9"})
    void aPlaceAtAnotherOriginIsNotAsked() throws Exception {
        try (var other = HttpServer.start(exchange -> exchange.answer(200))) {
            assertThat(discovery("/mcp").resource(wanted("/mcp", other.origin() + "/custom.json")))
                    .isEmpty();
            assertThat(other.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        // place, path of the resource
        "/.well-known/oauth-protected-resource/mcp, /mcp",
        "/.well-known/oauth-protected-resource/mcp, /mcp/",
        "/.well-known/oauth-protected-resource, /mcp",
        "/.well-known/oauth-protected-resource, /",
        "/.well-known/oauth-protected-resource, ''"
    })
    @Verifies({"F-8", "F-27"})
    void theNameOfTheResourceIsKeptAsItStands(String place, String path) throws Exception {
        documents.put(place, resource(origin + path, "https://as.example"));
        assertThat(discovery("/mcp")
                        .resource(wanted("/mcp", null))
                        .orElseThrow()
                        .resource())
                .isEqualTo(origin + path);
    }

    @ParameterizedTest
    @CsvSource({
        "/.well-known/oauth-protected-resource, /t",
        "/.well-known/oauth-protected-resource/t, /t",
        "/.well-known/oauth-protected-resource/t/, /t/one",
        "/.well-known/oauth-protected-resource/t/one, /t/one",
        "/.well-known/oauth-protected-resource/another, /t/one",
        "/t/one/about.json, /t/one",
        "/t/one/.well-known/oauth-protected-resource, /t/one"
    })
    @Verifies({"F-7", "F-8"})
    void aDescriptionMayBeOfWhateverItsPlaceIsFor(String place, String path) throws Exception {
        documents.put(place, resource(origin + path, "https://as.example"));
        assertThat(discovery("/t/one").resource(wanted("/t/one", origin + place)))
                .hasValueSatisfying(found -> assertThat(found.resource()).isEqualTo(origin + path));
    }

    @ParameterizedTest
    @CsvSource({
        "/.well-known/oauth-protected-resource/t/one, ''",
        "/.well-known/oauth-protected-resource/t/one, /",
        "/.well-known/oauth-protected-resource/t/one, /t",
        "/.well-known/oauth-protected-resource/t, ''",
        "/.well-known/oauth-protected-resources, ''",
        "/t/one/about.json, ''",
        "/t/one/about.json, /t",
        "/t/one/.well-known/oauth-protected-resource, ''",
        "/t/one/.well-known/oauth-protected-resource, /t"
    })
    @Verifies({"F-8", "K-9"})
    void aServerDoesNotSpeakForWhatStandsAboveIt(String place, String path) {
        documents.put(place, resource(origin + path, "https://as.example"));
        assertThatThrownBy(() -> discovery("/t/one").resource(wanted("/t/one", origin + place)))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContainingAll("more than it may speak for", "'" + origin + path + "'", "RFC 9728");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/mcp/tools", "/other", "/mcp2", "/mcp?t=1", "/mcp#part"})
    @Verifies("F-8")
    void aDescriptionOfSomethingElseEndsIt(String path) {
        documents.put(PRM + "/mcp", resource(origin + path, "https://as.example"));
        documents.put(PRM, resource(origin, "https://as.example"));
        assertThatThrownBy(() -> discovery("/mcp").resource(wanted("/mcp", null)))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContainingAll(origin + path, origin + "/mcp", "another resource");
        assertThat(paths()).containsExactly(PRM + "/mcp");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"authorization_servers\":[\"https://as.example\"]}",
                "{\"resource\":7,\"authorization_servers\":[\"https://as.example\"]}",
                "{\"resource\":\"$\"}",
                "{\"resource\":\"$\",\"authorization_servers\":[]}",
                "{\"resource\":\"$\",\"authorization_servers\":[7,null,\"\",\" \"]}",
                "{\"resource\":\"$\",\"authorization_servers\":\"https://as.example\"}",
                "{\"resource\":\"$\",\"authorization_servers\":{\"a\":\"https://as.example\"}}"
            })
    @Verifies({"F-6", "F-8"})
    void aDescriptionThatLacksTheEssentialsEndsIt(String text) {
        documents.put(PRM + "/mcp", text.replace("$", origin + "/mcp"));
        assertThatThrownBy(() -> discovery("/mcp").resource(wanted("/mcp", null)))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContaining("the server's description");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>hello</html>", "[]", "null", "7", "\"text\"", "", "{\"resource\":"})
    void whatIsNoDescriptionIsPassedOver(String text) throws Exception {
        documents.put(PRM + "/mcp", text);
        documents.put(PRM, resource(origin, "https://as.example"));
        assertThat(discovery("/mcp").resource(wanted("/mcp", null))).isPresent();
        assertThat(paths()).containsExactly(PRM + "/mcp", PRM);
    }

    @ParameterizedTest
    @CsvSource({
        "issuer, false",
        "token_endpoint, false",
        "scopes_supported, true",
        "dpop_signing_alg_values_supported, true"
    })
    void whatIsTooLongToBeKeptEndsIt(String member, boolean list) {
        var text = "x".repeat(4097);
        var json = Json.object().put("issuer", origin);
        if (list) {
            json.putArray(member).add("short").add(text);
        } else {
            json.put(member, text);
        }
        documents.put(OAUTH, Json.write(json));
        assertThatThrownBy(() -> discovery("").authorizationServer(origin, wanted("", null)))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContainingAll(member, "more than 4096 characters")
                .hasMessageNotContaining("xxxx");
        assertThatThrownBy(() -> discovery("").formerly(wanted("", null))).isInstanceOf(LoginFailedException.class);
        documents.put(PRM, Json.write(Json.object().put("resource", origin + "/" + text)));
        assertThatThrownBy(() -> discovery("").resource(wanted("", null)))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContaining("'resource'");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 405, 410})
    void whereNothingIsToBeHadTheNextPlaceIsAsked(int status) throws Exception {
        statuses.put(PRM + "/mcp", status);
        documents.put(PRM, resource(origin, "https://as.example"));
        assertThat(discovery("/mcp").resource(wanted("/mcp", null))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503})
    @Verifies("F-13")
    void whoeverDoesNotAnswerNowIsNotTakenForOneWhoSaysNothing(int status) {
        statuses.put(PRM + "/mcp", status);
        statuses.put(OAUTH, status);
        assertThatThrownBy(() -> discovery("/mcp").resource(wanted("/mcp", null)))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("HTTP " + status);
        assertThatThrownBy(() -> discovery("").authorizationServer(origin, wanted("", null)))
                .isInstanceOf(UnavailableException.class);
        assertThatThrownBy(() -> discovery("").formerly(wanted("", null))).isInstanceOf(UnavailableException.class);
        assertThat(paths()).containsExactly(PRM + "/mcp", OAUTH, OAUTH);
    }

    @Test
    void whatElseAServerSaysOfItselfIsRead() throws Exception {
        var json = (ObjectNode) Json.parse(resource(origin + "/mcp", "https://as.example"));
        json.putArray("scopes_supported").add("a").add(7).add("b");
        json.put("dpop_bound_access_tokens_required", true);
        documents.put(PRM + "/mcp", Json.write(json));
        var found = discovery("/mcp").resource(wanted("/mcp", null)).orElseThrow();
        assertThat(found.scopes()).containsExactly("a", "b");
        assertThat(found.boundToKey()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://my host/mcp", "http://example.com/a|b", "not an address"})
    void aServerWhoseAddressCannotBeReadFailsInWords(String server) {
        var wanted = new Wanted(server, "odd", new Challenge(401, List.of()), patience());
        assertThatThrownBy(() -> discovery("").resource(wanted)).isInstanceOf(LoginFailedException.class);
        assertThatThrownBy(() -> discovery("").formerly(wanted)).isInstanceOf(LoginFailedException.class);
    }

    // The authorization server.

    @ParameterizedTest
    @CsvSource({
        "'', /.well-known/oauth-authorization-server /.well-known/openid-configuration",
        "/, /.well-known/oauth-authorization-server /.well-known/openid-configuration",
        "/t, /.well-known/oauth-authorization-server/t /.well-known/openid-configuration/t"
                + " /t/.well-known/openid-configuration",
        "/a/b, /.well-known/oauth-authorization-server/a/b /.well-known/openid-configuration/a/b"
                + " /a/b/.well-known/openid-configuration"
    })
    @Verifies("F-9")
    void anIssuerIsDescribedAtTheseInThisOrderAndNowhereElse(String path, String places) {
        if (path.length() > 1) {
            documents.put(OAUTH, Json.write(issuer(origin + path))); // Somebody else's place.
            documents.put(OPENID, Json.write(issuer(origin + path)));
        }
        assertThatThrownBy(() -> discovery("").authorizationServer(origin + path, wanted("", null)))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContainingAll(origin + path, "does not describe itself");
        assertThat(paths()).containsExactly(places.split(" "));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    @Verifies("F-9")
    void theFirstDescriptionIsTaken(int place) throws Exception {
        var places = List.of(OAUTH + "/t", OPENID + "/t", "/t" + OPENID);
        for (var later : places.subList(place, places.size())) {
            documents.put(later, Json.write(issuer(origin + "/t").put("token_endpoint", origin + later + "-token")));
        }
        var found = discovery("").authorizationServer(origin + "/t", wanted("", null));
        assertThat(found.tokenEndpoint()).isEqualTo(origin + places.get(place) + "-token");
        assertThat(paths()).containsExactlyElementsOf(places.subList(0, place + 1));
        assertThat(found.assumed()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "$/t, $/t/",
        "$/t/, $/t",
        "$/t, $/T",
        "$/t, $",
        "$, $/",
        "$/, $",
        "$/t, $/%74",
        "$/t, $/t?a=b",
        "$/t, '$/t '",
        "$/t, https://honest.example/t"
    })
    @Verifies("F-11")
    void aNameThatDiffersByOneCharacterIsAnotherName(String asked, String named) {
        var issuer = asked.replace("$", origin);
        var path = ServerUrl.of(issuer).path();
        documents.put(OAUTH + path, Json.write(issuer(named.replace("$", origin))));
        documents.put(OPENID + path, Json.write(issuer(issuer)));
        assertThatThrownBy(() -> discovery("").authorizationServer(issuer, wanted("", null)))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContainingAll("must be equal", issuer);
        assertThat(paths()).as("no other place makes it good").containsExactly(OAUTH + path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"issuer\":7}", "{\"issuer\":null}", "{\"issuer\":[]}", "{\"issuer\":\"\"}"})
    @Verifies("F-11")
    void whoDoesNotNameItselfIsNotBelieved(String text) {
        documents.put(OAUTH, text);
        assertThatThrownBy(() -> discovery("").authorizationServer(origin, wanted("", null)))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContaining("must be equal");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "as", "ftp://as.example", "https://user@as.example", "https://as .example", "mailto:a@b"})
    void whatIsNoAddressIsNotAsked(String issuer) {
        assertThatThrownBy(() -> discovery("").authorizationServer(issuer, wanted("", null)))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContaining("no address of an authorization server");
        assertThat(paths()).isEmpty();
    }

    @Test
    @Verifies("F-14")
    void descriptionsAreAskedForInTheWordsOfTheOldestRevisionAndWithoutSecrets() throws Exception {
        documents.put(OAUTH, Json.write(issuer(origin)));
        var found = discovery("").authorizationServer(origin, wanted("", null));
        assertThat(found.issuer()).isEqualTo(origin);
        assertThat(http.requests()).allSatisfy(request -> {
            assertThat(request.header("MCP-Protocol-Version")).contains("2025-03-26");
            assertThat(request.header("Accept")).contains("application/json");
            assertThat(request.has("Authorization")).isFalse();
            assertThat(request.has("Cookie")).isFalse();
        });
    }

    @Test
    void whatAnAuthorizationServerSaysIsReadAndTheRestIsNotThere() throws Exception {
        var json = issuer(origin)
                .put("authorization_endpoint", origin + "/a")
                .put("token_endpoint", 7)
                .put("registration_endpoint", " ")
                .put("revocation_endpoint", origin + "/r")
                .put("authorization_response_iss_parameter_supported", true)
                .put("client_id_metadata_document_supported", "true");
        json.putArray("code_challenge_methods_supported").add("plain").add("S256");
        json.put("grant_types_supported", "authorization_code");
        json.putArray("scopes_supported").add("offline_access").addNull();
        documents.put(OAUTH, Json.write(json));
        var found = discovery("").authorizationServer(origin, wanted("", null));
        assertThat(found.authorizationEndpoint()).isEqualTo(origin + "/a");
        assertThat(found.tokenEndpoint()).isNull();
        assertThat(found.registrationEndpoint()).isNull();
        assertThat(found.revocationEndpoint()).isEqualTo(origin + "/r");
        assertThat(found.namesItself()).isTrue();
        assertThat(found.readsClientDocuments()).isFalse();
        assertThat(found.bindsLogins()).isTrue();
        assertThat(found.mayGrant("anything")).isTrue();
        assertThat(found.offersScope("offline_access")).isTrue();
        assertThat(found.offersScope("null")).isFalse();
        assertThat(found.clientAuthentication()).isNull();
        assertThat(found.proofAlgorithms()).isNull();
    }

    // The servers of 2025-03-26.

    @Test
    @Verifies({"F-10", "F-14"})
    void aFormerServerIsItsOwnAuthorizationServer() throws Exception {
        documents.put(OAUTH, Json.write(issuer(origin).put("token_endpoint", origin + "/t")));
        var found = discovery("/mcp").formerly(wanted("/mcp", null));
        assertThat(found.issuer()).isEqualTo(origin);
        assertThat(found.tokenEndpoint()).isEqualTo(origin + "/t");
        assertThat(found.assumed()).isFalse();
        assertThat(paths()).containsExactly(OAUTH);
    }

    @Test
    @Verifies("F-13")
    void whereNothingIsDescribedTheUsualEndpointsAreAssumed() throws Exception {
        var found = discovery("/deep/mcp").formerly(wanted("/deep/mcp", null));
        assertThat(paths()).containsExactly(OAUTH);
        assertThat(found.assumed()).isTrue();
        assertThat(found.bindsLogins()).isTrue();
        assertThat(List.of(
                        String.valueOf(found.issuer()),
                        String.valueOf(found.authorizationEndpoint()),
                        String.valueOf(found.tokenEndpoint()),
                        String.valueOf(found.registrationEndpoint())))
                .containsExactly(origin, origin + "/authorize", origin + "/token", origin + "/register");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"issuer\":\"https://other.example\"}", "{\"issuer\":7}"})
    @Verifies("F-11")
    void aFormerServerNamesNobodyElse(String text) {
        documents.put(OAUTH, text);
        assertThatThrownBy(() -> discovery("/mcp").formerly(wanted("/mcp", null)))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContainingAll("is not at", origin);
    }

    private List<String> paths() {
        return http.requests().stream().map(RecordedRequest::path).toList();
    }

    private Discovery discovery(String path) {
        var fetch = new GuardedFetch(HttpEngine.shared(), AddressPolicy.forServer(origin + path));
        return new Discovery(fetch, fetch);
    }

    private Wanted wanted(String path, @Nullable String metadata) {
        var challenge = metadata == null
                ? new Challenge(401, List.of())
                : Challenge.of(401, List.of("Bearer resource_metadata=\"%s\"".formatted(metadata)));
        return new Wanted(origin + path, "files", challenge, patience());
    }

    private static Deadline patience() {
        return Deadline.after(Duration.ofSeconds(30));
    }

    private static String resource(String name, String issuer) {
        var json = Json.object().put("resource", name);
        json.putArray("authorization_servers").add(issuer);
        return Json.write(json);
    }

    private static ObjectNode issuer(String name) {
        return Json.object().put("issuer", name);
    }
}
