package dev.fairlead.auth;

import static dev.fairlead.testkit.http.RecordedRequest.rpc;

import dev.fairlead.auth.store.FileStore;
import dev.fairlead.auth.store.StoreKey;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.testkit.auth.Dpop;
import dev.fairlead.testkit.auth.HttpUserAgent;
import dev.fairlead.testkit.auth.Lie;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.HttpServer;
import dev.fairlead.wire.http.Authorizer;
import dev.fairlead.wire.http.HttpTransport;
import java.nio.file.Files;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** People who log in, at this machine or another, and what they entrust to it. */
final class PeopleStories {
    private final Trial trial;
    private final Evidence evidence;

    PeopleStories(Trial trial) {
        this.trial = trial;
        this.evidence = trial.evidence();
    }

    Map<String, Trial.Story> all() {
        var all = new LinkedHashMap<String, Trial.Story>();
        for (var era : Era.values()) {
            all.put("a life, " + era, () -> life(era));
            all.put("set by hand, " + era, () -> setByHand(era));
        }
        all.put("tokens bound to a key", this::boundToKey);
        all.put("wrong callbacks", this::wrongCallbacks);
        all.put("a browser", this::browser);
        all.put("an intruder at the desktop", this::intruder);
        all.put("broken stores", this::brokenStores);
        return all;
    }

    /** Somebody logs in, agrees to more, is renewed, fails to be renewed, and logs out. */
    private void life(Era era) throws Exception {
        try (var stage = Stage.of(era)) {
            stage.grantor().scopes("mcp:read", "mcp:write", "offline_access").secrets(true);
            stage.mcp().challengeScope("mcp:read").requires("tools/call", "mcp:write");
            var store = trial.store("life-" + era);
            var oauth = stage.settings().store(store).owner("alice").build();
            trial.tell(() -> stage.connect(oauth, Stage.profile()));
            var profile = Stage.profile().login(stage.person(oauth)).build();
            var transport = HttpTransport.to(stage.mcp().url()).withAuthorizer(oauth);
            evidence.show(profile, transport, transport.server(), transport.identity());
            try (var client = McpClient.connect(transport, profile)) {
                client.listTools();
                trial.tell(() -> Stage.echo(client));
                stage.mcp().expireAll();
                trial.tell(() -> Stage.echo(client));
                trial.show(stage, oauth, store, client);
                for (var lie : List.of(Lie.REFRESH_500, Lie.REFRESH_DROP, Lie.REFRESH_INVALID_GRANT)) {
                    stage.grantor().lie(lie);
                    stage.mcp().expireAll();
                    trial.tell(() -> Stage.echo(client));
                    stage.grantor().honest();
                    trial.tell(() -> Stage.echo(client));
                }
                stage.grantor().faults().once(request -> request.path().equals("/revoke"), Fault.answer(503));
                trial.tell(() -> oauth.logout(stage.mcp().url()));
                trial.tell(() -> Stage.echo(client));
                evidence.hold(store);
                trial.tell(() -> oauth.logout(stage.mcp().url()));
                stage.grantor().close();
                trial.tell(() -> Stage.echo(client));
            }
            evidence.hold(stage);
        }
    }

    private void setByHand(Era era) throws Exception {
        try (var stage = Stage.of(era)) {
            var token = "static-" + UUID.randomUUID();
            var header = "api-" + UUID.randomUUID();
            var bearer = Authorizer.bearer(token);
            var transport = HttpTransport.to(stage.mcp().url())
                    .withHeader("X-Api-Key", header)
                    .withAuthorizer(bearer);
            evidence.show(bearer, transport, transport.server(), transport.identity());
            trial.tell(() -> McpClient.connect(transport, Stage.profile().build()));
            var oauth = stage.settings().build();
            var both = HttpTransport.to(stage.mcp().url())
                    .withHeader("X-Api-Key", header)
                    .withAuthorizer(oauth);
            try (var client = McpClient.connect(
                    both, Stage.profile().login(stage.person(oauth)).build())) {
                trial.tell(() -> Stage.echo(client));
                stage.mcp().front().faults().on(rpc("tools/call"), Fault.answer(500));
                trial.tell(() -> Stage.echo(client));
                evidence.show(both, client, client.opening(), client.state(), client.server());
            }
            evidence.hold(stage);
        }
    }

