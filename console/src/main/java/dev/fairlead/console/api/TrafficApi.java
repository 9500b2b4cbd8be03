package dev.fairlead.console.api;

import dev.fairlead.console.traffic.TrafficExport;
import dev.fairlead.console.traffic.TrafficLog;
import dev.fairlead.console.web.Inquiry;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.console.web.Reply;
import dev.fairlead.console.web.Routes;

/** What the page may know of the traffic. */
final class TrafficApi {
    private final TrafficLog log;

    TrafficApi(TrafficLog log) {
        this.log = log;
    }

    void addTo(Routes routes) {
        routes.get(
                "/api/traffic",
                inquiry -> Reply.json(log.page(inquiry.query("before", Long.MAX_VALUE, 0, Long.MAX_VALUE), (int)
                        inquiry.query("limit", 1_000, 1, 10_000))));
        routes.post("/api/traffic/clear", inquiry -> {
            inquiry.body();
            log.clear();
            return Reply.done();
        });
        routes.get("/api/traffic/export", this::export);
        routes.get("/api/traffic/{id}", inquiry -> {
            try {
                return Reply.json(log.detail(Long.parseLong(inquiry.path("id"))).orElseThrow(TrafficApi::gone));
            } catch (NumberFormatException none) {
                throw gone();
            }
        });
    }

    private Reply export(Inquiry inquiry) {
        var as = inquiry.query("as", 10).orElse("ndjson");
        var server = inquiry.query("server", ToolApi.LONGEST_NAME);
        TrafficExport.Rows rows = reader -> log.each(server, reader);
        return switch (as) {
            case "ndjson" ->
                Reply.stream("application/x-ndjson", out -> TrafficExport.lines(rows, out))
                        .saved("traffic.ndjson");
            case "har" ->
                Reply.stream("application/json", out -> TrafficExport.archive(rows, out))
                        .saved("traffic.har");
            default -> throw Refusal.field("as", "is not one of ndjson, har");
        };
    }

    private static Refusal gone() {
        return Refusal.missing("no-such-row", "This exchange is not kept any more.");
    }
}
