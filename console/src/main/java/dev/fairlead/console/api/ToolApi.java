package dev.fairlead.console.api;

import dev.fairlead.console.call.AppLink;
import dev.fairlead.console.call.ArgumentCheck;
import dev.fairlead.console.call.Calls;
import dev.fairlead.console.call.CopiedCall;
import dev.fairlead.console.call.CopiedServer;
import dev.fairlead.console.event.ServerIds;
import dev.fairlead.console.server.Servers;
import dev.fairlead.console.text.Shortened;
import dev.fairlead.console.web.Reply;
import dev.fairlead.console.web.Routes;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.host.trust.Grant;
import dev.fairlead.host.trust.ToolDefinition;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What the page may know of tools, and ask before it calls one. */
final class ToolApi {
    static final int LONGEST_NAME = 1_024;
    private static final Duration TIME_TO_LOOK = Duration.ofSeconds(5); // at schemas, in one answer

    private final Servers servers;
    private final Calls calls;
    private final Findings findings = new Findings();

    ToolApi(Servers servers, Calls calls) {
        this.servers = servers;
        this.calls = calls;
    }

    void addTo(Routes routes) {
        routes.get("/api/tools", inquiry -> Reply.json(tools()));
        routes.post("/api/check", inquiry -> {
            var body = inquiry.body("server", "tool", "arguments");
            var tool = calls.tool(servers.name(body.text("server", LONGEST_NAME)), body.text("tool", LONGEST_NAME));
            var json = Json.object();
            json.set(
                    "problems",
                    ArgumentCheck.toJson(
                            calls.check().problems(tool.definition().inputSchema(), body.object("arguments"))));
            return Reply.json(json);
        });
        routes.post("/api/copy", inquiry -> {
            var body = inquiry.body("server", "tool", "arguments", "as");
            var server = servers.name(body.text("server", LONGEST_NAME));
            var tool = body.text("tool", LONGEST_NAME);
            var arguments = body.object("arguments");
            var copied = copied(server);
            var text = body.choice("as", "cli", "java").equals("cli")
                    ? CopiedCall.line(copied, tool, arguments)
                    : CopiedCall.java(copied, tool, arguments);
            return Reply.json(Json.object().put("text", text));
        });
    }

    private CopiedServer copied(String server) {
        var here = servers.here(server).orElse(null);
        var file = servers.host()
                .server(server)
                .map(status -> status.origin().file())
                .orElse(null);
        boolean known = here != null || servers.search().userFile().equals(file);
        return new CopiedServer(server, known ? null : file, here);
    }

    private ObjectNode tools() {
        var json = Json.object();
        var list = json.putArray("tools");
        var host = servers.host();
        var grants = host.gate().grants().list(null);
        var time = Deadline.after(TIME_TO_LOOK);
        host.catalog().tools().forEach(tool -> list.add(tool(tool, grants, time)));
        return json;
    }

    private ObjectNode tool(OfferedTool offered, List<Grant> grants, Deadline time) {
        var tool = offered.definition();
        var definition = ToolDefinition.of(tool);
        var json = Json.object()
                .put("server", ServerIds.of(offered.server()))
                .put("name", tool.name())
                .put(
                        "title",
                        Shortened.maybe(tool.title() == null ? tool.hints().title() : tool.title(), Shortened.NAME));
        Shortened.words(json, "description", tool.description());
        json.set("inputSchema", tool.inputSchema());
        json.set("outputSchema", tool.outputSchema());
        var hints = tool.hints();
        json.putObject("hints")
                .put("readOnly", hints.readOnlyHint())
                .put("destructive", hints.destructiveHint())
                .put("idempotent", hints.idempotentHint())
                .put("openWorld", hints.openWorldHint());
        // What nobody had time to look at is looked at for a later answer.
        findings.of(definition, time)
                .ifPresentOrElse(
                        found -> found.forEach(json.putArray("findings")::add), () -> json.putNull("findings"));
        AppLink.of(tool).ifPresentOrElse(uri -> json.putObject("app").put("uri", uri), () -> json.putNull("app"));
        return json.put("approval", approval(offered, definition.hash(), grants));
    }

    private String approval(OfferedTool offered, String definition, List<Grant> grants) {
        var identity = servers.host().gate().grants().identity(offered.server());
        var word = "ask";
        for (var grant : grants) {
            var subject = grant.subject();
            boolean about = subject.server().equals(offered.server())
                    && (subject.tool() == null
                            || subject.tool().equals(offered.definition().name()));
            if (about && grant.decision() == Grant.Decision.DENY) {
                return "deny";
            }
            if (about
                    && grant.decision() == Grant.Decision.ALLOW
                    && (subject.tool() == null ? identity : definition).equals(grant.hash())) {
                word = "allow";
            }
        }
        return word;
    }
}
