package dev.fairlead.testkit.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.testkit.DemoServer;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

@Timeout(60)
@Tag("thorough")
class LieTest {
    private final AuthScene scene = AuthScene.with(DemoServer.script().build());
    private final AuthServer server = scene.authServer().client("cli", ByHand.CALLBACK);
    private final ProtectedMcp mcp = scene.mcp();
    private final ByHand hand = new ByHand(server, mcp.resource());

    @AfterEach
    void end() {
        hand.close();
        scene.close();
        assertThat(server.http().failures()).isEmpty();
        assertThat(mcp.front().http().failures()).isEmpty();
    }

    private ByHand.Answer metadata() throws Exception {
        return hand.get(server.issuer() + "/.well-known/oauth-authorization-server");
    }

    private Form back() throws Exception {
        return hand.authorize(hand.question("cli")).redirect();
    }

    private ByHand.Answer knock(String token) throws Exception {
        return hand.mcp(mcp.url(), token.isEmpty() ? Map.of() : ByHand.bearer(token), "initialize");
    }

    @Test
    void eachServerTellsItsOwnLiesAndStopsWhenTold() throws Exception {
        assertThatThrownBy(() -> server.lie(Lie.LOOP_401)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> mcp.lie(Lie.NO_PKCE)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> server.lie(Lie.NO_PKCE, 1)).isInstanceOf(IllegalArgumentException.class);
        server.lie(Lie.NO_PKCE);
        assertThat(metadata().json().has("code_challenge_methods_supported")).isFalse();
        server.honest();
        assertThat(metadata().json().has("code_challenge_methods_supported")).isTrue();
        scene.telling(Lie.LOOP_401, 0);
        assertThat(knock(server.mint(mcp.resource())).status()).isEqualTo(401);
        mcp.honest();
        assertThat(knock(server.mint(mcp.resource())).status()).isEqualTo(200);
    }

    @Test
    void everyDangerousAuthorizationEndpointIsAnotherOne() throws Exception {
        var seen = new HashSet<String>();
        for (int i = 0; i < Lie.EVIL_AUTHORIZE.variants(); i++) {
            server.elsewhere("marker-file").lie(Lie.EVIL_AUTHORIZE, i);
            var evil = metadata().text("authorization_endpoint");
            assertThat(seen.add(evil)).isTrue();
            assertThat(evil).isNotEqualTo(server.authorizationEndpoint());
        }
        assertThat(seen)
                .anyMatch(url -> url.startsWith("javascript:"))
                .anyMatch(url -> url.startsWith("data:"))
                .anyMatch(url -> url.startsWith("file:"))
                .anyMatch(url -> url.startsWith("--"))
                .anyMatch(url -> url.contains("$(touch marker-file)"))
                .anyMatch(url -> url.contains("\r\n"))
                .anyMatch(url -> url.contains("\""))
                .anyMatch(url -> url.contains("@"))
                .anyMatch(url -> url.length() > 100_000)
                .anyMatch(url -> url.chars().anyMatch(letter -> letter > 127))
                .anyMatch(url -> url.startsWith("http://login.example.com"));
    }

    @Test
    void issuersAreWrongWhereTheyShouldBeRight() throws Exception {
        server.lie(Lie.ISSUER_MISMATCH, 0);
        assertThat(metadata().text("issuer")).isEqualTo("https://honest.example");
        server.lie(Lie.ISSUER_MISMATCH, 1);
        assertThat(metadata().text("issuer")).isEqualTo(server.issuer() + "/");
        server.lie(Lie.ISS_WRONG);
        assertThat(back().value("iss")).isEqualTo("https://honest.example");
        server.lie(Lie.ISS_TRAILING_SLASH);
        assertThat(back().value("iss")).isEqualTo(server.issuer() + "/");
        server.lie(Lie.ISS_MISSING);
        assertThat(back().has("iss")).isFalse();
        assertThat(metadata()
                        .json()
                        .path("authorization_response_iss_parameter_supported")
                        .asBoolean())
                .isTrue();
        server.honest().issuerParameter(false);
        assertThat(back().has("iss")).isFalse();
        assertThat(metadata().json().has("authorization_response_iss_parameter_supported"))
                .isFalse();
    }

