package dev.fairlead.auth.real;

import dev.fairlead.auth.OAuth;
import dev.fairlead.auth.store.FileStore;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.http.HttpTransport;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One machine of a web application: a process that shares nothing with another but the store of tokens. */
final class WebNode {
    private WebNode() {}

    /** Lets a machine do one thing, and returns what it says. */
    static String run(Path store, String server, String does, String input) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                WebNode.class.getName(),
                store.toString(),
                server,
                does));
        var process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError("a machine failed: " + said);
        }
        return said;
    }

    /** Does what the last argument says. */
    public static void main(String[] arguments) throws Exception {
        var oauth = OAuth.builder()
                .owner("alice")
                .redirectUri(Reach.REDIRECT)
                .store(FileStore.at(Path.of(arguments[0])))
                .build();
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        if (arguments[2].equals("finish")) {
            var input = Json.parse(new String(System.in.readAllBytes(), StandardCharsets.UTF_8));
            oauth.finish(
                    PendingAuthorization.from(input.path("pending").stringValue()),
                    input.path("callback").stringValue());
            return;
        }
        try (var client = McpClient.connect(HttpTransport.to(arguments[1]).withAuthorizer(oauth))) {
            out.print(client.callTool("whoami", null).text());
        } catch (AuthorizationRequiredException required) {
            out.print(Json.write(Json.object()
                    .put("url", required.url())
                    .put("pending", required.pending().toJson())));
        }
    }
}
