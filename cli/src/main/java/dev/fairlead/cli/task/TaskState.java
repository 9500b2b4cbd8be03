package dev.fairlead.cli.task;

import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.protocol.Task;
import tools.jackson.databind.node.ObjectNode;

/** How far a task is. */
public record TaskState(Task task) implements Outcome {

    @Override
    public void show(Page page) {
        var message = task.statusMessage() == null ? "" : ": " + task.statusMessage();
        page.line("%s  %s%s".formatted(task.taskId(), task.status().id(), message));
    }

    @Override
    public void tell(ObjectNode document) {
        document.set("task", task.toJson());
    }
}
