package dev.fairlead.cli;

import dev.fairlead.auth.AccountInfo;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.client.Opening;
import dev.fairlead.client.ToolResult;
import dev.fairlead.host.config.ConfigFingerprint;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Prints for programs: exactly one JSON document, on one line. */
final class JsonPrinter implements Printer {
    private final PrintStream out;
    private final PrintStream err;
    private final boolean debug;

    JsonPrinter(PrintStream out, PrintStream err, boolean debug) {
        this.out = out;
        this.err = err;
        this.debug = debug;
    }

    @Override
    public void tools(Attempt attempt, List<Tool> tools) {
        var document = Json.object().put("success", true);
        document.set("server", server(attempt));
        var list = document.putArray("tools");
        tools.forEach(tool -> list.add(tool.toJson()));
        document.putNull("error").put("durationMs", attempt.elapsed().toMillis());
        print(document);
    }

    @Override
    public void answer(Attempt attempt, ToolResult result) {
        var error = Json.object().put("type", "tool-error").put("message", result.text());
        print(call(
                attempt,
                result.content(),
                result.structuredContent().orElse(null),
                result.isError() ? error : null,
                result.duration().toMillis()));
    }

    @Override
    public void info(Attempt attempt, ServerReport report) {
        var document = Json.object().put("success", report.failure() == null);
        document.set("server", server(attempt));
        document.setAll(ReportJson.of(report));
        document.set("error", report.failure() == null ? null : report.failure().toJson());
        print(document.put("durationMs", attempt.elapsed().toMillis()));
    }

    @Override
    public void pinging(Attempt attempt, Opening opening) {
        // All of it is in the one document, later.
    }

    @Override
    public void ping(Ping ping) {
        // All of it is in the one document, later.
    }

    @Override
    public void pings(Attempt attempt, Pings pings) {
        var document = Json.object().put("success", pings.failure() == null);
        document.set("server", server(attempt));
        document.put("sent", pings.all().size()).put("answered", pings.answered());
        document.put("minMs", Milliseconds.number(pings.shortest()));
        document.put("avgMs", Milliseconds.number(pings.average()));
        document.put("maxMs", Milliseconds.number(pings.longest()));
        var list = document.putArray("pings");
        for (var ping : pings.all()) {
            var failure = ping.failure();
            list.addObject()
                    .put("ms", Milliseconds.number(ping.took()))
                    .set("error", failure == null ? null : failure.toJson());
        }
        document.set("error", pings.failure() == null ? null : pings.failure().toJson());
        print(document.put("durationMs", attempt.elapsed().toMillis()));
    }

    @Override
    public void loggedIn(Attempt attempt, @Nullable AccountInfo account, boolean already) {
        var document = Json.object().put("success", true);
        document.set("server", server(attempt));
        document.set("account", account == null ? null : LoginJson.of(account));
        document.put("already", already);
        document.putNull("error");
        print(document.put("durationMs", attempt.elapsed().toMillis()));
    }

    @Override
    public void loggedOut(Attempt attempt, GivenBack outcome) {
        var document = Json.object().put("success", true);
        document.set("server", server(attempt));
        document.put("issuer", outcome.account().issuer()).put("takenBack", outcome.takenBack());
        document.put(
                "reason", outcome.problem() == null ? null : outcome.problem().message());
        document.putNull("error");
        print(document.put("durationMs", attempt.elapsed().toMillis()));
    }

    @Override
    public void accounts(Attempt attempt, List<KnownLogin> logins, @Nullable Failure failure) {
        var document = Json.object().put("success", failure == null);
        document.set("server", server(attempt));
        var accounts = document.putArray("accounts");
        logins.forEach(login -> accounts.add(LoginJson.of(login)));
        document.set("error", failure == null ? null : failure.toJson());
        print(document.put("durationMs", attempt.elapsed().toMillis()));
    }

    @Override
    public void servers(Attempt attempt, ServersReport report) {
        var document = Json.object().put("success", report.failure() == null).putNull("server");
        document.setAll(ServersJson.of(report));
        document.set("error", report.failure() == null ? null : report.failure().toJson());
        print(document.put("durationMs", attempt.elapsed().toMillis()));
    }

    @Override
    public void proposal(ConfigFingerprint proposal) {
        // All of it is in the one document, later.
    }

    @Override
    public void approval(Attempt attempt, Approval approval, @Nullable Failure failure) {
        var document = Json.object().put("success", failure == null);
        document.set("server", server(attempt));
        document.put("decision", approval.decision().id());
        document.put("hash", approval.proposal().hash());
        var lines = document.putArray("proposal");
        approval.proposal().describe().forEach(lines::add);
        document.set("error", failure == null ? null : failure.toJson());
        print(document.put("durationMs", attempt.elapsed().toMillis()));
    }

    @Override
    public void failure(Attempt attempt, Failure failure) {
        var error = failure.toJson();
        long duration = attempt.elapsed().toMillis();
        print(attempt.isCall() ? call(attempt, List.of(), null, error, duration) : other(attempt, error, duration));
        if (debug) {
            err.print(Sanitizer.text(failure.trace()));
            err.flush();
        }
    }

    private static ObjectNode call(
            Attempt attempt,
            List<ContentBlock> content,
            @Nullable JsonNode structured,
            @Nullable ObjectNode error,
            long durationMs) {
        var document = Json.object().put("success", error == null);
        var blocks = document.putArray("content");
        content.forEach(block -> blocks.add(block.toJson()));
        document.set("structuredContent", structured);
        document.set("error", error);
        document.put("durationMs", durationMs);
        document.set("server", server(attempt));
        return document.put("tool", attempt.tool());
    }

    private static ObjectNode other(Attempt attempt, ObjectNode error, long durationMs) {
        var document = Json.object().put("success", false);
        document.set("server", server(attempt));
        document.set("error", error);
        return document.put("durationMs", durationMs);
    }

    private static @Nullable ObjectNode server(Attempt attempt) {
        if (attempt.label() == null) {
            return null;
        }
        var profile = attempt.server();
        var implementation = profile == null ? null : profile.implementation();
        return Json.object()
                .put("target", attempt.label())
                .put("name", implementation == null ? null : implementation.name())
                .put("version", implementation == null ? null : implementation.version())
                .put(
                        "protocolVersion",
                        profile == null ? null : profile.version().id());
    }

    private void print(ObjectNode document) {
        out.print(Sanitizer.json(Json.write(document)) + "\n");
        out.flush();
    }
}
