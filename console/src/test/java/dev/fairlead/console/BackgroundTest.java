package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.ToolExecution;
import dev.fairlead.testkit.FakeServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Calls that servers carry out in the background are shown with their state, can be stopped, and bring their result. */
final class BackgroundTest {
    @TempDir
    private Path home;

    private static Tool tool(String name) {
        return Scripted.tool(name).withExecution(ToolExecution.of(ToolExecution.TaskSupport.REQUIRED));
    }

    private static JsonNode task(Page page, String call, String state) {
        return page.await(
                        "/api/state",
                        json -> json.path("tasks")
                                .valueStream()
                                .anyMatch(task -> task.path("call").asString("").equals(call)
                                        && task.path("state").asString("").equals(state)))
                .path("tasks")
                .valueStream()
                .filter(task -> task.path("call").asString("").equals(call))
                .findFirst()
                .orElseThrow();
    }

    private static String start(Page page, String tool) {
        return page.post("/api/calls", "{\"server\":\"worker\",\"tool\":\"%s\",\"arguments\":{}}".formatted(tool))
                .path("id")
                .asString("");
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void aTaskOfAServerThatIsGoneDoesNotSeemToRunAndCanBeAskedAfter(Era era) throws Exception {
        var never = new CountDownLatch(1);
        var server = FakeServer.named("worker")
                .era(era)
                .tasks(Duration.ofMillis(50))
                .tool(tool("hang"), call -> {
                    never.await();
                    return CallToolResult.ofText("never");
                })
                .build();
        try (var page = Scripted.page(home, server)) {
            var call = start(page, "hang");
            var id = task(page, call, "working").path("id").asString("");

            page.post("/api/servers/worker/disconnect", "{}");

            assertThat(page.awaitCall(call).path("error").path("code").asString(""))
                    .isEqualTo("disconnected");
            assertThat(task(page, call, "lost").path("message").asString("")).contains("may still go on");
            assertThat(page.refused("POST", "/api/tasks/" + id + "/ask", "{}")).isEqualTo("not-asked");
            page.post("/api/servers/worker/reconnect", "{}");
            page.awaitServer("worker", "connected");
            page.post("/api/tasks/" + id + "/ask", "{}");
            // What the server says counts, which was told that nobody waits.
            task(page, call, "cancelled");
        } finally {
            never.countDown();
        }
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void tasksAreShownStoppedAndBringTheirResult(Era era) throws Exception {
        var hold = new CountDownLatch(1);
        var never = new CountDownLatch(1);
        var server = FakeServer.named("worker")
                .era(era)
                .tasks(Duration.ofMillis(50))
                .tool(tool("work"), call -> {
                    hold.await();
                    return CallToolResult.ofText("worked");
                })
                .tool(tool("hang"), call -> {
                    never.await();
                    return CallToolResult.ofText("never");
                })
                .build();
        try (var page = Scripted.page(home, server)) {
            var work = start(page, "work");
            var running = task(page, work, "working");
            assertThat(running.path("pollMs").asInt(0)).isEqualTo(50);
            assertThat(running.path("createdAt").isNumber()).isTrue();
            hold.countDown();
            task(page, work, "completed");
            assertThat(page.awaitCall(work)
                            .path("result")
                            .path("content")
                            .path(0)
                            .path("text")
                            .asString(""))
                    .isEqualTo("worked");

            var asked = start(page, "hang");
            page.post("/api/tasks/" + task(page, asked, "working").path("id").asString("") + "/cancel", "{}");
            task(page, asked, "cancelled");
            assertThat(page.awaitCall(asked).path("state").asString("")).isNotEqualTo("success");

            var stopped = start(page, "hang");
            task(page, stopped, "working");
            page.post("/api/calls/" + stopped + "/cancel", "{}");
            assertThat(page.awaitCall(stopped).path("state").asString("")).isEqualTo("cancelled");
            task(page, stopped, "cancelled");
        } finally {
            never.countDown();
        }
    }
}
