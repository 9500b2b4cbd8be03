package dev.fairlead.cli.task;

import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.cli.text.Column;
import dev.fairlead.cli.text.Role;
import dev.fairlead.cli.text.StyledText;
import dev.fairlead.cli.text.Table;
import dev.fairlead.protocol.Task;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/** The tasks that a server keeps. */
record TaskList(List<Task> tasks) implements Outcome {

    @Override
    public void show(Page page) {
        if (tasks.isEmpty()) {
            page.remark("the server has no tasks");
            return;
        }
        var table = Table.of(
                Column.whole("TASK"), Column.whole("STATUS"), Column.whole("CREATED"), Column.wrapped("MESSAGE"));
        tasks.forEach(task -> table.row(
                StyledText.of(task.taskId(), Role.NAME),
                StyledText.of(task.status().id()),
                StyledText.of(Objects.requireNonNullElse(task.createdAt(), "")),
                StyledText.of(Objects.requireNonNullElse(task.statusMessage(), ""))));
        page.table(table);
    }

    @Override
    public void tell(ObjectNode document) {
        var list = document.putArray("tasks");
        tasks.forEach(task -> list.add(task.toJson()));
    }
}
