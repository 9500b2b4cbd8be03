package dev.fairlead.testkit;

import static dev.fairlead.testkit.RawClient.callParams;
import static dev.fairlead.testkit.RawClient.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class HostileHttpTest {
    private static HttpProbe.Answer charge(HttpProbe probe) throws Exception {
        return probe.modern("tools/call", callParams("charge", "{\"key\":\"k\"}"), Map.of());
    }

    private static String ledger(HttpProbe probe) throws Exception {
        return text(
                probe.modern("tools/call", callParams("ledger", "{}"), Map.of()).json());
    }

    static List<String> modes() {
        // The others are those of the streams, which know nothing of the ledger.
        return HostileHttp.modes().stream()
                .filter(mode -> mode.equals("ok") || !HostileServer.modes().contains(mode))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("modes")
    void everyModeStartsAndLetsAClientIn(String mode) throws Exception {
        try (var hostile = HostileHttp.mode(mode);
                var probe = new HttpProbe(hostile.front().url())) {
            if (mode.startsWith("session-") || mode.equals("sse-endpoint-evil")) {
                assertThat(hostile.url()).startsWith("http://127.0.0.1:");
                assertThat(probe.modern("server/discover", "{}", Map.of()).status())
                        .isEqualTo(400);
            } else {
                assertThat(probe.modern("server/discover", "{}", Map.of())
                                .json()
                                .at("/result/capabilities")
                                .has("tools"))
                        .isTrue();
                assertThat(ledger(probe)).isEqualTo("{}");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http-reset,--when,before,0",
        "http-reset,--when,after,1",
        "http-truncate,--v,0,1",
        "http-truncate,--v,1,1",
        "http-truncate,--v,2,1",
        "http-exec-then-drop,--n,1,1"
    })
    void theLedgerTellsWhatWasCarriedOut(String mode, String option, String value, int times) throws Exception {
        try (var hostile = HostileHttp.mode(mode, option, value, "--times", "1");
                var probe = new HttpProbe(hostile.url())) {
            assertThatThrownBy(() -> charge(probe).text()).isInstanceOf(IOException.class);
            assertThat(hostile.charged("k")).isEqualTo(times);
            probe.reconnect();
            assertThat(ledger(probe)).isEqualTo(times == 0 ? "{}" : "{\"k\":1}");
            assertThat(text(charge(probe).json())).isEqualTo("k " + (times + 1));
            assertThat(hostile.ledger()).containsOnly(Map.entry("k", times + 1));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 405, 406, 408, 409, 410, 413, 415, 418, 422, 429, 500, 501, 502, 503, 504})
    void answersEveryStatus(int status) throws Exception {
        for (var body : List.of("html", "empty", "json", "foreign", "null", "long")) {
            try (var hostile = HostileHttp.mode("http-status", "--status", "" + status, "--body", body);
                    var probe = new HttpProbe(hostile.url())) {
                assertThat(charge(probe).status()).isEqualTo(status);
                assertThat(hostile.charged("k")).isZero();
            }
        }
    }

    @Test
    void redirectsToWhereNobodyShouldGo() throws Exception {
        try (var hostile = HostileHttp.mode("http-redirect", "--status", "308");
                var probe = new HttpProbe(hostile.url())) {
            assertThat(charge(probe).header("Location")).isEqualTo(hostile.canaryOrigin() + "/stolen");
            assertThat(hostile.canary()).isEmpty();
            probe.send(hostile.canaryOrigin() + "/stolen", "POST", Map.of("Authorization", "Bearer t"), "x");
            assertThat(hostile.canary().getFirst().header("Authorization")).contains("Bearer t");
        }
        try (var hostile = HostileHttp.mode("http-redirect", "--to", "loop")) {
            for (int hop = 0; hop < 3; hop++) {
                try (var probe = new HttpProbe(hostile.url() + (hop == 0 ? "" : "?hop=" + hop))) {
                    assertThat(charge(probe).header("Location")).isEqualTo("/mcp?hop=" + (hop + 1));
                }
            }
        }
    }

    @Test
    void answersOthersOnTheStream() throws Exception {
        try (var hostile = HostileHttp.mode("sse-foreign");
                var probe = new HttpProbe(hostile.url())) {
            var answer = charge(probe);
            for (var id : List.of("0", "2", "\"1\"", "null")) {
                var foreign = answer.event().json();
                assertThat(foreign.path("id").toString()).isEqualTo(id);
                assertThat(text(foreign)).isEqualTo("FOREIGN");
            }
            assertThat(text(answer.event().json())).isEqualTo("k 1");
            assertThat(answer.event()).isNull();
        }
    }

    @Test
    void forgetsTheSessionWhenItIsUsed() throws Exception {
        try (var hostile = HostileHttp.mode("session-404");
                var probe = new HttpProbe(hostile.url())) {
            probe.open("2025-11-25");
            assertThat(probe.ask("tools/call", callParams("charge", "{}")).status())
                    .isEqualTo(404);
            probe.header("Mcp-Session-Id", null).header("MCP-Protocol-Version", null);
            probe.open("2025-11-25");
            assertThat(probe.ask("tools/call", callParams("charge", "{}")).status())
                    .isEqualTo(200);
        }
        try (var hostile = HostileHttp.mode("session-404", "--always", "1");
                var probe = new HttpProbe(hostile.url())) {
            probe.open("2025-11-25");
            for (int i = 0; i < 3; i++) {
                assertThat(probe.ask("tools/call", callParams("charge", "{}")).status())
                        .isEqualTo(404);
            }
        }
    }

    @Test
    void givesEvilSessionsAndAddresses() throws Exception {
        try (var hostile = HostileHttp.mode("session-evil", "--v", "4");
                var probe = new HttpProbe(hostile.url())) {
            var shake = "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                    + "\"clientInfo\":{\"name\":\"p\",\"version\":\"1\"}}";
            assertThat(probe.ask("initialize", shake).header("Mcp-Session-Id")).isEqualTo("two words");
        }
        try (var hostile = HostileHttp.mode("sse-endpoint-evil");
                var probe = new HttpProbe(hostile.url())) {
            var stream = probe.get(Map.of());
            assertThat(stream.event().data()).isEqualTo(hostile.canaryOrigin() + "/steal");
        }
    }

    @Test
    void isAlsoAProgram() throws Exception {
        var process = new ProcessBuilder(HostileHttpServer.command("http-empty", "--status", "202", "--era", "modern"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            var line = lines.readLine();
            assertThat(line).matches("listening http://127\\.0\\.0\\.1:\\d+/mcp");
            try (var probe = new HttpProbe(line.substring("listening ".length()))) {
                assertThat(charge(probe).status()).isEqualTo(202);
                assertThat(ledger(probe)).isEqualTo("{}");
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void theDemoServerSpeaksHttpToo() throws Exception {
        var process = new ProcessBuilder(DemoServer.command("--http", "0"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var lines = new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            var line = lines.readLine();
            assertThat(line).matches("listening http://127\\.0\\.0\\.1:\\d+/mcp");
            var url = line.substring("listening ".length());
            try (var modern = new HttpProbe(url);
                    var legacy = new HttpProbe(url)) {
                var sum = callParams("add", "{\"a\":2,\"b\":3}");
                assertThat(text(modern.modern("tools/call", sum, Map.of()).json()))
                        .isEqualTo("5");
                legacy.open("2025-11-25");
                assertThat(text(legacy.ask("tools/call", sum).json())).isEqualTo("5");
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
