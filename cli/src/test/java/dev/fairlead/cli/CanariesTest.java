package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.Lookout;
import dev.fairlead.testkit.http.HttpServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What the command is given in variables and its file: no verb tells it, writes it down or logs it. */
@Timeout(300)
@Tag("thorough")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a server is started by a shell, and files have no modes")
final class CanariesTest {
    private static final String MODEL_KEY = "sk-canary-of-a-model-7Qx2mZ8rT1vW6yK3";
    private static final String HEADER = "canary/of a header+5fJ9aLw2";
    private static final String VARIABLE = "canary-of-a-variable-8hB4nR6t";
    private static final String ANSWER = """
        data: {"id":"1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,\
        "delta":{"role":"assistant","content":"Good morning."},"finish_reason":"stop"}]}

        data: [DONE]

        """;

    @TempDir
    Path folder;

    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void noVerbTellsWhatItWasGiven() throws Exception {
        var home = ServersTest.ownFolder(folder.resolve("home"));
        var tape = home.resolve("tape.ndjson");
        try (var lookout = new Lookout();
                var provider = HttpServer.start(exchange -> {
                    assertThat(exchange.request().header("authorization")).contains("Bearer " + MODEL_KEY);
                    boolean first = asked.getAndIncrement() == 0;
                    exchange.answer(
                            first ? 401 : 200,
                            Map.of("Content-Type", first ? "application/json" : "text/event-stream"),
                            first ? "{\"error\":{\"message\":\"no such key: " + MODEL_KEY + "\"}}" : ANSWER);
                });
                var front =
                        HttpFront.serving(DemoServer.script().era(Era.LEGACY).build())) {
            lookout.hold("key of a model", MODEL_KEY);
            lookout.hold("header", HEADER);
            lookout.hold("variable", VARIABLE);
            configure(home, front.url());
            var chat = "chat far --model openai/m --once hello";
            for (var words : List.of(
                    chat,
                    chat,
                    chat + " --json --transcript " + home.resolve("talk.json"),
                    "servers",
                    "servers --json",
                    "policy",
                    "policy --json",
                    "info near --debug",
                    "info far --debug",
                    "tools near -v",
                    "call near add a=1 b=2 -v --debug --record " + tape,
                    "call far add a=1 b=2 -v --debug --record " + tape,
                    "call far fail --json",
                    "doctor",
                    "doctor near",
                    "doctor far",
                    "doctor far --json",
                    "grep add",
                    "whoami",
                    "import",
                    "replay " + tape)) {
                var run = new Shell()
                        .home(home)
                        .variable("OPENAI_API_KEY", MODEL_KEY)
                        .variable("OPENAI_BASE_URL", provider.origin() + "/v1")
                        .run(words.split(" "));
                lookout.read("output of " + words, run.out());
                lookout.read("complaints of " + words, run.err());
            }
            front.requests().stream()
                    .flatMap(request -> request.header("Mcp-Session-Id").stream())
                    .forEach(id -> lookout.hold("session of a server", id));
            lookout.readProcesses();
            assertThat(lookout.readFiles(home)).as("files that others can open").isEmpty();

            // Where it was configured.
            assertThat(lookout.leaks())
                    .filteredOn(leak -> !leak.matches("(header|variable) in file fairlead[.]json.*"))
                    .isEmpty();
            assertThat(lookout.leaks()).as("the look at files").hasSizeGreaterThanOrEqualTo(2);
            assertThat(asked).as("uses of the key").hasValueGreaterThanOrEqualTo(3);
            assertThat(Files.readString(tape)).contains("tools/call");
            Stream.of(
                            "log of ",
                            "list of processes",
                            "file tape.ndjson",
                            "file talk.json",
                            "file audit.ndjson",
                            "complaints of call near")
                    .forEach(place -> assertThat(lookout.seen(place)).as(place).isPositive());
            var extent = lookout.extent();
            lookout.close();
            System.out.println("command: " + extent);
        }
    }

    private static void configure(Path home, String url) throws Exception {
        var servers = Json.object();
        servers.putObject("far").put("url", url).putObject("headers").put("X-Api-Key", HEADER);
        var near = servers.putObject("near").put("command", "sh");
        var words = near.putArray("args")
                .add("-c")
                .add("echo \"it is $API_TOKEN\" >&2; exec \"$@\"")
                .add("sh");
        DemoServer.command().forEach(words::add);
        near.putObject("env").put("API_TOKEN", VARIABLE);
        var file = home.resolve("fairlead.json");
        ServersTest.write(file, servers);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
}
