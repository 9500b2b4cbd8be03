package dev.fairlead.client;

import static dev.fairlead.client.NegotiationTest.profile;
import static dev.fairlead.client.ScriptedServer.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.error.VersionException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.testkit.Verifies;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The handshake of the older revisions, what is remembered of it, and what the version policies do to it. */
class HandshakeTest {
    private static final String AGREED =
            "{'protocolVersion':'%s','capabilities':{'tools':{}},'serverInfo':{'name':'old','version':'1'}}";

    private static McpClient connect(ScriptedServer server) {
        return McpClient.connect(server.transport(), profile().build());
    }

    @Test
    @Verifies({"B-1", "B-3", "B-5"})
    void theNewestOldRevisionIsOfferedAndConfirmedFirst() {
        var server = ScriptedServer.legacy();
        try (var client = connect(server)) {
            client.ping();
            assertThat(server.methods())
                    .containsExactly("server/discover", "initialize", "notifications/initialized", "ping");
            var offer = server.requests("initialize").getFirst().params();
            assertThat(offer.path("protocolVersion").stringValue()).isEqualTo("2025-11-25");
            assertThat(offer.path("capabilities").isObject()).isTrue();
            assertThat(offer.path("clientInfo").path("name").stringValue()).isEqualTo("fairlead");
            assertThat(offer.path("clientInfo").path("version").stringValue()).isNotEmpty();
        }
    }

    @Test
    @Verifies("B-3")
    void nothingIsSentBeforeTheAnswer() {
        var server = ScriptedServer.legacy();
        server.on("initialize", (request, line) -> {
            line.send("{'jsonrpc':'2.0','method':'notifications/message','params':{'level':'info','data':'early'}}");
            line.send("{'jsonrpc':'2.0','method':'notifications/tools/list_changed'}");
            assertThat(server.methods()).containsExactly("server/discover", "initialize");
            line.result(request, AGREED.formatted("2025-11-25"));
        });
        var heard = new Recording();
        try (var client =
                McpClient.connect(server.transport(), profile().listener(heard).build())) {
            assertThat(client.server().era()).isEqualTo(Era.LEGACY);
            await().atMost(LIMIT).untilAsserted(() -> assertThat(heard.logs).hasSize(1));
            assertThat(server.methods().subList(0, 3))
                    .containsExactly("server/discover", "initialize", "notifications/initialized");
        }
    }

    @Test
    @Verifies("I-1")
    void aPingBeforeTheAnswerIsAnswered() {
        var server = ScriptedServer.legacy();
        server.on("initialize", (request, line) -> {
            line.send("{'jsonrpc':'2.0','id':'early','method':'ping'}");
            server.await(message -> message instanceof Response.Result pong
                    && pong.id().toString().equals("\"early\""));
            line.result(request, AGREED.formatted("2025-11-25"));
        });
        try (var client = connect(server)) {
            assertThat(client.server().era()).isEqualTo(Era.LEGACY);
            assertThat(server.openings()).isEqualTo(1);
        }
    }

    @Test
    void hugeNewsBeforeTheAnswerIsKeptOnlyAsFarAsItFits() {
        var server = ScriptedServer.legacy();
        server.on("initialize", (request, line) -> {
            for (int i = 0; i < 40; i++) {
                line.send("{'jsonrpc':'2.0','method':'notifications/message','params':{'level':'info','data':'%s'}}"
                        .formatted("x".repeat(1 << 20)));
                var ping = "\"early-" + i + "\"";
                line.send("{'jsonrpc':'2.0','id':%s,'method':'ping'}".formatted(ping));
                server.await(message -> message instanceof Response.Result pong
                        && pong.id().toString().equals(ping));
            }
            line.result(request, AGREED.formatted("2025-11-25"));
        });
        var heard = new Recording();
        try (var client =
                McpClient.connect(server.transport(), profile().listener(heard).build())) {
            client.ping();
            await().atMost(LIMIT).untilAsserted(() -> assertThat(heard.logs).hasSize(7));
            assertThat(client.violations()).containsEntry(Violation.Kind.BAD_SHAPE, 33L);
        }
    }

