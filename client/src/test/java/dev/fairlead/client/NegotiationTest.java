package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.VersionException;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Finding out which era a server belongs to, row by row of what it may do when it is asked. */
class NegotiationTest {
    private static final String AGREED =
            "{'protocolVersion':'2025-11-25','capabilities':{'tools':{}},'serverInfo':{'name':'old','version':'1'}}";

    static ClientProfile.Builder profile() {
        return ClientProfile.builder()
                .eraMemory(new EraMemory(InstantSource.system()))
                .probePatience(Duration.ofMillis(300))
                .connectTimeout(Duration.ofSeconds(20));
    }

    private static McpClient connect(ScriptedServer server) {
        return McpClient.connect(server.transport(), profile().build());
    }

    private static McpException failure(ScriptedServer server, ClientProfile profile) {
        var caught = org.assertj.core.api.Assertions.catchThrowableOfType(
                McpException.class, () -> McpClient.connect(server.transport(), profile));
        assertThat(caught).isNotNull();
        await().atMost(LIMIT).untilAsserted(() -> assertThat(server.open()).isZero());
        return caught;
    }

    @Test
    @Verifies({"B-8", "B-10", "A-21", "A-22"})
    void aServerThatDescribesItselfIsModern() {
        var server = ScriptedServer.modern();
        try (var client = connect(server)) {
            assertThat(client.server().era()).isEqualTo(Era.MODERN);
            assertThat(server.methods()).containsExactly("server/discover");
            var probe = server.requests("server/discover").getFirst();
            assertThat(probe.id().toJson().isString()).isTrue();
            var meta = probe.params().path("_meta");
            assertThat(meta.path(MetaKey.PROTOCOL_VERSION).stringValue()).isEqualTo("2026-07-28");
            assertThat(meta.path(MetaKey.CLIENT_CAPABILITIES).isObject()).isTrue();
            assertThat(meta.path(MetaKey.CLIENT_INFO).path("name").stringValue())
                    .isEqualTo("fairlead");
            assertThat(server.openings()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-32601, -32602, -32600, -32603, -32000, -32001, -32019, 0, 1})
    @Verifies({"B-11", "A-28"})
    void anErrorOfAnyOtherKindMeansLegacy(int code) {
        var server = ScriptedServer.legacy().refusing("server/discover", code, "what?");
        try (var client = connect(server)) {
            assertThat(client.server().era()).isEqualTo(Era.LEGACY);
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(server.methods())
                            .containsExactly("server/discover", "initialize", "notifications/initialized"));
            assertThat(server.openings()).isEqualTo(1);
        }
    }

    @Test
    @Verifies("B-11")
    void silenceMeansLegacyOnTheSameLine() {
        var server = ScriptedServer.legacy().on("server/discover", (request, line) -> {});
        try (var client = connect(server)) {
            assertThat(client.server().era()).isEqualTo(Era.LEGACY);
            assertThat(server.openings()).isEqualTo(1);
            assertThat(server.notifications("notifications/cancelled")).isEmpty();
        }
    }