    private void boundToKey() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().dpop(Dpop.REQUIRED).dpopNonce(true);
            stage.mcp().dpopNonce(true);
            var store = trial.store("bound");
            var oauth = stage.settings().store(store).build();
            try (var client = stage.connect(oauth)) {
                trial.tell(() -> Stage.echo(client));
                stage.mcp().rotateNonce();
                stage.mcp().expireAll();
                trial.tell(() -> Stage.echo(client));
                trial.show(stage, oauth, store, client);
                stage.grantor().faults().on(request -> request.path().equals("/token"), Fault.answer(400));
                stage.mcp().expireAll();
                trial.tell(() -> Stage.echo(client));
            }
            evidence.hold(stage);
        }
    }

    private void wrongCallbacks() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = stage.settings().build();
            var bob = stage.settings().owner("bob").build();
            for (var change :
                    List.of("", "&state=another", "&iss=https://other.example", "&error=x&error_description=y")) {
                trial.tell(() -> {
                    var required = demanded(stage, oauth);
                    var callback = Stage.comeBack(required);
                    evidence.holdForm(callback);
                    trial.tell(() -> finish(bob, required.pending(), callback));
                    trial.tell(() -> finish(oauth, required.pending(), callback.replace("code=", "other=")));
                    trial.tell(() -> finish(oauth, required.pending(), callback.replace("state=", "other=")));
                    trial.tell(() -> finish(
                            oauth,
                            required.pending(),
                            callback.replaceAll(
                                    "code=[^&]+",
                                    "error=x&error_description="
                                            + required.pending().state())));
                    trial.tell(() -> finish(oauth, required.pending(), "no address at all: " + callback));
                    trial.tell(() -> finish(oauth, required.pending(), callback + change));
                    trial.tell(() -> finish(oauth, required.pending(), callback));
                    trial.tell(() -> PendingAuthorization.from(
                            required.pending().toJson().replace("\"begun\"", "\"began\"")));
                    trial.tell(() -> PendingAuthorization.from(
                            required.pending().toJson().substring(1)));
                    return null;
                });
                trial.tell(() -> oauth.logout(stage.mcp().url()));
            }
            evidence.hold(stage);
        }
    }

    private static AuthorizationRequiredException demanded(Stage stage, OAuth oauth) {
        try (var client = stage.connect(oauth, Stage.profile())) {
            throw new IllegalStateException("nobody has logged in to " + client.server());
        } catch (AuthorizationRequiredException required) {
            return required;
        }
    }

    private static Object finish(OAuth oauth, PendingAuthorization pending, String callback)
            throws InterruptedException {
        oauth.finish(pending, callback);
        return "finished";
    }

    private void browser() throws Exception {
        var looked = new CountDownLatch(2);
        try (var stage = Stage.of(Era.LEGACY);
                var gate = HttpServer.start(exchange -> {
                    Surroundings.readProcesses(evidence);
                    exchange.answer(200);
                    looked.countDown();
                })) {
            var store = trial.store("desktop");
            var oauth = stage.settings()
                    .store(store)
                    .redirectUri(Trial.freeRedirect())
                    .build();
            var login = DesktopLogin.of(oauth, ChildBrowser.in(trial.folder(), gate.origin()), this::prompted);
            try (var client = stage.connect(oauth, Stage.profile().login(login::login))) {
                trial.tell(() -> Stage.echo(client));
                trial.show(stage, oauth, store, client);
            }
            if (!looked.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody has looked at the browser");
            }
            evidence.show(login);
            evidence.hold(stage);
        }
    }

    /** The address is meant for the person, and for no log. */
    private void prompted(String url) {
        evidence.holdForm(url);
    }

    private void intruder() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var redirect = Trial.freeRedirect();
            var oauth = stage.settings().redirectUri(redirect).build();
            Browser browser = url -> {
                Thread.ofVirtual()
                        .start(() -> trial.tell(() -> {
                            var person = new HttpUserAgent();
                            var callback = person.stopBefore(redirect, url);
                            evidence.holdForm(callback);
                            for (var one :
                                    List.of(redirect, callback.replace("state=", "state=x"), callback, url, callback)) {
                                person.visit(one);
                                evidence.read("page", person.page());
                            }
                            return "done";
                        }));
                return true;
            };
            for (boolean refused : new boolean[] {true, false}) {
                if (refused) {
                    stage.grantor()
                            .faults()
                            .once(
                                    request -> request.path().equals("/token"),
                                    Repeating.faults().getFirst());
                }
                var login = DesktopLogin.of(oauth, browser, this::prompted);
                trial.tell(() -> {
                    try (var client = stage.connect(oauth, Stage.profile().login(login::login))) {
                        return Stage.echo(client);
                    }
                });
            }
            evidence.hold(stage);
        }
    }

    /** A store whose contents are damaged, locked away by another key, or by another release. */
    private void brokenStores() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var plain = FileStore.at(trial.folder().resolve("plain").resolve("credentials.json"));
            var oauth = stage.settings().store(plain).build();
            try (var client = stage.connect(oauth)) {
                trial.tell(() -> Stage.echo(client));
                var whole = Files.readString(plain.file());
                trial.tell(() -> plain.encryptedWith(trial.key()).keys(""));
                for (var damaged : List.of(
                        whole.substring(1),
                        whole.substring(0, whole.length() / 2),
                        whole.replace("grant|", "grant;"))) {
                    Files.writeString(plain.file(), damaged);
                    trial.tell(() -> plain.keys(""));
                    stage.mcp().expireAll();
                    trial.tell(() -> Stage.echo(client));
                }
                evidence.hold(plain);
            }
            trial.tell(() -> StoreKey.fromText(Base64.getEncoder().encodeToString(new byte[31])));
            trial.tell(() -> trial.store("life-" + Era.MODERN)
                    .encryptedWith(StoreKey.random())
                    .keys(""));
            trial.tell(
                    () -> FileStore.at(trial.store("life-" + Era.MODERN).file()).keys(""));
            evidence.hold(stage);
        }
    }
}
