package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.protocol.Task;
import tools.jackson.databind.node.ObjectNode;

/** A call that the server goes on with by itself. */
record StartedTask(String tool, Task task) implements Outcome {

    @Override
    public void show(Page page) {
        page.line(task.taskId());
    }

    @Override
    public void tell(ObjectNode document) {
        ToolAnswer.tellNothing(tool, document);
        document.set("task", task.toJson());
    }
}
