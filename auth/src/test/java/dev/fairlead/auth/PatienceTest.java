package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.auth.FullStore.Mode;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.TokenRejectedException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.AuthEvent;
import dev.fairlead.testkit.auth.Lie;
import dev.fairlead.testkit.auth.PrmPlace;
import dev.fairlead.testkit.auth.ProtectedMcp;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must not be lost, locked out or given away when something goes wrong at an unlucky moment. */
final class PatienceTest {

    @Test
    @Verifies("F-21")
    void aTokenThatEndedWhileItsGrantorMovedIsReplacedAtTheNewOne() {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().accessLifetime(Duration.ofMinutes(10));
            var later = new AtomicReference<>(Duration.ZERO);
            var oauth = stage.settings()
                    .clock(() -> Instant.now().plus(later.get()))
                    .build();
            try (var client = stage.connect(oauth)) {
                stage.mcp().movesTo(stage.scene.other());
                stage.grantor().close();
                later.set(Duration.ofHours(1));
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(stage.logins).hasValue(2);
        }
    }

    @Test
    @Verifies({"F-21", "K-10"})
    void aMachineRenewsWhereItGotItsTokenAndNowhereElse() {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor()
                    .confidentialClient("app", "open-sesame", "client_secret_basic")
                    .accessLifetime(Duration.ofMinutes(10));
            stage.mcp().metadataAt(PrmPlace.CUSTOM).announces(true);
            var later = new AtomicReference<>(Duration.ZERO);
            var oauth = stage.settings()
                    .grant(new Grant.OwnRight())
                    .client(RegisteredClient.of("app").withSecret("open-sesame"))
                    .clock(() -> Instant.now().plus(later.get()))
                    .build();
            try (var client = stage.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                later.set(Duration.ofHours(1));
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(stage.grantor().tokenRequests("client_credentials")).isEqualTo(2);
            assertThat(stage.mcp().front().requests())
                    .noneMatch(request -> request.target().startsWith("/token"));
        }
    }

