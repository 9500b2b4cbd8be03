package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.Budget;
import dev.fairlead.agent.ModelSampler;
import dev.fairlead.cli.question.Dialogue;
import dev.fairlead.host.trust.AuditLog;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.StoreException;
import dev.fairlead.store.parts.OwnerOnly;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.wire.stdio.ServerCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** All ten policies are shown, with the values that hold here. */
@Timeout(120)
final class TenPoliciesTest {
    private static final String SECRET = "hunter2hunter2";

    @TempDir
    Path folder;

    private Path home;
    private Path file;
    private ObjectNode servers;

    @BeforeEach
    void write() throws Exception {
        home = ServersTest.ownFolder(folder.resolve("home"));
        servers = Json.object();
        var calc = ServersTest.command(DemoServer.command());
        calc.putArray("excludeTools").add("coun*");
        calc.putObject("env").put("CALC_TOKEN", SECRET).putNull("SHELL");
        calc.putArray("envFrom").add("AWS_PROFILE");
        servers.set("calc", calc);
        servers.set("wiki", Json.object().put("url", "http://wiki.example/mcp?key=" + SECRET));
        write(servers);
    }

    private void write(ObjectNode all) throws Exception {
        file = ServersTest.write(home.resolve("fairlead.json"), all);
    }

    private Shell shell() {
        return new Shell().home(home);
    }

    /** Returns what a policy says, one line for each fact. */
    private List<String> facts(Shell shell, String policy, String... more) {
        var words = new ArrayList<>(List.of("policy", "--json"));
        words.addAll(List.of(more));
        var run = shell.run(words.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).doesNotContain(SECRET);
        return Json.parse(run.out())
                .path("policies")
                .valueStream()
                .filter(one -> one.path("name").asString("").equals(policy))
                .flatMap(one -> one.path("facts").valueStream())
                .map(TenPoliciesTest::line)
                .toList();
    }

    private static String line(JsonNode fact) {
        return "%s %s: %s [%s]"
                .formatted(
                        fact.path("name").asString(),
                        fact.path("server").asString("-"),
                        fact.path("holds").asString(),
                        fact.path("from").asString());
    }

    private String keep(String name, String json) throws Exception {
        var console = OwnerOnly.folder(home.resolve("console"));
        var kept = console.resolve(name + ".json");
        OwnerOnly.makeFile(kept);
        Files.writeString(kept, json);
        return console.toString();
    }

