package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.AuthEvent.Kind;
import dev.fairlead.testkit.auth.AuthServer;
import dev.fairlead.testkit.auth.HttpUserAgent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server whose own authorization server sends people on to an honest one, and would be shown what that one lets them bring
 * back (RFC 9700, 4.4). Neither names itself in its answers.
 */
final class MixUpTest {
    private static final String DOCUMENT = "https://app.example.com/client.json";

    private Stage stage;
    private AuthServer hostile;
    private AuthServer honest;

    @BeforeEach
    void open() {
        stage = Stage.of(Era.MODERN);
        hostile = stage.grantor().issuerParameter(false);
        honest = stage.scene.other().issuerParameter(false).client("app", Stage.REDIRECT);
    }

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    @Verifies("K-11")
    void whoSendsPeopleOnWithOurAddressForItIsRefusedByTheOtherOne() {
        var required = demanded(stage.settings()
                .client(RegisteredClient.of("app").at(honest.issuer()))
                .build());
        sendingOn("app", required.pending().redirectUri());

        assertThatThrownBy(() -> new HttpUserAgent().stopBefore(Stage.REDIRECT, required.url()))
                .hasMessageContaining("does not live there");
        assertThat(honest.lint()).containsExactly("redirect-uri-unregistered");
    }

    @Test
    @Verifies("K-11")
    void whoSendsPeopleOnWithOurAddressForTheOtherOneIsNotShownItsCode() throws Exception {
        var oauth = stage.settings()
                .client(RegisteredClient.of("app").at(honest.issuer()))
                .build();
        var required = demanded(oauth);
        sendingOn("app", Stage.REDIRECT);
        var back = new HttpUserAgent().stopBefore(Stage.REDIRECT, required.url());

        assertThat(back).contains("code=", required.pending().state());
        assertThatThrownBy(() -> oauth.finish(required.pending(), back))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContainingAll("another address", hostile.issuer(), "was not used");
        assertThat(hostile.count(Kind.TOKEN)).isZero();
    }

    @Test
    @Verifies("K-11")
    void norIsItWhereWeRegisteredWithBoth() throws Exception {
        stage.mcp().movesTo(honest);
        var oauth = stage.settings().build();
        var there = demanded(oauth).pending();
        stage.mcp().movesTo(hostile);
        var required = demanded(oauth);

        assertThat(required.pending().redirectUri()).isNotEqualTo(there.redirectUri());
        sendingOn(there.clientId(), there.redirectUri());
        var back = new HttpUserAgent().stopBefore(Stage.REDIRECT, required.url());

        assertThat(back).contains("code=", required.pending().state());
        assertThatThrownBy(() -> oauth.finish(required.pending(), back))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContaining("another address");
        assertThat(hostile.count(Kind.TOKEN)).isZero();
    }

