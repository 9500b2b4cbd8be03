package dev.fairlead.console.api;

import dev.fairlead.console.keep.Settings;
import dev.fairlead.console.model.Models;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.console.web.Reply;
import dev.fairlead.console.web.Routes;
import dev.fairlead.protocol.rpc.Json;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** All that a page needs to begin with, and what is set for it. */
final class StateApi {
    private static final int MOST_CALLS = 200;

    private final Parts parts;

    StateApi(Parts parts) {
        this.parts = parts;
    }

    void addTo(Routes routes) {
        routes.get("/api/state", inquiry -> Reply.json(state()));
        routes.on("PUT", "/api/settings", inquiry -> {
            var body = inquiry.body("model", "theme", "callTimeoutMs", "maxSteps");
            var model = body.maybeText("model", 300);
            model.filter(id -> !id.isEmpty()).ifPresent(this::known);
            var theme = body.has("theme") ? body.choice("theme", Settings.THEMES.toArray(String[]::new)) : "";
            var timeout = body.maybeNumber("callTimeoutMs", 0, Settings.LONGEST_CALL.toMillis());
            var steps = body.maybeNumber("maxSteps", 1, Settings.MOST_STEPS);
            parts.settings().change(json -> {
                model.ifPresent(id -> json.put("model", id.isEmpty() ? null : id));
                if (!theme.isEmpty()) {
                    json.put("theme", theme);
                }
                timeout.ifPresent(millis -> json.put("callTimeoutMs", millis));
                steps.ifPresent(most -> json.put("maxSteps", most));
            });
            return Reply.json(parts.settings().all());
        });
    }

    private void known(String id) {
        if (parts.models().all().stream().noneMatch(model -> model.id().equals(id))) {
            throw new Refusal(400, "no-such-model", "There is no model '%s'.".formatted(id)).in("model");
        }
    }

    private ObjectNode state() {
        // First the number: what happens meanwhile is told again, which does no harm.
        var json = Json.object()
                .put("version", parts.version())
                .put("seq", parts.broadcast().position());
        json.set("servers", parts.servers().all());
        json.set("models", models(parts.models()));
        json.set("chats", parts.chats().heads());
        json.set("calls", parts.calls().history().list(Optional.empty(), Optional.empty(), MOST_CALLS));
        json.set("questions", parts.questions().all());
        json.set("approvals", parts.approvals().all());
        json.set("tasks", parts.tasks().all());
        json.set("saved", parts.saved().all());
        json.set("settings", parts.settings().all());
        json.set("configuration", parts.servers().problems().json());
        return json.put("sandbox", parts.sandbox())
                .put("keptIn", parts.keep().folder().toString());
    }

    private static ArrayNode models(Models models) {
        var list = Json.array();
        var usual = models.usual();
        models.all()
                .forEach(model -> list.addObject()
                        .put("id", model.id())
                        .put("label", model.label())
                        .put("provider", model.provider())
                        .put("ready", model.ready())
                        .put("why", model.why())
                        .put("usual", model.id().equals(usual)));
        return list;
    }
}