    @Test
    void allTenAreThereWithWhatHoldsWhereItComesFromAndHowToChangeIt() {
        var document = Json.parse(shell().run("policy", "--json").out());
        var policies = document.path("policies");
        assertThat(policies.valueStream().map(one -> one.path("number").asInt()))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 10).boxed().toList());
        assertThat(policies.valueStream().map(one -> one.path("name").asString()))
                .containsExactly(
                        "servers",
                        "tools",
                        "questions",
                        "environment",
                        "egress",
                        "apps",
                        "secrets",
                        "agent",
                        "console",
                        "audit");
        assertThat(policies.valueStream()).allSatisfy(one -> {
            assertThat(one.path("facts").valueStream()).isNotEmpty().allSatisfy(fact -> {
                assertThat(fact.path("name").asString()).matches("[a-z-]+");
                assertThat(fact.path("holds").asString()).isNotBlank();
                assertThat(fact.path("from").asString()).isNotBlank();
            });
            assertThat(one.path("change").valueStream()).isNotEmpty();
        });
        assertThat(document.path("rules").path(0).path("tool").asString()).isEqualTo("coun*");

        var text = shell().run("policy").out();
        policies.forEach(one -> {
            assertThat(text)
                    .contains("%d. %s\n"
                            .formatted(
                                    one.path("number").asInt(),
                                    one.path("title").asString()));
            one.path("facts")
                    .forEach(fact -> assertThat(text)
                            .contains("%s [%s]\n"
                                    .formatted(
                                            fact.path("holds").asString(),
                                            fact.path("from").asString())));
        });
        assertThat(text).doesNotContain(SECRET);
    }

    @Test
    void numbersAreThoseOfWhoEnforcesThem() {
        assertThat(facts(shell(), "environment").getFirst())
                .contains(String.join(", ", ServerCommand.inheritedNames(false)));
        assertThat(String.join("\n", facts(shell(), "questions")))
                .contains(ModelSampler.MOST_TOKENS + " tokens", ModelSampler.MOST_USES + " uses")
                .contains(Dialogue.MOST_QUESTIONS + " questions in one visit", Dialogue.MOST_FIELDS + " fields");
        assertThat(String.join("\n", facts(shell(), "agent")))
                .contains("%d steps, %d calls, %d minutes, any number of tokens, any cost"
                        .formatted(
                                Budget.USUAL.steps(),
                                Budget.USUAL.calls(),
                                Budget.USUAL.time().toMinutes()));
        assertThat(String.join("\n", facts(shell(), "console"))).contains("127.0.0.1 alone", "SameSite=Strict");
        assertThat(String.join("\n", facts(shell(), "audit")))
                .contains("start, grant, denial, call, refresh, policy, configuration")
                .contains("At %d MiB".formatted(AuditLog.LARGEST_FILE >> 20));
        assertThat(String.join("\n", facts(shell(), "apps"))).contains("default-src 'none'");
    }

    @Test
    void whatAnEntrySaysIsTold() throws Exception {
        assertThat(facts(shell(), "servers"))
                .anyMatch(line ->
                        line.startsWith("server calc: starts unasked: runs ") && line.endsWith(" [" + file + ":1]"))
                .contains("server wiki: starts unasked: is reached at http://wiki.example/mcp [" + file + ":1]");
        assertThat(facts(shell(), "environment"))
                .contains("server calc: gets those; declared: CALC_TOKEN; passed on: AWS_PROFILE; not: SHELL [" + file
                        + ":1]");
        assertThat(facts(shell(), "egress"))
                .contains("server wiki: is asked at http://wiki.example/mcp; plain http, which others can read on the"
                        + " way ["
                        + file + ":1]");
        assertThat(facts(shell(), "tools")).contains("off calc: tool 'coun*': off [" + file + ":1]");

        ((ObjectNode) servers.path("calc")).put("inheritEnv", "all").put("enabled", false);
        servers.set("wiki", Json.object().put("url", "https://wiki.example/mcp"));
        write(servers);

        assertThat(facts(shell(), "servers")).anyMatch(line -> line.startsWith("server calc: is switched off: "));
        assertThat(facts(shell(), "environment")).anyMatch(line -> line.startsWith("server calc: gets ALL variables"));
        assertThat(facts(shell(), "egress"))
                .contains("server wiki: is asked at https://wiki.example/mcp [" + file + ":1]");

        write(Json.object());
        assertThat(facts(shell(), "servers")).contains("server -: No server is configured. [default]");
        assertThat(facts(shell(), "egress")).contains("server -: No server is reached over the network. [default]");
    }

    @Test
    void consentToAProjectsServerIsTold() throws Exception {
        var others = Json.object();
        others.set("files", ServersTest.command(List.of("sh", "server.sh")));
        var project = ServersTest.write(folder.resolve("project").resolve("fairlead.json"), others);
        var config = new String[] {"--config", project.toString()};

        assertThat(facts(shell(), "servers", config))
                .contains("server files: does not start, as nobody has agreed to it: runs sh with 1 argument [%s:1]"
                        .formatted(project));
        shell().attended().input("y\n").run("approve", "files", "--config", project.toString());
        assertThat(facts(shell(), "servers", config))
                .anyMatch(line -> line.startsWith("server files: starts, as somebody agreed to it: "));
        others.set("files", ServersTest.command(List.of("sh", "other.sh", "-x")));
        ServersTest.write(project, others);
        assertThat(facts(shell(), "servers", config))
                .contains(
                        "server files: does not start, as something else was agreed to: runs sh with 2 arguments [%s:1]"
                                .formatted(project));
        shell().run("approve", "files", "--deny", "--config", project.toString());
        assertThat(facts(shell(), "servers", config))
                .anyMatch(line -> line.startsWith("server files: does not start, as that was denied: "));
    }

    @Test
    void decisionsAreTold() throws Exception {
        assertThat(facts(shell(), "tools")).contains("decision -: Nothing is decided about any tool. [default]");

        shell().run("policy", "deny", "calc", "add");
        shell().run("policy", "allow", "calc", "--yes");
        var store = home.resolve("fairlead.db");
        assertThat(facts(shell(), "tools"))
                .contains(
                        "decision calc: tool 'add': deny [%s]".formatted(store),
                        "decision calc: all tools: allow [%s]".formatted(store));

        ((ObjectNode) servers.path("calc")).put("command", "another-program");
        write(servers);
        assertThat(facts(shell(), "tools"))
                .contains("decision calc: all tools: allow; not in effect, as the server is another one now [%s]"
                        .formatted(store));
    }

    @Test
    void filesAndWhoMayUseThemAreTold() {
        assertThat(facts(shell(), "audit"))
                .contains("file -: %s, not there yet [FAIRLEAD_HOME]".formatted(home.resolve("audit.ndjson")));
        assertThat(facts(shell(), "secrets"))
                .contains(
                        "tokens -: %s, not there yet; not encrypted, as there is no keyring here, nor a key in FAIRLEAD_STORE_KEY [FAIRLEAD_HOME]"
                                .formatted(home.resolve("credentials.json")));

        shell().run("policy", "deny", "calc", "add");

        assertThat(facts(shell(), "audit"))
                .contains("file -: %s, rw------- [FAIRLEAD_HOME]".formatted(home.resolve("audit.ndjson")));
        assertThat(facts(shell().variable("FAIRLEAD_STORE_KEY", SECRET), "secrets"))
                .anyMatch(
                        line -> line.contains("; encrypted, whenever it is written, by the key in FAIRLEAD_STORE_KEY"))
                .anyMatch(line -> line.startsWith(
                        "decisions -: %s, rw-------; not encrypted".formatted(home.resolve("fairlead.db"))));
    }

    @Test
    void modelsThatCanBeAskedAreTold() {
        assertThat(facts(shell(), "egress")).anyMatch(line -> line.startsWith("model -: No model is asked"));
        var keyed = shell().variable("GEMINI_API_KEY", SECRET).variable("GEMINI_BASE_URL", "https://models.example/v1");
        assertThat(facts(keyed, "egress"))
                .contains("model -: gemini is asked at https://models.example/v1 [GEMINI_BASE_URL]");
        assertThat(facts(keyed, "secrets")).contains("model-key -: There is a key for gemini. [GEMINI_API_KEY]");
    }

    @Test
    void theKeyringIsNotAskedAndThatIsTold() {
        var locked = shell().keyring(() -> {
            throw new StoreException("The keyring is locked", null);
        });

        assertThat(facts(locked, "secrets"))
                .anyMatch(line -> line.contains("by a key in the keyring of the system, if that can be used then"))
                .anyMatch(
                        line -> line.startsWith("model-key -: The keyring of the system, which was not looked into,"));
        assertThat(facts(locked, "egress"))
                .anyMatch(line -> line.contains("It was not looked into") && line.contains("keys for gemini, "))
                .noneMatch(line -> line.startsWith("model -: No model is asked"));

        locked.variable("GEMINI_API_KEY", SECRET);

        assertThat(facts(locked, "secrets")).contains("model-key -: There is a key for gemini. [GEMINI_API_KEY]");
        assertThat(facts(locked, "egress"))
                .anyMatch(line -> line.startsWith("model -: gemini is asked at "))
                .noneMatch(line -> line.contains("keys for gemini"));
        assertThat(facts(locked.variable("FAIRLEAD_KEYRING", "off"), "egress"))
                .noneMatch(line -> line.contains("keyring"));
    }

    @Test
    void whatTheConsoleKeepsIsTold() throws Exception {
        assertThat(facts(shell(), "console")).anyMatch(line -> line.startsWith("port -: Any free port"));

        keep("settings", "{\"maxSteps\":3}");
        keep("place", "{\"port\":7411,\"sandboxPort\":7412}");
        var console = keep("apps", "{\"calc\":{\"ui://calc/board\":\"0\"}}");

        assertThat(facts(shell(), "agent"))
                .anyMatch(line -> line.startsWith("console -: At the console a question may take 3 steps, ")
                        && line.endsWith("[%s]".formatted(console)))
                .anyMatch(line -> line.startsWith(
                        "terminal -: In the terminal a question may take %d steps, ".formatted(Budget.USUAL.steps())));
        assertThat(facts(shell(), "console"))
                .contains("port -: Port 7411, and 7412 for interfaces of servers. [%s]".formatted(console))
                .anyMatch(line -> line.contains("only under http://127.0.0.1:7411/"));
        assertThat(facts(shell(), "apps"))
                .contains("agreed calc: was agreed to, as it was then: ui://calc/board [%s]".formatted(console))
                .anyMatch(line -> line.contains("http://127.0.0.1:7412"));
    }

    @Test
    void whatTheConsoleKeepsAndCannotBeReadIsNotTakenForNothing() throws Exception {
        keep("settings", "{");
        keep("place", "{");
        var console = keep("apps", "{");

        assertThat(facts(shell(), "agent"))
                .contains(
                        "console -: How far a question may go at the console is not known: %s could not be read: it is no JSON [%s]"
                                .formatted(Path.of(console).resolve("settings.json"), console));
        assertThat(facts(shell(), "console"))
                .contains("port -: Which port it had is not known: %s could not be read: it is no JSON [%s]"
                        .formatted(Path.of(console).resolve("place.json"), console));
        assertThat(facts(shell(), "apps"))
                .contains("agreed -: What somebody agreed to is not known: %s could not be read: it is no JSON [%s]"
                        .formatted(Path.of(console).resolve("apps.json"), console));
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "files there have no owner-only permissions")
    void aFileOfTheConsoleThatOthersMayReadIsTold() throws Exception {
        var settings = Path.of(keep("settings", "{\"maxSteps\":3}")).resolve("settings.json");
        Files.setPosixFilePermissions(settings, PosixFilePermissions.fromString("rw-r--r--"));

        assertThat(facts(shell(), "agent"))
                .anyMatch(line -> line.contains("is not known: ") && line.contains("chmod 600 " + settings));
    }

    @Test
    void decisionsAloneAreStillListed() {
        assertThat(shell().run("policy", "list").out()).startsWith("SERVER").doesNotContain("10. Audit");
        var one = Json.parse(shell().run("policy", "calc", "--json").out());
        assertThat(one.has("policies")).isFalse();
        assertThat(one.path("rules").valueStream()).hasSize(1);
    }
}
