package dev.fairlead.cli.task;

import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Moment;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.protocol.Task;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** How a task ended that was watched; people have seen it. */
record TaskEnd(Task task) implements Outcome {

    @Override
    public void show(Page page) {
        // The last line was that.
    }

    @Override
    public void tell(ObjectNode document) {
        Moment.now().stampLast(document);
        document.set("task", task.toJson());
    }

    @Override
    public @Nullable Failure failure() {
        return TaskResult.of(task).failure();
    }

    @Override
    public String complaint(Failure failure) {
        return TaskResult.of(task).complaint(failure);
    }
}
