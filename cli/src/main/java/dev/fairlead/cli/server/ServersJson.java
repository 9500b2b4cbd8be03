package dev.fairlead.cli.server;

import dev.fairlead.cli.server.ServersReport.Row;
import dev.fairlead.host.config.ConfigProblem;
import dev.fairlead.host.config.Origin;
import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes how servers stand, for programs. */
public final class ServersJson {
    private ServersJson() {}

    /** Returns the members that tell it. */
    static ObjectNode of(ServersReport report) {
        var json = Json.object();
        var servers = json.putArray("servers");
        report.rows().forEach(row -> servers.add(server(row)));
        var problems = json.putArray("problems");
        report.problems().forEach(problem -> problems.add(problem(problem)));
        var places = json.putArray("places");
        report.places().forEach(place -> places.add(place.toString()));
        return json;
    }

    private static ObjectNode server(Row row) {
        var status = row.status();
        var profile = status.profile();
        var json = Json.object()
                .put("name", status.name())
                .put("state", status.state())
                .put("usable", row.usable())
                .put("reason", row.why().isEmpty() ? null : row.why())
                .put("remedy", row.remedy())
                .put("transport", status.transport())
                .put("target", status.target())
                .put(
                        "protocolVersion",
                        profile == null ? null : profile.version().id());
        json.set("implementation", implementation(profile));
        json.put("tools", status.ready() ? status.tools() : null);
        json.set("configured", configured(status.origin()));
        return json;
    }

    private static @Nullable ObjectNode implementation(@Nullable ServerProfile profile) {
        var who = profile == null ? null : profile.implementation();
        return who == null ? null : Json.object().put("name", who.name()).put("version", who.version());
    }

    private static ObjectNode configured(Origin origin) {
        return Json.object()
                .put("file", text(origin.file()))
                .put("line", origin.line())
                .put("scope", origin.scope().name().toLowerCase(Locale.ROOT));
    }

    private static ObjectNode problem(ConfigProblem problem) {
        return Json.object()
                .put("severity", problem.severity().name().toLowerCase(Locale.ROOT))
                .put("file", text(problem.file()))
                .put("line", problem.line())
                .put("column", problem.column())
                .put("server", problem.server())
                .put("field", problem.field())
                .put("message", problem.message());
    }

    private static @Nullable String text(@Nullable Path file) {
        return file == null ? null : file.toString();
    }
}
