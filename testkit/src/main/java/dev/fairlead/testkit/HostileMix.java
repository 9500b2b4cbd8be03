package dev.fairlead.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * All kinds of trouble mixed, for long campaigns: {@link MixFault} tells which call meets which.
 *
 * <p>Of every call that arrives it notes the key, what went wrong with it, and whether it was done; and of every answer
 * that comes late that it was written.
 */
final class HostileMix {
    private final HostileStage stage;
    private final Map<String, Incoming> late = new HashMap<>();

    private HostileMix(HostileStage stage) {
        this.stage = stage;
    }

    static void play(HostileStage stage) {
        var mix = new HostileMix(stage);
        long seed = Long.parseLong(stage.options().text("seed", "1"));
        int perMille = stage.options().number("process-per-mille", 0);
        var last = stage.options().text("last", "");
        var end = MixFault.valueOf(stage.options().text("end", "EXIT"));
        stage.tools(
                "{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"key\":{\"type\":\"string\"},"
                        + "\"n\":{\"type\":\"integer\"}},\"required\":[\"key\",\"n\"]}}");
        stage.onCall(call -> {
            var key = key(call);
            var fault = key.equals(last) ? end : MixFault.of(seed, key, perMille);
            stage.note("%s %s %s".formatted(key, fault, fault.executes() ? "done" : "left"));
            mix.misbehave(call, fault);
        });
        stage.on("notifications/cancelled", mix::answerLate);
    }

    private static String key(Incoming call) {
        return call.arguments().path("key").asString("");
    }

    private static String text(Incoming call) {
        return key(call) + ":" + call.arguments().path("n");
    }

    private void answerLate(Incoming gaveUp) throws IOException {
        var call = late.remove(gaveUp.params().path("requestId").toString());
        if (call != null) {
            stage.note(key(call) + " LATE answered");
            stage.answer(call, text(call));
        }
    }

    private void misbehave(Incoming call, MixFault fault) throws IOException {
        var text = text(call);
        switch (fault) {
            case NONE -> stage.answer(call, text);
            case DELAY -> stage.after(1 + ThreadLocalRandom.current().nextInt(20), () -> stage.answer(call, text));
            case DUPLICATE -> {
                stage.answer(call, text);
                stage.answer(call, "DUPLICATE");
            }
            case UNKNOWN_ID -> {
                stage.line(HostileStage.response("\"nobody\"", stage.textResult("SPOOF")));
                stage.line(HostileStage.response("987654321012", stage.textResult("SPOOF")));
                stage.answer(call, text);
            }
            case NOISE -> {
                stage.line("INFO handling " + text);
                stage.line("{\"level\":\"info\",\"msg\":\"a log line that is JSON\"}");
                stage.answer(call, text);
            }
            case CRLF -> stage.line(stage.answerText(call, text) + "\r");
            case SPLIT -> stage.pieces((stage.answerText(call, text) + "\n").getBytes(StandardCharsets.UTF_8), 7);
            case WRONG_TOKEN -> {
                stage.progress("\"not-yours\"", "1");
                stage.progress("-1", "2");
                stage.answer(call, text);
            }
            case STDERR -> {
                stage.log("trouble with " + text);
                stage.answer(call, text);
                stage.log("{\"jsonrpc\":\"2.0\",\"id\":" + call.id() + ",\"result\":{}}");
            }
            case ID_TYPE ->
                stage.line(
                        HostileStage.response("\"" + call.json().path("id").asString() + "\"", stage.textResult(text)));
            case MALFORMED, DROPPED -> stage.line(HostileCorrelation.malformed(stage, call, 0));
            case RPC_ERROR -> stage.error(call, -32000, "refused " + text);
            case REFUSED -> stage.error(call, -32602, "not for " + text);
            case LATE -> late.put(call.id(), call);
            case NEVER, IGNORED -> {
                // That is all.
            }
            case EXIT -> HostileProcess.exit(stage);
            case CRASH -> HostileProcess.killSelf();
            case HALF_LINE -> {
                // What was put off would else be written behind the half line.
                stage.fallSilent();
                HostileProcess.dieHalfway(stage, call, text);
            }
            case HANG -> stage.stopReading();
        }
    }
}
