package dev.fairlead.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/** Ways to write right things wrongly. */
final class HostileFraming {
    private static final String MANY_BYTES = "grüße 🐳 日本語 e\u0301";

    private HostileFraming() {}

    static void addTo(Map<String, HostileMode> modes) {
        modes.put("ok", stage -> {});
        modes.put("banner", stage -> stage.line("Hostile server v1 listening on stdio"));
        modes.put("noise", HostileFraming::noise);
        modes.put(
                "split-utf8",
                stage -> stage.onCall(call ->
                        stage.pieces((stage.answerText(call, MANY_BYTES) + "\n").getBytes(StandardCharsets.UTF_8), 1)));
        modes.put("invalid-utf8", HostileFraming::invalidUtf8);
        modes.put(
                "bom-nul",
                stage -> stage.onCall(call -> stage.raw(
                        ("\uFEFF\0" + stage.answerText(call, "ok") + "\0\n").getBytes(StandardCharsets.UTF_8))));
        modes.put("coalesce", stage -> stage.onCall(call -> coalesce(stage, call)));
        modes.put("pretty-json", stage -> stage.onCall(call -> stage.line(pretty(stage.answerText(call, "ok")))));
        modes.put("huge-line", HostileFraming::hugeLine);
        modes.put("endless-line", stage -> stage.onCall(call -> endlessLine(stage, call)));
        modes.put("deep-nest", HostileFraming::deepNest);
        modes.put("value-bomb", HostileFraming::valueBomb);
        modes.put(
                "number-bomb",
                stage -> stage.onCall(call -> stage.line(HostileStage.response(
                        call.id(),
                        stage.complete("{\"content\":[],\"structuredContent\":{\"big\":1e999999999,\"long\":"
                                + "9".repeat(100_000) + "}}")))));
        modes.put("crlf", stage -> stage.onCall(call -> stage.line(stage.answerText(call, "ok") + "\r")));
        modes.put(
                "batch",
                stage -> stage.onCall(call -> stage.line("["
                        + HostileStage.notificationText(
                                "notifications/message", "{\"level\":\"info\",\"data\":\"in a batch\"}")
                        + "," + stage.answerText(call, "ok") + "]")));
        modes.put(
                "dup-member",
                stage -> stage.onCall(call -> stage.line("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s,\"result\":%s}"
                        .formatted(call.id(), stage.textResult("first"), stage.textResult("second")))));
    }

    private static void noise(HostileStage stage) {
        int n = stage.options().number("n", 1);
        stage.onCall(call -> {
            for (int i = 0; i < n; i++) {
                stage.line("[debug] handling call, line " + i);
            }
            stage.echo(call);
            stage.line("[debug] done {\"id\": " + call.id() + "}");
        });
    }

    private static void invalidUtf8(HostileStage stage) {
        stage.onCall(call -> {
            var bytes = (stage.answerText(call, "bad: ~~ end") + "\n").getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < bytes.length; i++) {
                if (bytes[i] == '~') {
                    bytes[i] = (byte) 0xC3;
                }
            }
            stage.raw(bytes);
        });
    }

    private static void coalesce(HostileStage stage, Incoming call) throws IOException {
        var all = new StringBuilder();
        for (int i = 1; i <= 50; i++) {
            all.append(HostileStage.notificationText(
                            "notifications/progress",
                            "{\"progressToken\":" + call.token() + ",\"progress\":" + i + "}"))
                    .append('\n');
        }
        stage.raw(all.append(stage.answerText(call, "last words")).toString().getBytes(StandardCharsets.UTF_8));
        System.exit(0);
    }

    private static String pretty(String json) {
        return dev.fairlead.protocol.rpc.Json.parse(json).toPrettyString();
    }

    private static void hugeLine(HostileStage stage) {
        int mb = stage.options().number("mb", 64);
        stage.onCall(call -> {
            var parts = stage.answerText(call, "~").split("~", 2);
            var filler = new byte[1 << 20];
            Arrays.fill(filler, (byte) 'x');
            stage.raw(parts[0].getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < mb; i++) {
                stage.raw(filler);
            }
            stage.line(parts[1]);
        });
    }

    private static void endlessLine(HostileStage stage, Incoming call) throws IOException {
        stage.raw(stage.answerText(call, "~").split("~", 2)[0].getBytes(StandardCharsets.UTF_8));
        var filler = new byte[1 << 16];
        Arrays.fill(filler, (byte) 'x');
        while (true) {
            stage.raw(filler);
        }
    }

    private static void deepNest(HostileStage stage) {
        int depth = stage.options().number("depth", 100_000);
        boolean objects = stage.options().number("objects", 0) == 1;
        var nested =
                objects ? "{\"a\":".repeat(depth) + "1" + "}".repeat(depth) : "[".repeat(depth) + "]".repeat(depth);
        stage.onCall(call -> stage.line(HostileStage.response(
                call.id(), stage.complete("{\"content\":[],\"structuredContent\":" + nested + "}"))));
    }

    private static void valueBomb(HostileStage stage) {
        if (stage.options().number("beside", 0) == 1) {
            var members = members(stage.options().number("n", 1_200_000));
            stage.onCall(call -> stage.line(
                    "{\"x\":" + members + "," + stage.answerText(call, "x").substring(1)));
            return;
        }
        boolean objects = stage.options().number("objects", 0) == 1;
        var values = objects
                ? members(stage.options().number("n", 1_000_000))
                : "[" + "[],".repeat(stage.options().number("n", 5_000_000)) + "[]]";
        stage.onCall(call -> stage.line(HostileStage.response(
                call.id(), stage.complete("{\"content\":[],\"structuredContent\":" + values + "}"))));
    }

    /** Returns an object that takes as much memory as members can. */
    private static String members(int n) {
        var text = new StringBuilder("{");
        for (int i = 0; i < n; i++) {
            text.append('"').append(Integer.toString(i, Character.MAX_RADIX)).append("\":\"y\",");
        }
        // So long a name is rare, and takes the longer way of reading.
        return text.append('"').append("n".repeat(2_000)).append("\":1}").toString();
    }
}