    @Test
    void statesAreWrongMissingOrDoubled() throws Exception {
        server.lie(Lie.STATE_WRONG);
        assertThat(back().value("state")).isEqualTo("somebody-elses-state");
        server.lie(Lie.STATE_MISSING);
        assertThat(back().has("state")).isFalse();
        server.lie(Lie.STATE_DOUBLED, 0);
        assertThat(back().repeats()).isTrue();
        assertThat(back().value("state")).isNotEqualTo("somebody-elses-state");
        server.lie(Lie.STATE_DOUBLED, 1);
        assertThat(back().value("state")).isEqualTo("somebody-elses-state");
        assertThat(back().repeats()).isTrue();
    }

    @Test
    void errorsCarryMarkup() throws Exception {
        server.lie(Lie.ERROR_XSS);
        assertThat(back().value("error_description")).contains("<script>", "\u001b");
        assertThat(back().value("error")).contains("<b>");
    }

    @Test
    void pkceIsNotOfferedOrOnlyInItsPlainForm() throws Exception {
        server.lie(Lie.NO_PKCE);
        assertThat(metadata().json().has("code_challenge_methods_supported")).isFalse();
        server.lie(Lie.PKCE_PLAIN);
        assertThat(metadata().json().path("code_challenge_methods_supported").toString())
                .isEqualTo("[\"plain\"]");
    }

    @Test
    void tokenResponsesAreWrongInFourteenWays() throws Exception {
        assertThat(evil(0).path("access_token").asString("")).contains("\r\n");
        assertThat(evil(1).path("access_token").asString("?")).isEmpty();
        assertThat(evil(2).path("access_token").isNumber()).isTrue();
        assertThat(evil(3).path("access_token").asString("")).hasSize(1 << 20);
        assertThat(evil(4).has("token_type")).isFalse();
        assertThat(evil(5).path("token_type").asString("")).isEqualTo("mac");
        assertThat(evil(6).path("expires_in").asInt()).isNegative();
        assertThat(evil(7).path("expires_in").asLong()).isEqualTo(Long.MAX_VALUE);
        assertThat(evil(8).path("expires_in").isString()).isTrue();
        assertThat(evil(9).path("expires_in").asString("")).isEqualTo("NaN");
        assertThat(evil(10).path("scope").asString("")).contains("\u0007");
        assertThat(evil(11).path("refresh_token").asString("")).contains("\r\n");
        assertThat(evil(12).isArray()).isTrue();
        assertThatThrownBy(() -> evil(13)).isInstanceOf(JacksonException.class);
    }

    private JsonNode evil(int variant) throws Exception {
        server.lie(Lie.TOKEN_EVIL, variant);
        return hand.login("cli").json();
    }

    @Test
    void tokenResponsesArePagesOrRedirectsOrForOthers() throws Exception {
        server.lie(Lie.TOKEN_HTML);
        assertThat(hand.login("cli").header("content-type")).startsWith("text/html");
        scene.telling(Lie.TOKEN_REDIRECT, 0);
        var answer = hand.login("cli");
        assertThat(answer.status()).isEqualTo(307);
        assertThat(answer.header("location")).isEqualTo(scene.canary().url());
        server.lie(Lie.WRONG_AUDIENCE);
        assertThat(knock(hand.login("cli").text("access_token")).status()).isEqualTo(401);
        assertThat(mcp.lint()).isEmpty();
        assertThat(scene.canary().hits()).isZero();
        hand.form(answer.header("location"), Map.of(), Map.of());
        assertThat(scene.canary().hits()).isEqualTo(1);
    }

    @Test
    void tokenResponsesNeverComeOrComeByteByByte() throws Exception {
        var code = hand.exchange("cli", hand.code("cli"));
        for (int i = 0; i < Lie.TOKEN_SLOW.variants(); i++) {
            server.lie(Lie.TOKEN_SLOW, i);
            assertThatThrownBy(() -> impatient(server.tokenEndpoint(), Form.write(code)))
                    .isInstanceOf(HttpTimeoutException.class);
        }
        server.lie(Lie.METADATA_SLOW);
        assertThatThrownBy(() -> impatient(server.issuer() + "/.well-known/openid-configuration", null))
                .isInstanceOf(HttpTimeoutException.class);
    }

