package dev.fairlead.console;

import dev.fairlead.console.model.Models;
import dev.fairlead.host.config.ConfigSearch;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.Store;
import dev.fairlead.store.Stores;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.http.ConsoleKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** A console, and a page that speaks to it as the real one does. */
final class Page implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    private final Path home;
    private final Store store;
    private final UnaryOperator<Console.Builder> special;
    private Console console;
    private String cookie = "";
    private String key = "";
    private String session = "";
    private String shown = "";

    Page(Path home) throws Exception {
        this(home, builder -> builder);
    }

    Page(Path home, UnaryOperator<Console.Builder> special) throws Exception {
        this.home = home;
        this.store = Stores.memory();
        this.special = special;
        Files.createDirectories(home.resolve("page"));
        Files.writeString(
                home.resolve("page").resolve("index.html"), "<!doctype html><meta content=\"%NONCE%\"><p>page</p>");
        start();
        login(console.url());
    }

    private Page(Page of, String url) {
        this.home = of.home;
        this.store = of.store;
        this.special = of.special;
        this.console = of.console;
        login(url);
    }

    /** Returns a page of the same console in a browser that was let in by itself; it ends with this one. */
    Page inAnotherBrowser() {
        return letInBy(console.url());
    }

    /** The same, with the address that this browser is to open. */
    Page letInBy(String url) {
        return new Page(this, url);
    }

    private void start() throws IOException {
        var environment = Map.of("FAIRLEAD_HOME", home.toString());
        console = special.apply(Console.builder()
                        .home(home)
                        .userHome(home)
                        .environment(environment)
                        .search(ConfigSearch.of(environment, home, home, "linux"))
                        .models(Models.demo())
                        .builtIn("demo", DemoServer.command())
                        .host(host -> host.store(store).tokens(store))
                        .page(home.resolve("page")))
                .start();
    }

    /** Ends the console and starts another one in its place. */
    void restart() throws IOException {
        console.close();
        start();
        meet();
    }

    Console console() {
        return console;
    }

    Path home() {
        return home;
    }

    String origin() {
        return "http://127.0.0.1:" + console.port();
    }

    String cookie() {
        return cookie;
    }

    /** Returns the key that this page was given, which it never sends. */
    String key() {
        return key;
    }

    /** Returns what this page sends with every request. */
    String shown() {
        return shown;
    }

    String session() {
        return session;
    }

    private void login(String url) {
        var token = url.replaceAll(".*token=", "");
        var answer = send("POST", "/api/login", Json.write(Json.object().put("token", token)));
        cookie = answer.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
        key = ok(answer).path("key").asString("");
        session = ok(answer).path("session").asString("");
        meet();
    }

    /** Finds out which run of the console answers, as a page does after every break. */
    private void meet() {
        var nonce = "made-up-by-a-page-of-the-tests";
        var hello = get("/api/hello?session=" + session + "&nonce=" + nonce);
        var run = hello.path("run").asString("");
        if (!hello.path("proof").asString("").equals(ConsoleKey.proof(key, console.port(), run, nonce))) {
            throw new AssertionError("something else answers");
        }
        shown = ConsoleKey.shown(key, console.port(), run);
    }

    HttpResponse<String> send(String method, String path, String body) {
        try {
            var request = HttpRequest.newBuilder(URI.create(origin() + path))
                    .timeout(Duration.ofSeconds(30))
                    .header("Cookie", cookie)
                    .header(ConsoleKey.HEADER, shown)
                    .header("Origin", origin())
                    .header("Content-Type", "application/json")
                    .method(
                            method,
                            body == null
                                    ? HttpRequest.BodyPublishers.noBody()
                                    : HttpRequest.BodyPublishers.ofString(body));
            return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException("%s %s".formatted(method, path), failure);
        }
    }

    /** Opens an address in a browser that knows nothing yet, and that a file has led there. */
    HttpResponse<String> comesFromAFile(String url) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url))
                .header("Sec-Fetch-Site", "cross-site")
                .header("Sec-Fetch-Mode", "navigate")
                .header("Sec-Fetch-Dest", "document")
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Returns the status of a request with this cookie and something shown as what is made of the key. */
    int status(String key) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(origin() + "/api/state"))
                .header("Cookie", cookie)
                .header(ConsoleKey.HEADER, key)
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    HttpResponse<byte[]> bytes(String path) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(origin() + path))
                        .header("Cookie", cookie)
                        .header(ConsoleKey.HEADER, shown)
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }

    JsonNode get(String path) {
        return ok(send("GET", path, null));
    }

    JsonNode post(String path, String body) {
        return ok(send("POST", path, body));
    }

    /** Returns the code of a refusal. */
    String refused(String method, String path, String body) {
        var answer = send(method, path, body);
        if (answer.statusCode() < 400 || answer.statusCode() >= 500) {
            throw new AssertionError("not refused: %d %s".formatted(answer.statusCode(), answer.body()));
        }
        return Json.parse(answer.body()).path("error").path("code").asString("");
    }

    private static JsonNode ok(HttpResponse<String> answer) {
        if (answer.statusCode() >= 300) {
            throw new AssertionError("%d %s".formatted(answer.statusCode(), answer.body()));
        }
        return Json.parse(answer.body());
    }

    /** Waits for something in an answer. */
    JsonNode await(String path, Predicate<JsonNode> wanted) {
        var found = new JsonNode[1];
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    found[0] = get(path);
                    return wanted.test(found[0]);
                });
        return found[0];
    }

    /** Returns what somebody is asked to approve, as soon as they are. */
    JsonNode approval() {
        return await("/api/state", state -> !state.path("approvals").isEmpty())
                .path("approvals")
                .path(0);
    }

    /** Connects a server, and waits until it is. */
    void connect(String text) {
        var id = post("/api/servers", Json.write(Json.object().put("text", text)))
                .path("servers")
                .path(0)
                .asString("");
        awaitServer(id, "connected");
    }

    JsonNode awaitServer(String id, String state) {
        return server(
                await(
                        "/api/state",
                        json -> server(json, id).path("state").asString("").equals(state)),
                id);
    }

    static JsonNode server(JsonNode state, String id) {
        return state.path("servers")
                .valueStream()
                .filter(one -> one.path("id").asString("").equals(id))
                .findFirst()
                .orElseGet(Json::object);
    }

    /** Calls a tool, and waits until that is over. */
    JsonNode call(String server, String tool, String arguments) {
        var id = post(
                        "/api/calls",
                        "{\"server\":\"%s\",\"tool\":\"%s\",\"arguments\":%s}".formatted(server, tool, arguments))
                .path("id")
                .asString("");
        return awaitCall(id);
    }

    JsonNode awaitCall(String id) {
        return await(
                "/api/calls/" + id,
                call -> !List.of("pending", "approval", "running")
                        .contains(call.path("state").asString("")));
    }

    /** Reads events for as long as it is open. */
    Events events(String after) throws Exception {
        var answer = HTTP.send(
                HttpRequest.newBuilder(URI.create(origin() + "/api/events?after=" + after))
                        .header("Cookie", cookie)
                        .header(ConsoleKey.HEADER, shown)
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        return new Events(answer);
    }

    /** The events of a page. */
    static final class Events implements AutoCloseable {
        private final HttpResponse<java.io.InputStream> answer;
        private final List<Event> seen = new CopyOnWriteArrayList<>();
        private final Thread reading;

        record Event(String id, String type, JsonNode data) {}

        Events(HttpResponse<java.io.InputStream> answer) {
            this.answer = answer;
            reading = Thread.ofVirtual().start(this::read);
        }

        private void read() {
            try (var lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
                var id = "";
                var type = "";
                for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.startsWith("id: ")) {
                        id = line.substring(4);
                    } else if (line.startsWith("event: ")) {
                        type = line.substring(7);
                    } else if (line.startsWith("data: ")) {
                        seen.add(new Event(id, type, Json.parse(line.substring(6))));
                    }
                }
            } catch (IOException ended) {
                return;
            }
        }

        /** Waits until nothing more can come. */
        void awaitEnd() throws InterruptedException {
            if (!reading.join(Duration.ofSeconds(60))) {
                throw new AssertionError("there may be more events");
            }
        }

        List<Event> seen() {
            return List.copyOf(seen);
        }

        Event await(String type, Predicate<JsonNode> wanted) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() ->
                            seen.stream().anyMatch(event -> event.type().equals(type) && wanted.test(event.data())));
            return seen.stream()
                    .filter(event -> event.type().equals(type) && wanted.test(event.data()))
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        public void close() throws IOException {
            answer.body().close();
        }
    }

    @Override
    public void close() {
        console.close();
        store.close();
    }
}
