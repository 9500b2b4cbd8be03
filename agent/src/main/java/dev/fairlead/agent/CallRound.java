package dev.fairlead.agent;

import dev.fairlead.agent.CallRecord.Status;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.tool.HeldTool;
import dev.fairlead.agent.tool.ResultView;
import dev.fairlead.agent.tool.ToolBelt;
import dev.fairlead.host.catalog.OfferedTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls that a model asked for at once. Those of different servers, and those that change nothing, are made at
 * the same time; those that may change something at one server are made one after the other, as the model wrote them.
 */
final class CallRound {
    private final AgentSettings settings;
    private final Outlet outlet;
    private final RunningCalls running;
    private final BooleanSupplier stopped;
    private final List<Job> jobs;

    CallRound(
            AgentSettings settings,
            ToolBelt belt,
            List<Part.Call> calls,
            Outlet outlet,
            RunningCalls running,
            BooleanSupplier stopped) {
        this.settings = settings;
        this.outlet = outlet;
        this.running = running;
        this.stopped = stopped;
        this.jobs = calls.stream()
                .map(call -> new Job(call, belt.find(call.name()).map(HeldTool::tool)))
                .toList();
    }

    /** Returns what came of each call as far as it is known now, should nobody live to see the rest. */
    List<Done> soFar() {
        return jobs.stream().map(Job::soFar).toList();
    }

    /** Makes the calls, and returns what came of each, in their order. If it is stopped, they are cancelled. */
    List<Done> run(Spending spending) throws InterruptedException {
        for (var job : jobs) {
            outlet.put(job.asked());
            if (!spending.call()) {
                job.done = Done.notRun(job.call, job.tool, "the model has made as many calls as it may");
                tell(job);
            }
        }
        var threads = lanes(jobs).stream()
                .map(lane -> Thread.ofVirtual().name("fairlead-agent-calls").start(() -> lane.forEach(this::make)))
                .toList();
        await(threads);
        return jobs.stream().map(Job::result).toList();
    }

    /** Returns the calls that have to wait for each other, together. */
    private static List<List<Job>> lanes(List<Job> jobs) {
        Map<Object, List<Job>> lanes = new LinkedHashMap<>();
        for (var job : jobs) {
            if (job.done == null) {
                lanes.computeIfAbsent(job.lane(), key -> new ArrayList<>()).add(job);
            }
        }
        return List.copyOf(lanes.values());
    }

    private static void await(List<Thread> threads) {
        for (var thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException stop) {
                    threads.forEach(Thread::interrupt); // Each of them ends soon, with a result that says so.
                }
            }
        }
    }

    private void make(Job job) {
        try {
            job.done = stopped.getAsBoolean() ? Done.notRun(job.call, job.tool, "the user stopped it") : made(job);
        } catch (RuntimeException | Error defect) { // Those after it are made all the same.
            job.done = Done.broken(job.call, job.tool, defect);
        } finally {
            tell(job);
        }
    }

    private void tell(Job job) {
        var done = job.result();
        outlet.force(new AgentEvent.ToolDone(done.record(), done.told()));
    }

    private Done made(Job job) {
        if (job.tool.isEmpty()) {
            return Done.unmade(
                    job.call,
                    job.tool,
                    Status.NOT_FOUND,
                    "Tool '%s' not found in any connected server".formatted(job.call.name()));
        }
        if (job.call.unreadable() != null) {
            return Done.unmade(job.call, job.tool, Status.FAILED, ResultView.UNREADABLE);
        }
        var tool = job.tool.get();
        running.began(tool);
        try {
            var begun = new ToolCall(settings, outlet, job.call, tool);
            job.begun = begun;
            return begun.make();
        } finally {
            running.ended(tool);
        }
    }

    /** One call, and what came of it. */
    private static final class Job {
        private final Part.Call call;
        private final Optional<OfferedTool> tool;
        private volatile @Nullable ToolCall begun;
        private volatile @Nullable Done done;

        Job(Part.Call call, Optional<OfferedTool> tool) {
            this.call = call;
            this.tool = tool;
        }

        AgentEvent asked() {
            return new AgentEvent.ToolAsked(
                    call.id(),
                    call.name(),
                    tool.map(OfferedTool::server).orElse(""),
                    tool.map(offered -> offered.definition().name()).orElse(call.name()),
                    call.arguments());
        }

        /** Returns what it shares with those that it has to wait for. */
        Object lane() {
            var changing = tool.filter(offered -> {
                var notes = offered.definition().annotations();
                return notes == null || !notes.readOnly();
            });
            return changing.isPresent() ? changing.get().server() : this;
        }

        /** What may have begun since somebody looked is told as such, and what is over as it ended. */
        Done soFar() {
            var made = begun; // Looked at first: whoever is done has begun before.
            var known = done;
            if (known != null) {
                return known;
            }
            if (made == null) {
                return Done.notRun(call, tool, "the program ended before");
            }
            return made.waitsForAnswer()
                    ? Done.notRun(call, tool, "the program ended before anybody allowed it")
                    : Done.cutOff(call, tool);
        }

        Done result() {
            return done == null
                    ? Done.unmade(call, tool, Status.FAILED, "Tool execution failed: its thread ended")
                    : done;
        }
    }
}
