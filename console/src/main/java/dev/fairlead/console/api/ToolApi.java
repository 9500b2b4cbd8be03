package dev.fairlead.console.api;

import dev.fairlead.client.ToolSchemas;
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
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.ObjectNode;

/** What the page may know of tools, and ask before it calls one. */
final class ToolApi {
    static final int LONGEST_NAME = 1_024;
    private static final int MOST_FINDINGS = 5_000;

    private final Servers servers;
    private final Calls calls;
    private final Map<Tool, List<String>> findings = new ConcurrentHashMap<>();

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
        host.catalog().tools().forEach(tool -> list.add(tool(tool, grants)));
        return json;
    }

    private ObjectNode tool(OfferedTool offered, List<Grant> grants) {
        var tool = offered.definition();
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
        var found = json.putArray("findings");
        if (findings.size() > MOST_FINDINGS) {
            findings.clear();
        }
        findings.computeIfAbsent(tool, ToolSchemas::problems).forEach(found::add);
        AppLink.of(tool).ifPresentOrElse(uri -> json.putObject("app").put("uri", uri), () -> json.putNull("app"));
        return json.put("approval", approval(offered, grants));
    }

    private String approval(OfferedTool offered, List<Grant> grants) {
        var definition = ToolDefinition.of(offered.definition()).hash();
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
