package dev.fairlead.console.api;

import dev.fairlead.console.call.AppLink;
import dev.fairlead.console.call.Call;
import dev.fairlead.console.call.Calls;
import dev.fairlead.console.call.SavedCalls;
import dev.fairlead.console.event.ServerIds;
import dev.fairlead.console.keep.Settings;
import dev.fairlead.console.server.Servers;
import dev.fairlead.console.text.Blocks;
import dev.fairlead.console.web.Fields;
import dev.fairlead.console.web.Inquiry;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.console.web.Reply;
import dev.fairlead.console.web.Routes;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.rpc.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the page may do with calls. */
final class CallApi {
    private static final int LONGEST_NAME = ToolApi.LONGEST_NAME;
    private static final long LONGEST_MILLIS = 24L * 3600 * 1000;
    private static final Set<String> SHOWN = Set.of("image/png", "image/jpeg", "image/gif", "image/webp");

    private final Servers servers;
    private final Calls calls;
    private final SavedCalls saved;
    private final Settings settings;

    CallApi(Servers servers, Calls calls, SavedCalls saved, Settings settings) {
        this.servers = servers;
        this.calls = calls;
        this.saved = saved;
        this.settings = settings;
    }

    void addTo(Routes routes) {
        routes.post("/api/calls", this::start);
        routes.get("/api/calls", inquiry -> {
            var json = Json.object();
            json.set(
                    "calls",
                    calls.history()
                            .list(inquiry.query("server", LONGEST_NAME), inquiry.query("tool", LONGEST_NAME), (int)
                                    inquiry.query("limit", 100, 1, 500)));
            return Reply.json(json);
        });
        routes.get("/api/calls/{id}", inquiry -> Reply.json(calls.history().json(inquiry.path("id"))));
        routes.post("/api/calls/{id}/cancel", inquiry -> {
            inquiry.body();
            calls.cancel(inquiry.path("id"));
            return Reply.done();
        });
        routes.get("/api/calls/{id}/result", this::part);
        routes.get("/api/calls/{id}/result.json", inquiry -> {
            var result = calls.history().result(inquiry.path("id"));
            return Reply.bytes(
                            200, "application/json", Json.write(result.toJson()).getBytes(StandardCharsets.UTF_8))
                    .saved("result.json");
        });
        routes.get("/api/calls/{id}/block/{n}", this::block);
        routes.post("/api/saved", inquiry -> {
            var body = inquiry.body("name", "server", "tool", "arguments");
            var server = servers.name(body.text("server", LONGEST_NAME));
            var tool = calls.tool(server, body.text("tool", LONGEST_NAME));
            var id = saved.add(
                    body.text("name", 200),
                    ServerIds.of(server),
                    tool.definition().name(),
                    body.object("arguments"));
            return Reply.json(Json.object().put("id", id));
        });
        routes.on("DELETE", "/api/saved/{id}", inquiry -> {
            saved.remove(inquiry.path("id"));
            return Reply.done();
        });
    }

    private Reply start(Inquiry inquiry) {
        var body = inquiry.body("server", "tool", "arguments", "timeoutMs", "by", "app", "rerunOf");
        var server = servers.name(body.text("server", LONGEST_NAME));
        var tool = body.text("tool", LONGEST_NAME);
        var by = body.has("by") ? body.choice("by", "you", "app") : "you";
        var app = body.maybeFields("app", "server", "uri");
        @Nullable String uri = null;
        if (by.equals("app")) {
            uri = AppRules.check(
                    app.orElseThrow(() -> Refusal.field("app", "is missing")), server, calls.tool(server, tool));
        } else if (app.isPresent()) {
            throw Refusal.field("app", "is only for what an interface calls");
        }
        var wish = new Call.Wish(
                server,
                ServerIds.of(server),
                tool,
                body.object("arguments"),
                by,
                null,
                uri,
                body.maybeNumber("timeoutMs", 1, LONGEST_MILLIS).orElseGet(settings::callTimeout),
                body.maybeText("rerunOf", 100).orElse(null));
        return Reply.json(Json.object().put("id", calls.start(wish).id()));
    }

    /** Rules for calls that interfaces of servers make. */
    private static final class AppRules {
        private AppRules() {}

        static String check(Fields app, String server, OfferedTool tool) {
            if (!app.text("server", LONGEST_NAME).equals(ServerIds.of(server))) {
                throw new Refusal(403, "other-server", "An interface may only call tools of its own server.");
            }
            if (!AppLink.forApps(tool.definition())) {
                throw new Refusal(
                        403,
                        "not-for-apps",
                        "Tool '%s' is not for interfaces."
                                .formatted(tool.definition().name()));
            }
            return app.text("uri", 2_000);
        }
    }

    private Reply part(Inquiry inquiry) {
        var result = calls.history().result(inquiry.path("id"));
        var part = inquiry.query("part", 20).orElse("text");
        var text = switch (part) {
            case "text" -> text(block(result.content(), inquiry.query("block", 0, 0, 1_000_000)));
            case "structured" -> result.structuredContent() == null ? "" : Json.write(result.structuredContent());
            default -> throw Refusal.field("part", "is not one of text, structured");
        };
        int from = (int) inquiry.query("from", 0, 0, Integer.MAX_VALUE);
        int length = (int) inquiry.query("length", Blocks.LONGEST_TEXT, 1, 4 << 20);
        int start = Math.min(from, text.length());
        int end = (int) Math.min(text.length(), (long) start + length);
        return Reply.json(Json.object().put("text", text.substring(start, end)).put("total", text.length()));
    }

    private Reply block(Inquiry inquiry) {
        var result = calls.history().result(inquiry.path("id"));
        long number;
        try {
            number = Long.parseLong(inquiry.path("n"));
        } catch (NumberFormatException none) {
            throw Refusal.missing("no-such-block", "There is no such part of the result.");
        }
        var block = block(result.content(), number);
        try {
            return switch (block) {
                case ContentBlock.Image image -> bytes(image.bytes(), image.mimeType());
                case ContentBlock.Audio audio -> bytes(audio.bytes(), audio.mimeType());
                case ContentBlock.EmbeddedResource embedded
                when embedded.resource() instanceof ResourceContents.Blob blob -> bytes(blob.bytes(), blob.mimeType());
                default -> bytes(text(block).getBytes(StandardCharsets.UTF_8), "text/plain");
            };
        } catch (BadShape broken) {
            throw new Refusal(409, "bad-data", "The server sent something here that is no base64.");
        }
    }

    /** Answers with bytes that a server sent: nothing of it may become active, whatever it says that it is. */
    private static Reply bytes(byte[] bytes, @Nullable String mime) {
        var type = mime == null ? "" : mime.toLowerCase(Locale.ROOT).strip();
        boolean audio = type.matches("audio/[a-z0-9.+-]{1,60}");
        boolean shown = SHOWN.contains(type) || audio;
        var reply = Reply.bytes(200, shown ? type : "application/octet-stream", bytes)
                .with("Content-Security-Policy", "default-src 'none'; sandbox");
        return shown ? reply.with("Content-Disposition", "inline") : reply.saved("part.bin");
    }

    private static ContentBlock block(List<ContentBlock> content, long number) {
        if (number < 0 || number >= content.size()) {
            throw Refusal.missing("no-such-block", "There is no such part of the result.");
        }
        return content.get((int) number);
    }

    private static String text(ContentBlock block) {
        return switch (block) {
            case ContentBlock.Text text -> text.text();
            case ContentBlock.EmbeddedResource embedded
            when embedded.resource() instanceof ResourceContents.Text text -> text.text();
            default -> Json.write(block.toJson());
        };
    }
}
