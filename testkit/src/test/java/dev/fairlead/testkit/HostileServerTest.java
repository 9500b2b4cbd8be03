package dev.fairlead.testkit;

import static dev.fairlead.testkit.RawClient.callParams;
import static dev.fairlead.testkit.RawClient.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@Tag("thorough")
class HostileServerTest {
    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }

    private RawClient start(Era era, String mode, String... options) throws IOException {
        var all = new ArrayList<>(List.of(options));
        if (era == Era.MODERN) {
            all.addAll(List.of("--era", "modern"));
        }
        processes.add(new ProcessBuilder(HostileServer.command(mode, all.toArray(String[]::new))).start());
        return RawClient.to(processes.getLast(), era);
    }

    private RawClient opened(String mode, String... options) throws Exception {
        var client = start(Era.LEGACY, mode, options);
        client.open();
        return client;
    }

    @Test
    void everyModeHasAName() {
        assertThat(HostileServer.modes())
                .contains(("ok banner noise exit-mid-call crash-half crash-start slow-start never late"
                              + " answer-after-cancel progress-steady progress-chaos progress-flood unknown-request"
                              + " ask-no-handler ping-string-id init-error ignore-term fork-orphan env stdin-stop"
                              + " slow-drain cursor-loop cursor-cycle cursor-unique cursor-empty dup-member"
                              + " list-changed-storm modern-only discover-silent discover-exit split-utf8 invalid-utf8"
                              + " bom-nul coalesce pretty-json huge-line endless-line deep-nest value-bomb number-bomb"
                              + " reorder id-type dup-response unsolicited malformed-rpc stderr-flood version-evil"
                              + " result-type-unknown cap-lie mrtr-loop mrtr-bomb sub-chaos task-forever huge-list"
                              + " schema-ref schema-redos structured-mismatch crlf batch answers-late-probe mix")
                        .split(" "));
    }

    @EachEra
    void behavesIfToldTo(Era era) throws Exception {
        var client = start(era, "ok");
        assertThat(client.open().path("capabilities").has("tools")).isTrue();
        assertThat(client.ask("tools/list", "{}").at("/result/tools/0/name").asString())
                .isEqualTo("echo");
        var answer = client.call("echo", "{\"text\":\"hi\"}");
        assertThat(text(answer)).isEqualTo("hi");
        assertThat(answer.at("/result").has("resultType")).isEqualTo(era == Era.MODERN);
    }

    @Test
    void writesABannerFirst() throws Exception {
        assertThat(start(Era.LEGACY, "banner").line()).startsWith("Hostile server");
    }

    @Test
    void splitsAndPrettyPrintsAndDoubles() throws Exception {
        assertThat(text(opened("split-utf8").call("echo", "{}"))).contains("🐳");
        var pretty = opened("pretty-json", "--times", "1");
        pretty.request("tools/call", callParams("echo", "{}"));
        assertThat(pretty.line()).isEqualTo("{");
        var twice = opened("dup-member");
        twice.request("tools/call", callParams("echo", "{}"));
        assertThat(twice.line()).containsSubsequence("\"result\"", "first", "\"result\"", "second");
    }

    @Test
    void writesItsLastMessageWithoutALineEndAndLeaves() throws Exception {
        var client = opened("coalesce");
        int id = client.request("tools/call", callParams("echo", "{}"));
        assertThat(text(client.response(id))).isEqualTo("last words");
        assertThat(client.passedOver()).hasSize(50);
        assertThat(client.ended()).isTrue();
    }

    @Test
    void exitsDuringACallWithItsCodeAndWords() throws Exception {
        var client = opened("exit-mid-call", "--code", "7");
        client.request("tools/call", callParams("echo", "{}"));
        var process = processes.getLast();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(7);
        assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("on fire");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void diesInTheMiddleOfAMessage() throws Exception {
        var client = opened("crash-half");
        client.request("tools/call", callParams("echo", "{}"));
        assertThat(client.line()).startsWith("{").doesNotEndWith("}");
        assertThat(processes.getLast().waitFor()).isEqualTo(137);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void ignoresEndOfInputAndTermination() throws Exception {
        var client = opened("ignore-term");
        client.close();
        var process = processes.getLast();
        var errors = process.errorReader();
        assertThat(errors.readLine()).contains("ignored");
        process.destroy();
        assertThat(process.waitFor(500, TimeUnit.MILLISECONDS)).isFalse();
        process.destroyForcibly();
        assertThat(process.waitFor()).isEqualTo(137);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void startsProcessesOfItsOwn() throws Exception {
        var pids = text(opened("fork-orphan").call("echo", "{}")).split(" ");
        assertThat(pids).hasSize(Files.isExecutable(Path.of("/usr/bin/setsid")) ? 4 : 3);
        for (var pid : pids) {
            var handle = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
            assertThat(handle.isAlive()).isTrue();
            handle.destroyForcibly();
        }
    }

    @Test
    void reportsWhatAnUnknownRequestBrought() throws Exception {
        var client = opened("unknown-request");
        int id = client.request("tools/call", callParams("echo", "{}"));
        var question = client.notification("server/unheardOf");
        client.send("{\"jsonrpc\":\"2.0\",\"id\":" + question.path("id")
                + ",\"error\":{\"code\":-32601,\"message\":\"no\"}}");
        assertThat(text(client.response(id))).contains("-32601");
        int silent = client.request("tools/call", callParams("echo", "{}"));
        assertThat(text(client.response(silent))).isEqualTo("nothing");
    }

    @Test
    void answersInReverseAndWithOtherIds() throws Exception {
        var client = opened("reorder", "--n", "3");
        for (int i = 0; i < 3; i++) {
            client.request("tools/call", callParams("echo", "{\"text\":\"" + i + "\"}"));
        }
        assertThat(List.of(client.line(), client.line(), client.line()))
                .extracting(line -> text(Json.parse(line)))
                .containsExactly("2", "1", "0");
        var exponent = opened("id-type", "--as", "exp");
        int id = exponent.request("tools/call", callParams("echo", "{}"));
        assertThat(exponent.line()).contains("\"id\":" + id + "e0");
    }

    @Test
    void keepsAskingInTheModernEra() throws Exception {
        var client = start(Era.MODERN, "mrtr-bomb", "--n", "20");
        client.open();
        var result = client.call("echo", "{}").path("result");
        assertThat(result.path("resultType").asString()).isEqualTo("input_required");
        assertThat(result.path("inputRequests").size()).isEqualTo(20);
    }

    @Test
    void listsWithoutEndAndWithAnEmptyCursor() throws Exception {
        var endless = opened("cursor-cycle");
        assertThat(endless.ask("tools/list", "{}").at("/result/nextCursor").asString())
                .isEqualTo("a");
        assertThat(endless.ask("tools/list", "{\"cursor\":\"a\"}")
                        .at("/result/nextCursor")
                        .asString())
                .isEqualTo("b");
        var empty = opened("cursor-empty").ask("tools/list", "{}").path("result");
        assertThat(empty.path("nextCursor").stringValue()).isEmpty();
    }

    @Test
    void stopsReadingAfterTheHandshake() throws Exception {
        var client = opened("stdin-stop");
        client.request("ping", "{}");
        client.close();
        assertThat(processes.getLast().waitFor(500, TimeUnit.MILLISECONDS)).isFalse();
    }

    @Test
    void leavesAtAProbe() throws Exception {
        var client = start(Era.MODERN, "discover-exit");
        client.request("server/discover", "{}");
        assertThat(processes.getLast().waitFor()).isEqualTo(2);
    }

    @Test
    void mixesFaultsThatCanBePredicted(@TempDir Path folder) throws Exception {
        var ledger = folder.resolve("ledger");
        var client = opened("mix", "--seed", "7", "--ledger", ledger.toString());
        int calls = 300;
        var seen = new java.util.EnumMap<MixFault, Integer>(MixFault.class);
        for (int i = 0; i < calls; i++) {
            var key = "k" + i;
            var fault = MixFault.of(7, key);
            seen.merge(fault, 1, Integer::sum);
            int id = client.request("tools/call", callParams("echo", "{\"key\":\"" + key + "\",\"n\":" + i + "}"));
            if (fault == MixFault.NONE || fault == MixFault.DUPLICATE || fault == MixFault.SPLIT) {
                var line = client.line();
                while (!line.contains("\"id\":" + id + ",")) {
                    line = client.line();
                }
                assertThat(text(Json.parse(line))).as(key).isEqualTo(key + ":" + i);
            }
        }
        assertThat(seen.keySet())
                .isEqualTo(EnumSet.range(MixFault.NONE, MixFault.NEVER))
                .noneMatch(fault -> fault.outcome() == MixFault.Outcome.LOST);
        assertThat(seen.get(MixFault.NONE)).isBetween(calls / 2, calls * 7 / 10);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> Files.readAllLines(ledger).size() == calls);
        assertThat(Files.readAllLines(ledger)).doesNotHaveDuplicates();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void mixesFaultsOfProcessesToo() throws Exception {
        var ends = Map.of(MixFault.EXIT, 3, MixFault.CRASH, 137, MixFault.HALF_LINE, 137);
        for (var end : ends.entrySet()) {
            var key = keyOf(end.getKey());
            var client = opened("mix", "--seed", "7", "--process-per-mille", "20");
            client.request("tools/call", callParams("echo", "{\"key\":\"" + key + "\",\"n\":1}"));
            if (end.getKey() == MixFault.HALF_LINE) {
                assertThat(client.line()).startsWith("{").doesNotEndWith("}");
            }
            assertThat(processes.getLast().waitFor()).isEqualTo(end.getValue());
        }
        var client = opened("mix", "--seed", "7", "--process-per-mille", "20");
        client.request("tools/call", callParams("echo", "{\"key\":\"" + keyOf(MixFault.HANG) + "\",\"n\":1}"));
        client.close();
        assertThat(processes.getLast().waitFor(500, TimeUnit.MILLISECONDS)).isFalse();
    }

    private static String keyOf(MixFault wanted) {
        return IntStream.range(0, 100_000)
                .mapToObj(i -> "k" + i)
                .filter(key -> MixFault.of(7, key, 20) == wanted)
                .findFirst()
                .orElseThrow();
    }
}
