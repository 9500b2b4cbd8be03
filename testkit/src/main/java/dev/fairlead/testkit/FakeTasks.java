package dev.fairlead.testkit;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The tasks of a server, oldest first; they outlive the connections that made them. */
final class FakeTasks {
    private final @Nullable Duration pollInterval;
    private final List<FakeTask> tasks = new CopyOnWriteArrayList<>();

    FakeTasks(@Nullable Duration pollInterval) {
        this.pollInterval = pollInterval;
    }

    FakeTask create(@Nullable Duration ttl) {
        var task = new FakeTask(UUID.randomUUID().toString(), ttl, pollInterval);
        tasks.add(task);
        return task;
    }

    FakeTask task(String id) {
        return tasks.stream()
                .filter(task -> task.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Refusal.invalid("Unknown task: " + id));
    }

    List<FakeTask> all() {
        return tasks;
    }
}
