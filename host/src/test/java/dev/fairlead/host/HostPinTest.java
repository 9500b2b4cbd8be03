package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.CallOptions;
import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.EraMemory;
import dev.fairlead.client.McpClient;
import dev.fairlead.host.HostResult.Ending;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.host.supervision.Care;
import dev.fairlead.host.supervision.RestartPolicy;
import dev.fairlead.host.trust.DefinitionDiff;
import dev.fairlead.host.trust.Mutation;
import dev.fairlead.host.trust.Samples;
import dev.fairlead.host.trust.ToolDefinition;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.wire.Duplex;
import dev.fairlead.wire.PipeTransport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** Whatever a server changes about a tool, in whatever way it comes to light: the tool does not run before somebody saw it. */
@Timeout(300)
@Tag("thorough")
class HostPinTest {
    private static final int CHANGES = 170; // for each of six ways: more than a thousand
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String SERVER = "s";

    /** How a change comes to light. */
    enum Way {
        TOLD,
        RECONNECTED,
        UNTOLD
    }

    @ParameterizedTest
    @CsvSource({
        "LEGACY, TOLD, 1",
        "MODERN, TOLD, 2",
        "LEGACY, RECONNECTED, 3",
        "MODERN, RECONNECTED, 4",
        "LEGACY, UNTOLD, 5",
        "MODERN, UNTOLD, 6"
    })
    void aToolOfWhichAnythingChangedDoesNotRunBeforeTheDifferenceWasSeen(Era era, Way way, long seed) {
        var random = new Random(seed);
        int accepted = 0;
        // Lists are asked for ever more slowly the more often a server says that they changed: there, each has one
        // change.
        int stages = way == Way.TOLD ? CHANGES : Samples.count();
        for (int number = 0; number < stages; number++) {
            try (var stage = new Stage(era, way, Samples.json(number % Samples.count()))) {
                for (int change = 0; change < (CHANGES + stages - 1) / stages; change++) {
                    var story = "seed %d, stage %d, change %d".formatted(seed, number, change);
                    accepted += stage.mutate(random, story) ? 1 : 0;
                }
            }
        }
        assertThat(accepted).as("changes that leave a tool to accept").isGreaterThan(CHANGES / 2);
    }

