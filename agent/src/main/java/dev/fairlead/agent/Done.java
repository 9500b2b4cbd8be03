package dev.fairlead.agent;

import dev.fairlead.agent.CallRecord.Status;
import dev.fairlead.agent.model.CallResult;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.tool.ResultView;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.protocol.rpc.Excerpt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A call that is over: all of it, and what the model is told. */
record Done(CallRecord record, CallResult told) {

    /** Returns a call that nobody tried. */
    static Done notRun(Part.Call call, Optional<OfferedTool> tool, String because) {
        return unmade(call, tool, Status.NOT_RUN, "Tool execution failed: it was not run, because " + because);
    }

    /**
     * Returns a call that could not be made.
     *
     * @param tool nothing where there is none of that name
     */
    static Done unmade(Part.Call call, Optional<OfferedTool> tool, Status status, String error) {
        return of(call, tool, status, false, error, error);
    }

    /** Returns a call that a defect broke off. What the defect says is for the person: it may quote anybody. */
    static Done broken(Part.Call call, Optional<OfferedTool> tool, Throwable defect) {
        var error = "Tool execution failed because of a defect: " + Excerpt.of(String.valueOf(defect));
        return of(call, tool, Status.FAILED, true, error, ResultView.BROKEN);
    }

    /** Returns a call that was under way when the program ended, so that nobody knows what became of it. */
    static Done cutOff(Part.Call call, Optional<OfferedTool> tool) {
        return of(call, tool, Status.FAILED, true, ResultView.CUT_OFF, ResultView.CUT_OFF);
    }

    private static Done of(
            Part.Call call, Optional<OfferedTool> tool, Status status, boolean unknown, String error, String told) {
        return new Done(
                new CallRecord(
                        call.id(),
                        call.name(),
                        tool.map(OfferedTool::server).orElse(""),
                        tool.map(offered -> offered.definition().name()).orElse(call.name()),
                        call.arguments(),
                        status,
                        unknown,
                        error,
                        null,
                        Duration.ZERO),
                new CallResult(call.id(), call.name(), true, List.of(Part.Text.of(told))));
    }
}
