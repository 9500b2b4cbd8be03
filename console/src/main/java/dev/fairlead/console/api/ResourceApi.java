package dev.fairlead.console.api;

import dev.fairlead.console.event.ServerIds;
import dev.fairlead.console.text.Blocks;
import dev.fairlead.console.text.Shortened;
import dev.fairlead.console.web.Fields;
import dev.fairlead.console.web.Inquiry;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.console.web.Reply;
import dev.fairlead.console.web.Routes;
import dev.fairlead.protocol.CompletionReference;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Json;
import tools.jackson.databind.node.ObjectNode;

/** What the page may do with resources, and how it completes what somebody types. */
final class ResourceApi {
    private static final int LONGEST_NAME = ToolApi.LONGEST_NAME;
    private static final int LONGEST_URI = 8_000;

    private final Parts parts;

    ResourceApi(Parts parts) {
        this.parts = parts;
    }

    void addTo(Routes routes) {
        routes.get("/api/resources", inquiry -> Reply.json(all()));
        routes.post("/api/resources/read", inquiry -> {
            var body = inquiry.body("server", "uri");
            try {
                var result = parts.servers().host().read(server(body), body.text("uri", LONGEST_URI));
                var json = Json.object();
                json.set("contents", Blocks.contents(result.contents()));
                return Reply.json(json.put("at", System.currentTimeMillis()));
            } catch (McpException failure) {
                throw Trouble.of(failure, "uri");
            }
        });
        routes.post("/api/resources/subscribe", inquiry -> {
            var body = inquiry.body("server", "uri");
            parts.subscriptions().add(server(body), body.text("uri", LONGEST_URI));
            return Reply.done();
        });
        routes.post("/api/resources/unsubscribe", inquiry -> {
            var body = inquiry.body("server", "uri");
            parts.subscriptions().remove(server(body), body.text("uri", LONGEST_URI));
            return Reply.done();
        });
        routes.get(
                "/api/subscriptions",
                inquiry -> Reply.json(parts.subscriptions().all()));
        routes.post("/api/complete", this::complete);
    }

    private String server(Fields body) {
        return parts.servers().name(body.text("server", LONGEST_NAME));
    }

    private Reply complete(Inquiry inquiry) throws InterruptedException {
        var body = inquiry.body("server", "ref", "argument", "context");
        var server = server(body);
        var ref = body.maybeFields("ref", "type", "name", "uriTemplate")
                .orElseThrow(() -> Refusal.field("ref", "is missing"));
        CompletionReference reference = ref.choice("type", "prompt", "resource").equals("prompt")
                ? new CompletionReference.OfPrompt(ref.text("name", LONGEST_NAME))
                : new CompletionReference.OfResource(ref.text("uriTemplate", LONGEST_URI));
        var argument = body.maybeFields("argument", "name", "value")
                .orElseThrow(() -> Refusal.field("argument", "is missing"));
        var name = argument.text("name", LONGEST_NAME);
        var value = argument.maybeText("value", LONGEST_URI).orElse("");
        var context = PromptApi.texts(body.object("context"), "context");
        try {
            var found = parts.servers().host().with(server, client -> client.complete(reference, name, value, context));
            var json = Json.object();
            found.values().forEach(json.putArray("values")::add);
            return Reply.json(json.put("total", found.total()).put("hasMore", found.hasMore()));
        } catch (McpException failure) {
            throw Trouble.of(failure, "ref");
        }
    }

    private ObjectNode all() {
        var json = Json.object();
        var catalog = parts.servers().host().catalog();
        var resources = json.putArray("resources");
        catalog.resources().forEach(offered -> {
            var one = offered.definition();
            resources
                    .addObject()
                    .put("server", ServerIds.of(offered.server()))
                    .put("uri", one.uri())
                    .put("name", one.name())
                    .put("title", Shortened.maybe(one.title(), Shortened.NAME))
                    .put("description", Shortened.maybe(one.description(), Shortened.WORDS))
                    .put("mime", Shortened.maybe(one.mimeType(), Shortened.NAME))
                    .put("size", one.size());
        });
        var templates = json.putArray("templates");
        catalog.templates().forEach(offered -> {
            var one = offered.definition();
            templates
                    .addObject()
                    .put("server", ServerIds.of(offered.server()))
                    .put("uriTemplate", one.uriTemplate())
                    .put("name", one.name())
                    .put("title", Shortened.maybe(one.title(), Shortened.NAME))
                    .put("description", Shortened.maybe(one.description(), Shortened.WORDS))
                    .put("mime", Shortened.maybe(one.mimeType(), Shortened.NAME));
        });
        return json;
    }
}
