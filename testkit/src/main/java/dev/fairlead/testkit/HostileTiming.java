package dev.fairlead.testkit;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Ways to answer at the wrong time, or never. */
final class HostileTiming {
    private HostileTiming() {}

    static void addTo(Map<String, HostileMode> modes) {
        modes.put("never", stage -> stage.onCall(call -> stage.log("a call that will not be answered")));
        modes.put(
                "late",
                stage -> stage.onCall(call -> stage.after(stage.options().number("ms", 3000), () -> stage.echo(call))));
        modes.put("answer-after-cancel", HostileTiming::answerAfterCancel);
        modes.put("progress-steady", stage -> stage.onCall(call -> steady(stage, call)));
        modes.put("progress-chaos", stage -> stage.onCall(call -> chaos(stage, call)));
        modes.put("progress-flood", HostileTiming::flood);
    }

    private static void answerAfterCancel(HostileStage stage) {
        var calls = new HashMap<String, Incoming>();
        stage.onCall(call -> calls.put(call.id(), call));
        stage.on("notifications/cancelled", cancellation -> {
            var call = calls.remove(cancellation.params().path("requestId").toString());
            if (call != null) {
                stage.progress(call.token(), "1");
                stage.answer(call, "TOO LATE");
            }
        });
    }

    private static void steady(HostileStage stage, Incoming call) {
        int every = stage.options().number("every-ms", 300);
        int total = stage.options().number("total-ms", 3000);
        for (int at = every; at < total; at += every) {
            var progress = Integer.toString(at);
            stage.after(at, () -> stage.progress(call.token(), progress));
        }
        stage.after(total, () -> stage.echo(call));
    }

    private static void chaos(HostileStage stage, Incoming call) throws IOException {
        stage.progress("\"unknown-token\"", "1");
        stage.progress("987654321", "2");
        stage.progress("null", "3");
        stage.progress(call.token(), "5");
        stage.progress(call.token(), "3");
        stage.progress(call.token(), "1e400");
        stage.progress(call.token(), "-1");
        stage.progress(call.token(), "\"ten\"");
        stage.notification("notifications/progress", "{\"progressToken\":" + call.token() + "}");
        stage.line("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}");
        stage.progress(call.token(), "6");
        stage.echo(call);
        stage.progress(call.token(), "7");
    }

    private static void flood(HostileStage stage) {
        int n = stage.options().number("n", 200_000);
        stage.onCall(call -> {
            for (int i = 1; i <= n; i++) {
                stage.progress(call.token(), Integer.toString(i));
            }
            stage.echo(call);
        });
    }
}
