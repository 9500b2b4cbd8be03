package dev.fairlead.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/** All kinds of trouble mixed, for long campaigns: {@link MixFault} tells which call meets which. */
final class HostileMix {
    private HostileMix() {}

    static void play(HostileStage stage) {
        long seed = Long.parseLong(stage.options().text("seed", "1"));
        int late = stage.options().number("late-ms", 3000);
        int perMille = stage.options().number("process-per-mille", 0);
        stage.tools(
                "{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"key\":{\"type\":\"string\"},"
                        + "\"n\":{\"type\":\"integer\"}},\"required\":[\"key\",\"n\"]}}");
        stage.onCall(call -> {
            var key = call.arguments().path("key").asString("");
            stage.note(key);
            misbehave(
                    stage,
                    call,
                    MixFault.of(seed, key, perMille),
                    key + ":" + call.arguments().path("n"),
                    late);
        });
    }

    private static void misbehave(HostileStage stage, Incoming call, MixFault fault, String text, int late)
            throws IOException {
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
            case MALFORMED -> stage.line(HostileCorrelation.malformed(stage, call, 0));
            case RPC_ERROR -> stage.error(call, -32000, "refused " + text);
            case LATE -> stage.after(late, () -> stage.answer(call, text));
            case NEVER -> {
                // That is all.
            }
            case EXIT -> HostileProcess.exit(stage);
            case CRASH -> HostileProcess.killSelf();
            case HALF_LINE -> HostileProcess.dieHalfway(stage, call, text);
            case HANG -> stage.stopReading();
        }
    }
}
