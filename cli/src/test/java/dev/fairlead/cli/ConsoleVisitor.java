package dev.fairlead.cli;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.http.ConsoleKey;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.databind.JsonNode;

/** Somebody who opened the address of a console. */
final class ConsoleVisitor {
    // The JDK offers HTTP/2 otherwise, which the console refuses to change to.
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final String origin;
    private String cookie = "";
    private String key = "";

    ConsoleVisitor(String url) throws IOException, InterruptedException {
        origin = url.substring(0, url.indexOf("/?"));
        var token = Json.object().put("token", url.replaceAll(".*token=", ""));
        var answer = HTTP.send(posting("login", token).build(), BodyHandlers.ofString());
        cookie = answer.headers()
                .firstValue("Set-Cookie")
                .orElseThrow(() -> new AssertionError("the address was not let in"))
                .split(";", 2)[0];
        var given = Json.parse(answer.body());
        var run = get("hello?nonce=made-up-by-a-visitor-of-tests&session=%s"
                        .formatted(given.path("session").asString("")))
                .path("run")
                .asString("");
        key = ConsoleKey.shown(
                given.path("key").asString(""), URI.create(origin).getPort(), run);
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        return answer(asking(path).GET());
    }

    JsonNode post(String path, JsonNode body) throws IOException, InterruptedException {
        return answer(posting(path, body));
    }

    private HttpRequest.Builder posting(String path, JsonNode body) {
        return asking(path)
                .header("Origin", origin)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(Json.write(body)));
    }

    private HttpRequest.Builder asking(String path) {
        return HttpRequest.newBuilder(URI.create(origin + "/api/" + path))
                .header("Cookie", cookie)
                .header(ConsoleKey.HEADER, key);
    }

    private static JsonNode answer(HttpRequest.Builder request) throws IOException, InterruptedException {
        var answer = HTTP.send(request.build(), BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new AssertionError("%d %s".formatted(answer.statusCode(), answer.body()));
        }
        return Json.parse(answer.body());
    }
}
