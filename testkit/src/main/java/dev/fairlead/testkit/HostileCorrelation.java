package dev.fairlead.testkit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Ways to answer the wrong request, or no request at all. */
final class HostileCorrelation {
    private static final List<String> MALFORMED = List.of(
            "{\"jsonrpc\":\"2.0\",\"id\":ID}",
            "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":RESULT,\"error\":{\"code\":1,\"message\":\"both\"}}",
            "{\"jsonrpc\":\"1.0\",\"id\":ID,\"result\":RESULT}",
            "{\"id\":ID,\"result\":RESULT}",
            "{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":\"not an object\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":{\"code\":\"text\",\"message\":5}}",
            "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":\"not an object\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":[ID],\"result\":RESULT}",
            "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{\"content\":\"not a list\"}}",
            "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":null}",
            "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"cut off");

    private HostileCorrelation() {}

    static void addTo(Map<String, HostileMode> modes) {
        modes.put("reorder", HostileCorrelation::reorder);
        modes.put(
                "id-type",
                stage -> stage.onCall(
                        call -> stage.line(HostileStage.response(retyped(stage, call), stage.textResult("ok")))));
        modes.put(
                "dup-response",
                stage -> stage.onCall(call -> {
                    stage.answer(call, "first");
                    stage.answer(call, "second");
                }));
        modes.put("unsolicited", stage -> stage.onCall(call -> unsolicited(stage, call)));
        modes.put(
                "malformed-rpc",
                stage -> stage.onCall(call ->
                        stage.line(malformed(stage, call, stage.options().number("v", 0)))));
    }

    /** Returns an answer that is none; the variants are those of {@code --v}. */
    static String malformed(HostileStage stage, Incoming call, int variant) {
        return MALFORMED
                .get(Math.floorMod(variant, MALFORMED.size()))
                .replace("ID", call.id())
                .replace("RESULT", stage.textResult("malformed"));
    }

    private static void reorder(HostileStage stage) {
        int n = stage.options().number("n", 200);
        var waiting = new ArrayList<Incoming>();
        stage.onCall(call -> {
            waiting.add(call);
            if (waiting.size() == n) {
                Collections.reverse(waiting);
                for (var one : waiting) {
                    stage.echo(one);
                }
                waiting.clear();
            }
        });
    }

    private static String retyped(HostileStage stage, Incoming call) {
        var id = call.json().path("id");
        if (!id.isIntegralNumber()) {
            return call.id();
        }
        return switch (stage.options().text("as", "string")) {
            case "float" -> id + ".0";
            case "exp" -> id + "e0";
            default -> "\"" + id + "\"";
        };
    }

    private static void unsolicited(HostileStage stage, Incoming call) throws IOException {
        var id = call.json().path("id");
        for (int i = 1; i <= 5; i++) {
            var predicted = id.isIntegralNumber() ? Long.toString(id.longValue() + i) : "\"" + i + "\"";
            stage.line(HostileStage.response(predicted, stage.textResult("SPOOF")));
        }
        stage.line(HostileStage.response("\"never-sent\"", stage.textResult("SPOOF")));
        stage.line(HostileStage.response("null", stage.textResult("SPOOF")));
        stage.echo(call);
    }
}
