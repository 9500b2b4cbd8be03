package dev.fairlead.auth;

import static dev.fairlead.testkit.http.RecordedRequest.rpc;

import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.Era;
import dev.fairlead.testkit.auth.Lie;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Servers that repeat what they were told, and servers that lie. */
final class HostileStories {
    private final Trial trial;
    private final Evidence evidence;

    HostileStories(Trial trial) {
        this.trial = trial;
        this.evidence = trial.evidence();
    }

    Map<String, Trial.Story> all() {
        var all = new LinkedHashMap<String, Trial.Story>();
        for (var era : Era.values()) {
            all.put("a server that repeats, " + era, () -> serverThatRepeats(era));
        }
        for (var spoilt : List.of("/token", "/register", "/revoke", "/.well-known/oauth-authorization-server")) {
            all.put("a grantor that repeats at " + spoilt, () -> grantorThatRepeats(spoilt));
        }
        Stream.of(Lie.values())
                .flatMap(lie -> IntStream.range(0, lie == Lie.REFRESH_RACE ? 1 : lie.variants())
                        .mapToObj(variant -> Map.entry(lie, variant)))
                .forEach(lie -> all.put("lie " + lie, () -> lie(lie.getKey(), lie.getValue())));
        return all;
    }

    private void grantorThatRepeats(String spoilt) {
        for (var fault : Repeating.faults()) {
            try (var stage = Stage.of(Era.MODERN)) {
                stage.grantor().secrets(spoilt.equals("/revoke"));
                var oauth = stage.settings().patience(Trial.SHORT).build();
                var login = Stage.profile()
                        .limits(Limits.within(Duration.ofSeconds(10)))
                        .login(stage.person(oauth));
                boolean later = spoilt.equals("/token") || spoilt.equals("/revoke");
                if (later) {
                    trial.tell(() -> use(stage, oauth, login));
                }
                stage.grantor().faults().on(request -> request.path().equals(spoilt), fault);
                stage.mcp().expireAll();
                trial.tell(() -> use(stage, oauth, login));
                trial.tell(() -> oauth.logout(stage.mcp().url()));
                trial.tell(() -> use(stage, oauth, login));
                evidence.hold(stage);
            }
        }
    }

    private static String use(Stage stage, OAuth oauth, ClientProfile.Builder profile) {
        try (var client = stage.connect(oauth, profile)) {
            return Stage.echo(client);
        }
    }

    private void serverThatRepeats(Era era) {
        for (int status : new int[] {400, 401, 403, 404, 500, 200}) {
            try (var stage = Stage.of(era)) {
                var oauth = stage.settings().build();
                try (var client = stage.connect(oauth)) {
                    trial.tell(() -> Stage.echo(client));
                    stage.mcp().front().faults().on(rpc("tools/call"), (exchange, usual) -> {
                        var words = Repeating.told(exchange);
                        exchange.impose(
                                "WWW-Authenticate",
                                "Bearer error=\"%s\", error_description=\"%s\", scope=\"%s\""
                                        .formatted(status == 403 ? "insufficient_scope" : words, words, words));
                        exchange.answer(status, Map.of("Content-Type", "text/plain"), words);
                    });
                    trial.tell(() -> Stage.echo(client));
                    evidence.show(client, client.state(), client.violations());
                }
                evidence.hold(stage);
            }
        }
    }

    private void lie(Lie lie, int variant) {
        try (var stage = Stage.of(Era.MODERN)) {
            boolean later = lie.name().startsWith("REFRESH_");
            stage.grantor().client("app", Stage.REDIRECT);
            stage.scene.other().client("app", Stage.REDIRECT);
            var settings = stage.settings().patience(Trial.SHORT);
            var oauth = (lie == Lie.MIX_UP_AUTHORIZE ? settings.client(RegisteredClient.of("app")) : settings).build();
            var profile = Stage.profile()
                    .limits(Limits.within(Duration.ofSeconds(10)))
                    .login(required -> {
                        evidence.hold(required.pending());
                        stage.person(oauth).login(required);
                    });
            if (!later) {
                stage.scene.telling(lie, variant);
            }
            trial.tell(() -> {
                try (var client = stage.connect(oauth, profile)) {
                    Stage.echo(client);
                    if (later) {
                        stage.scene.telling(lie, variant);
                    }
                    stage.mcp().expireAll();
                    return Stage.echo(client);
                }
            });
            trial.tell(() -> oauth.logout(stage.mcp().url()));
            evidence.hold(stage);
        }
    }
}
