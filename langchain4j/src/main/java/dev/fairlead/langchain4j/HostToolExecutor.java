package dev.fairlead.langchain4j;

import dev.fairlead.agent.model.CallResult;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.tool.HeldTool;
import dev.fairlead.agent.tool.ResultView;
import dev.fairlead.host.Host;
import dev.fairlead.host.HostCallOptions;
import dev.fairlead.host.HostResult;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls one tool of a host for LangChain4j. Never throws: how a call ended is always a result. */
record HostToolExecutor(Host host, HeldTool tool, HostCallOptions options, ResultView view, ModelTraits traits)
        implements ToolExecutor {

    @Override
    public String execute(ToolExecutionRequest request, @Nullable Object memoryId) {
        return Contents.words(run(request).told().parts());
    }

    @Override
    public ToolExecutionResult executeWithContext(ToolExecutionRequest request, @Nullable InvocationContext context) {
        var done = run(request);
        return ToolExecutionResult.builder()
                .isError(done.told().failed())
                .result(done.result())
                .resultContents(Contents.of(done.told().parts()))
                .build();
    }

    /** What a model is told of a call, and all of it; nothing of one that was not made. */
    private record Done(CallResult told, @Nullable HostResult result) {}

    private Done run(ToolExecutionRequest request) {
        var name = tool.spec().name();
        var id = request.id() == null ? "" : request.id();
        var arguments = ReplyParts.arguments(request);
        if (arguments == null) {
            return new Done(new CallResult(id, name, true, List.of(Part.Text.of(ResultView.UNREADABLE))), null);
        }
        var result = host.call(tool.tool().name(), arguments, options);
        return new Done(view.of(id, name, result, traits), result);
    }
}