    @Test
    @Verifies({"F-21", "K-11"})
    void secretsAreNotMadeWithoutSayingForWhom() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OAuth.builder()
                        .client(RegisteredClient.of("app").withSecret("open-sesame"))
                        .build())
                .withMessageContaining("issuer(...)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OAuth.builder()
                        .grant(new Grant.Workload(audience -> "jwt"))
                        .build());
        assertThat(OAuth.builder()
                        .client(RegisteredClient.of("app")
                                .withSecret("open-sesame")
                                .at("https://as.example"))
                        .build())
                .isNotNull();
    }

    @Test
    @Verifies({"F-21", "K-11"})
    void whoIsMeantForOneGrantorIsShownToNoOther() {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = OAuth.builder()
                    .issuer("https://another.example")
                    .grant(new Grant.Workload(audience -> "jwt"))
                    .forServers(stage.mcp().url())
                    .build();
            assertThatThrownBy(() -> stage.connect(oauth, Stage.profile()))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContainingAll(
                            "https://another.example", stage.grantor().issuer());
            assertThat(stage.grantor().count(AuthEvent.Kind.TOKEN)).isZero();
        }
    }

    @Test
    void aGrantorThatIsBusyCostsNobodyTheirLogin() {
        try (var stage = Stage.of(Era.MODERN);
                var client = stage.connect(stage.settings().build())) {
            for (var answer : List.of(429, 408, 503)) {
                stage.grantor().faults().on(request -> request.target().startsWith("/token"), Fault.answer(answer));
                stage.mcp().expireAll();
                assertThatThrownBy(() -> Stage.echo(client)).isInstanceOf(UnavailableException.class);
                stage.grantor().faults().clear();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(stage.logins).hasValue(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429})
    @Verifies("F-13")
    void descriptionsThatAreNotToBeHadNowCostNobodyTheirLogin(int status) {
        try (var stage = Stage.of(Era.MODERN);
                var client = stage.connect(stage.settings().build())) {
            describesNothingNow(stage, status);
            stage.mcp().expireAll();
            assertThatThrownBy(() -> Stage.echo(client)).isInstanceOf(UnavailableException.class);
            describesItselfAgain(stage);
            assertThat(Stage.echo(client)).isEqualTo("nothing");
            assertThat(stage.logins).hasValue(1);
            assertNothingWasPostedToTheServerItself(stage);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429})
    @Verifies({"F-13", "K-11"})
    void nobodyIsShownASecretBecauseNothingCanBeReadNow(int status) {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().confidentialClient("app", "open-sesame", "client_secret_basic");
            var oauth = stage.settings()
                    .grant(new Grant.OwnRight())
                    .client(RegisteredClient.of("app").withSecret("open-sesame"))
                    .build();
            describesNothingNow(stage, status);
            assertThatThrownBy(() -> stage.connect(oauth)).isInstanceOf(UnavailableException.class);
            assertThat(stage.store.keys(""))
                    .as("nobody is the only one for it yet")
                    .isEmpty();
            describesItselfAgain(stage);
            try (var client = stage.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertNothingWasPostedToTheServerItself(stage);
        }
    }

    private static void describesNothingNow(Stage stage, int status) {
        for (var faults :
                List.of(stage.mcp().front().http().faults(), stage.grantor().faults())) {
            faults.on(request -> request.path().startsWith("/.well-known/"), Fault.answer(status));
        }
    }

    private static void describesItselfAgain(Stage stage) {
        stage.mcp().front().http().faults().clear();
        stage.grantor().faults().clear();
    }

    private static void assertNothingWasPostedToTheServerItself(Stage stage) {
        assertThat(stage.mcp().front().requests())
                .noneMatch(request ->
                        request.path().equals("/token") || request.path().equals("/register"));
    }

    @Test
    @Verifies("F-44")
    void aStoreThatCannotBeWrittenLosesNoToken() {
        try (var stage = Stage.of(Era.MODERN)) {
            var store = new FullStore();
            try (var client = stage.connect(stage.settings().store(store).build())) {
                store.is(Mode.FULL);
                for (int i = 1; i <= 3; i++) {
                    stage.mcp().expireAll();
                    assertThat(Stage.echo(client)).isEqualTo("nothing");
                }
                store.is(Mode.WRITABLE);
                stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(stage.logins).hasValue(1);
            assertThat(stage.grantor().refreshReuses()).isZero();
        }
    }

    @Test
    void whoLogsOutDuringARenewalStaysLoggedOut() throws Exception {
        try (var stage = Stage.of(Era.MODERN);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var oauth = stage.settings().build();
            stage.connect(oauth).close();
            try (var client = stage.connect(oauth, Stage.profile())) { // with nobody to log in again
                var asked = new CountDownLatch(1);
                var answer = new CountDownLatch(1);
                stage.grantor().faults().once(request -> request.target().startsWith("/token"), (exchange, usual) -> {
                    asked.countDown();
                    answer.await();
                    usual.handle(exchange);
                });
                stage.mcp().expireAll();
                var call = threads.submit(() -> catchThrowable(() -> Stage.echo(client)));
                assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
                var logout = threads.submit(() -> oauth.logout(stage.mcp().url()));
                answer.countDown();
                // Whoever comes first wins; what counts is the end.
                assertThat(call.get(30, TimeUnit.SECONDS))
                        .satisfiesAnyOf(
                                none -> assertThat(none).isNull(),
                                wall -> assertThat(wall).isInstanceOf(AuthorizationRequiredException.class));
                assertThat(logout.get(30, TimeUnit.SECONDS)).isTrue();
                assertThat(oauth.account(stage.mcp().url())).isEmpty();
            }
        }
    }

    @Test
    @Verifies("F-12")
    void twoServersOfOneGrantorRegisterOnce() throws Exception {
        try (var stage = Stage.of(Era.MODERN);
                var second = ProtectedMcp.serving(FakeServer.named("second").build(), stage.grantor());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var oauth = stage.settings().build();
            var begun = new ArrayList<Future<Throwable>>();
            for (var url : List.of(stage.mcp().url(), second.url())) {
                begun.add(threads.submit(() -> catchThrowable(() -> McpClient.connect(
                        HttpTransport.to(url).withAuthorizer(oauth),
                        Stage.profile().build()))));
            }
            for (var one : begun) {
                var required = (AuthorizationRequiredException) one.get(30, TimeUnit.SECONDS);
                oauth.finish(required.pending(), Stage.comeBack(required));
            }
            assertThat(stage.grantor().count(AuthEvent.Kind.REGISTER)).isEqualTo(1);
        }
    }

    @Test
    void aServerThatWasSlowToLearnOfATokenIsForgiven() {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.mcp().lie(Lie.LOOP_401);
            var later = new AtomicReference<>(Duration.ZERO);
            var oauth = stage.settings()
                    .clock(() -> Instant.now().plus(later.get()))
                    .build();
            assertThatThrownBy(() -> stage.connect(oauth)).isInstanceOf(TokenRejectedException.class);
            stage.mcp().honest();
            stage.mcp().expireAll();
            later.set(Duration.ofMinutes(2));
            try (var client = stage.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
        }
    }

    @Test
    void oneLoginThatFailsFailsEverybodyWhoWaitedForIt() throws Exception {
        try (var stage = Stage.of(Era.MODERN);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var oauth =
                    OAuth.builder().redirectUri("http://127.0.0.1:1/callback").build(); // taken, or not ours
            var windows = new AtomicInteger();
            var login = DesktopLogin.of(oauth, url -> windows.incrementAndGet() > 0, url -> {})
                    .within(Duration.ofMillis(500));
            var calls = new ArrayList<Future<Throwable>>();
            var together = new CountDownLatch(5);
            for (int i = 0; i < 5; i++) {
                calls.add(threads.submit(() -> {
                    var required = catchThrowableOfType(
                            AuthorizationRequiredException.class, () -> stage.connect(oauth, Stage.profile()));
                    together.countDown();
                    together.await();
                    return catchThrowable(() -> login.login(required));
                }));
            }
            for (var call : calls) {
                assertThat(call.get(30, TimeUnit.SECONDS)).isInstanceOf(LoginFailedException.class);
            }
            assertThat(windows).hasValue(1);
        }
    }

    @Test
    void whoeverWaitsForTheToolsWaitsForThePersonToo() throws Exception {
        try (var stage = Stage.of(Era.MODERN);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var oauth = stage.settings().build();
            var entered = new CountDownLatch(1);
            var typed = new CountDownLatch(1);
            var person = stage.person(oauth);
            var first = new AtomicBoolean(true);
            var profile = Stage.profile()
                    .limits(Limits.within(Duration.ofMillis(700)))
                    .login(required -> {
                        if (!first.getAndSet(false)) {
                            entered.countDown();
                            try {
                                typed.await();
                            } catch (InterruptedException impossible) {
                                throw new IllegalStateException(impossible);
                            }
                        }
                        person.login(required);
                    });
            try (var client = stage.connect(oauth, profile)) {
                boolean ignored = oauth.logout(stage.mcp().url());
                var one = threads.submit(() -> Stage.echo(client));
                assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
                var other = threads.submit(() -> Stage.echo(client));
                assertThatThrownBy(() -> other.get(1500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
                typed.countDown();
                assertThat(one.get(30, TimeUnit.SECONDS)).isEqualTo("nothing");
                assertThat(other.get(30, TimeUnit.SECONDS)).isEqualTo("nothing");
            }
        }
    }
}
