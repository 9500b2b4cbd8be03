package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.Budget;
import dev.fairlead.agent.provider.Keys;
import dev.fairlead.agent.provider.Providers;
import dev.fairlead.console.model.Models;
import dev.fairlead.console.policy.Program;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.ForwardingStore;
import dev.fairlead.store.Store;
import dev.fairlead.store.StoreException;
import dev.fairlead.wire.http.HttpEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page is told all ten policies as they are in this console. */
@Timeout(120)
final class PoliciesTest {
    @TempDir
    private Path home;

    private static List<String> facts(Page page, String policy) {
        return page.get("/api/policies")
                .path("policies")
                .valueStream()
                .filter(one -> one.path("name").asString("").equals(policy))
                .flatMap(one -> one.path("facts").valueStream())
                .map(fact -> "%s: %s [%s]"
                        .formatted(
                                fact.path("server").asString("-"),
                                fact.path("holds").asString(),
                                fact.path("from").asString()))
                .toList();
    }

    @Test
    void allTenAreThere() throws Exception {
        try (var page = new Page(home)) {
            var policies = page.get("/api/policies").path("policies");
            assertThat(policies.valueStream().map(one -> one.path("number").asInt()))
                    .containsExactlyElementsOf(
                            IntStream.rangeClosed(1, 10).boxed().toList());
            assertThat(policies.valueStream()).allSatisfy(one -> {
                assertThat(one.path("title").asString()).isNotBlank();
                assertThat(one.path("facts").valueStream()).isNotEmpty();
                assertThat(one.path("change").valueStream()).isNotEmpty();
            });
        }
    }

    @Test
    void theyFollowWhatSomebodyDoesAtThePage() throws Exception {
        try (var page = new Page(home)) {
            assertThat(facts(page, "servers")).contains("-: No server is configured. [default]");
            assertThat(facts(page, "console"))
                    .anyMatch(line ->
                            line.contains("Port %d, ".formatted(page.console().port())))
                    .anyMatch(line -> line.contains("only under %s/".formatted(page.origin())));
            var usual = "-: At the console a question may take %d steps, ".formatted(Budget.USUAL.steps());
            assertThat(facts(page, "agent")).anyMatch(line -> line.startsWith(usual) && line.endsWith("[default]"));

            page.connect("demo");
            page.send("PUT", "/api/settings", "{\"maxSteps\":7}");

            assertThat(facts(page, "servers"))
                    .anyMatch(line -> line.startsWith("demo: starts unasked: runs ")
                            && line.contains(home.resolve("console").toString()));
            assertThat(facts(page, "environment")).anyMatch(line -> line.startsWith("demo: gets those"));
            assertThat(facts(page, "agent"))
                    .anyMatch(line -> line.startsWith("-: At the console a question may take 7 steps, ")
                            && line.endsWith("[%s]".formatted(home.resolve("console"))));
        }
    }

    @Test
    void aProjectsServerWaitsForConsent() throws Exception {
        var file = home.resolve(".mcp.json");
        var document = Json.object();
        document.putObject("mcpServers").putObject("files").put("command", "fairlead-no-such-program");
        Files.writeString(file, Json.write(document));
        try (var page = new Page(home)) {
            assertThat(facts(page, "servers"))
                    .anyMatch(line -> line.startsWith("files: does not start, as nobody has agreed to it: ")
                            && line.endsWith("[%s:1]".formatted(file)));
        }
    }

    @Test
    void theKeyringIsNotAskedAndThatIsTold() throws Exception {
        var locked = new AtomicBoolean();
        var kept = new Keys.Source() {
            @Override
            public Optional<String> key(String provider) {
                if (locked.get()) {
                    throw new StoreException("The keyring is locked", null);
                }
                return Optional.empty();
            }

            @Override
            public Optional<Boolean> has(String provider) {
                return Optional.empty();
            }
        };
        var providers = new Providers(HttpEngine.shared(), new Keys(Map.of("OPENAI_API_KEY", "some-key"), kept));
        try (var page = new Page(home, builder -> builder.models(Models.of(providers, Optional.empty())))) {
            locked.set(true);

            assertThat(facts(page, "egress"))
                    .anyMatch(line -> line.startsWith("-: openai is asked at "))
                    .anyMatch(line -> line.contains("It was not looked into") && line.contains("keys for gemini, "));
            assertThat(facts(page, "secrets")).contains("-: There is a key for openai. [OPENAI_API_KEY]");
        }
    }

    @Test
    void thatWhatWasDecidedCannotBeReadIsToldInWords() throws Exception {
        var store = new BreakableStore();
        try (var page = new Page(home, builder -> builder.host(host -> host.store(store)))) {
            store.broken.set(true);

            var answer = page.send("GET", "/api/policies", null);

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("What was decided could not be looked at: the disk is gone");
            store.broken.set(false);
        }
    }

    /** A store that fails for as long as somebody wants it to. */
    private static final class BreakableStore extends ForwardingStore {
        private final AtomicBoolean broken = new AtomicBoolean();

        @Override
        protected Store inner() {
            if (broken.get()) {
                throw new StoreException("the disk is gone", null);
            }
            return super.inner();
        }
    }

    @Test
    void whatTheProgramAroundItKnowsIsTold() throws Exception {
        var log = home.resolve("audit.ndjson");
        var program = new Program(
                home.resolve("decisions.db"),
                home.resolve("tokens.json"),
                "encrypted by a test",
                log,
                "a test",
                new Program.Terminal(3, 4));
        try (var page = new Page(home, builder -> builder.program(program))) {
            assertThat(facts(page, "audit")).contains("-: %s, not there yet [a test]".formatted(log));
            assertThat(facts(page, "secrets"))
                    .contains("-: %s, not there yet; encrypted by a test [a test]"
                            .formatted(home.resolve("tokens.json")));
            assertThat(facts(page, "questions"))
                    .anyMatch(line -> line.contains("3 questions in one visit, or 4 fields"));
        }
        try (var page = new Page(home)) {
            assertThat(facts(page, "audit"))
                    .contains("-: The program chose where the log is, or has none. [the program around the console]");
        }
    }
}
