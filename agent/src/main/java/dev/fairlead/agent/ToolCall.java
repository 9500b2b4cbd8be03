package dev.fairlead.agent;

import dev.fairlead.agent.CallRecord.Status;
import dev.fairlead.agent.model.Part;
import dev.fairlead.client.handler.CallListener;
import dev.fairlead.host.HostCallOptions;
import dev.fairlead.host.HostResult;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.host.trust.Answer;
import dev.fairlead.host.trust.ApprovalRequest;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.protocol.Progress;
import tools.jackson.databind.node.ObjectNode;

/** One call of a tool that there is, on the model's wish: asked about, made, and told. For one thread. */
final class ToolCall {
    private final AgentSettings settings;
    private final Outlet outlet;
    private final Part.Call call;
    private final OfferedTool tool;
    private volatile ObjectNode arguments; // as the model gave them, until somebody edits them
    private volatile boolean waits; // for somebody to allow it

    ToolCall(AgentSettings settings, Outlet outlet, Part.Call call, OfferedTool tool) {
        this.settings = settings;
        this.outlet = outlet;
        this.call = call;
        this.tool = tool;
        this.arguments = call.arguments();
    }

    /** Tells whether nothing can have gone to the server yet, because nobody has allowed it. */
    boolean waitsForAnswer() {
        return waits;
    }

    Done make() {
        var special = HostCallOptions.usual().withCall(settings.calls().get());
        var options = special.asking(this::ask).withListener(new CallListener() {
            @Override
            public void progress(Progress progress) {
                outlet.offer(new AgentEvent.ToolProgressed(call.id(), progress)); // The call waits for nobody.
            }
        });
        var result =
                settings.watch().during(call.id(), () -> settings.host().call(tool.name(), call.arguments(), options));
        return new Done(
                record(result),
                settings.results()
                        .of(call.id(), call.name(), result, settings.model().traits()));
    }

    private Answer ask(ApprovalRequest request) throws InterruptedException {
        if (settings.grants().allows(request)) {
            return new Answer.Allow(Scope.ONCE);
        }
        var approval = new Approval(call.id(), request, settings.grants());
        waits = true;
        approval.onAnswer(given -> waits = false); // Before others hear of it, who keep what is known so far.
        var answer = settings.grants().ask(approval, outlet);
        if (answer instanceof Answer.Edit(var edited)) {
            arguments = edited;
        }
        return answer;
    }

    private CallRecord record(HostResult result) {
        var answer = result.answer();
        return new CallRecord(
                call.id(),
                call.name(),
                tool.server(),
                tool.definition().name(),
                arguments,
                status(result.ending()),
                result.unknown(),
                result.error(),
                answer == null ? null : answer.answer().toJson(),
                result.duration());
    }

    private static Status status(HostResult.Ending ending) {
        return switch (ending) {
            case SUCCESS -> Status.SUCCESS;
            case TOOL_ERROR -> Status.TOOL_ERROR;
            case NOT_FOUND -> Status.NOT_FOUND;
            case REFUSED -> Status.DENIED;
            case TIMEOUT -> Status.TIMED_OUT;
            case DISCONNECTED -> Status.DISCONNECTED;
            case CANCELLED -> Status.CANCELLED;
            case FAILED -> Status.FAILED;
        };
    }
}
