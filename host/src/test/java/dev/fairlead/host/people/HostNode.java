package dev.fairlead.host.people;

import dev.fairlead.host.Host;
import dev.fairlead.host.HostResult;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.Store;
import dev.fairlead.store.Stores;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One machine of a web application: a process with a host of its own that shares nothing with another but the store. It
 * does what single lines tell it, and answers each with a line.
 */
final class HostNode implements AutoCloseable {
    static final String REDIRECT = "https://app.example.com/callback";

    private static final String SERVER = "docs";
    private static final String TOOL = SERVER + "__echo";
    private static final String KEPT_LOGIN = "login/";
    private static final int CROWD = 500;

    private final Process process;
    private final Writer orders;
    private final BufferedReader answers;

    private HostNode(Process process) {
        this.process = process;
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts a machine. */
    static HostNode start(String store, String server) throws IOException {
        return new HostNode(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xshare:auto",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HostNode.class.getName(),
                        store,
                        server)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Has a person call the server once; the answer has its text, or the address to log in at. */
    JsonNode call(String person) throws IOException {
        tell(order("call", person));
        return answer();
    }

    /** Finishes the login that some machine began for a person. */
    JsonNode finish(String person, String callback) throws IOException {
        tell(order("finish", person).put("callback", callback));
        return answer();
    }

    /** Has a person begin so many calls at once; {@link #answer} tells how many went well. */
    void crowd(String person, int calls) throws IOException {
        tell(order("crowd", person).put("calls", calls));
    }

    /** Waits for what the machine has to say. */
    JsonNode answer() throws IOException {
        var line = answers.readLine();
        if (line == null) {
            throw new AssertionError("the machine is gone");
        }
        return Json.parse(line);
    }

    /** Ends the process as nothing can be caught. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private static ObjectNode order(String does, String person) {
        return Json.object().put("do", does).put("person", person);
    }

    private void tell(ObjectNode order) throws IOException {
        orders.write(Json.write(order) + "\n");
        orders.flush();
    }

    /** Opens a host, and does what it is told until nobody tells it anything any more. */
    public static void main(String[] arguments) throws Exception {
        var config = ServerConfig.builder(SERVER, Endpoint.Address.of(arguments[1]))
                .concurrency(CROWD)
                .build();
        try (var store = open(arguments[0]);
                var host = Host.builder()
                        .server(config)
                        .store(store)
                        .logins(oauth -> oauth.redirectUri(REDIRECT))
                        .patience(Duration.ofSeconds(60))
                        .open();
                var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                var order = Json.parse(line);
                var person = order.path("person").stringValue();
                var said = switch (order.path("do").stringValue()) {
                    case "call" -> called(host.as(person).call(TOOL, null), store, person);
                    case "finish" -> finished(host, store, order);
                    default -> crowded(host.as(person), order.path("calls").intValue());
                };
                System.out.println(Json.write(said));
            }
        }
    }

    private static Store open(String where) {
        if (where.startsWith("jdbc:")) {
            return Stores.postgresql(where);
        }
        int namespace = where.indexOf('#');
        return Stores.redis(URI.create(where.substring(0, namespace)), where.substring(namespace + 1));
    }

    private static ObjectNode called(HostResult result, Store store, String person) {
        if (result.failure() instanceof AuthorizationRequiredException required) {
            // Where the other machines find it, and no browser does.
            boolean kept = store.replace(
                    KEPT_LOGIN + person, Store.Entry.ABSENT, required.pending().toJson(), Duration.ofMinutes(30));
            return Json.object().put("login", required.url()).put("kept", kept);
        }
        return result.success()
                ? Json.object().put("text", result.text())
                : Json.object().put("error", result.error());
    }

    private static ObjectNode finished(Host host, Store store, JsonNode order) throws InterruptedException {
        var person = order.path("person").stringValue();
        var kept = store.read(KEPT_LOGIN + person).orElseThrow();
        if (!store.replace(KEPT_LOGIN + person, kept.version(), null)) {
            return Json.object().put("error", "somebody else finished it");
        }
        host.as(person)
                .finishLogin(
                        SERVER,
                        PendingAuthorization.from(kept.value()),
                        order.path("callback").stringValue());
        return Json.object().put("text", "finished");
    }

    private static ObjectNode crowded(Host host, int calls) {
        var results = new ArrayList<Future<HostResult>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < calls; i++) {
                results.add(threads.submit(() -> host.call(TOOL, null)));
            }
        }
        var said = Json.object()
                .put(
                        "well",
                        results.stream()
                                .filter(result -> result.resultNow().success())
                                .count());
        results.stream()
                .map(Future::resultNow)
                .filter(result -> !result.success())
                .findFirst()
                .ifPresent(result -> said.put("error", result.error()));
        return said;
    }
}
