package dev.fairlead.auth.real;

import dev.fairlead.testkit.auth.HttpUserAgent;
import dev.fairlead.testkit.real.ProtectedServer;
import dev.fairlead.testkit.real.ServerProcess;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Keycloak as it is published, unpacked by the build, in processes of its own and with a realm of ours. */
final class Keycloak implements AutoCloseable {
    static final String USER = "alice";
    /** How long access tokens live, as the realm says. */
    static final Duration TOKEN_LIFE = Duration.ofSeconds(5);

    private static final String REALM = "fairlead";
    private static final Pattern READY = Pattern.compile("Listening on: (http://\\S+)");
    // The first start builds: three quarters of a minute of processor time, on a machine with other things to do.
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final ServerProcess process;
    private final ProtectedServer resource;

    private Keycloak(ServerProcess process) {
        this.process = process;
        this.resource = ProtectedServer.start(metadata(), "protected-server", "protected-server-secret");
    }

    static Keycloak start() {
        var home = home();
        putRealm(home);
        var script = home.resolve("bin").resolve(File.separatorChar == '\\' ? "kc.bat" : "kc.sh");
        script.toFile().setExecutable(true);
        var builder = new ProcessBuilder(List.of(
                script.toString(),
                "start-dev",
                "--http-host=127.0.0.1",
                "--http-port=0",
                "--db=dev-mem",
                "--import-realm"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment()
                .putAll(Map.of("KC_BOOTSTRAP_ADMIN_USERNAME", "admin", "KC_BOOTSTRAP_ADMIN_PASSWORD", "admin"));
        return new Keycloak(ServerProcess.start(builder, READY, PATIENCE));
    }

    /** Returns the one person that the realm knows, who logs in and agrees to everything. */
    static HttpUserAgent person() {
        return new HttpUserAgent().filling("username", USER).filling("password", "wonderland");
    }

    String issuer() {
        return process.ready() + "/realms/" + REALM;
    }

    /** Returns the URL of the protected server. */
    String mcp() {
        return resource.mcp();
    }

    JsonNode metadata() {
        return ByHand.get(process.ready() + "/.well-known/oauth-authorization-server/realms/" + REALM)
                .json();
    }

    /** Ends all sessions of everybody, as an administrator may. */
    void revokeAll() {
        var tokens = ByHand.post(
                process.ready() + "/realms/master/protocol/openid-connect/token",
                Map.of("grant_type", "password", "client_id", "admin-cli", "username", "admin", "password", "admin"));
        var bearer = "Bearer " + tokens.json().path("access_token").stringValue();
        var answer = ByHand.post(
                process.ready() + "/admin/realms/" + REALM + "/logout-all", Map.of(), "Authorization", bearer);
        if (answer.status() / 100 != 2) {
            throw new IllegalStateException("logout-all answers %d %s".formatted(answer.status(), answer.body()));
        }
    }

    @Override
    public void close() {
        resource.close();
        process.close();
    }

    private static Path home() {
        var unpacked = Path.of(System.getProperty("keycloak.folder", "target/keycloak"));
        try (var found = Files.list(unpacked)) {
            return found.filter(folder -> Files.exists(folder.resolve("bin/kc.sh")))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no Keycloak below " + unpacked));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void putRealm(Path home) {
        var name = REALM + "-realm.json";
        try (var realm = Keycloak.class.getResourceAsStream("/keycloak/" + name)) {
            var folder = Files.createDirectories(home.resolve("data/import"));
            Files.copy(realm, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
