package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.EraMemory;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.event.EventLog;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.host.supervision.Care;
import dev.fairlead.host.supervision.RestartPolicy;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to servers, the catalogue ends as the union of what the connected ones offer. */
@Timeout(600)
class FleetPropertyTest {
    private static final int SEQUENCES = 250;
    private static final int STEPS = 8;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void theCatalogueIsTheUnionOfWhatConnectedServersOffer(int batch) throws Exception {
        for (int sequence = 0; sequence < SEQUENCES; sequence++) {
            long seed = batch * 100_000L + sequence;
            try (var story = new Story(seed)) {
                for (int step = 0; step < STEPS; step++) {
                    story.step();
                }
                story.verify();
            }
        }
    }

    /** One sequence, and what should come of it. */
    private static final class Story implements AutoCloseable {
        private static final Care QUICK = quick();

        private final long seed;
        private final Random random;
        private final EventLog events = new EventLog(Redactor.usual());
        private final EraMemory eras = new EraMemory(InstantSource.system());
        private final Map<String, FakeServer> backends = new HashMap<>();
        private final Map<String, Set<String>> tools = new LinkedHashMap<>();
        private final Set<String> stopped = new HashSet<>();
        private final List<String> told = new ArrayList<>();
        private final Fleet fleet;
        private int names;

        Story(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.fleet = new Fleet(config -> OwnOpener.of(config, eras), config -> true, QUICK, events, null);
        }

        private static Care quick() {
            var policy = new RestartPolicy(Duration.ofMillis(1), Duration.ofMillis(2), 0, Duration.ofMinutes(1));
            return new Care(
                    policy,
                    policy,
                    Duration.ofMinutes(1),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(10),
                    InstantSource.system());
        }

        void step() throws InterruptedException {
            var known = List.copyOf(tools.keySet());
            if (known.isEmpty() || random.nextInt(4) == 0) {
                connect();
                return;
            }
            var server = known.get(random.nextInt(known.size()));
            switch (random.nextInt(7)) {
                case 0 -> disconnect(server);
                case 1 -> crash(server);
                case 2 -> rename(server);
                case 3 -> stop(server);
                case 4 -> start(server);
                case 5 -> addTool(server);
                default -> removeTool(server);
            }
        }

        private void connect() throws InterruptedException {
            var name = "s" + names++;
            told.add("connect " + name);
            var builder = FakeServer.named(name).era(random.nextBoolean() ? Era.MODERN : Era.LEGACY);
            var own = new TreeSet<String>();
            for (int tool = random.nextInt(3); tool >= 0; tool--) {
                own.add("t" + tool);
                builder.tool(tool("t" + tool), call -> CallToolResult.ofText("done"));
            }
            backends.put(name, builder.build());
            tools.put(name, own);
            fleet.add(config(name, name));
        }

        private ServerConfig config(String name, String backend) {
            return ServerConfig.of(name, new Endpoint.Own(backends.get(backend).transport()));
        }

        private void disconnect(String name) throws InterruptedException {
            told.add("disconnect " + name);
            assertThat(fleet.remove(name)).isTrue();
            tools.remove(name);
            stopped.remove(name);
        }

        private void crash(String name) {
            told.add("crash " + name);
            backends.get(name).disconnect();
        }

        /** The same server under another name: everything of the old name goes, and comes under the new one. */
        private void rename(String name) throws InterruptedException {
            var other = "r" + names++;
            told.add("rename %s to %s".formatted(name, other));
            backends.put(other, backends.get(name));
            assertThat(fleet.remove(name)).isTrue();
            tools.put(other, tools.remove(name));
            stopped.remove(name);
            fleet.add(config(other, other));
        }

        private void stop(String name) {
            told.add("stop " + name);
            fleet.server(name).orElseThrow().stop();
            stopped.add(name);
        }

        private void start(String name) {
            told.add("start " + name);
            fleet.server(name).orElseThrow().start();
            stopped.remove(name);
        }

        private void addTool(String name) {
            var tool = "x" + names++;
            told.add("add %s to %s".formatted(tool, name));
            tools.get(name).add(tool);
            backends.get(name).add(tool(tool), call -> CallToolResult.ofText("done"));
        }

        private void removeTool(String name) {
            var own = tools.get(name);
            if (own.size() == 1) {
                return; // A server that has no tool when it is asked what it can do cannot do tools.
            }
            var tool = own.iterator().next();
            told.add("remove %s from %s".formatted(tool, name));
            own.remove(tool);
            backends.get(name).removeTool(tool);
        }

        void verify() {
            var expected = tools.entrySet().stream()
                    .filter(entry -> !stopped.contains(entry.getKey()))
                    .flatMap(entry -> entry.getValue().stream().map(tool -> entry.getKey() + "__" + tool))
                    .collect(Collectors.toCollection(TreeSet::new));
            Awaitility.await("seed %d: %s".formatted(seed, told))
                    .atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(1))
                    .pollDelay(Duration.ZERO)
                    .untilAsserted(() -> assertThat(names()).isEqualTo(expected));
        }

        private Set<String> names() {
            return fleet.catalog().tools().stream()
                    .map(OfferedTool::name)
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        private static Tool tool(String name) {
            return Tool.of(name, null, Json.object().put("type", "object"));
        }

        @Override
        public void close() throws InterruptedException {
            fleet.close();
            events.close();
        }
    }
}
