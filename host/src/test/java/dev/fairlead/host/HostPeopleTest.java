package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.EraMemory;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.event.EventLog;
import dev.fairlead.host.event.Feed;
import dev.fairlead.host.event.HostEvent;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.host.supervision.Care;
import dev.fairlead.host.trust.Answer;
import dev.fairlead.host.trust.Grant;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.protocol.CacheHint;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.auth.AuthScene;
import dev.fairlead.testkit.auth.HttpUserAgent;
import dev.fairlead.testkit.http.HttpHandler;
import dev.fairlead.testkit.http.RecordedRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One host for many people: what is whose stays theirs. */
@Timeout(120)
class HostPeopleTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String REDIRECT = "https://app.example.com/callback";
    private static final String DIARY = "mem:/diary";

    private static Tool tool(String name, String description) {
        return Tool.of(name, description, Json.object().put("type", "object"));
    }

    /** Returns what a server is for one person. */
    private static FakeServer serverOf(String person, Era era) {
        return FakeServer.named("docs")
                .era(era)
                .cache(new CacheHint(Duration.ofHours(1), false))
                .tool(tool("whoami", "Says that you are " + person), call -> CallToolResult.ofText(person))
                .tool(tool("only_" + person, null), call -> CallToolResult.ofText("for " + person))
                .resource(
                        Resource.of(DIARY, "diary"),
                        (uri, call) -> ReadResourceResult.of(
                                ResourceContents.text(uri, "text/plain", "dear diary, I am " + person)))
                .build();
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void whatIsAlicesIsNotBobs(Era era) throws Exception {
        var calculator = FakeServer.named("calc")
                .tool(tool("add", null), call -> CallToolResult.ofText("5"))
                .build();
        try (var stage = new Stage(era);
                var host = stage.host().server("calc", calculator.transport()).open()) {
            var alice = host.as("alice");
            var bob = host.as("bob");
            stage.logIn(alice);
            stage.fromNowOnBobs();
            stage.logIn(bob);

            assertThat(alice.call("docs__whoami", null).text()).isEqualTo("alice");
            assertThat(bob.call("docs__whoami", null).text()).isEqualTo("bob");
            assertThat(names(alice)).containsExactlyInAnyOrder("calc__add", "docs__whoami", "docs__only_alice");
            assertThat(names(bob)).containsExactlyInAnyOrder("calc__add", "docs__whoami", "docs__only_bob");
            assertThat(names(host)).as("of the program itself").containsExactly("calc__add");
            assertThat(bob.call("docs__only_alice", null).ending()).isEqualTo(HostResult.Ending.NOT_FOUND);
            assertThat(host.call("docs__whoami", null).success()).isFalse();

            assertThat(diary(alice)).isEqualTo("dear diary, I am alice");
            assertThat(diary(bob)).isEqualTo("dear diary, I am bob");
            assertThat(diary(alice)).isEqualTo("dear diary, I am alice");
            assertThat(calculator.connections())
                    .as("what has no owner is shared")
                    .isEqualTo(1);
            assertThat(stage.tokensSeen()).as("one token for each of them").hasSize(2);
            stage.assertNothingWrong();
        }
    }

    @Test
    void nobodySeesWhatHappensToOthers() throws Exception {
        var server = FakeServer.named("s")
                .tool(tool("say", null), call -> CallToolResult.ofText("secret of " + call.text("who", "?")))
                .build();
        try (var host = Host.builder().server("s", server.transport()).open()) {
            var alice = host.as("alice");
            var bob = host.as("bob");
            try (var bobs = bob.events().subscribe()) {
                assertThat(alice.call("s__say", Map.of("who", "alice")).success())
                        .isTrue();
                assertThat(bob.call("s__say", Map.of("who", "bob")).success()).isTrue();
                assertThat(host.call("s__say", Map.of("who", "the program")).success())
                        .isTrue();
                for (var next = bobs.next(Duration.ZERO); next.isPresent(); next = bobs.next(Duration.ZERO)) {
                    assertThat(next.get().toString()).doesNotContain("alice").doesNotContain("the program");
                }
            }
            assertThat(alice.events().history().toString())
                    .contains("secret of alice")
                    .contains("StateChanged")
                    .doesNotContain("bob")
                    .doesNotContain("the program");
            assertThat(host.events().history().toString()).contains("secret of alice", "secret of bob");
        }
    }

    @Test
    void nobodyIsNoPerson() {
        try (var host = Host.builder().open()) {
            for (var blank : List.of("", " ")) {
                assertThatThrownBy(() -> host.as(blank))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("use the host itself");
            }
        }
    }

    @Test
    void whatIsForEverybodyIsChangedAtTheHostItself() throws Exception {
        var server = FakeServer.named("s")
                .tool(tool("t", null), call -> CallToolResult.ofText("done"))
                .build();
        try (var host = Host.builder().server("s", server.transport()).open()) {
            var alice = host.as("alice");
            assertThat(alice.call("s__t", null).success()).isTrue();
            assertThatThrownBy(() -> alice.remove("s")).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> alice.stop("s")).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> alice.add(ServerConfig.of("x", Endpoint.Address.of("https://example.com/mcp"))))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> alice.approveStart("s", "", Scope.SESSION))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(host.as("bob").call("s__t", null).success()).isTrue();
        }
    }

    @Test
    void aViewLastsUntilItsLastHandleIsClosedAndItsSessionWithIt() throws Exception {
        var server = FakeServer.named("s")
                .tool(tool("t", null), call -> CallToolResult.ofText("done"))
                .build();
        var questions = new AtomicInteger();
        try (var host = Host.builder()
                .server(ServerConfig.builder("s", new Endpoint.Own(server.transport()))
                        .sharing(ServerConfig.Sharing.PERSON)
                        .build())
                .approver(request -> {
                    questions.incrementAndGet();
                    return new Answer.Allow(Scope.SESSION, false);
                })
                .open()) {
            var first = host.as("alice");
            var second = host.as("alice");
            assertThat(first.call("s__t", null).success()).isTrue();
            first.close();
            first.close();
            assertThat(second.call("s__t", null).success()).isTrue();
            assertThat(questions).hasValue(1);
            second.close();
            assertThat(second.call("s__t", null).success()).isFalse();
            assertThat(host.as("alice").call("s__t", null).success()).isTrue();
            assertThat(questions).as("another session").hasValue(2);
        }
    }

    @Test
    void whoIsBackWhileTheirViewStillEndsKeepsWhatBeginsThen() throws Exception {
        var server = FakeServer.named("s")
                .tool(tool("t", null), call -> CallToolResult.ofText("done"))
                .build();
        try (var host = Host.builder()
                .server(ServerConfig.builder("s", new Endpoint.Own(server.transport()))
                        .sharing(ServerConfig.Sharing.PERSON)
                        .build())
                .open()) {
            var left = host.as("alice");
            var oldFeed = left.events().subscribe();
            assertThat(left.call("s__t", null).success()).isTrue();
            left.gate().grants().allowServer("alice", "s", Scope.SESSION, false);
            var newFeed = new AtomicReference<Feed>();
            var keptFromBefore = new AtomicReference<List<Grant>>();
            try (var listening = host.events().listenNumbered(numbered -> {
                boolean ending = numbered.event() instanceof HostEvent.StateChanged changed
                        && changed.state().equals("stopped")
                        && "alice".equals(numbered.person());
                if (ending && newFeed.get() == null) {
                    var back = back(host);
                    keptFromBefore.set(back.gate().grants().list("alice"));
                    back.gate().grants().allowServer("alice", "s", Scope.SESSION, false);
                    newFeed.set(back.events().subscribe());
                }
            })) {
                left.close();
            }

            assertThat(newFeed.get()).as("came back meanwhile").isNotNull();
            assertThat(keptFromBefore.get()).as("it is another session").isEmpty();
            assertThat(newFeed.get().ended()).isFalse();
            assertThat(host.gate().grants().list("alice")).hasSize(1);
            while (oldFeed.next(Duration.ZERO).isPresent()) {
                // What happened in the view that is over may be read to its end.
            }
            assertThat(oldFeed.ended()).isTrue();
        }
    }

    private static Host back(Host host) {
        try {
            return host.as("alice");
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts this thread", impossible);
        }
    }

    @Test
    void closingAViewEndsWhatIsItsOwn() throws Exception {
        try (var stage = new Stage(Era.LEGACY);
                var host = stage.host().open()) {
            var alice = host.as("alice");
            var bob = host.as("bob");
            stage.logIn(alice);
            stage.fromNowOnBobs();
            stage.logIn(bob);
            assertThat(alice.call("docs__whoami", null).success()).isTrue();
            assertThat(bob.call("docs__whoami", null).success()).isTrue();
            try (var handle = host.as("alice")) {
                assertThat(handle.call("docs__whoami", null).text()).isEqualTo("alice");
            }
            assertThat(stage.scene.mcp().front().sessions()).isEqualTo(1);
            assertThat(stage.bobs.sessions()).isEqualTo(1);

            alice.close();

            assertThat(stage.scene.mcp().front().sessions()).isZero();
            assertThat(stage.bobs.sessions()).isEqualTo(1);
            assertThat(bob.call("docs__whoami", null).text()).isEqualTo("bob");
            assertThat(alice.call("docs__whoami", null).error()).contains("is closed");

            var again = host.as("alice");
            assertThat(again).isNotSameAs(alice);
            assertThat(again.call("docs__whoami", null).text())
                    .as("with the token that was kept")
                    .isEqualTo("alice");
        }
    }

    @Test
    void aLoginIsFinishedByWhoeverItIsFor() throws Exception {
        try (var stage = new Stage(Era.MODERN);
                var host = stage.host().open()) {
            var alice = host.as("alice");
            stage.awaitWall(alice);
            var required = alice.loginNeeded("docs").orElseThrow();
            var callback = new HttpUserAgent().stopBefore(REDIRECT, required.url());

            assertThatThrownBy(() -> host.as("bob").finishLogin("docs", required.pending(), callback))
                    .isInstanceOf(LoginFailedException.class);

            assertThat(stage.scene.authServer().tokenRequests("authorization_code"))
                    .isZero();
            alice.finishLogin("docs", required.pending(), callback);
            assertThat(alice.call("docs__whoami", null).text()).isEqualTo("alice");
            assertThat(alice.loginNeeded("docs")).isEmpty();
        }
    }

    @Test
    void aLoginThatWasRefusedIsAskedForAsAnotherClient() throws Exception {
        try (var stage = new Stage(Era.MODERN);
                var host = stage.host().open()) {
            var alice = host.as("alice");
            stage.awaitWall(alice);
            var pending = alice.loginNeeded("docs").orElseThrow().pending();
            var callback = new HttpUserAgent()
                    .stopBefore(
                            REDIRECT, alice.loginNeeded("docs").orElseThrow().url());
            stage.scene
                    .authServer()
                    .faults()
                    .once(
                            request -> request.path().equals("/token"),
                            (exchange, usual) -> exchange.answer(
                                    401, Map.of("Content-Type", "application/json"), "{\"error\":\"invalid_client\"}"));

            assertThatThrownBy(() -> alice.finishLogin("docs", pending, callback))
                    .isInstanceOf(LoginFailedException.class);

            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> alice.loginNeeded("docs")
                            .filter(wall -> !wall.pending().clientId().equals(pending.clientId()))
                            .isPresent());
            stage.logIn(alice);
            assertThat(alice.call("docs__whoami", null).text()).isEqualTo("alice");
        }
    }

    @Test
    void whatOneAllowedAnotherIsStillAskedAbout() throws Exception {
        var server = FakeServer.named("s")
                .tool(tool("t", null), call -> CallToolResult.ofText("done"))
                .build();
        var config = ServerConfig.builder("s", new Endpoint.Own(server.transport()))
                .sharing(ServerConfig.Sharing.PERSON)
                .build();
        var asked = new ConcurrentLinkedQueue<String>();
        try (var host = Host.builder()
                .server(config)
                .approver(request -> {
                    asked.add(String.valueOf(request.principal()));
                    return new Answer.Allow(Scope.SESSION);
                })
                .open()) {
            for (var person : List.of("alice", "alice", "bob", "alice", "bob")) {
                assertThat(host.as(person).call("s__t", null).text()).isEqualTo("done");
            }
            assertThat(host.call("s__t", null).text()).isEqualTo("done");
            assertThat(asked).containsExactly("alice", "bob", "null");
            assertThat(server.connections()).as("one each").isEqualTo(3);
        }
    }

    @Test
    void nobodyGetsTheProgramsConnectionWhileTheirsIsNotThereYet() throws Exception {
        var server = FakeServer.named("s")
                .tool(tool("t", null), call -> CallToolResult.ofText("done"))
                .build();
        var config = ServerConfig.builder("s", new Endpoint.Own(server.transport()))
                .sharing(ServerConfig.Sharing.PERSON)
                .build();
        var eras = new EraMemory(InstantSource.system());
        try (var events = new EventLog(Redactor.usual())) {
            var common = fleet(eras, events, null);
            var persons = fleet(eras, events, common);
            common.add(config);
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> !common.catalog().tools().isEmpty());

            assertThat(persons.catalog().tools()).isEmpty();
            assertThat(persons.server("s")).isEmpty();

            persons.add(config);
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> !persons.catalog().tools().isEmpty());
            assertThat(persons.server("s")).isNotEqualTo(common.server("s"));
            persons.close();
            common.close();
        }
    }

    private static Fleet fleet(EraMemory eras, EventLog events, Fleet common) {
        return new Fleet(config -> OwnOpener.of(config, eras), config -> true, Care.USUAL, events, common);
    }

    private static Set<String> names(Host host) {
        return host.catalog().tools().stream().map(OfferedTool::name).collect(Collectors.toSet());
    }

    private static String diary(Host host) throws InterruptedException {
        var contents = host.read("docs", DIARY).contents();
        return ((ResourceContents.Text) contents.getFirst()).text();
    }

    /** A protected server that is another one for whoever comes with a token of bob's. */
    private static final class Stage implements AutoCloseable {
        private final AuthScene scene;
        private final HttpFront bobs;
        private final AtomicReference<HttpHandler> insideBobs = new AtomicReference<>();
        private volatile Set<String> others = Set.of();

        Stage(Era era) {
            scene = AuthScene.with(serverOf("alice", era));
            bobs = HttpFront.serving(serverOf("bob", era)).behind(inside -> {
                insideBobs.set(inside);
                return inside;
            });
        }

        HostBuilder host() {
            return Host.builder()
                    .url("docs", scene.mcp().url())
                    .clients(profile -> profile.eraMemory(new EraMemory(InstantSource.system())))
                    .logins(oauth -> oauth.redirectUri(REDIRECT))
                    .patience(LIMIT);
        }

        /** Takes tokens that were not given out before for bob's. */
        void fromNowOnBobs() {
            others = new HashSet<>(scene.authServer().tokens());
            scene.mcp()
                    .front()
                    .faults()
                    .on(
                            request -> !token(request).isEmpty() && !others.contains(token(request)),
                            (exchange, usual) -> insideBobs.get().handle(exchange));
        }

        void logIn(Host person) throws Exception {
            awaitWall(person);
            var required = person.loginNeeded("docs").orElseThrow();
            var callback = new HttpUserAgent().stopBefore(REDIRECT, required.url());
            person.finishLogin("docs", required.pending(), callback);
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> person.server("docs").orElseThrow().ready());
        }

        void awaitWall(Host person) {
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> person.loginNeeded("docs").isPresent());
        }

        Set<String> tokensSeen() {
            return scene.mcp().front().requests().stream()
                    .map(Stage::token)
                    .filter(token -> !token.isEmpty())
                    .collect(Collectors.toSet());
        }

        private static String token(RecordedRequest request) {
            return request.header("Authorization").orElse("").replace("Bearer ", "");
        }

        void assertNothingWrong() {
            assertThat(scene.authServer().lint()).isEmpty();
            assertThat(scene.mcp().lint()).isEmpty();
        }

        @Override
        public void close() {
            scene.close();
            bobs.close();
        }
    }
}
