package dev.fairlead.testkit.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.testkit.DemoServer;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProtectedMcpTest {
    private final AuthScene scene = AuthScene.with(DemoServer.script().build());
    private final AuthServer server = scene.authServer().client("cli", ByHand.CALLBACK);
    private final ProtectedMcp mcp = scene.mcp();
    private final ByHand hand = new ByHand(server, mcp.resource());

    @AfterEach
    void end() {
        hand.close();
        scene.close();
        assertThat(mcp.front().http().failures()).isEmpty();
        assertThat(scene.canary().hits()).isZero();
    }

    private ByHand.Answer initialize(Map<String, String> headers) throws Exception {
        return hand.mcp(mcp.url(), headers, "initialize");
    }

    @Test
    void letsInWhoHasATokenAndTellsOthersWhereToGetOne() throws Exception {
        mcp.scopes("mcp:read", "mcp:write").challengeScope("mcp:read");
        var turnedAway = initialize(Map.of());
        assertThat(turnedAway.status()).isEqualTo(401);
        assertThat(turnedAway.header("www-authenticate"))
                .isEqualTo("Bearer realm=\"mcp\", scope=\"mcp:read\", resource_metadata=\"" + mcp.metadataUrl() + "\"");
        var metadata = hand.get(mcp.metadataUrl());
        assertThat(metadata.text("resource")).isEqualTo(mcp.url());
        assertThat(metadata.json().path("authorization_servers").path(0).asString(""))
                .isEqualTo(server.issuer());
        assertThat(metadata.json().path("scopes_supported").size()).isEqualTo(2);
        var token = hand.login("cli").text("access_token");
        var answer = initialize(ByHand.bearer(token));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("result").has("serverInfo")).isTrue();
        assertThat(initialize(ByHand.bearer("made-up")).header("www-authenticate"))
                .contains("invalid_token");
        assertThat(mcp.withoutToken()).isEqualTo(1);
        assertThat(mcp.withGoodToken()).isEqualTo(1);
        assertThat(mcp.withBadToken()).isEqualTo(1);
        assertThat(mcp.metadataRequests()).hasSize(1);
        assertThat(mcp.lint()).isEmpty();
        assertThat(server.lint()).isEmpty();
    }

    @Test
    void metadataCanBeAtAnyPlaceOrNowhere() throws Exception {
        var origin = mcp.front().http().origin();
        mcp.metadataAt(PrmPlace.ROOT).announces(false);
        assertThat(initialize(Map.of()).header("www-authenticate")).isEqualTo("Bearer realm=\"mcp\"");
        assertThat(hand.get(origin + "/.well-known/oauth-protected-resource/mcp")
                        .status())
                .isEqualTo(404);
        assertThat(hand.get(origin + "/.well-known/oauth-protected-resource").status())
                .isEqualTo(200);
        mcp.metadataAt(PrmPlace.CUSTOM).announces(true);
        assertThat(initialize(Map.of()).header("www-authenticate")).contains(mcp.metadataUrl());
        assertThat(hand.get(mcp.metadataUrl()).status()).isEqualTo(200);
        mcp.metadataAt();
        assertThat(hand.get(origin + "/custom/metadata.json").status()).isEqualTo(404);
        mcp.challenge("Basic realm=\"x\"\r\nWWW-Authenticate: Bearer scope=\"a\"");
        assertThat(initialize(Map.of()).header("www-authenticate")).isEqualTo("Basic realm=\"x\", Bearer scope=\"a\"");
    }

    @Test
    void eachMethodNeedsItsScopes() throws Exception {
        mcp.requires("*", "mcp:read").requires("tools/call", "mcp:read", "mcp:write");
        var reader = ByHand.bearer(server.mint(mcp.resource(), "mcp:read"));
        assertThat(initialize(reader).status()).isEqualTo(200);
        var refused = hand.mcp(mcp.url(), reader, "tools/call");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.header("www-authenticate"))
                .contains("error=\"insufficient_scope\"", "mcp:read", "mcp:write");
        assertThat(mcp.withTooLittleScope()).isEqualTo(1);
        var writer = ByHand.bearer(server.mint(mcp.resource(), "mcp:read", "mcp:write"));
        assertThat(hand.mcp(mcp.url(), writer, "tools/call").status()).isNotIn(401, 403);
    }

    @Test
    void tokensEndWhenTheyAreMadeToAndAreRefreshed() throws Exception {
        var tokens = hand.login("cli");
        mcp.expireAll();
        assertThat(initialize(ByHand.bearer(tokens.text("access_token"))).status())
                .isEqualTo(401);
        var fresh = hand.token(hand.refresh("cli", tokens.text("refresh_token")));
        assertThat(initialize(ByHand.bearer(fresh.text("access_token"))).status())
                .isEqualTo(200);
        server.revokeAll();
        assertThat(initialize(ByHand.bearer(fresh.text("access_token"))).status())
                .isEqualTo(401);
        assertThat(hand.token(hand.refresh("cli", fresh.text("refresh_token"))).text("error"))
                .isEqualTo("invalid_grant");
    }

    @Test
    void tokensOfOthersAreWorthNothing() throws Exception {
        assertThat(initialize(ByHand.bearer(server.mint("https://other.example/mcp")))
                        .status())
                .isEqualTo(401);
        assertThat(initialize(ByHand.bearer(scene.other().mint(mcp.resource()))).status())
                .isEqualTo(401);
        var refresh = hand.login("cli").text("refresh_token");
        assertThat(initialize(ByHand.bearer(refresh)).status()).isEqualTo(401);
        assertThat(hand.mcp(mcp.url() + "?access_token=" + server.mint(mcp.resource()), Map.of(), "initialize")
                        .status())
                .isEqualTo(401);
        assertThat(hand.mcp(mcp.url(), Map.of("Mcp-Session-Id", "abc"), "tools/list")
                        .status())
                .isEqualTo(401);
        assertThat(mcp.lint())
                .containsExactly(
                        "token-of-other-resource",
                        "token-of-other-as",
                        "refresh-token-as-access-token",
                        "token-in-url",
                        "session-without-token");
    }

    @Test
    void movesToAnotherAuthorizationServer() throws Exception {
        var old = hand.login("cli").text("access_token");
        mcp.movesTo(scene.other());
        assertThat(initialize(ByHand.bearer(old)).status()).isEqualTo(401);
        assertThat(hand.get(mcp.metadataUrl()).body()).contains(scene.other().issuer());
        assertThat(initialize(ByHand.bearer(scene.other().mint(mcp.resource()))).status())
                .isEqualTo(200);
        try (var there = new ByHand(scene.other(), mcp.resource())) {
            there.authorize(there.question("cli"));
        }
        assertThat(scene.other().lint()).containsExactly("client-id-of-other-as");
        assertThat(mcp.lint()).containsExactly("token-of-other-as");
    }

    @Test
    void boundTokensNeedAProofForEveryRequest() throws Exception {
        server.dpop(Dpop.REQUIRED);
        mcp.dpopNonce(true);
        var key = JwtKey.generate();
        assertThat(initialize(Map.of()).header("www-authenticate")).startsWith("DPoP ");
        var tokens = hand.token(
                Map.of("DPoP", key.proof("POST", server.tokenEndpoint(), null, null)),
                hand.exchange("cli", hand.code("cli")));
        var token = tokens.text("access_token");
        var asked = initialize(bound(token, key.proof("POST", mcp.url(), token, null)));
        assertThat(asked.status()).isEqualTo(401);
        assertThat(asked.header("www-authenticate")).contains("use_dpop_nonce");
        var nonce = asked.header("dpop-nonce");
        assertThat(initialize(bound(token, key.proof("POST", mcp.url(), token, nonce)))
                        .status())
                .isEqualTo(200);
        assertThat(mcp.lint()).isEmpty();
        assertThat(initialize(ByHand.bearer(token)).status()).isEqualTo(401);
        assertThat(initialize(bound(token, key.proof("POST", mcp.url(), null, nonce)))
                        .status())
                .isEqualTo(401);
        var thief = JwtKey.generate();
        assertThat(initialize(bound(token, thief.proof("POST", mcp.url(), token, nonce)))
                        .status())
                .isEqualTo(401);
        mcp.rotateNonce();
        assertThat(initialize(bound(token, key.proof("POST", mcp.url(), token, nonce)))
                        .header("dpop-nonce"))
                .isNotEqualTo(nonce);
        assertThat(mcp.lint()).containsExactly("bound-token-as-bearer", "dpop-ath", "dpop-other-key");
    }

    private static Map<String, String> bound(String token, String proof) {
        return Map.of("Authorization", "DPoP " + token, "DPoP", proof);
    }

    @Test
    void hostsItsAuthorizationServerAsInTheFirstRevision() throws Exception {
        mcp.hosts(server);
        var origin = mcp.front().http().origin();
        assertThat(server.issuer()).isEqualTo(origin);
        assertThat(hand.get(origin + "/.well-known/oauth-protected-resource").status())
                .isEqualTo(404);
        assertThat(hand.get(origin + "/.well-known/oauth-authorization-server").text("issuer"))
                .isEqualTo(origin);
        server.answersAt(new WellKnown[0]);
        assertThat(hand.get(origin + "/.well-known/oauth-authorization-server").status())
                .isEqualTo(404);
        var question = hand.question("cli");
        question.remove("resource");
        var fields = hand.exchange("cli", hand.authorize(question).redirect().value("code"));
        fields.remove("resource");
        var token = hand.token(fields).text("access_token");
        assertThat(initialize(ByHand.bearer(token)).status()).isEqualTo(200);
        assertThat(server.lint()).isEmpty();
    }

    @Test
    void letsTheModernEraThrough() throws Exception {
        var token = server.mint(mcp.resource());
        var headers = Map.of(
                "Authorization", "Bearer " + token,
                "MCP-Protocol-Version", "2026-07-28",
                "Mcp-Method", "server/discover",
                "Accept", "application/json, text/event-stream");
        var body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\",\"params\":{\"_meta\":{"
                + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"h\",\"version\":\"1\"},"
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";
        var answer = hand.post(mcp.url(), headers, "application/json", body);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().has("result")).isTrue();
    }
}