    @ParameterizedTest
    @EnumSource(value = ProtocolVersion.class, names = "V2026_07_28", mode = EnumSource.Mode.EXCLUDE)
    @Verifies("B-2")
    void theServersChoiceOfAnOldRevisionGoverns(ProtocolVersion choice) {
        var server = ScriptedServer.legacy().answering("initialize", AGREED.formatted(choice.id()));
        try (var client = connect(server)) {
            assertThat(client.server().version()).isEqualTo(choice);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2099-01-01", "2026-07-28", "", "1.0"})
    @Verifies({"B-2", "B-5"})
    void anyOtherChoiceIsRefused(String choice) {
        var server = ScriptedServer.legacy().answering("initialize", AGREED.formatted(choice));
        assertThatThrownBy(() -> connect(server))
                .isInstanceOf(VersionException.class)
                .hasMessageContaining(choice)
                .hasMessageContaining("2025-11-25");
        await().atMost(LIMIT).untilAsserted(() -> assertThat(server.open()).isZero());
        assertThat(server.notifications("notifications/initialized")).isEmpty();
    }

    @Test
    @Verifies("B-16")
    void aRefusalFailsInTheServersWords() {
        var server = ScriptedServer.legacy().refusing("initialize", -32603, "licence expired");
        assertThatThrownBy(() -> connect(server))
                .isInstanceOf(ServerErrorException.class)
                .hasMessageContaining("licence expired")
                .hasMessageContaining("scripted");
        await().atMost(LIMIT).untilAsserted(() -> assertThat(server.open()).isZero());
    }

    @Test
    @Verifies("B-6")
    void aRefusalThatNamesAnOldRevisionIsRetriedOnce() {
        var server = ScriptedServer.legacy();
        server.on("initialize", (request, line) -> {
            if (request.params().path("protocolVersion").stringValue().equals("2024-11-05")) {
                line.result(request, AGREED.formatted("2024-11-05"));
            } else {
                line.refuse(request, -32602, "version", "{'supported':['2024-11-05'],'requested':'2025-11-25'}");
            }
        });
        try (var client = connect(server)) {
            assertThat(client.server().version().id()).isEqualTo("2024-11-05");
            assertThat(server.requests("initialize")).hasSize(2);
        }
    }

    @Test
    @Verifies("B-6")
    void aRefusalIsNotRetriedTwice() {
        var server = ScriptedServer.legacy()
                .on(
                        "initialize",
                        (request, line) -> line.refuse(request, -32602, "no", "{'supported':['2024-11-05']}"));
        assertThatThrownBy(() -> connect(server)).isInstanceOf(ServerErrorException.class);
        assertThat(server.requests("initialize")).hasSize(2);
    }

    @Test
    @Verifies("B-16")
    void aRefusalThatNamesTheModernRevisionSwitchesEras() {
        var memory = new EraMemory(Instant::now);
        memory.remember("scripted", Era.LEGACY);
        var server = ScriptedServer.modern()
                .on(
                        "initialize",
                        (request, line) -> line.refuse(request, -32022, "no", "{'supported':['2026-07-28']}"));
        try (var client = McpClient.connect(
                server.transport(), profile().eraMemory(memory).build())) {
            assertThat(client.server().era()).isEqualTo(Era.MODERN);
            assertThat(server.methods()).containsExactly("initialize", "server/discover");
            assertThat(memory.recall("scripted")).contains(Era.MODERN);
        }
    }

    @Test
    @Verifies({"B-16", "A-3"})
    void aServerThatContradictsItselfIsNotAskedForEver() {
        var server = ScriptedServer.legacy()
                .on(
                        "initialize",
                        (request, line) -> line.refuse(request, -32022, "no", "{'supported':['2026-07-28']}"));
        assertThatThrownBy(() -> connect(server)).isInstanceOf(McpException.class);
        assertThat(server.requests("initialize")).hasSizeLessThanOrEqualTo(2);
        assertThat(server.requests("server/discover")).hasSizeLessThanOrEqualTo(2);
        assertThat(server.received().stream()
                        .filter(Request.class::isInstance)
                        .map(message -> ((Request) message).id()))
                .doesNotHaveDuplicates();
    }

    @Test
    @Verifies({"B-9", "B-19", "B-20"})
    void anOldServerIsNotProbedASecondTime() {
        var memory = new EraMemory(Instant::now);
        var server = ScriptedServer.legacy();
        var profile = profile().eraMemory(memory).build();
        McpClient.connect(server.transport(), profile).close();
        McpClient.connect(server.transport(), profile).close();
        assertThat(server.requests("server/discover")).hasSize(1);
        assertThat(server.requests("initialize")).hasSize(2);
    }

    @Test
    @Verifies("B-21")
    void theVerdictOverAnOldServerAges() {
        var now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
        var memory = new EraMemory(now::get);
        var server = ScriptedServer.legacy();
        var profile = profile().eraMemory(memory).build();
        McpClient.connect(server.transport(), profile).close();
        now.set(now.get().plus(Duration.ofHours(2)));
        McpClient.connect(server.transport(), profile).close();
        assertThat(server.requests("server/discover")).hasSize(2);
    }

    @Test
    @Verifies({"B-9", "B-21"})
    void aVerdictThatTurnsOutWrongIsForgotten() {
        var memory = new EraMemory(Instant::now);
        memory.remember("scripted", Era.LEGACY);
        var server = ScriptedServer.modern().on("initialize", (request, line) -> line.hangUp());
        var profile = profile().eraMemory(memory).build();
        assertThatThrownBy(() -> McpClient.connect(server.transport(), profile)).isInstanceOf(McpException.class);
        try (var client = McpClient.connect(server.transport(), profile)) {
            assertThat(client.server().era()).isEqualTo(Era.MODERN);
        }
    }

    @Test
    @Verifies("B-18")
    void thePolicyForOldServersNeverProbes() {
        var server = ScriptedServer.legacy();
        try (var client = McpClient.connect(
                server.transport(),
                profile().versions(VersionPolicy.legacyOnly()).build())) {
            client.ping();
            assertThat(server.methods()).startsWith("initialize");
            assertThat(server.requests("server/discover")).isEmpty();
        }
    }

    @Test
    @Verifies("B-18")
    void apinnedOldRevisionIsOfferedAloneAndNoOtherIsAccepted() {
        var pinned = profile()
                .versions(VersionPolicy.exactly(ProtocolVersion.V2025_03_26))
                .build();
        var willing = ScriptedServer.legacy().answering("initialize", AGREED.formatted("2025-03-26"));
        try (var client = McpClient.connect(willing.transport(), pinned)) {
            assertThat(client.server().version()).isEqualTo(ProtocolVersion.V2025_03_26);
            assertThat(willing.requests("server/discover")).isEmpty();
        }
        var other = ScriptedServer.legacy().answering("initialize", AGREED.formatted("2025-06-18"));
        assertThatThrownBy(() -> McpClient.connect(other.transport(), pinned)).isInstanceOf(VersionException.class);
    }

    @Test
    @Verifies({"B-14", "B-18"})
    void thePinnedModernRevisionFailsClearlyOnAnOldServer() {
        var server = ScriptedServer.legacy();
        var pinned = profile()
                .versions(VersionPolicy.exactly(ProtocolVersion.V2026_07_28))
                .build();
        assertThatThrownBy(() -> McpClient.connect(server.transport(), pinned))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("2026-07-28");
        assertThat(server.requests("initialize")).isEmpty();
        await().atMost(LIMIT).untilAsserted(() -> assertThat(server.open()).isZero());
    }
}