    private static boolean isHalf(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    /** A server with one tool, a host that uses it, and somebody else who sees what the server really says. */
    private static final class Stage implements AutoCloseable {
        private final Era era;
        private final Way way;
        private final ObjectNode original;
        private final String name;
        private final AtomicInteger runs = new AtomicInteger();
        private final EraMemory eras = new EraMemory(InstantSource.system());
        private final Host host;
        private volatile FakeServer server;
        private Tool current;

        Stage(Era era, Way way, ObjectNode original) {
            this.era = era;
            this.way = way;
            this.original = original;
            this.name = original.path("name").stringValue();
            this.current = Tool.from(original);
            this.server = serving(original);
            this.host = Host.builder()
                    .server(SERVER, PipeTransport.to(SERVER, this::serve))
                    .clients(profile -> profile.eraMemory(eras).checkArguments(false))
                    .retry(RetryPolicy.NONE)
                    .recheck(way == Way.UNTOLD ? Duration.ZERO : Duration.ofHours(1))
                    .care(quick())
                    .open();
            assertRuns("the first use");
        }

        private static Care quick() {
            var policy = new RestartPolicy(Duration.ofMillis(1), Duration.ofMillis(2), 0, Duration.ofMinutes(1));
            return new Care(policy, policy, Duration.ofHours(1), LIMIT, Duration.ofSeconds(1), InstantSource.system());
        }

        private void serve(Duplex duplex) {
            server.serve(way == Way.UNTOLD ? new Discreet(duplex) : duplex);
        }

        private FakeServer serving(ObjectNode definition) {
            return FakeServer.named(SERVER)
                    .era(era)
                    .tool(Tool.from(definition), call -> ran())
                    .build();
        }

        private CallToolResult ran() {
            return CallToolResult.ofText("run " + runs.incrementAndGet());
        }

        /** Changes one place, and perhaps back; tells whether that left a tool to accept. */
        boolean mutate(Random random, String story) {
            var before = seen().orElseThrow();
            String how;
            Optional<ToolDefinition> after;
            do {
                var changed = original.deepCopy();
                how = story + ": " + new Mutation(random).apply(changed);
                after = Optional.of(before);
                if (shaped(changed)) {
                    define(changed);
                    after = seen();
                }
                // What this era does not send has not changed for anybody.
            } while (after.equals(Optional.of(before)));
            assertNotRun(before, after, how);
            if (after.isPresent()) {
                accept(after.get(), how);
            }
            if (way != Way.TOLD) {
                back(before, after, how);
            }
            return after.isPresent();
        }

        private void back(ToolDefinition before, Optional<ToolDefinition> after, String how) {
            define(original);
            if (after.isPresent()) {
                assertNotRun(after.get(), Optional.of(before), how + ", and back");
                accept(before, how);
            } else {
                if (way != Way.UNTOLD) {
                    awaitOffered(Optional.of(before), how);
                }
                assertRuns(how);
            }
        }

        /** Tells whether it still is a tool at all, and one that can be sent. */
        private static boolean shaped(ObjectNode definition) {
            return definition.path("name").isString()
                    && definition.path("inputSchema").isObject()
                    && Json.write(definition).codePoints().noneMatch(HostPinTest::isHalf);
        }

        private void define(ObjectNode definition) {
            if (way == Way.RECONNECTED) {
                var former = server;
                server = serving(definition);
                former.disconnect();
            } else {
                server.removeTool(current.name());
                server.add(Tool.from(definition), call -> ran());
            }
            current = Tool.from(definition);
        }

        private Optional<ToolDefinition> seen() {
            try (var other = McpClient.connect(
                    server.transport(), ClientProfile.builder().eraMemory(eras).build())) {
                return other.listToolsAnew(CallOptions.usual()).stream()
                        .filter(tool -> tool.name().equals(name))
                        .map(ToolDefinition::of)
                        .findFirst();
            }
        }

        private void assertNotRun(ToolDefinition before, Optional<ToolDefinition> after, String how) {
            int ran = runs.get();
            if (way == Way.TOLD) {
                awaitOffered(after, how);
            }
            var result = call();
            if (way == Way.RECONNECTED && result.ending() != Ending.REFUSED) {
                // It set out before the end of the connection was noticed, and did not arrive.
                assertThat(runs).as(how).hasValue(ran);
                awaitOffered(after, how);
                result = call();
            }
            assertThat(runs).as("%s: %s", how, result.error()).hasValue(ran);
            assertThat(result.success()).as(how).isFalse();
            if (after.isPresent()) {
                assertThat(result.ending()).as("%s: %s", how, result.error()).isEqualTo(Ending.REFUSED);
                var difference = DefinitionDiff.between(
                        before.tool().toJson(), after.get().tool().toJson());
                assertThat(result.error()).as(how).contains(difference.lines());
            }
        }

        private void accept(ToolDefinition seen, String how) {
            assertThat(host.gate().accept(null, SERVER, seen, seen.hash()))
                    .as(how)
                    .isTrue();
            assertRuns(how);
        }

        private void assertRuns(String how) {
            int ran = runs.get();
            var result = call();
            assertThat(runs).as("%s: accepted, but: %s", how, result.error()).hasValue(ran + 1);
        }

        private void awaitOffered(Optional<ToolDefinition> expected, String how) {
            Awaitility.await(how)
                    .atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(1))
                    .pollDelay(Duration.ZERO)
                    .untilAsserted(() -> assertThat(offered()).isEqualTo(expected));
        }

        private Optional<ToolDefinition> offered() {
            return host.catalog()
                    .tool(SERVER + "__" + name)
                    .map(OfferedTool::definition)
                    .map(ToolDefinition::of);
        }

        /** Calls the tool with whatever the server wants to have given. */
        private HostResult call() {
            var arguments = Json.object();
            current.inputSchema().path("required").forEach(needed -> arguments.put(needed.asString(""), "x"));
            return host.call(SERVER + "__" + name, arguments);
        }

        @Override
        public void close() {
            host.close();
        }
    }

    /** Keeps changes of lists to itself. */
    private record Discreet(Duplex inner) implements Duplex {
        @Override
        public Optional<Message> read() throws IOException {
            return inner.read();
        }

        @Override
        public void write(byte[] json, boolean more) throws IOException {
            if (!new String(json, StandardCharsets.UTF_8).contains("/list_changed\"")) {
                inner.write(json, more);
            }
        }

        @Override
        public void flush() throws IOException {
            inner.flush();
        }

        @Override
        public void close() {
            inner.close();
        }
    }
}