    @Test
    @Verifies("K-11")
    void onADesktopNobodyWaitsAtAnotherAddress() throws Exception {
        var oauth = OAuth.builder().redirectPort(freePort()).build();
        var required = demanded(oauth);
        var ours = required.pending().redirectUri();

        assertThat(ours).matches("http://127\\.0\\.0\\.1:[0-9]+/from/[0-9a-f]{32}");
        var other = ours.replaceAll("/from/.*", "/callback");
        assertThatThrownBy(() -> oauth.finish(
                        required.pending(),
                        other + "?code=c&state=" + required.pending().state()))
                .hasMessageContaining("another address");
        assertThatThrownBy(() -> oauth.finish(
                        required.pending(), "code=c&state=" + required.pending().state()))
                .hasMessageContaining("another address");
        assertThat(hostile.count(Kind.TOKEN)).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anHonestOneThatDoesNotNameItselfGoesOnWorking(boolean taken) throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var oauth = OAuth.builder().redirectPort(socket.getLocalPort()).build();
            if (!taken) {
                socket.close();
            }
            var login = DesktopLogin.of(oauth, MixUpTest::walk, url -> {});
            try (var client = stage.connect(oauth, Stage.profile().login(login::login))) {
                stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
        }
        assertThat(hostile.count(Kind.REGISTER)).isEqualTo(taken ? 2 : 1);
        assertThat(hostile.lint()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://app.example.com/callback", "https://app.example.com/callback?tenant=a"})
    void soDoesOneThatPutsAQuestionMarkBeforeItsAnswer(String address) throws Exception {
        var oauth = stage.settings().redirectUri(address).build();
        var required = demanded(oauth);
        var back = Stage.comeBack(required);

        assertThat(back).startsWith(address).contains("issued_by=", "&code=");
        oauth.finish(required.pending(), back.replace("&code=", "?code="));

        assertThat(oauth.account(stage.mcp().url())).isPresent();
        assertThat(hostile.lint()).isEmpty();
    }

    @Test
    void oneThatNamesItselfNeedsNoAddressOfItsOwn() {
        hostile.issuerParameter(true);

        assertThat(demanded(stage.settings().build()).pending().redirectUri()).isEqualTo(Stage.REDIRECT);
    }

    @Test
    @Verifies({"F-21", "K-11"})
    void aClientThatWasUsedElsewhereIsNotShown() throws Exception {
        hostile.client("app", Stage.REDIRECT);
        stage.mcp().movesTo(honest);
        var oauth = stage.settings().client(RegisteredClient.of("app")).build();
        stage.connect(oauth).close();
        stage.mcp().movesTo(hostile);
        honest.expireAll();

        assertThatThrownBy(() -> stage.connect(oauth, Stage.profile()))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContainingAll(hostile.issuer(), honest.issuer(), "'app'", "name that as its issuer");
        assertThat(hostile.count(Kind.AUTHORIZE)).isZero();

        var meant = stage.settings()
                .client(RegisteredClient.of("app").at(hostile.issuer()))
                .build();
        assertThat(demanded(meant).pending().redirectUri()).isEqualTo(Stage.REDIRECT);
        oauth.logout(stage.mcp().url());
        assertThat(demanded(oauth).pending().clientId()).isEqualTo("app");
    }

    @Test
    @Verifies("K-11")
    void whereNobodyLoggedInAClientIsNotTaken() throws Exception {
        hostile.client("app", Stage.REDIRECT);
        var oauth = stage.settings().client(RegisteredClient.of("app")).build();
        var begun = demanded(oauth);
        var back = Stage.comeBack(begun);
        stage.mcp().movesTo(honest);
        stage.connect(oauth).close();

        // And by who was asked first no more, once somebody logged in elsewhere.
        assertThatThrownBy(() -> oauth.finish(begun.pending(), back))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContainingAll(hostile.issuer(), honest.issuer());
        assertThat(hostile.count(Kind.TOKEN)).isZero();
    }

    @Test
    @Verifies("K-11")
    void aClientOfNobodyKnowsWhomIsNotSentToTheLoginPageOfAnother() {
        hostile.client("app", Stage.REDIRECT);
        hostile.metadata(said -> said.put("authorization_endpoint", honest.authorizationEndpoint()));
        var oauth = stage.settings().client(RegisteredClient.of("app")).build();

        assertThatThrownBy(() -> stage.connect(oauth))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContainingAll(hostile.issuer(), honest.authorizationEndpoint(), "name that as its issuer");
        assertThat(stage.logins).hasValue(0);
        assertThat(honest.count(Kind.AUTHORIZE)).isZero();

        var meant = stage.settings()
                .client(RegisteredClient.of("app").at(hostile.issuer()))
                .build();
        assertThat(demanded(meant).url()).startsWith(honest.authorizationEndpoint());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Verifies({"F-18", "K-11"})
    void whereTheDocumentIsKnownElsewhereWeRegister(boolean possible) {
        for (var one : new AuthServer[] {hostile, honest}) {
            var document = Json.object().put("client_id", DOCUMENT).put("client_name", "App");
            document.putArray("redirect_uris").add(Stage.REDIRECT);
            one.clientDocument(DOCUMENT, document);
        }
        hostile.registration(possible);
        stage.mcp().movesTo(honest);
        var oauth = stage.settings().metadataDocument(DOCUMENT).build();
        stage.connect(oauth).close();
        assertThat(oauth.account(stage.mcp().url()).orElseThrow().clientId()).isEqualTo(DOCUMENT);
        stage.mcp().movesTo(hostile);
        honest.expireAll();

        if (possible) {
            var pending = demanded(oauth).pending();
            assertThat(pending.clientId()).isNotEqualTo(DOCUMENT);
            assertThat(pending.redirectUri()).contains("issued_by=");
        } else {
            assertThatThrownBy(() -> stage.connect(oauth, Stage.profile()))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContainingAll(honest.issuer(), DOCUMENT);
        }
    }

    /** Has the hostile one send people on, as if the honest one had been asked by our client there, for another resource. */
    private void sendingOn(String clientId, String redirectUri) {
        hostile.faults().on(request -> request.path().equals("/authorize"), (exchange, usual) -> {
            var asked = exchange.request()
                    .query()
                    .replaceAll("client_id=[^&]*", "client_id=" + encoded(clientId))
                    .replaceAll("redirect_uri=[^&]*", "redirect_uri=" + encoded(redirectUri));
            exchange.answer(302, Map.of("Location", honest.authorizationEndpoint() + "?" + asked), "");
        });
    }

    private AuthorizationRequiredException demanded(OAuth oauth) {
        return catchThrowableOfType(AuthorizationRequiredException.class, () -> stage.connect(oauth, Stage.profile()));
    }

    private static boolean walk(String url) {
        Thread.ofVirtual().start(() -> {
            try {
                new HttpUserAgent().visit(url);
            } catch (IOException lost) {
                throw new IllegalStateException(lost);
            }
        });
        return true;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
