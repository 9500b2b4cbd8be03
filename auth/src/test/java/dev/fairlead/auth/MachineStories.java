package dev.fairlead.auth;

import dev.fairlead.protocol.Era;
import dev.fairlead.testkit.auth.JwtKey;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Machines that need nobody to log in. */
final class MachineStories {
    private final Trial trial;
    private final Evidence evidence;

    MachineStories(Trial trial) {
        this.trial = trial;
        this.evidence = trial.evidence();
    }

    Map<String, Trial.Story> all() {
        var all = new LinkedHashMap<String, Trial.Story>();
        all.put("machines", this::machines);
        all.put("machines that are refused", this::machinesRefused);
        all.put("workload and enterprise", this::wordOfOthers);
        return all;
    }

    private void machines() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var secret = UUID.randomUUID() + ": +/%&=?";
            var signing = JwtKey.generate();
            var pem = Base64.getMimeEncoder()
                    .encodeToString(signing.pair().getPrivate().getEncoded());
            evidence.hold(Secret.CLIENT_SECRET, secret);
            evidence.hold(Secret.CLIENT_SECRET, pem.substring(60));
            stage.grantor()
                    .confidentialClient("basic", secret, "client_secret_basic")
                    .confidentialClient("post", secret, "client_secret_post")
                    .signingClient("signs", signing.publicJwk());
            for (var known : List.of(
                    RegisteredClient.of("basic").withSecret(secret),
                    RegisteredClient.of("post").withSecret(secret),
                    RegisteredClient.of("basic").withSecret(secret.substring(1)),
                    RegisteredClient.of("signs").withKey(pem, "ES256", null))) {
                machine(stage, known, new Grant.OwnRight());
            }
            stage.grantor().clientAuthentication("client_secret_post");
            machine(stage, RegisteredClient.of("post").withSecret(secret), new Grant.OwnRight());
            trial.tell(() -> RegisteredClient.of("signs").withKey(pem.substring(1), "ES256", null));
            trial.tell(() -> RegisteredClient.of("signs").withKey(pem, "HS256", null));
        }
    }

    private void machinesRefused() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var secret = UUID.randomUUID().toString();
            stage.grantor().confidentialClient("basic", secret, "client_secret_basic");
            for (var fault : Repeating.faults()) {
                stage.grantor().faults().clear();
                stage.grantor().faults().on(request -> request.path().equals("/token"), fault);
                machine(stage, RegisteredClient.of("basic").withSecret(secret), new Grant.OwnRight());
            }
        }
    }

    private void wordOfOthers() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var platform = JwtKey.generate();
            var provider = stage.scene.other();
            var secret = UUID.randomUUID().toString();
            stage.grantor()
                    .trusts("https://platform.example", platform.publicJwk())
                    .trusts(provider)
                    .client("cli", Stage.REDIRECT);
            provider.confidentialClient("desk", secret, "client_secret_basic").callsElsewhere("desk", "cli");
            var cli = RegisteredClient.of("cli");
            var desk = RegisteredClient.of("desk").withSecret(secret);
            for (var spoil : List.of("", ".", "x")) {
                var word = platform.assertion(
                        "https://platform.example",
                        "workload-7",
                        stage.grantor().tokenEndpoint());
                var identity = provider.idToken("bob", "desk");
                evidence.hold(Secret.ASSERTION, word);
                evidence.hold(Secret.ASSERTION, identity);
                machine(stage, cli, new Grant.Workload(audience -> word + spoil));
                machine(stage, cli, new Grant.Enterprise(provider.tokenEndpoint(), desk, () -> identity + spoil));
            }
            for (var repeats : List.of(stage.grantor(), provider)) {
                repeats.faults()
                        .on(
                                request -> request.path().equals("/token"),
                                Repeating.faults().getFirst());
                var word = platform.assertion(
                        "https://platform.example",
                        "workload-7",
                        stage.grantor().tokenEndpoint());
                var identity = provider.idToken("bob", "desk");
                machine(stage, cli, new Grant.Workload(audience -> word));
                machine(stage, cli, new Grant.Enterprise(provider.tokenEndpoint(), desk, () -> identity));
                repeats.faults().clear();
            }
        }
    }

    private void machine(Stage stage, RegisteredClient known, Grant grant) {
        var oauth = stage.settings()
                .client(known)
                .grant(grant)
                .patience(Trial.SHORT)
                .build();
        evidence.show(known, grant, oauth, known.knownBy(null));
        trial.tell(() -> {
            try (var client = stage.connect(oauth, Stage.profile())) {
                Stage.echo(client);
                stage.mcp().expireAll();
                return Stage.echo(client);
            }
        });
        evidence.hold(stage);
    }
}
