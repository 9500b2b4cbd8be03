package dev.fairlead.testkit;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Ways to offer too much, or nonsense. */
final class HostileLists {
    private static final String ANYTHING = "{\"type\":\"object\"}";

    private HostileLists() {}

    static void addTo(Map<String, HostileMode> modes) {
        modes.put("cursor-loop", stage -> pages(stage, page -> "\"again\""));
        modes.put("cursor-cycle", stage -> pages(stage, page -> "\"" + "abc".charAt((int) (page % 3)) + "\""));
        modes.put("cursor-unique", stage -> pages(stage, page -> "\"page-" + page + "\""));
        modes.put("cursor-empty", HostileLists::emptyCursor);
        modes.put("list-changed-storm", stage -> {
            stage.onAny(message -> {
                if (message.method().equals("tools/list")) {
                    stage.log("listing: tools/list");
                }
            });
            stage.onCall(call -> {
                for (int i = stage.options().number("n", 500); i > 0; i--) {
                    stage.notification("notifications/tools/list_changed", "{}");
                }
                stage.echo(call);
            });
        });
        modes.put(
                "list-changed-echo",
                stage -> stage.on("tools/list", message -> {
                    stage.result(message, list(stage, HostileStage.tool("echo", ANYTHING), ""));
                    stage.notification("notifications/tools/list_changed", "{}");
                }));
        modes.put("huge-list", HostileLists::hugeList);
        modes.put("schema-ref", HostileLists::schemaRef);
        modes.put("schema-redos", HostileLists::schemaRedos);
        modes.put("schema-bomb", HostileLists::schemaBomb);
        modes.put(
                "schema-invalid",
                stage -> stage.tools(HostileStage.tool("echo", ANYTHING) + ","
                        + HostileStage.tool("bad-type", "{\"type\":\"objekt\"}") + ","
                        + HostileStage.tool("bad-shape", "[]") + ","
                        + HostileStage.tool("bad-null", "null") + ",{\"name\":5},"
                        + HostileStage.tool("bad-pattern", property("{\"type\":\"string\",\"pattern\":\"(\"}"))));
        modes.put("structured-mismatch", stage -> {
            stage.tools("{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":"
                    + property("{\"type\":\"integer\"}") + "}");
            stage.onCall(call -> stage.result(
                    call,
                    "{\"content\":[{\"type\":\"text\",\"text\":\"LIE\"}],\"structuredContent\":{\"x\":\"five\"}}"));
        });
    }

    @FunctionalInterface
    private interface Cursor {
        String after(long page);
    }

    private static void pages(HostileStage stage, Cursor cursor) {
        var page = new AtomicLong();
        stage.on("tools/list", message -> {
            if (!message.params().has("cursor")) {
                page.set(0);
            }
            long number = page.getAndIncrement();
            stage.result(
                    message,
                    list(
                            stage,
                            HostileStage.tool("tool-" + number, ANYTHING),
                            ",\"nextCursor\":" + cursor.after(number)));
        });
    }

    private static void emptyCursor(HostileStage stage) {
        stage.on("tools/list", message -> {
            boolean second = message.params().path("cursor").isString();
            stage.result(
                    message,
                    list(
                            stage,
                            HostileStage.tool(second ? "on-page-2" : "on-page-1", ANYTHING),
                            second ? "" : ",\"nextCursor\":\"\""));
        });
    }

    private static void hugeList(HostileStage stage) throws IOException {
        int n = stage.options().number("n", 50_000);
        var all = new StringBuilder();
        for (int i = 0; i < n; i++) {
            all.append(i == 0 ? "" : ",").append(HostileStage.tool("tool-" + i, ANYTHING));
        }
        stage.tools(all.toString());
    }

    private static void schemaRef(HostileStage stage) {
        var url = stage.options().text("url", "http://127.0.0.1:9/canary");
        stage.tools(HostileStage.tool("echo", ANYTHING) + ","
                + HostileStage.tool("net", property("{\"$ref\":" + HostileStage.quote(url) + "}")) + ","
                + HostileStage.tool("file", property("{\"$ref\":\"file:///etc/passwd\"}")) + ","
                + HostileStage.tool("meta", "{\"$schema\":" + HostileStage.quote(url) + ",\"type\":\"object\"}"));
    }

    private static void schemaRedos(HostileStage stage) {
        var slow = property("{\"type\":\"string\",\"pattern\":\"^(a+)+$\"}");
        stage.tools("{\"name\":\"echo\",\"inputSchema\":" + slow + ",\"outputSchema\":" + slow + "}");
        stage.onCall(call ->
                stage.result(call, "{\"content\":[],\"structuredContent\":{\"x\":\"" + "a".repeat(5000) + "!\"}}"));
    }

    /** Thirty levels, each of which asks for the next one twice. */
    private static void schemaBomb(HostileStage stage) {
        var definitions = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            var next = "{\"$ref\":\"#/$defs/d" + (i + 1) + "\"}";
            definitions.append("\"d" + i + "\":{\"allOf\":[" + next + "," + next + "]},");
        }
        stage.tools("{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\",\"$ref\":\"#/$defs/d0\",\"$defs\":{"
                + definitions + "\"d30\":{}}}}");
    }

    private static String property(String schema) {
        return "{\"type\":\"object\",\"properties\":{\"x\":" + schema + "}}";
    }

    private static String list(HostileStage stage, String tools, String more) {
        return "{\"tools\":[" + tools + "]" + more + stage.fresh() + "}";
    }
}