    private static void impatient(String url, String body) throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofMillis(700));
            if (body != null) {
                request.header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(body));
            }
            var whole = http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
            try {
                whole.orTimeout(700, TimeUnit.MILLISECONDS).join();
            } catch (CompletionException late) {
                http.shutdownNow();
                throw new HttpTimeoutException(String.valueOf(late.getCause()));
            }
        }
    }

    @Test
    void documentsAreHugeOrEndlessOrPagesOrRedirects() throws Exception {
        server.lie(Lie.METADATA_HUGE, 0);
        assertThat(metadata().body()).hasSizeGreaterThan(8 << 20);
        assertThat(metadata().text("issuer")).isEqualTo(server.issuer());
        server.lie(Lie.METADATA_HUGE, 1);
        assertThat(read(server.issuer() + "/.well-known/openid-configuration", 16 << 20))
                .isEqualTo(16 << 20);
        mcp.lie(Lie.PRM_HUGE, 0);
        assertThat(hand.get(mcp.metadataUrl()).body()).hasSizeGreaterThan(8 << 20);
        mcp.lie(Lie.PRM_HUGE, 1);
        assertThat(read(mcp.metadataUrl(), 16 << 20)).isEqualTo(16 << 20);
        server.lie(Lie.METADATA_HTML);
        assertThat(metadata().body()).startsWith("<!DOCTYPE html>");
        scene.telling(Lie.METADATA_REDIRECT, 0);
        assertThat(metadata().header("location")).isEqualTo(scene.canary().url());
    }

    private static int read(String url, int bytes) throws IOException {
        try (var in = URI.create(url).toURL().openStream()) {
            return in.readNBytes(bytes).length;
        }
    }

    @Test
    void refreshingFailsInEveryWay() throws Exception {
        var first = hand.login("cli").text("refresh_token");
        server.lie(Lie.REFRESH_500);
        assertThat(hand.token(hand.refresh("cli", first)).status()).isEqualTo(500);
        server.lie(Lie.REFRESH_INVALID_GRANT);
        assertThat(hand.token(hand.refresh("cli", first)).text("error")).isEqualTo("invalid_grant");
        server.honest();
        var second = hand.token(hand.refresh("cli", first)).text("refresh_token");
        server.lie(Lie.REFRESH_DROP);
        assertThatThrownBy(() -> hand.token(hand.refresh("cli", second))).isInstanceOf(IOException.class);
        assertThat(server.lint()).isEmpty();
        server.honest();
        assertThat(hand.token(hand.refresh("cli", second)).text("error")).isEqualTo("invalid_grant");
        assertThat(server.refreshReuses()).isEqualTo(1);
    }

    @Test
    void accessTokensLiveForOneSecond() throws Exception {
        var now = new AtomicReference<>(Instant.now());
        server.clock(now::get).lie(Lie.REFRESH_RACE, 1);
        var tokens = hand.login("cli");
        assertThat(tokens.json().path("expires_in").asInt()).isEqualTo(1);
        assertThat(knock(tokens.text("access_token")).status()).isEqualTo(200);
        now.set(now.get().plusMillis(1001));
        assertThat(knock(tokens.text("access_token")).status()).isEqualTo(401);
    }

    @Test
    void registrationIsRefused() throws Exception {
        server.lie(Lie.REGISTRATION_REFUSED);
        assertThat(hand.register(hand.registration()).text("error")).isEqualTo("invalid_redirect_uri");
    }

    @Test
    void serversAreMixedUp() throws Exception {
        scene.telling(Lie.MIX_UP_TOKEN, 0);
        assertThat(metadata().text("token_endpoint")).isEqualTo(scene.other().tokenEndpoint());
        var code = hand.exchange("cli", hand.code("cli"));
        assertThat(hand.form(scene.other().tokenEndpoint(), Map.of(), code).status())
                .isEqualTo(401);
        scene.other().client("cli", ByHand.CALLBACK);
        assertThat(hand.form(scene.other().tokenEndpoint(), Map.of(), code).status())
                .isEqualTo(400);
        assertThat(scene.other().lint()).containsExactly("client-unknown", "code-of-other-as");
        scene.telling(Lie.MIX_UP_AUTHORIZE, 0);
        assertThat(metadata().text("authorization_endpoint"))
                .isEqualTo(scene.other().authorizationEndpoint());
        var answer = hand.get(Form.extend(metadata().text("authorization_endpoint"), hand.question("cli")));
        assertThat(answer.redirect().value("iss")).isEqualTo(scene.other().issuer());
    }

    @Test
    void theMetadataOfTheResourceAreElsewhereOrOfAnother() throws Exception {
        scene.telling(Lie.PRM_ELSEWHERE, 0);
        assertThat(knock("").header("www-authenticate"))
                .contains("resource_metadata=\"" + scene.canary().url());
        scene.telling(Lie.PRM_REDIRECT, 0);
        assertThat(hand.get(mcp.metadataUrl()).header("location"))
                .isEqualTo(scene.canary().url());
        scene.telling(Lie.RESOURCE_MISMATCH, 0);
        assertThat(hand.get(mcp.metadataUrl()).text("resource")).isEqualTo("https://other.example/mcp");
    }

    @Test
    void theAuthorizationServerIsSomewhereDangerous() throws Exception {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < Lie.AS_EVIL.variants(); i++) {
            scene.telling(Lie.AS_EVIL, i);
            seen.add(hand.get(mcp.metadataUrl())
                    .json()
                    .path("authorization_servers")
                    .path(0)
                    .asString(""));
        }
        int port = scene.canary().port();
        assertThat(seen)
                .hasSize(7)
                .contains("http://10.0.0.1", "http://0x7f.1:" + port, "http://2130706433:" + port, "file:///etc/passwd")
                .contains(server.issuer() + "@127.0.0.1:" + port)
                .anyMatch(url -> url.startsWith("http://169.254.169.254"))
                .anyMatch(url -> url.startsWith("http://[::ffff:"));
    }

    @Test
    void theWallTurnsEverybodyAwayForEver() throws Exception {
        var token = server.mint(mcp.resource());
        scene.telling(Lie.LOOP_401, 0);
        assertThat(knock(token).header("www-authenticate")).contains("invalid_token");
        scene.telling(Lie.LOOP_403, 0);
        assertThat(knock(token).header("www-authenticate"))
                .isEqualTo(knock(token).header("www-authenticate"));
        scene.telling(Lie.LOOP_403, 1);
        var first = knock(token);
        assertThat(first.status()).isEqualTo(403);
        assertThat(first.header("www-authenticate")).isNotEqualTo(knock(token).header("www-authenticate"));
    }

    @Test
    void theAuthorizationServerChangesAfterTheFirstGoodRequest() throws Exception {
        scene.telling(Lie.AS_SWITCH, 0);
        var token = server.mint(mcp.resource());
        assertThat(knock(token).status()).isEqualTo(200);
        assertThat(knock(token).status()).isEqualTo(401);
        assertThat(hand.get(mcp.metadataUrl()).body()).contains(scene.other().issuer());
        assertThat(knock(scene.other().mint(mcp.resource())).status()).isEqualTo(200);
    }

    @Test
    void challengesAreHardToRead() throws Exception {
        var seen = new HashSet<String>();
        for (int i = 0; i < Lie.WWW_AUTH_EVIL.variants(); i++) {
            scene.telling(Lie.WWW_AUTH_EVIL, i);
            var head = rawHead();
            assertThat(head).startsWith("HTTP/1.1 401 ");
            assertThat(seen.add(head.replaceFirst("(?s).*WWW-Authenticate: ", "")))
                    .isTrue();
        }
        assertThat(hand.get(mcp.metadataUrl()).text("resource")).isEqualTo(mcp.url());
    }

    private String rawHead() throws IOException, URISyntaxException {
        var at = new URI(mcp.url());
        try (var socket = new Socket(at.getHost(), at.getPort())) {
            socket.getOutputStream()
                    .write("GET /mcp HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            var text = new StringBuilder();
            while (text.indexOf("\r\n\r\n") < 0) {
                text.append((char) socket.getInputStream().read());
            }
            return text.toString();
        }
    }

    @ParameterizedTest
    @EnumSource(Lie.class)
    void everyLieCanBeToldInEveryVariant(Lie lie) {
        for (int i = 0; i < lie.variants(); i++) {
            assertThat(scene.telling(lie, i)).isSameAs(scene);
        }
    }
}
