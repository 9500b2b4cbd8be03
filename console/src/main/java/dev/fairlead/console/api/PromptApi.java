package dev.fairlead.console.api;

import dev.fairlead.console.event.ServerIds;
import dev.fairlead.console.server.Near;
import dev.fairlead.console.text.Blocks;
import dev.fairlead.console.text.Shortened;
import dev.fairlead.console.web.Fields;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.console.web.Reply;
import dev.fairlead.console.web.Routes;
import dev.fairlead.protocol.GetPromptResult;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** What the page may do with prompts. */
final class PromptApi {
    private static final int LONGEST_NAME = ToolApi.LONGEST_NAME;
    private static final int LONGEST_VALUE = 1 << 20;

    private final Parts parts;

    PromptApi(Parts parts) {
        this.parts = parts;
    }

    void addTo(Routes routes) {
        routes.get("/api/prompts", inquiry -> Reply.json(prompts()));
        routes.post("/api/prompts/get", inquiry -> {
            var result = get(inquiry.body("server", "name", "arguments"));
            var json = Shortened.words(Json.object(), "description", result.description());
            var messages = json.putArray("messages");
            result.messages().forEach(message -> {
                var one = messages.addObject().put("role", Shortened.of(message.role(), Shortened.NAME));
                one.set(
                        "content",
                        Blocks.of(List.of(message.content()), Blocks.LONGEST_TEXT, index -> null)
                                .blocks()
                                .get(0));
            });
            return Reply.json(json);
        });
    }

    /** Gets a prompt that the page names. */
    GetPromptResult get(Fields body) throws InterruptedException {
        var server = parts.servers().name(body.text("server", LONGEST_NAME));
        var name = body.text("name", LONGEST_NAME);
        var arguments = texts(body.object("arguments"), "arguments");
        var mine = parts.servers().host().catalog().prompts().stream()
                .filter(prompt -> prompt.server().equals(server))
                .toList();
        var prompt = mine.stream()
                .filter(one -> one.definition().name().equals(name))
                .findFirst()
                .orElseThrow(() -> {
                    var near = Near.of(
                            name,
                            mine.stream().map(one -> one.definition().name()).toList());
                    return Refusal.missing(
                                    "no-such-prompt",
                                    "No prompt '%s' on '%s'.%s"
                                            .formatted(
                                                    Near.shown(name),
                                                    server,
                                                    near.isEmpty() ? "" : " Near: " + String.join(", ", near) + "."))
                            .in("name");
                });
        for (var argument : prompt.definition().arguments()) {
            if (argument.required() && !arguments.containsKey(argument.name())) {
                throw Refusal.field("arguments." + argument.name(), "is missing");
            }
        }
        try {
            return parts.servers()
                    .host()
                    .with(server, client -> client.getPrompt(prompt.definition().name(), arguments));
        } catch (McpException failure) {
            throw Trouble.of(failure, "name");
        }
    }

    static Map<String, String> texts(ObjectNode json, String field) {
        var texts = new LinkedHashMap<String, String>();
        json.properties().forEach(member -> {
            var value = member.getValue();
            if (!value.isString() || value.stringValue().length() > LONGEST_VALUE) {
                throw Refusal.field(field + "." + Near.shown(member.getKey()), "is not a text, or too long");
            }
            texts.put(member.getKey(), value.stringValue());
        });
        return texts;
    }

    private ObjectNode prompts() {
        var json = Json.object();
        var list = json.putArray("prompts");
        parts.servers().host().catalog().prompts().forEach(offered -> {
            var prompt = offered.definition();
            var one = list.addObject()
                    .put("server", ServerIds.of(offered.server()))
                    .put("name", prompt.name())
                    .put("title", Shortened.maybe(prompt.title(), Shortened.NAME));
            Shortened.words(one, "description", prompt.description());
            var arguments = one.putArray("arguments");
            prompt.arguments()
                    .forEach(argument -> arguments
                            .addObject()
                            .put("name", argument.name())
                            .put("title", Shortened.maybe(argument.title(), Shortened.NAME))
                            .put("description", Shortened.maybe(argument.description(), Shortened.WORDS))
                            .put("required", argument.required()));
        });
        return json;
    }
}
