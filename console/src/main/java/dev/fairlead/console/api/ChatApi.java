package dev.fairlead.console.api;

import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.tool.ResultView;
import dev.fairlead.console.chat.Chats;
import dev.fairlead.console.web.Fields;
import dev.fairlead.console.web.Inquiry;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.console.web.Reply;
import dev.fairlead.console.web.Routes;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the page may do with conversations. */
final class ChatApi {
    private static final int LONGEST_TEXT = 1 << 20;
    private static final int LONGEST_NAME = ToolApi.LONGEST_NAME;
    private static final int MOST_SERVERS = 500;

    private final Parts parts;

    ChatApi(Parts parts) {
        this.parts = parts;
    }

    private Chats chats() {
        return parts.chats();
    }

    void addTo(Routes routes) {
        routes.post("/api/chats", inquiry -> {
            var body = inquiry.body("model", "servers");
            var id = chats().create(body.maybeText("model", 300).filter(text -> !text.isEmpty()), servers(body));
            return Reply.json(Json.object().put("id", id));
        });
        routes.get("/api/chats/{id}", inquiry -> Reply.json(chats().show(inquiry.path("id"))));
        routes.on("PATCH", "/api/chats/{id}", inquiry -> {
            var json = inquiry.body("title", "model", "servers");
            chats().change(inquiry.path("id"), json.maybeText("title", 300), json.maybeText("model", 300));
            if (json.mentions("servers")) {
                chats().invite(inquiry.path("id"), servers(json));
            }
            return Reply.done();
        });
        routes.on("DELETE", "/api/chats/{id}", inquiry -> {
            chats().delete(inquiry.path("id"));
            return Reply.done();
        });
        routes.post("/api/chats/{id}/send", this::send);
        routes.post("/api/chats/{id}/stop", inquiry -> {
            inquiry.body();
            chats().stop(inquiry.path("id"));
            return Reply.done();
        });
        routes.post("/api/chats/{id}/continue", inquiry -> {
            inquiry.body();
            chats().resume(inquiry.path("id"));
            return Reply.json(202, Json.object());
        });
    }

    private Optional<List<String>> servers(Fields body) {
        var servers = body.maybeTexts("servers", MOST_SERVERS, LONGEST_NAME);
        servers.ifPresent(ids -> ids.forEach(id -> {
            var ignored = parts.servers().name(id);
        }));
        return servers;
    }

    private record Attached(String server, String uri) {}

    private Reply send(Inquiry inquiry) throws InterruptedException {
        var body = inquiry.body("text", "resources", "prompt", "context");
        var typed = body.maybeText("text", LONGEST_TEXT).orElse("");
        var resources = body.list("resources", 50, "server", "uri").stream()
                .map(one ->
                        new Attached(parts.servers().name(one.text("server", LONGEST_NAME)), one.text("uri", 4_000)))
                .toList();
        var prompt = body.maybeFields("prompt", "server", "name", "arguments");
        var context = body.list("context", 20, "server", "uri", "text").stream()
                .flatMap(one -> ResultView.USUAL
                        .said(
                                parts.servers().name(one.text("server", LONGEST_NAME)),
                                one.text("uri", 4_000),
                                one.text("text", 64 << 10))
                        .stream())
                .toList();
        if (typed.isBlank() && prompt.isEmpty()) {
            throw Refusal.field("text", "is missing");
        }
        var shown = new StringBuilder(typed);
        prompt.ifPresent(one -> shown.append(shown.isEmpty() ? "/" : "\n/").append(one.text("name", LONGEST_NAME)));
        resources.forEach(one -> shown.append("\n@").append(one.uri()));
        chats().send(inquiry.path("id"), shown.toString(), model -> {
            var all = new ArrayList<Part>(context);
            if (prompt.isPresent()) {
                all.addAll(prompt(prompt.get(), model));
            }
            if (!typed.isBlank()) {
                all.add(Part.Text.of(typed));
            }
            for (var resource : resources) {
                all.addAll(resource(resource, model));
            }
            return all;
        });
        return Reply.json(202, Json.object());
    }

    private List<Part> resource(Attached resource, Model model) throws InterruptedException {
        try {
            var contents = parts.servers()
                    .host()
                    .read(resource.server(), resource.uri())
                    .contents();
            return ResultView.USUAL.resource(resource.server(), resource.uri(), contents, model.traits());
        } catch (McpException failure) {
            throw Trouble.of(failure, "resources");
        }
    }

    private List<Part> prompt(Fields prompt, Model model) throws InterruptedException {
        var messages = new PromptApi(parts).get(prompt).messages();
        return ResultView.USUAL.prompt(
                parts.servers().name(prompt.text("server", LONGEST_NAME)),
                prompt.text("name", LONGEST_NAME),
                messages,
                model.traits());
    }
}
