package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.error.ConnectTimeoutException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.testkit.HostileHttp;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.testkit.http.ServerSentEvent;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers on HTTP that do not answer the first question: it says nothing about their era, and half the time is left. */
@Timeout(120)
@Tag("thorough")
class HttpSilenceTest {
    private final EraMemory memory = new EraMemory(InstantSource.system());

    private ClientProfile.Builder within(Duration limit) {
        return ClientProfile.builder().eraMemory(memory).connectTimeout(limit);
    }

    private McpClient connect(ScriptedHttp server, Duration limit) {
        return McpClient.connect(HttpTransport.to(server.url()), within(limit).build());
    }

    @Test
    @Verifies("B-12")
    void anOldServerIsConnectedToAllTheSameAndTheNextTimeAtOnce() {
        try (var server = ScriptedHttp.legacy().on("server/discover", exchange -> exchange.awaitGone())) {
            try (var client = connect(server, Duration.ofSeconds(10))) {
                assertThat(client.server().era()).isEqualTo(Era.LEGACY);
                assertThat(client.listTools()).hasSize(1);
                assertThat(client.opening().steps()).anyMatch(step -> step.contains("silent for"));
            }
            connect(server, Duration.ofSeconds(60)).close();
            assertThat(server.rpc("server/discover")).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"discover-silent", "discover-error"})
    @Verifies("B-12")
    void anOldServerThatAnswersTheQuestionOfNobodyIsConnectedTo(String mode) {
        try (var hostile = HostileHttp.mode(mode, "--era", "legacy");
                var client = McpClient.connect(
                        HttpTransport.to(hostile.url()),
                        within(Duration.ofSeconds(10)).build())) {
            assertThat(client.server().era()).isEqualTo(Era.LEGACY);
        }
    }

    @Test
    @Verifies("B-12")
    void aModernServerThatIsSlowIsModern() {
        try (var server = ScriptedHttp.modern()) {
            var initialized = new CountDownLatch(1);
            server.on("initialize", exchange -> {
                        initialized.countDown();
                        exchange.awaitGone();
                    })
                    .on("server/discover", exchange -> {
                        initialized.await();
                        ScriptedHttp.result(ScriptedHttp.DISCOVERED).handle(exchange);
                    });
            try (var client = connect(server, Duration.ofSeconds(10))) {
                assertThat(client.server().era()).isEqualTo(Era.MODERN);
                assertThat(client.listTools()).hasSize(1);
            }
        }
    }

    @Test
    @Verifies({"B-12", "B-16"})
    void aModernServerThatIsSlowMayRefuseTheHandshakeWithoutSayingWhy() {
        try (var server = ScriptedHttp.modern()) {
            var refused = new CountDownLatch(1);
            server.on("initialize", exchange -> {
                        exchange.answer(404);
                        refused.countDown();
                    })
                    .on("server/discover", exchange -> {
                        refused.await();
                        ScriptedHttp.result(ScriptedHttp.DISCOVERED).handle(exchange);
                    });
            try (var client = connect(server, Duration.ofSeconds(10))) {
                assertThat(client.server().era()).isEqualTo(Era.MODERN);
                assertThat(server.rpc("server/discover")).hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Verifies({"B-12", "B-16"})
    void whatAServerSaidOfItselfCountsAlsoWhereTheHandshakeBreaksOffAfterwards(boolean otherRevision) {
        try (var server = ScriptedHttp.modern()) {
            var begun = new CountDownLatch(1);
            var heard = new CountDownLatch(1);
            server.on("initialize", exchange -> {
                        var stream = exchange.events(Map.of());
                        begun.countDown();
                        heard.await();
                        stream.send(ServerSentEvent.message(
                                ScriptedHttp.quoted("{'jsonrpc':'2.0','method':'notifications/message',"
                                        + "'params':{'level':'info','data':'so that somebody looks'}}")));
                        exchange.reset();
                    })
                    .on("server/discover", exchange -> {
                        if (heard.getCount() == 0) {
                            ScriptedHttp.result(ScriptedHttp.DISCOVERED).handle(exchange);
                            return;
                        }
                        begun.await();
                        var said = otherRevision
                                ? unsupported(exchange.request())
                                : ScriptedHttp.answer(exchange.request(), ScriptedHttp.DISCOVERED);
                        exchange.events(Map.of()).send(ServerSentEvent.message(said));
                        exchange.awaitGone();
                        heard.countDown();
                    });
            try (var client = connect(server, Duration.ofSeconds(10))) {
                assertThat(client.server().era()).isEqualTo(Era.MODERN);
                assertThat(server.rpc("initialize")).hasSize(1);
                assertThat(server.rpc("server/discover")).hasSize(otherRevision ? 2 : 1);
            }
        }
    }

    private static String unsupported(RecordedRequest request) {
        return ScriptedHttp.quoted(("{'jsonrpc':'2.0','id':%s,'error':{'code':-32022,'message':'not this one',"
                        + "'data':{'supported':['2026-07-28'],'requested':'2026-07-28'}}}")
                .formatted(request.rpcId()));
    }

    @Test
    @Verifies({"B-12", "B-16"})
    void aDescriptionThatComesShortlyBeforeTheEndIsInTime() {
        try (var server = ScriptedHttp.modern()) {
            var begun = new CountDownLatch(1);
            server.on("initialize", exchange -> {
                        begun.countDown();
                        exchange.awaitGone();
                    })
                    .on("server/discover", exchange -> {
                        begun.await();
                        ScriptedHttp.result(ScriptedHttp.DISCOVERED).handle(exchange);
                    });
            // Half of it is waited for the description, and the other is less than what a handshake is given beside it.
            try (var client = connect(server, Duration.ofSeconds(3))) {
                assertThat(client.server().era()).isEqualTo(Era.MODERN);
            }
        }
    }

    @Test
    @Verifies({"B-12", "B-16"})
    void whereTheHandshakeIsRefusedAndTheQuestionIsNeverAnsweredBothAreTold() {
        try (var server = ScriptedHttp.silent()
                .on("server/discover", exchange -> exchange.awaitGone())
                .on("initialize", ScriptedHttp.refusal(400, -32602, "not like this", "null"))) {
            var failure = catchThrowableOfType(McpException.class, () -> connect(server, Duration.ofSeconds(6)));
            assertThat(failure).isInstanceOf(ServerErrorException.class).hasMessageContaining("not like this");
            assertThat(failure.getSuppressed())
                    .anySatisfy(first -> assertThat(first).hasMessageContaining("server/discover"));
            assertThat(server.rpc("initialize")).hasSize(1);
        }
    }

    @Test
    @Verifies({"B-12", "B-18"})
    void whereNothingOlderIsAllowedTheAnswerIsWaitedFor() {
        try (var server = ScriptedHttp.legacy().on("server/discover", exchange -> exchange.awaitGone())) {
            var pinned = within(Duration.ofSeconds(2))
                    .versions(VersionPolicy.exactly(ProtocolVersion.V2026_07_28))
                    .build();
            assertThatThrownBy(() -> McpClient.connect(HttpTransport.to(server.url()), pinned))
                    .isInstanceOf(ConnectTimeoutException.class);
            assertThat(server.rpc("initialize")).isEmpty();
        }
    }
}
