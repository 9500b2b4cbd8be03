package dev.fairlead.testkit;

import dev.fairlead.protocol.MetaKey;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Ways to bother the client with questions, news and tasks. */
final class HostileQuestions {
    private static final int GRACE_MILLIS = 500;
    private static final String FORM = "{\"message\":\"Who?\",\"requestedSchema\":{\"type\":\"object\","
            + "\"properties\":{\"name\":{\"type\":\"string\"}}}}";

    private HostileQuestions() {}

    static void addTo(Map<String, HostileMode> modes) {
        modes.put("unknown-request", stage -> askFirst(stage, "\"s-1\"", "server/unheardOf", "{}"));
        modes.put("ask-no-handler", stage -> {
            if (stage.modern()) {
                stage.onCall(call -> inputRequired(stage, call, 1));
            } else {
                askFirst(stage, "\"s-1\"", "elicitation/create", FORM);
            }
        });
        modes.put("ping-string-id", stage -> askFirst(stage, "\"ping-ü-1\"", "ping", "{}"));
        modes.put("mrtr-loop", stage -> stage.usuallyModern().onCall(call -> inputRequired(stage, call, 1)));
        modes.put(
                "mrtr-bomb",
                stage -> stage.usuallyModern()
                        .onCall(call ->
                                inputRequired(stage, call, stage.options().number("n", 5000))));
        modes.put("sub-chaos", HostileQuestions::subscriptionChaos);
        modes.put("task-forever", HostileQuestions::taskForever);
    }

    /** Asks before it answers a call; the answer says what came back, or that nothing did. */
    private static void askFirst(HostileStage stage, String id, String method, String params) {
        var waiting = new AtomicReference<@Nullable Incoming>();
        stage.onCall(call -> {
            waiting.set(call);
            stage.line(
                    "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}");
            stage.after(GRACE_MILLIS, () -> answerIf(stage, waiting.compareAndSet(call, null), call, "nothing"));
        });
        stage.onResponse(response -> {
            var call = waiting.getAndSet(null);
            if (call != null) {
                stage.answer(call, response.json().toString());
            }
        });
    }

    private static void answerIf(HostileStage stage, boolean mine, Incoming call, String text) throws IOException {
        if (mine) {
            stage.answer(call, text);
        }
    }

    private static void inputRequired(HostileStage stage, Incoming call, int questions) throws IOException {
        var requests = new StringBuilder();
        for (int i = 0; i < questions; i++) {
            requests.append(i == 0 ? "" : ",")
                    .append("\"q" + i + "\":{\"method\":\"elicitation/create\",\"params\":" + FORM + "}");
        }
        stage.line(HostileStage.response(
                call.id(),
                "{\"resultType\":\"input_required\",\"requestState\":\"for ever\",\"inputRequests\":{" + requests
                        + "}}"));
    }

    private static void subscriptionChaos(HostileStage stage) {
        stage.capabilities(
                "{\"tools\":{\"listChanged\":true},\"resources\":{\"subscribe\":true,\"listChanged\":true}}");
        stage.on(
                "resources/list",
                message -> stage.result(
                        message, "{\"resources\":[{\"uri\":\"x:a\",\"name\":\"a\"}]" + stage.fresh() + "}"));
        stage.on("resources/subscribe", message -> {
            stage.notification("notifications/resources/updated", "{\"uri\":\"x:never-subscribed\"}");
            stage.result(message, "{}");
            stage.notification("notifications/resources/updated", "{}");
            stage.notification("notifications/resources/updated", "{\"uri\":5}");
            stage.notification("notifications/resources/updated", "{\"uri\":\"x:a\"}");
        });
        stage.on("subscriptions/listen", message -> {
            news(stage, "tools/list_changed", message.id(), "");
            var accepted = ",\"notifications\":{\"toolsListChanged\":true}";
            news(stage, "subscriptions/acknowledged", "\"somebody-else\"", accepted);
            news(stage, "subscriptions/acknowledged", message.id(), accepted);
            news(stage, "subscriptions/acknowledged", message.id(), accepted);
            news(stage, "tools/list_changed", "\"somebody-else\"", "");
            news(stage, "prompts/list_changed", message.id(), "");
            stage.notification("notifications/tools/list_changed", "{}");
            news(stage, "tools/list_changed", message.id(), "");
            stage.after(
                    200, () -> stage.notification("notifications/cancelled", "{\"requestId\":" + message.id() + "}"));
        });
    }

    private static void news(HostileStage stage, String what, String subscription, String more) throws IOException {
        stage.notification(
                "notifications/" + what,
                "{\"_meta\":{\"" + MetaKey.SUBSCRIPTION_ID + "\":" + subscription + "}" + more + "}");
    }

    private static void taskForever(HostileStage stage) {
        var status = stage.options().text("status", "working");
        var moment = "2026-01-01T00:00:00Z";
        var task = "\"taskId\":\"t-1\",\"status\":\"%s\",\"createdAt\":\"%s\",\"lastUpdatedAt\":\"%s\""
                .formatted(status, moment, moment);
        if (stage.modern()) {
            stage.capabilities("{\"tools\":{},\"extensions\":{\"" + Offer.TASKS + "\":{}}}");
            var fields = task + ",\"ttlMs\":null,\"pollIntervalMs\":1";
            stage.onCall(
                    call -> stage.line(HostileStage.response(call.id(), "{\"resultType\":\"task\"," + fields + "}")));
            stage.on("tasks/get", message -> stage.result(message, "{" + fields + "}"));
        } else {
            stage.capabilities("{\"tools\":{},\"tasks\":{\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}}");
            stage.tools(
                    "{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"},\"execution\":{\"taskSupport\":\"required\"}}");
            var fields = "{" + task + ",\"ttl\":null,\"pollInterval\":1}";
            stage.onCall(call -> stage.result(call, "{\"task\":" + fields + "}"));
            stage.on("tasks/get", message -> stage.result(message, fields));
        }
        stage.on("tasks/cancel", message -> {
            stage.log("cancelled " + message.params().path("taskId").asString(""));
            stage.result(message, stage.modern() ? "{}" : "{" + task + ",\"ttl\":null}");
        });
    }
}
