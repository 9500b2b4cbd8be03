package dev.fairlead.testkit.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.testkit.http.HttpExchange;
import dev.fairlead.testkit.http.HttpServer;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HttpUserAgentTest {
    private static final String RESOURCE = "http://127.0.0.1:9/mcp";

    @Test
    void logsInOnAPage() throws Exception {
        try (var callback = Canary.start();
                var server = AuthServer.start().login("alice", "p&ss\"word").client("cli", callback.url());
                var hand = new ByHand(server, RESOURCE)) {
            var question = hand.question("cli");
            question.put("redirect_uri", callback.url());
            var url = Form.extend(server.authorizationEndpoint(), question);
            assertThat(hand.get(url).body()).contains("<form");
            question.put("state", "another-state-than-the-first");
            question.put("code_challenge", JwtKey.hash("another"));
            var agent = new HttpUserAgent().filling("user", "alice").filling("password", "p&ss\"word");
            var back = agent.stopBefore(callback.url(), Form.extend(server.authorizationEndpoint(), question));
            assertThat(back).startsWith(callback.url() + "?code=");
            assertThat(callback.hits()).isZero();
            assertThat(agent.followTo(callback.url(), back)).isEqualTo(back);
            assertThat(callback.hits()).isEqualTo(1);
            assertThat(agent.page()).contains("canary");
            assertThat(agent.status()).isEqualTo(200);
            assertThat(server.lint()).isEmpty();
            assertThat(server.count(AuthEvent.Kind.LOGIN)).isEqualTo(1);
        }
    }

    @Test
    void aWrongPasswordLeadsNowhere() throws Exception {
        try (var server = AuthServer.start().login("alice", "right").client("cli", ByHand.CALLBACK);
                var hand = new ByHand(server, RESOURCE)) {
            var url = Form.extend(server.authorizationEndpoint(), hand.question("cli"));
            var agent = new HttpUserAgent().filling("user", "alice").filling("password", "wrong");
            assertThatThrownBy(() -> agent.stopBefore(ByHand.CALLBACK, url)).hasMessageContaining("circles");
            assertThatThrownBy(() -> new HttpUserAgent().stopBefore("http://x", server.issuer() + "/nothing"))
                    .hasMessageContaining("404");
        }
    }

    @Test
    void walksThroughPagesLikeThoseOfRealServers() throws Exception {
        try (var site = HttpServer.start(HttpUserAgentTest::site)) {
            var agent = new HttpUserAgent().filling("username", "al ice").filling("password", "x");
            var end = agent.visit(site.origin() + "/auth?client=a");
            assertThat(end).isEqualTo(site.origin() + "/done?ok=1");
            var login = site.requests().stream()
                    .filter(request -> request.path().equals("/realms/login"))
                    .findFirst()
                    .orElseThrow();
            assertThat(login.query()).isEqualTo("session_code=a&execution=b");
            assertThat(Form.parse(login.body()).fields())
                    .extracting(field -> field.name() + "=" + field.value())
                    .containsExactly("username=al ice", "password=x", "credentialId=", "login=Sign In");
            assertThat(login.header("Cookie")).hasValue("sid=1; only=here");
            var last = site.requests().getLast();
            assertThat(last.header("Cookie")).hasValue("sid=1");
        }
    }

    private static void site(HttpExchange exchange) throws IOException {
        switch (exchange.request().path()) {
            case "/auth" -> {
                exchange.impose("Set-Cookie", "sid=1; Path=/; Secure; HttpOnly; SameSite=None");
                Documents.redirect(exchange, 303, "/realms/page");
            }
            case "/realms/page" -> {
                exchange.impose("Set-Cookie", "only=here");
                Documents.html(
                        exchange,
                        200,
                        "<form action='/search'><input name=q></form><form id=\"kc-form-login\" onsubmit=\"return"
                            + " true;\" action=\"/realms/login?session_code=a&amp;execution=b\" method=\"post\"><input"
                            + " tabindex=\"1\" id=\"username\" name=\"username\" value=\"\" type=\"text\"/><input"
                            + " name=\"password\" type=\"password\" /><input type=\"checkbox\""
                            + " name=\"rememberMe\"><input type=\"hidden\" name=\"credentialId\" /><input"
                            + " name=\"login\" type=\"submit\" value=\"Sign In\"/></form>");
            }
            case "/realms/login" -> {
                exchange.impose("Set-Cookie", "only=; Path=/realms; Expires=Thu, 01 Jan 1970 00:00:00 GMT");
                Documents.html(
                        exchange,
                        200,
                        "<form action=\"/done\"><input type=hidden name=ok value=1><button>Allow</button></form>");
            }
            default -> exchange.answer(200, Map.of(), "that is all");
        }
    }
}
