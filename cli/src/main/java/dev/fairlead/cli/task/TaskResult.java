package dev.fairlead.cli.task;

import dev.fairlead.cli.frame.ContentText;
import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Task;
import dev.fairlead.protocol.TaskStatus;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.RpcError;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What a task brought. */
record TaskResult(String id, ObjectNode json) implements Outcome {

    /** Returns what a task brought that is over. */
    static TaskResult of(Task task) {
        return new TaskResult(
                task.taskId(),
                task.status() == TaskStatus.COMPLETED ? task.result().orElseGet(Json::object) : failed(task));
    }

    /** Returns what a task brought that did not come to a good end, in the form of a tool that failed. */
    private static ObjectNode failed(Task task) {
        var why = error(task)
                .orElseGet(() -> Objects.requireNonNullElse(
                        task.statusMessage(), "the task is " + task.status().id()));
        return CallToolResult.failure(why).toJson();
    }

    private static Optional<String> error(Task task) {
        try {
            return task.error().map(RpcError::message);
        } catch (BadShape unreadable) {
            return Optional.empty(); // That it failed is known all the same.
        }
    }

    @Override
    public void show(Page page) {
        if (failure() == null) {
            page.text(text());
        }
    }

    @Override
    public void tell(ObjectNode document) {
        document.put("taskId", id).set("result", json);
    }

    @Override
    public @Nullable Failure failure() {
        return json.path("isError").booleanValue(false) ? Failure.ofTool(text()) : null;
    }

    @Override
    public String complaint(Failure failure) {
        return "task '%s' brought an error: %s".formatted(id, text().strip());
    }

    private String text() {
        try {
            return CallToolResult.from(json).content().stream()
                    .map(ContentText::of)
                    .collect(Collectors.joining("\n"));
        } catch (BadShape other) {
            return Json.write(json); // Not only tools can become tasks.
        }
    }
}
