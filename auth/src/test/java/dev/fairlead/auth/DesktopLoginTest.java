package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.AuthEvent;
import dev.fairlead.testkit.auth.HttpUserAgent;
import dev.fairlead.testkit.auth.Lie;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A person in front of this machine, whose browser comes back to it. */
final class DesktopLoginTest {

    @EachEra
    @Verifies({"F-5", "K-21"})
    void theBrowserGoesThereAndComesBack(Era era) throws IOException {
        try (var stage = Stage.of(era)) {
            var oauth = local(stage).build();
            var opened = new ArrayList<String>();
            var told = new ArrayList<String>();
            var login = DesktopLogin.of(oauth, url -> opened.add(url) && walk(url), told::add);
            try (var client = connect(stage, oauth, login)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(told)
                    .singleElement()
                    .asString()
                    .startsWith(stage.grantor().authorizationEndpoint());
            // What others can see in the list of processes leads nobody else to the login.
            assertThat(opened)
                    .singleElement()
                    .asString()
                    .startsWith("http://127.0.0.1:")
                    .doesNotContain("state");
            assertThatThrownBy(() -> new HttpUserAgent().visit(opened.getFirst()))
                    .isInstanceOf(IOException.class);
            assertThat(stage.grantor().lint()).isEmpty();
        }
    }

    @Test
    void aLinkThatIsFollowedTwiceEndsTheLogin() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = local(stage).build();
            var second = new HttpUserAgent();
            var login = DesktopLogin.of(
                    oauth,
                    url -> {
                        var endpoint = stage.grantor().authorizationEndpoint();
                        assertThat(visited(() -> new HttpUserAgent().stopBefore(endpoint, url)))
                                .startsWith(endpoint);
                        assertThat(visited(() -> second.visit(url))).isEqualTo(url);
                        return true;
                    },
                    url -> {});

            assertThatThrownBy(() -> connect(stage, oauth, login))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContainingAll("used twice", "somebody else", "begin again");

            assertThat(second.status()).isEqualTo(409);
            assertThat(second.page()).contains("somebody else", "Begin again").doesNotContain("state");
        }
    }

    private static String visited(Callable<String> visit) {
        try {
            return visit.call();
        } catch (Exception lost) {
            throw new IllegalStateException(lost);
        }
    }

    @Test
    void aLoginThatWasRefusedIsBegunAnewAsAnotherClient() {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = local(stage).build();
            var told = new ArrayList<String>();
            var login = DesktopLogin.of(oauth, DesktopLoginTest::walk, told::add);
            var required = catchThrowableOfType(
                    AuthorizationRequiredException.class, () -> stage.connect(oauth, Stage.profile()));
            stage.grantor()
                    .faults()
                    .once(
                            request -> request.path().equals("/token"),
                            (exchange, usual) -> exchange.answer(
                                    401, Map.of("Content-Type", "application/json"), "{\"error\":\"invalid_client\"}"));
            assertThatThrownBy(() -> login.login(required)).isInstanceOf(LoginFailedException.class);

            // Whoever keeps what was demanded tries that again.
            DesktopLogin.of(oauth, DesktopLoginTest::walk, told::add).login(required);

            assertThat(oauth.account(stage.mcp().url()).orElseThrow().clientId())
                    .isNotEqualTo(required.pending().clientId());
            assertThat(told).hasSize(2).doesNotHaveDuplicates().first().isEqualTo(required.url());
            assertThat(stage.grantor().count(AuthEvent.Kind.REGISTER)).isEqualTo(2);
        }
    }

    @Test
    void aLoginThatMayEndBeforeThePersonIsBackIsBegunAnew() {
        try (var stage = Stage.of(Era.MODERN)) {
            var later = new AtomicReference<>(Duration.ZERO);
            var oauth =
                    local(stage).clock(() -> Instant.now().plus(later.get())).build();
            var required = catchThrowableOfType(
                    AuthorizationRequiredException.class, () -> stage.connect(oauth, Stage.profile()));
            later.set(Duration.ofMinutes(28));
            Browser slow = url -> {
                later.set(Duration.ofMinutes(32));
                return walk(url);
            };
            DesktopLogin.of(oauth, slow, url -> {}).login(required);
            assertThat(oauth.account(stage.mcp().url())).isPresent();
        }
    }

    @Test
    void whatLeadsTheBrowserThereIsTakenAwayWhenItIsThere() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = local(stage).build();
            var takenAway = new CountDownLatch(1);
            var inTime = new CompletableFuture<Boolean>();
            Browser browser = new Browser() {
                @Override
                public boolean open(String url) {
                    throw new AssertionError("everybody may see what is opened so");
                }

                @Override
                public Opened openPrivately(String url) {
                    Thread.ofVirtual().start(() -> {
                        var person = new HttpUserAgent();
                        var endpoint = stage.grantor().authorizationEndpoint();
                        var page = visited(() -> person.stopBefore(endpoint, url));
                        visited(() -> "" + inTime.complete(takenAway.await(60, TimeUnit.SECONDS)));
                        visited(() -> person.visit(page));
                    });
                    return new Opened(true, takenAway::countDown);
                }
            };
            try (var client = connect(stage, oauth, DesktopLogin.of(oauth, browser, url -> {}))) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(inTime).isCompletedWithValue(true);
        }
    }

    @Test
    @Verifies("F-45")
    void aHundredStrangersCauseOneLogin() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = local(stage).build();
            var windows = new AtomicInteger();
            var login = DesktopLogin.of(oauth, url -> windows.incrementAndGet() > 0 && walk(url), url -> {});
            try (var client = connect(stage, oauth, login);
                    var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                client.listTools();
                boolean ignored = oauth.logout(stage.mcp().url());
                var calls = new ArrayList<Future<String>>();
                for (int i = 0; i < 100; i++) {
                    calls.add(threads.submit(() -> Stage.echo(client)));
                }
                for (var call : calls) {
                    assertThat(call.get(60, TimeUnit.SECONDS)).isEqualTo("nothing");
                }
            }
            assertThat(windows).hasValue(2);
        }
    }

    @Test
    @Verifies({"F-28", "K-21"})
    void whoComesWithAnotherStateIsSentAwayAndTheLoginGoesOn() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = local(stage).build();
            var statuses = new ArrayList<Integer>();
            var login = DesktopLogin.of(
                    oauth,
                    url -> false,
                    url -> Thread.ofVirtual().start(() -> {
                        var redirect = redirectUri(url);
                        statuses.add(status(redirect + "?code=evil&state=guessed"));
                        statuses.add(status(redirect + "?code=evil"));
                        statuses.add(status(redirect + "?state=a&state=b&code=evil"));
                        statuses.add(status(redirect.replace("/callback", "/elsewhere")));
                        statuses.add(status(redirect.replace("/callback", "/login/0000")));
                        boolean ignored = walk(url);
                    }));
            try (var client = connect(stage, oauth, login)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(statuses).containsExactly(400, 400, 400, 404, 404);
            assertThat(stage.grantor().lint()).isEmpty();
        }
    }

    @Test
    void aFloodOfVisitorsDoesNotDisturb() {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = local(stage).build();
            var login = DesktopLogin.of(
                    oauth,
                    url -> false,
                    url -> Thread.ofVirtual().start(() -> {
                        for (int i = 0; i < 1000; i++) {
                            assertThat(status(redirectUri(url) + "?code=x&state=" + i))
                                    .isEqualTo(400);
                        }
                        boolean ignored = walk(url);
                    }));
            try (var client = connect(stage, oauth, login)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
        }
    }

    @Test
    @Verifies("F-28")
    void twoLoginsAtOnceAreNotMixed() throws Exception {
        try (var one = Stage.of(Era.MODERN);
                var two = Stage.of(Era.MODERN);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var pages = new ConcurrentHashMap<Stage, String>();
            var bothWait = new CyclicBarrier(2);
            var statuses = new CopyOnWriteArrayList<Integer>();
            var answers = new ArrayList<Future<String>>();
            for (var stage : List.of(one, two)) {
                var oauth = local(stage).build();
                var login = DesktopLogin.of(
                        oauth,
                        url -> false,
                        url -> threads.execute(() -> {
                            pages.put(stage, url);
                            meet(bothWait);
                            var others = parameter(pages.get(stage == one ? two : one), "state");
                            statuses.add(status(redirectUri(url) + "?code=x&state=" + others));
                            meet(bothWait);
                            boolean ignored = walk(url);
                        }));
                answers.add(threads.submit(() -> {
                    try (var client = connect(stage, oauth, login)) {
                        return Stage.echo(client);
                    }
                }));
            }
            for (var answer : answers) {
                assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("nothing");
            }
            assertThat(statuses).containsExactly(400, 400);
        }
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException alone) {
            throw new IllegalStateException("the other one did not come", alone);
        }
    }

    /** What an attacker would send again, having seen it once. */
    @Test
    @Verifies("F-28")
    void whatWasAnsweredIsNotAnsweredAgain() throws Exception {
        var socket = RedirectListener.bind(URI.create("http://127.0.0.1:0/callback"));
        var right = "http://127.0.0.1:%d/callback?code=c&state=right".formatted(socket.getLocalPort());
        try (var listener =
                RedirectListener.start(socket, "/callback", "https://as.example/", url -> url.endsWith("=right"))) {
            var first = CompletableFuture.supplyAsync(() -> status(right), Thread::startVirtualThread);
            assertThat(listener.await(Duration.ofSeconds(30))).hasValue("/callback?code=c&state=right");

            assertThat(status(right)).isEqualTo(409);
            assertThat(status(right.replace("right", "wrong"))).isEqualTo(400);

            listener.tell(true);
            assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo(200);
        }
    }

    @Test
    void manyWhoSayNothingDoNotKeepThePersonOut() throws Exception {
        var socket = RedirectListener.bind(URI.create("http://127.0.0.1:0/callback"));
        var right = "http://127.0.0.1:%d/callback?code=c&state=right".formatted(socket.getLocalPort());
        var strangers = new ArrayList<Socket>();
        try (var listener =
                RedirectListener.start(socket, "/callback", "https://as.example/", url -> url.endsWith("=right"))) {
            for (int i = 0; i < 64; i++) {
                var stranger = new Socket(socket.getInetAddress(), socket.getLocalPort());
                strangers.add(stranger);
                stranger.getOutputStream().write('G');
            }

            var person = CompletableFuture.supplyAsync(() -> status(right), Thread::startVirtualThread);
            assertThat(listener.await(Duration.ofSeconds(60))).isPresent();
            listener.tell(true);
            assertThat(person.get(60, TimeUnit.SECONDS)).isEqualTo(200);
        } finally {
            for (var stranger : strangers) {
                stranger.close();
            }
        }
    }

    @Test
    void whoSaysALittleNowAndThenIsSentAway() throws Exception {
        var socket = RedirectListener.bind(URI.create("http://127.0.0.1:0/callback"));
        try (var listener = RedirectListener.start(socket, "/callback", "https://as.example/", url -> true);
                var stranger = new Socket(socket.getInetAddress(), socket.getLocalPort())) {
            stranger.setSoTimeout(100);

            for (int said = 0; isHeard(stranger); said++) {
                assertThat(said).as(listener.startUrl()).isLessThan(600);
            }
        }
    }

    /** Says a little, and tells whether somebody still listens a while later. */
    private static boolean isHeard(Socket stranger) {
        try {
            stranger.getOutputStream().write('x');
            return stranger.getInputStream().read() >= 0;
        } catch (SocketTimeoutException stillThere) {
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    @Test
    void whatComesInIsNeverShown() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.scene.telling(Lie.ERROR_XSS, 0);
            var oauth = local(stage).build();
            var page = new CompletableFuture<String>();
            var headers = new CompletableFuture<HttpURLConnection>();
            var login = DesktopLogin.of(
                    oauth,
                    url -> false,
                    url -> Thread.ofVirtual().start(() -> {
                        try {
                            var back = new HttpUserAgent().stopBefore(redirectUri(url), url);
                            var connection =
                                    (HttpURLConnection) URI.create(back).toURL().openConnection();
                            page.complete(
                                    new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
                            headers.complete(connection);
                        } catch (IOException broken) {
                            page.completeExceptionally(broken);
                        }
                    }));

            assertThatThrownBy(() -> connect(stage, oauth, login)).isInstanceOf(LoginFailedException.class);

            assertThat(page.get(30, TimeUnit.SECONDS))
                    .contains("login failed")
                    .doesNotContain("script", "alert", "onerror");
            var answer = headers.get(30, TimeUnit.SECONDS);
            assertThat(answer.getHeaderField("Content-Security-Policy")).contains("default-src 'none'");
            assertThat(answer.getHeaderField("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(answer.getHeaderField("Cache-Control")).isEqualTo("no-store");
            assertThat(answer.getHeaderField("Referrer-Policy")).isEqualTo("no-referrer");
        }
    }

    @Test
    void aPortThatIsTakenIsLeftToItsHolder() throws IOException {
        try (var stage = Stage.of(Era.MODERN);
                var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var oauth = stage.settings()
                    .redirectUri("http://127.0.0.1:%d/callback".formatted(taken.getLocalPort()))
                    .build();
            var login = DesktopLogin.of(oauth, DesktopLoginTest::walk, url -> {});
            try (var client = connect(stage, oauth, login)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(stage.grantor().lint()).isEmpty();
            assertThat(stage.grantor().count(AuthEvent.Kind.AUTHORIZE)).isEqualTo(1);
        }
    }

    @Test
    void whoeverIsInterruptedStopsWaiting() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = local(stage).build();
            var waiting = new CompletableFuture<Thread>();
            var login = DesktopLogin.of(oauth, Browser.none(), url -> waiting.complete(Thread.currentThread()));
            var ended = new CompletableFuture<Throwable>();
            Thread.ofVirtual()
                    .start(() -> ended.complete(
                            catchThrowableOfType(CallCancelledException.class, () -> connect(stage, oauth, login))));

            waiting.get(30, TimeUnit.SECONDS).interrupt();

            assertThat(ended.get(30, TimeUnit.SECONDS)).isInstanceOf(CallCancelledException.class);
        }
    }

    @Test
    void nobodyListensToOtherMachines() {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = stage.settings().build(); // people come back by https, elsewhere
            var login = DesktopLogin.of(oauth, Browser.none(), url -> {});
            var required = catchThrowableOfType(
                    AuthorizationRequiredException.class, () -> stage.connect(oauth, Stage.profile()));
            assertThatThrownBy(() -> login.login(required))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContaining("nobody can come back");
        }
    }

    static OAuth.Builder local(Stage stage) throws UncheckedIOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return stage.settings().redirectUri("http://127.0.0.1:%d/callback".formatted(socket.getLocalPort()));
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }

    static McpClient connect(Stage stage, OAuth oauth, DesktopLogin login) {
        return stage.connect(oauth, Stage.profile().login(login::login));
    }

    /** Follows every redirect, as a browser does. */
    private static boolean walk(String url) {
        Consumer<String> follow = at -> {
            try {
                new HttpUserAgent().visit(at);
            } catch (IOException lost) {
                throw new UncheckedIOException(lost);
            }
        };
        Thread.ofVirtual().start(() -> follow.accept(url));
        return true;
    }

    static String redirectUri(String loginUrl) {
        return parameter(loginUrl, "redirect_uri");
    }

    private static String parameter(String loginUrl, String name) {
        return Pattern.compile("&")
                .splitAsStream(URI.create(loginUrl).getQuery())
                .filter(parameter -> parameter.startsWith(name + "="))
                .map(parameter -> parameter.substring(name.length() + 1))
                .findFirst()
                .orElseThrow();
    }

    static int status(String url) {
        try {
            return ((HttpURLConnection) URI.create(url).toURL().openConnection()).getResponseCode();
        } catch (IOException lost) {
            throw new UncheckedIOException(lost);
        }
    }
}
