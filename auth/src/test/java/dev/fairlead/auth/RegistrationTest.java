package dev.fairlead.auth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.AuthEvent.Kind;
import dev.fairlead.testkit.auth.AuthServer;
import dev.fairlead.testkit.auth.Lie;
import dev.fairlead.testkit.auth.ProtectedMcp;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** How authorization servers get to know us. */
final class RegistrationTest {
    private static final String DOCUMENT = "https://app.example.com/client.json";

    @ParameterizedTest
    @CsvSource({
        "true, true, true, told",
        "true, true, false, told",
        "true, false, true, told",
        "false, true, true, document",
        "false, true, false, registered",
        "false, false, true, registered",
        "false, false, false, registered"
    })
    @Verifies({"F-15", "F-16", "F-17", "F-18"})
    void theBestWayToBeKnownIsTaken(boolean told, boolean document, boolean readsDocuments, String way) {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().client("app", Stage.REDIRECT);
            if (readsDocuments) {
                stage.grantor().clientDocument(DOCUMENT, document());
            }
            var settings = stage.settings();
            if (told) {
                settings.client(RegisteredClient.of("app"));
            }
            if (document) {
                settings.metadataDocument(DOCUMENT);
            }
            var oauth = settings.build();
            try (var client = stage.connect(oauth)) {
                stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            var id = oauth.account(stage.mcp().url()).orElseThrow().clientId();
            switch (way) {
                case "told" -> assertThat(id).isEqualTo("app");
                case "document" -> assertThat(id).isEqualTo(DOCUMENT);
                default -> assertThat(id).isNotIn("app", DOCUMENT);
            }
            assertThat(stage.grantor().count(Kind.REGISTER)).isEqualTo(way.equals("registered") ? 1 : 0);
            assertThat(stage.grantor().lint()).isEmpty();
        }
    }