    @Test
    @Verifies("B-11")
    void hangingUpMeansLegacyOnAFreshLine() {
        var server = ScriptedServer.legacy().on("server/discover", (request, line) -> line.hangUp());
        try (var client = connect(server)) {
            assertThat(client.server().era()).isEqualTo(Era.LEGACY);
            assertThat(server.openings()).isEqualTo(2);
            assertThat(server.requests("server/discover")).hasSize(1);
            await().atMost(LIMIT).untilAsserted(() -> assertThat(server.open()).isEqualTo(1));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'tools':[]}", "{'supportedVersions':'2026-07-28'}", "{'resultType':'complete'}"})
    void anOddAnswerMeansLegacy(String odd) {
        var server = ScriptedServer.legacy().answering("server/discover", odd);
        try (var client = connect(server)) {
            assertThat(client.server().era()).isEqualTo(Era.LEGACY);
            assertThat(server.openings()).isEqualTo(1);
        }
    }

    @Test
    @Verifies("C-5")
    void noiseIsNoAnswer() {
        var server = ScriptedServer.modern().on("server/discover", (request, line) -> {
            line.send("Starting up...");
            line.result(request, "{'supportedVersions':['2026-07-28'],'capabilities':{}}");
        });
        try (var client = connect(server)) {
            assertThat(client.server().era()).isEqualTo(Era.MODERN);
            assertThat(client.violations()).isNotEmpty();
        }
    }

    @Test
    void adescriptionWithOnlyOldRevisionsLeadsToTheBestOfThem() {
        var server = ScriptedServer.legacy()
                .answering("server/discover", "{'supportedVersions':['2024-11-05','2025-06-18'],'capabilities':{}}")
                .answering("initialize", AGREED.replace("2025-11-25", "2025-06-18"));
        try (var client = connect(server)) {
            assertThat(client.server().version().id()).isEqualTo("2025-06-18");
            var offer = server.requests("initialize").getFirst().params();
            assertThat(offer.path("protocolVersion").stringValue()).isEqualTo("2025-06-18");
        }
    }

    @Test
    void aDescriptionWithUnknownRevisionsFailsAndNamesBothSides() {
        var server = ScriptedServer.silent()
                .answering("server/discover", "{'supportedVersions':['2099-01-01'],'capabilities':{}}");
        assertThat(failure(server, profile().build()))
                .isInstanceOf(VersionException.class)
                .hasMessageContaining("2099-01-01")
                .hasMessageContaining("2026-07-28");
        assertThat(server.requests("initialize")).isEmpty();
    }

    @Test
    @Verifies({"B-7", "B-13", "A-29"})
    void anUnsupportedRevisionIsAskedAboutOnceMore() {
        var turn = new AtomicInteger();
        var server = ScriptedServer.silent().on("server/discover", (request, line) -> {
            if (turn.getAndIncrement() == 0) {
                line.refuse(request, -32022, "version", "{'supported':['2026-07-28'],'requested':'x'}");
            } else {
                line.result(request, "{'supportedVersions':['2026-07-28'],'capabilities':{}}");
            }
        });
        try (var client = connect(server)) {
            assertThat(client.server().era()).isEqualTo(Era.MODERN);
            var probes = server.requests("server/discover");
            assertThat(probes).hasSize(2);
            assertThat(probes.get(0).id()).isNotEqualTo(probes.get(1).id());
        }
    }

    @Test
    @Verifies({"B-7", "B-13"})
    void aSecondRefusalOfTheRevisionFails() {
        var server = ScriptedServer.silent()
                .on(
                        "server/discover",
                        (request, line) -> line.refuse(request, -32022, "version", "{'supported':['2026-07-28']}"));
        assertThat(failure(server, profile().build())).isInstanceOf(VersionException.class);
        assertThat(server.requests("server/discover")).hasSize(2);
        assertThat(server.requests("initialize")).isEmpty();
    }

    @Test
    void anUnsupportedRevisionThatNamesOldOnesLeadsToAHandshake() {
        var server = ScriptedServer.legacy()
                .on(
                        "server/discover",
                        (request, line) -> line.refuse(request, -32022, "version", "{'supported':['2025-11-25']}"));
        try (var client = connect(server)) {
            assertThat(client.server().era()).isEqualTo(Era.LEGACY);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-32020, -32021})
    @Verifies({"B-13", "A-29", "A-34"})
    void errorsThatOnlyModernServersKnowAreReported(int code) {
        var server = ScriptedServer.legacy().refusing("server/discover", code, "needs more");
        assertThat(failure(server, profile().build()))
                .isInstanceOf(ServerErrorException.class)
                .hasMessageContaining("needs more");
        assertThat(server.requests("initialize")).isEmpty();
    }

    @Test
    @Verifies("B-4")
    void aLateDescriptionStillMakesTheServerModern() {
        var server = ScriptedServer.silent();
        server.on("server/discover", (request, line) -> {
            server.awaitRequest("initialize");
            line.result(request, "{'supportedVersions':['2026-07-28'],'capabilities':{}}");
        });
        try (var client = connect(server)) {
            assertThat(client.server().era()).isEqualTo(Era.MODERN);
            assertThat(server.openings()).isEqualTo(1);
            assertThat(server.notifications("notifications/cancelled")).isEmpty();
            assertThat(server.notifications("notifications/initialized")).isEmpty();
        }
    }

    @Test
    @Verifies("B-4")
    void aServerOfBothErasThatStartsSlowlyIsSpokenToAsItAnsweredLast() {
        var server = ScriptedServer.silent();
        server.on("server/discover", (request, line) -> {
            server.awaitRequest("initialize");
            line.result(request, "{'supportedVersions':['2026-07-28','2025-11-25'],'capabilities':{}}");
        });
        server.answering("initialize", AGREED);
        try (var client = connect(server)) {
            assertThat(client.server().era()).isEqualTo(Era.LEGACY);
            assertThat(server.openings()).isEqualTo(1);
            assertThat(client.violations()).isEmpty();
        }
    }

    @Test
    @Verifies("B-4")
    void aModernServerThatStartsSlowlyAndRefusesTheHandshakeIsModern() {
        var server = ScriptedServer.silent();
        server.on("server/discover", (request, line) -> {
            server.awaitRequest("initialize");
            line.result(request, "{'supportedVersions':['2026-07-28'],'capabilities':{}}");
        });
        server.refusing("initialize", -32601, "no such method");
        try (var client = connect(server)) {
            assertThat(client.server().era()).isEqualTo(Era.MODERN);
            assertThat(server.openings()).isEqualTo(1);
            assertThat(client.violations()).isEmpty();
        }
    }

    @Test
    @Verifies({"B-4", "B-18"})
    void silenceIsWaitedOutWhereNothingOlderIsAllowed() {
        var server = ScriptedServer.silent();
        var pinned = profile()
                .versions(VersionPolicy.exactly(ProtocolVersion.V2026_07_28))
                .probePatience(Duration.ofMillis(1))
                .connectTimeout(Duration.ofSeconds(1))
                .build();
        assertThat(failure(server, pinned))
                .hasMessageStartingWith("Connection timeout after 1 second: ")
                .hasMessageContaining("nothing older is allowed");
        assertThat(server.requests("initialize")).isEmpty();
    }

    @Test
    void aServerThatLeavesDuringTheHandshakeAfterAProbeIsStartedAfresh() {
        var turn = new AtomicInteger();
        var server = ScriptedServer.legacy();
        server.on("initialize", (request, line) -> {
            if (turn.getAndIncrement() == 0) {
                line.hangUp();
            } else {
                line.result(request, AGREED);
            }
        });
        try (var client = connect(server)) {
            assertThat(client.server().era()).isEqualTo(Era.LEGACY);
            assertThat(server.openings()).isEqualTo(2);
            assertThat(server.requests("server/discover")).hasSize(1);
        }
    }

    @Test
    @Verifies({"B-16", "C-8"})
    void aServerThatAlwaysLeavesFailsAndBothFailuresAreKept() {
        var server = ScriptedServer.silent()
                .on("server/discover", (request, line) -> line.hangUp())
                .on("initialize", (request, line) -> line.hangUp());
        var failure = failure(server, profile().build());
        assertThat(failure).isInstanceOf(ConnectionLostException.class).hasMessageContaining("initialize");
        assertThat(failure.getSuppressed())
                .singleElement()
                .satisfies(first -> assertThat(first).hasMessageContaining("server/discover"));
        assertThat(server.openings()).isEqualTo(2);
    }

    @Test
    @Verifies("B-4")
    void connectingEndsWithItsTimeLimit() {
        var server = ScriptedServer.silent();
        var profile = profile().connectTimeout(Duration.ofSeconds(1)).build();
        assertThat(failure(server, profile)).hasMessageStartingWith("Connection timeout after 1 second: ");
        assertThat(server.notifications("notifications/cancelled")).isEmpty();
    }

    @Test
    @Verifies("B-4")
    void interruptingEndsConnecting() throws Exception {
        var server = ScriptedServer.silent();
        var failed = new java.util.concurrent.CompletableFuture<Throwable>();
        var thread = Thread.ofVirtual().start(() -> {
            try (var never = connect(server)) {
                failed.complete(new AssertionError("connected to " + never.server()));
            } catch (McpException expected) {
                failed.complete(Thread.currentThread().isInterrupted() ? expected : new AssertionError(expected));
            }
        });
        server.awaitRequest("initialize");
        thread.interrupt();
        assertThat(failed.get(20, java.util.concurrent.TimeUnit.SECONDS))
                .isInstanceOf(dev.fairlead.protocol.error.CallCancelledException.class);
        await().atMost(LIMIT).untilAsserted(() -> assertThat(server.open()).isZero());
        assertThat(server.notifications("notifications/cancelled")).isEmpty();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the server is a line of shell")
    void whoeverIsInterruptedAgainAndAgainLeavesNoServerBehind(@TempDir Path folder) throws Exception {
        var pid = folder.resolve("pid");
        // It needs a moment to end once its input is closed.
        var server = StdioTransport.of(
                ServerCommand.of("sh", "-c", "echo $$ > \"$0\"; cat > /dev/null; sleep 0.3", pid.toString()));
        var failure = new AtomicReference<Throwable>();
        var thread = Thread.ofVirtual()
                .start(() -> failure.set(
                        catchThrowable(() -> McpClient.connect(server, profile().build()))));
        await().atMost(LIMIT).until(() -> Files.exists(pid) && Files.size(pid) > 0);

        do {
            thread.interrupt();
        } while (!thread.join(Duration.ofMillis(5)));

        assertThat(failure.get()).isInstanceOf(dev.fairlead.protocol.error.CallCancelledException.class);
        var started = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
        assertThat(started.filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void aServerThatCannotBeReachedFails() {
        assertThatThrownBy(() -> McpClient.connect("no/such/server.py"))
                .isInstanceOf(dev.fairlead.protocol.error.ServerStartException.class);
    }
}
