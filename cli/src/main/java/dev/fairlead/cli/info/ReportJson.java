package dev.fairlead.cli.info;

import dev.fairlead.cli.frame.Milliseconds;
import dev.fairlead.cli.info.ServerReport.Finding;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Json;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** Writes what was found out about a server, for programs. */
public final class ReportJson {
    private ReportJson() {}

    /** Returns the members of a document. */
    static ObjectNode of(ServerReport report) {
        var profile = report.profile();
        var json = Json.object();
        json.set(
                "implementation",
                profile.implementation() == null
                        ? null
                        : profile.implementation().toJson());
        json.put("era", ReportText.era(profile))
                .put("transport", report.opening().transport())
                .put("instructions", profile.instructions());
        json.set("capabilities", profile.capabilities().json());
        var counts = json.putObject("counts");
        Stream.of("tools", "prompts", "resources", "resourceTemplates").forEach(counts::putNull);
        report.lists().forEach(list -> counts.put(list.what(), list.count()));
        var leftOut = json.putObject("leftOutTools");
        report.leftOut().forEach(leftOut::put);
        var violations = json.putObject("violations");
        report.violations().forEach((kind, count) -> violations.put(id(kind), count));
        var steps = json.putArray("opening");
        report.opening().steps().forEach(steps::add);
        json.set("timingsMs", timings(report));
        json.set("failures", failures(report));
        return json;
    }

    /** Returns how a kind of violation is written. */
    static String id(Violation.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static ObjectNode timings(ServerReport report) {
        var timings = Json.object()
                .put("connect", Milliseconds.number(report.opening().took()));
        findings(report).forEach(one -> timings.put(one.what(), Milliseconds.number(one.took())));
        return timings;
    }

    private static ObjectNode failures(ServerReport report) {
        var failures = Json.object();
        findings(report).forEach(one -> {
            var failure = one.failure();
            if (failure != null) {
                failures.set(one.what(), failure.toJson());
            }
        });
        return failures;
    }

    private static Stream<Finding> findings(ServerReport report) {
        return Stream.concat(Stream.of(report.ping()), report.lists().stream());
    }
}
