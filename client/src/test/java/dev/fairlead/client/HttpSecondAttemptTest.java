package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.SESSION;
import static dev.fairlead.client.ScriptedHttp.JSON;
import static dev.fairlead.client.ScriptedHttp.agreed;
import static dev.fairlead.client.ScriptedHttp.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.http.HttpExchange;
import dev.fairlead.wire.http.HttpTransport;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that do no harm and are made again, as nobody knows what became of them: that stays unknown. */
@Timeout(120)
class HttpSecondAttemptTest {
    private static final String HARMLESS =
            "'tools':[{'name':'t','inputSchema':{'type':'object'},'annotations':{'readOnlyHint':true}}]}";

    private final AtomicInteger attempts = new AtomicInteger();

    private static ScriptedHttp server(Era era) {
        return era == Era.MODERN
                ? ScriptedHttp.modern().on("tools/list", result("{'resultType':'complete'," + HARMLESS))
                : ScriptedHttp.legacy().on("tools/list", result("{" + HARMLESS));
    }

    private static McpClient connect(ScriptedHttp server) {
        return McpClient.connect(
                HttpTransport.to(server.url()), NegotiationTest.profile().build());
    }

    /** Breaks off what may have been carried out, and refuses what comes then. */
    private void lostAndRefused(HttpExchange exchange, int status) throws IOException {
        if (attempts.getAndIncrement() == 0) {
            var events = exchange.events(Map.of());
            events.cut(true);
        } else {
            exchange.answer(status);
        }
    }

    @EachEra
    void aCallThatGotLostMayHaveBeenCarriedOutThoughItIsRefusedTheSecondTime(Era era) {
        try (var server = server(era).on("tools/call", exchange -> lostAndRefused(exchange, 400));
                var client = connect(server)) {
            assertThatThrownBy(() -> client.callTool("t", null))
                    .isInstanceOfSatisfying(HttpStatusException.class, failure -> {
                        assertThat(failure.status()).isEqualTo(400);
                        assertThat(failure.maybeExecuted()).isTrue();
                        assertThat(failure.getSuppressed()).singleElement().isInstanceOf(ConnectionLostException.class);
                    });
            assertThat(attempts).hasValue(2);
        }
    }

    @Test
    void aCallThatGotLostMayHaveBeenCarriedOutThoughNoSessionIsLeftForTheSecondTime() {
        var openings = new AtomicInteger();
        try (var server = server(Era.LEGACY)) {
            server.on("initialize", exchange -> {
                        if (openings.getAndIncrement() == 0) {
                            exchange.answer(
                                    200,
                                    Map.of("Content-Type", JSON, SESSION, "first"),
                                    ScriptedHttp.answer(exchange.request(), agreed("2025-11-25")));
                        } else {
                            exchange.answer(500);
                        }
                    })
                    .on("tools/call", exchange -> lostAndRefused(exchange, 404));
            try (var client = connect(server)) {
                assertThatThrownBy(() -> client.callTool("t", null))
                        .isInstanceOfSatisfying(McpException.class, failure -> {
                            assertThat(failure.maybeExecuted()).isTrue();
                            assertThat(failure).hasMessageContaining("another could not be opened");
                        });
            }
            assertThat(attempts).hasValue(2);
            assertThat(openings).hasValue(2);
        }
    }
}