    private static JsonNode document() {
        var document = Json.object().put("client_id", DOCUMENT).put("client_name", "App");
        document.putArray("redirect_uris").add(Stage.REDIRECT);
        document.putArray("grant_types").add("authorization_code").add("refresh_token");
        return document.put("token_endpoint_auth_method", "none");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://app.example.com/client.json",
                "https://app.example.com",
                "https://app.example.com/",
                "https://app.example.com/client.json#part",
                "https://user@app.example.com/client.json",
                "client.json"
            })
    @Verifies("F-18")
    void aDocumentHasAnHttpsAddressWithAPath(String url) {
        assertThatIllegalArgumentException().isThrownBy(() -> OAuth.builder().metadataDocument(url));
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:33418/callback, native",
        "http://localhost:8080/callback, native",
        "http://[::1]:8080/callback, native",
        "com.example.app:/callback, native",
        "https://app.example.com/callback, web",
        "HTTPS://app.example.com/callback, web"
    })
    @Verifies({"F-5", "F-19", "F-22"})
    void whereWeComeFromIsToldByWherePeopleComeBack(String redirectUri, String type) {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth =
                    stage.settings().redirectUri(redirectUri).clientName("Ahoy").build();
            var required = demanded(stage, oauth);
            assertThat(required.pending().redirectUri()).isEqualTo(redirectUri);
            var asked = registration(stage.grantor());
            assertThat(asked.path("application_type").stringValue()).isEqualTo(type);
            assertThat(asked.path("client_name").stringValue()).isEqualTo("Ahoy");
            assertThat(texts(asked.path("redirect_uris"))).containsExactly(redirectUri);
            assertThat(texts(asked.path("grant_types"))).containsExactly("authorization_code", "refresh_token");
            assertThat(texts(asked.path("response_types"))).containsExactly("code");
            assertThat(stage.grantor().lint()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://app.example.com/callback",
                "http://127.0.0.1/callback",
                "http://127.0.0.1.example.com/callback",
                "http://localhost.example.com/callback",
                "http://localhost:1@example.com/callback",
                "http://127.0.0.1:x@example.com/callback",
                "HTTP://10.0.0.1/callback"
            })
    @Verifies("F-5")
    void nobodyComesBackInTheClear(String redirectUri) {
        assertThatIllegalArgumentException().isThrownBy(() -> OAuth.builder().redirectUri(redirectUri));
    }

    @Test
    @Verifies("F-20")
    void aRefusalBecauseOfWherePeopleComeBackSaysSo() {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().lie(Lie.REGISTRATION_REFUSED);
            assertThatThrownBy(() -> stage.connect(stage.settings().build()))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContainingAll(
                            stage.grantor().issuer(),
                            "HTTP 400",
                            "invalid_redirect_uri",
                            "these redirect addresses are not allowed here",
                            Stage.REDIRECT,
                            "choose another");
            assertThat(stage.grantor().count(Kind.REGISTER)).isEqualTo(1);
            assertThat(stage.logins).hasValue(0);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "403, '{\"error\":\"access_denied\"}'",
        "404, 'not here'",
        "200, '<html>'",
        "201, '{}'",
        "201, '[]'",
        "201, '{\"client_id\":7}'",
        "201, '{\"client_id\":\"\"}'",
        "201, '{\"client_id\":\" \"}'"
    })
    @Verifies("F-20")
    void whoeverDoesNotRegisterUsIsNamedAndWhatToDoIsSaid(int status, String text) {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().faults().on(RegistrationTest::registering, answering(status, text));
            assertThatThrownBy(() -> stage.connect(stage.settings().build()))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContainingAll(stage.grantor().issuer(), "HTTP " + status, "by hand", "pass its id");
            assertThat(stage.grantor().count(Kind.AUTHORIZE)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 503})
    @Verifies("F-20")
    void whoeverCannotRegisterUsAtPresentIsAskedAgainLater(int status) {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().faults().once(RegistrationTest::registering, answering(status, "busy"));
            var oauth = stage.settings().build();
            assertThatThrownBy(() -> stage.connect(oauth))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContainingAll(stage.grantor().issuer(), "HTTP " + status);
            try (var client = stage.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Verifies({"F-15", "F-20"})
    void whereNothingHelpsTheTextSaysWhatTo(boolean weRefuse) {
        try (var stage = Stage.of(Era.MODERN)) {
            var settings = stage.settings().metadataDocument(DOCUMENT);
            if (weRefuse) {
                settings.withoutRegistration();
            } else {
                stage.grantor().registration(false);
            }
            assertThatThrownBy(() -> stage.connect(settings.build()))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContainingAll(stage.grantor().issuer(), "register a client there and pass its id");
            assertThat(stage.grantor().count(Kind.REGISTER)).isZero();
            assertThat(stage.grantor().count(Kind.AUTHORIZE)).isZero();
        }
    }

    @Test
    @Verifies({"F-12", "F-21"})
    void whoIsRegisteredAtOneIsAStrangerToAnother() {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().secrets(true);
            var oauth = stage.settings().build();
            try (var client = stage.connect(oauth)) {
                var first = oauth.account(stage.mcp().url()).orElseThrow();
                stage.mcp().movesTo(stage.scene.other());
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                var second = oauth.account(stage.mcp().url()).orElseThrow();
                assertThat(second.issuer()).isEqualTo(stage.scene.other().issuer());
                assertThat(second.clientId()).isNotEqualTo(first.clientId());
                assertNeverHeardOf(stage.scene.other(), first.clientId());
            }
            assertThat(stage.scene.other().count(Kind.REGISTER)).isEqualTo(1);
            assertThat(stage.scene.other().lint()).isEmpty();
            assertThat(stage.grantor().lint()).isEmpty();
        }
    }

    @Test
    @Verifies({"F-12", "F-21"})
    void aClientThatIsMeantForOneIsNotShownToAnother() {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().confidentialClient("app", "app-secret", "client_secret_basic", Stage.REDIRECT);
            stage.scene.other().registration(false);
            var oauth = stage.settings()
                    .client(RegisteredClient.of("app")
                            .withSecret("app-secret")
                            .at(stage.grantor().issuer()))
                    .build();
            try (var client = stage.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                stage.mcp().movesTo(stage.scene.other());
                assertThatThrownBy(() -> Stage.echo(client))
                        .isInstanceOf(LoginFailedException.class)
                        .hasMessageContainingAll(
                                stage.scene.other().issuer(), stage.grantor().issuer(), "is not shown to others");
            }
            assertNeverHeardOf(stage.scene.other(), "app");
            assertThat(stage.scene.other().lint()).isEmpty();
        }
    }

    @Test
    @Verifies("F-21")
    void aDocumentIsGoodEverywhere() {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().clientDocument(DOCUMENT, document());
            stage.scene.other().clientDocument(DOCUMENT, document());
            var oauth = stage.settings().metadataDocument(DOCUMENT).build();
            try (var client = stage.connect(oauth)) {
                stage.mcp().movesTo(stage.scene.other());
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertThat(oauth.account(stage.mcp().url()).orElseThrow().clientId())
                        .isEqualTo(DOCUMENT);
            }
            assertThat(stage.scene.other().count(Kind.REGISTER)).isZero();
            assertThat(stage.scene.other().lint()).isEmpty();
        }
    }

    @Test
    @Verifies("F-12")
    void ofSeveralTheOneThatKnowsUsIsChosen() {
        try (var one = AuthServer.start();
                var two = AuthServer.start();
                var mcp = ProtectedMcp.serving(FakeServer.named("two").build(), one, two)) {
            two.client("app", Stage.REDIRECT);
            var ours = OAuth.builder()
                    .redirectUri(Stage.REDIRECT)
                    .client(RegisteredClient.of("app").at(two.issuer()))
                    .build();
            assertThat(demanded(mcp, ours).pending().issuer()).isEqualTo(two.issuer());
            assertThat(one.events()).isEmpty();
            var strangers = OAuth.builder().redirectUri(Stage.REDIRECT).build();
            assertThat(demanded(mcp, strangers).pending().issuer()).isEqualTo(one.issuer());
        }
    }

    @Test
    @Verifies("F-21")
    void aRegistrationIsRememberedByWhereAndForWhat() {
        try (var stage = Stage.of(Era.MODERN)) {
            var first = demanded(stage, stage.settings().build());
            var second = demanded(stage, stage.settings().build());
            assertThat(second.pending().clientId()).isEqualTo(first.pending().clientId());
            assertThat(stage.grantor().count(Kind.REGISTER)).isEqualTo(1);
            var elsewhere = demanded(
                    stage,
                    stage.settings()
                            .redirectUri("https://app.example.com/other")
                            .build());
            assertThat(elsewhere.pending().clientId())
                    .isNotEqualTo(first.pending().clientId());
            assertThat(stage.grantor().count(Kind.REGISTER)).isEqualTo(2);
        }
    }

    @Test
    void aSecretThatHasExpiredEndsInALoginAsAnotherClient() {
        try (var stage = Stage.of(Era.MODERN)) {
            var later = new AtomicReference<>(Duration.ZERO);
            stage.grantor().secrets(true);
            long end = Instant.now().plusSeconds(3600).getEpochSecond();
            stage.grantor().faults().once(RegistrationTest::registering, (exchange, usual) -> {
                exchange.body(body -> {
                    var json = (ObjectNode) Json.parse(new String(body, UTF_8));
                    return Json.write(json.put("client_secret_expires_at", end)).getBytes(UTF_8);
                });
                usual.handle(exchange);
            });
            var oauth = stage.settings()
                    .clock(() -> Instant.now().plus(later.get()))
                    .build();
            try (var client = stage.connect(oauth)) {
                var before = oauth.account(stage.mcp().url()).orElseThrow().clientId();
                later.set(Duration.ofHours(2));
                stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertThat(oauth.account(stage.mcp().url()).orElseThrow().clientId())
                        .isNotEqualTo(before);
            }
            assertThat(stage.logins).hasValue(2);
            assertThat(stage.grantor().count(Kind.REGISTER)).isEqualTo(2);
            assertThat(stage.grantor().lint()).isEmpty();
        }
    }

    static AuthorizationRequiredException demanded(Stage stage, OAuth oauth) {
        return catchThrowableOfType(AuthorizationRequiredException.class, () -> stage.connect(oauth, Stage.profile()));
    }

    static AuthorizationRequiredException demanded(ProtectedMcp mcp, OAuth oauth) {
        var transport = HttpTransport.to(mcp.url()).withAuthorizer(oauth);
        return catchThrowableOfType(
                AuthorizationRequiredException.class,
                () -> McpClient.connect(transport, Stage.profile().build()));
    }

    static JsonNode registration(AuthServer grantor) {
        return grantor.events().stream()
                .filter(event -> event.kind() == Kind.REGISTER)
                .findFirst()
                .orElseThrow()
                .request()
                .json();
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::stringValue).toList();
    }

    private static void assertNeverHeardOf(AuthServer grantor, String id) {
        assertThat(grantor.http().requests()).isNotEmpty().allSatisfy(request -> {
            assertThat(request.target()).doesNotContain("client_id=" + id);
            assertThat(request.body()).doesNotContain("client_id=" + id);
            assertThat(request.has("Authorization") && request.body().contains("client_secret"))
                    .isFalse();
        });
    }

    private static boolean registering(RecordedRequest request) {
        return request.path().equals("/register");
    }

    static Fault answering(int status, String text) {
        return (exchange, usual) -> exchange.answer(status, Map.of("Content-Type", "application/json"), text);
    }
}
