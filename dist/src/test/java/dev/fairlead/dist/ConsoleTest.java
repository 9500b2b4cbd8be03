package dev.fairlead.dist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The console as it is packaged: its page is there, and it ends as it is asked to. */
@ExtendWith(NeedsImage.class)
@Timeout(300)
@Tag("thorough")
final class ConsoleTest {
    @TempDir
    Path folder;

    @Test
    @ExtendWith(NeedsTerminal.class)
    void inATerminalItShowsItsAddressUntilSomebodyInterruptsIt() throws Exception {
        var program = program();
        try (var terminal =
                new Terminal(folder, program.environment(), program.command(List.of("console", "--no-open")))) {
            terminal.await("Ctrl-C");
            assertThat(terminal.screen()).contains("http://127.0.0.1:");
            terminal.press("C-c");
            assertThat(terminal.code()).isEqualTo(130);
        }
    }

    @Test
    void thePageIsThereAndTheConsoleEndsInOrder() throws Exception {
        var program = program();
        var builder = new ProcessBuilder(program.command(List.of("console", "--no-open", "--json")))
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(program.environment());
        var process = builder.start();
        try (var out = process.inputReader(StandardCharsets.UTF_8);
                var http = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .cookieHandler(new CookieManager())
                        .build()) {
            var url = URI.create(Json.parse(out.readLine()).path("url").asString());
            var page = http.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString());
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body()).contains("<script", "/assets/");
            assertThat(state(http, url).path("models").path(0).path("id").asString())
                    .isEqualTo("demo");

            process.destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.descendants()).isEmpty();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Lets itself in as the page does, and asks what there is. */
    private static JsonNode state(HttpClient http, URI url) throws Exception {
        var token = Json.object().put("token", url.getQuery().replaceFirst("^token=", ""));
        var login = HttpRequest.newBuilder(url.resolve("/api/login"))
                .header("Origin", "http://" + url.getAuthority())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(Json.write(token)));
        var given = Json.parse(http.send(login.build(), BodyHandlers.ofString()).body());
        var hello = url.resolve("/api/hello?nonce=made-up-by-a-test-of-the-program&session="
                + given.path("session").asString());
        var run = Json.parse(http.send(HttpRequest.newBuilder(hello).build(), BodyHandlers.ofString())
                        .body())
                .path("run")
                .asString();
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(given.path("key").asString().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        var key = mac.doFinal("page\n%d\n%s".formatted(url.getPort(), run).getBytes(StandardCharsets.UTF_8));
        var state = HttpRequest.newBuilder(url.resolve("/api/state"))
                .header("Fairlead-Key", Base64.getUrlEncoder().withoutPadding().encodeToString(key));
        return Json.parse(http.send(state.build(), BodyHandlers.ofString()).body());
    }

    private Program program() throws IOException {
        return Program.in(Files.createDirectory(
                folder.resolve("home"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))));
    }
}
