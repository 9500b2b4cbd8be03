package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.HttpFront;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the doctor says, for tests. */
final class Diagnoses {
    private Diagnoses() {}

    static JsonNode diagnose(Shell shell, String... words) {
        var run = shell.run(
                Stream.concat(Stream.of("doctor", "--json"), Stream.of(words)).toArray(String[]::new));
        assertThat(run.out()).hasLineCount(1);
        var document = Json.parse(run.out());
        assertThat(document.path("success").booleanValue()).isEqualTo(run.code() == 0);
        ((ObjectNode) document).put("code", run.code());
        return document;
    }

    static String[] after(List<String> command, String... words) {
        return Stream.of(List.of(words), List.of("--"), command)
                .flatMap(List::stream)
                .toArray(String[]::new);
    }

    static void verdict(JsonNode document, int code, String check, String... said) {
        var verdict = document.path("verdict");
        assertThat(verdict.path("check").asString("")).as(document.toString()).isEqualTo(check);
        assertThat(verdict.path("cause").asString("") + " -> "
                        + verdict.path("remedy").asString(""))
                .contains(said);
        assertThat(document.path("code").intValue()).as(document.toString()).isEqualTo(code);
        assertThat(document.path("error").path("message").asString(""))
                .contains(verdict.path("cause").asString(""));
    }

    static void healthy(JsonNode document) {
        assertThat(document.path("verdict").isNull()).as(document.toString()).isTrue();
        assertThat(document.path("healthy").booleanValue()).isTrue();
        assertThat(document.path("code").intValue()).isZero();
        assertThat(states(document)).as(document.toString()).isNotEmpty().doesNotContain("warning", "failed");
    }

    static List<String> states(JsonNode document) {
        var states = new ArrayList<String>();
        document.path("subjects")
                .forEach(subject -> subject.path("checks")
                        .forEach(check -> states.add(check.path("state").stringValue())));
        return states;
    }

    static JsonNode check(JsonNode document, String name) {
        for (var subject : document.path("subjects")) {
            for (var check : subject.path("checks")) {
                if (check.path("name").stringValue().equals(name)) {
                    return check;
                }
            }
        }
        throw new AssertionError(name + " is not in " + document);
    }

    static int closedPort() throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    static HttpFront front(Era era) {
        return HttpFront.serving(DemoServer.script().era(era).build());
    }
}
