package dev.fairlead.bench.workloads;

import static dev.fairlead.bench.workloads.Line.EVENTS;
import static dev.fairlead.bench.workloads.Line.JSON;
import static dev.fairlead.bench.workloads.Line.LISTENING;
import static dev.fairlead.bench.workloads.Line.MODERN_EVENTS;
import static dev.fairlead.bench.workloads.Line.MODERN_JSON;
import static dev.fairlead.bench.workloads.Line.SCRIPT;
import static dev.fairlead.bench.workloads.Line.STDIO;

import dev.fairlead.bench.server.Answers;
import java.util.List;

/**
 * One thing to measure.
 *
 * @param id how commands and results name it
 * @param title how tables name it
 * @param quick whether it is among those of the quick run
 */
public record Workload(String id, String title, Line line, Answers answers, Job job, boolean quick) {
    private static final Answers SMALL = Answers.small();
    private static final int MEGABYTE = 1 << 20;

    /** Returns all there are. */
    public static List<Workload> all() {
        return List.of(
                quick("stdio-1", "stdio, one caller", STDIO, new Job.Calls(1)),
                quick("stdio-64", "stdio, 64 callers", STDIO, new Job.Calls(64)),
                quick("json-1", "HTTP, JSON, one caller", JSON, new Job.Calls(1)),
                full("json-64", "HTTP, JSON, 64 callers", JSON, SMALL, new Job.Calls(64)),
                full("events-1", "HTTP, events, one caller", EVENTS, SMALL, new Job.Calls(1)),
                full("events-64", "HTTP, events, 64 callers", EVENTS, SMALL, new Job.Calls(64)),
                full("modern-json-1", "HTTP without session, JSON, one caller", MODERN_JSON, SMALL, new Job.Calls(1)),
                full(
                        "modern-events-1",
                        "HTTP without session, events, one caller",
                        MODERN_EVENTS,
                        SMALL,
                        new Job.Calls(1)),
                full("stdio-delayed", "stdio, 5 ms server, 256 in flight", STDIO, SMALL.after(5), new Job.Calls(256)),
                full("json-delayed", "HTTP, 5 ms server, 256 in flight", JSON, SMALL.after(5), new Job.Calls(256)),
                full("stdio-1mb", "stdio, results of 1 MB", STDIO, SMALL.withText(MEGABYTE), new Job.Calls(1)),
                full("json-1mb", "HTTP, JSON, results of 1 MB", JSON, SMALL.withText(MEGABYTE), new Job.Calls(1)),
                full("events-1mb", "HTTP, events, results of 1 MB", EVENTS, SMALL.withText(MEGABYTE), new Job.Calls(1)),
                full("stdio-10mb", "stdio, results of 10 MB", STDIO, SMALL.withText(10 * MEGABYTE), new Job.Calls(1)),
                full(
                        "json-10mb",
                        "HTTP, JSON, results of 10 MB",
                        JSON,
                        SMALL.withText(10 * MEGABYTE),
                        new Job.Calls(1)),
                full(
                        "events-10mb",
                        "HTTP, events, results of 10 MB",
                        EVENTS,
                        SMALL.withText(10 * MEGABYTE),
                        new Job.Calls(1)),
                full("stdio-1000-tools", "stdio, list of 1,000 tools", STDIO, SMALL.withTools(1_000), new Job.Lists()),
                full(
                        "stdio-1000-schemas",
                        "stdio, list of 1,000 tools, schemas read",
                        STDIO,
                        SMALL.withTools(1_000),
                        new Job.Schemas()),
                full("json-1000-tools", "HTTP, list of 1,000 tools", JSON, SMALL.withTools(1_000), new Job.Lists()),
                full(
                        "stdio-10000-tools",
                        "stdio, list of 10,000 tools",
                        STDIO,
                        SMALL.withTools(10_000),
                        new Job.Lists()),
                full("json-10000-tools", "HTTP, list of 10,000 tools", JSON, SMALL.withTools(10_000), new Job.Lists()),
                full("stdio-connect", "stdio, connect and list", SCRIPT, SMALL, new Job.Connects()),
                full("json-connect", "HTTP, connect and list", JSON, SMALL, new Job.Connects()),
                full("stdio-200", "200 stdio servers open", SCRIPT, SMALL, new Job.Many(200)),
                full("json-500", "500 HTTP sessions open", JSON, SMALL, new Job.Many(500)),
                full("listening-500", "500 HTTP sessions open, listening", LISTENING, SMALL, new Job.Many(500)),
                full("stdio-first", "cold process to first result, stdio", SCRIPT, SMALL, new Job.First(false)),
                full("json-first", "cold process to first result, HTTP", JSON, SMALL, new Job.First(false)),
                full("stdio-first-prepared", "the same, prepared, stdio", SCRIPT, SMALL, new Job.First(true)),
                full("json-first-prepared", "the same, prepared, HTTP", JSON, SMALL, new Job.First(true)));
    }

    /** Tells whether it also shows what else could be below Fairlead. */
    boolean comparesEngines() {
        return line().http() && !line().modern() && answers.equals(SMALL) && job instanceof Job.Calls;
    }

    /** Tells whether it is calls with small answers: much code for little data, no loop that is soon compiled. */
    boolean small() {
        return job instanceof Job.Calls && answers.textLength() == SMALL.textLength();
    }

    private static Workload quick(String id, String title, Line line, Job job) {
        return new Workload(id, title, line, SMALL, job, true);
    }

    private static Workload full(String id, String title, Line line, Answers answers, Job job) {
        return new Workload(id, title, line, answers, job, false);
    }
}
