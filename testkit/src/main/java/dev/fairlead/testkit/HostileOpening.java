package dev.fairlead.testkit;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Ways to begin badly. */
final class HostileOpening {
    private static final List<String> VERSIONS = List.of("\"2099-01-01\"", "\"\"", "5", "null", "\"2026-07-28\"");

    private HostileOpening() {}

    static void addTo(Map<String, HostileMode> modes) {
        modes.put("init-error", stage -> {
            stage.on("initialize", message -> stage.error(message, -32000, "licence expired"));
            stage.on("server/discover", message -> stage.error(message, -32601, "Method not found"));
        });
        modes.put("modern-only", HostileStage::usuallyModern);
        modes.put("discover-silent", HostileOpening::discoverSilent);
        modes.put("discover-exit", HostileOpening::discoverExit);
        modes.put(
                "discover-error",
                stage -> stage.on(
                        "server/discover",
                        message -> stage.line(
                                "{\"jsonrpc\":\"2.0\",\"id\":\"server-error\",\"error\":{\"code\":-32600,\"message\":\"Bad"
                                    + " Request\"}}")));
        modes.put(
                "answers-late-probe",
                stage -> stage.usuallyModern()
                        .on(
                                "server/discover",
                                message -> stage.after(
                                        stage.options().number("ms", 3000), () -> stage.discover(message))));
        modes.put("version-evil", HostileOpening::versionEvil);
        modes.put("cap-lie", HostileOpening::capLie);
        modes.put(
                "result-type-unknown",
                stage -> stage.usuallyModern()
                        .onCall(call -> stage.line(HostileStage.response(
                                call.id(),
                                "{\"resultType\":\"surprise\",\"content\":[{\"type\":\"text\",\"text\":\"NOT"
                                        + " A RESULT\"}]}"))));
    }

    private static void discoverSilent(HostileStage stage) {
        stage.on("server/discover", message -> {
            for (int i = 0; i < 20; i++) {
                stage.after(i * 250, () -> stage.log("warning: unknown method server/discover"));
            }
        });
    }

    private static void discoverExit(HostileStage stage) {
        boolean[] begun = new boolean[1];
        stage.onAny(message -> {
            begun[0] |= message.method().equals("initialize");
            if (!begun[0]) {
                stage.log("error: expected initialize, got " + message.method());
                System.exit(2);
            }
        });
    }

    private static void versionEvil(HostileStage stage) {
        var version = VERSIONS.get(stage.options().number("v", 0));
        if (stage.modern()) {
            // There the good version is an old one.
            var offered = version.contains("2026") ? "\"2019-01-01\"" : version;
            stage.on("server/discover", message -> stage.result(message, stage.discoverResult("[" + offered + "]")));
        } else {
            stage.on("initialize", message -> stage.result(message, stage.initializeResult(version)));
        }
        stage.on("notifications/initialized", message -> stage.log("went on in spite of the version"));
    }

    private static void unasked(HostileStage stage) throws IOException {
        stage.notification("notifications/tools/list_changed", "{}");
        stage.notification("notifications/resources/updated", "{\"uri\":\"file:///etc/passwd\"}");
        stage.notification("notifications/message", "{\"level\":\"alert\",\"data\":\"unasked\"}");
    }

    private static void capLie(HostileStage stage) {
        stage.capabilities("{}");
        stage.on("notifications/initialized", message -> unasked(stage));
        if (stage.modern()) {
            stage.on("server/discover", message -> {
                stage.discover(message);
                unasked(stage);
            });
        }
        stage.on("tools/list", message -> {
            stage.log("asked for tools in spite of the capabilities");
            stage.result(
                    message,
                    "{\"tools\":[" + HostileStage.tool("echo", "{\"type\":\"object\"}") + "]" + stage.fresh() + "}");
        });
    }
}
