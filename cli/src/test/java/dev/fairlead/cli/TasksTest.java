package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.ToolExecution;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Work that a server goes on with after it has answered. */
@Timeout(120)
class TasksTest {
    private static FakeServer server(Era era) {
        return server(era, Duration.ofMillis(50));
    }

    private static FakeServer server(Era era, Duration interval) {
        var schema = Json.object().put("type", "object");
        var optional = ToolExecution.from(Json.object().put("taskSupport", "optional"));
        return FakeServer.named("fake")
                .era(era)
                .tasks(interval)
                .tool(Tool.of("quick", "Quick", schema).withExecution(optional), call -> CallToolResult.ofText("done"))
                .tool(Tool.of("bad", "Bad", schema).withExecution(optional), call -> CallToolResult.failure("broken"))
                .tool(Tool.of("slow", "Slow", schema).withExecution(optional), call -> {
                    call.pause(Duration.ofMinutes(5));
                    return CallToolResult.ofText("late");
                })
                .tool(Tool.of("plain", "Plain", schema), call -> CallToolResult.ofText("at once"))
                .build();
    }

    @EachEra
    void aCallBecomesATaskWhoseResultIsFetchedLater(Era era) {
        var shell = Shell.with(server(era));
        var started = shell.run("call", "fake", "quick", "--task");
        assertThat(started.code()).isZero();
        var id = started.out().strip();

        assertThat(shell.run("tasks", "fake", "result", id)).isEqualTo(new Shell.Run(0, "done\n", ""));
        assertThat(shell.run("tasks", "fake", "get", id).out()).startsWith(id + "  completed");
    }

    @EachEra
    void aTaskThatFailedIsAFailure(Era era) {
        var shell = Shell.with(server(era));
        var id = Json.parse(shell.run("call", "fake", "bad", "--task", "--json").out())
                .path("task")
                .path("taskId")
                .asString();
        var run = shell.run("tasks", "fake", "result", id, "--json");

        assertThat(run.code()).isEqualTo(5);
        assertThat(Json.parse(run.out()).path("taskId").asString()).isEqualTo(id);
    }

    @EachEra
    void aTaskIsCancelled(Era era) {
        var shell = Shell.with(server(era));
        var id = shell.run("call", "fake", "slow", "--task").out().strip();

        assertThat(shell.run("tasks", "fake", "get", id).out()).startsWith(id + "  working");
        assertThat(shell.run("tasks", "fake", "cancel", id).out()).startsWith(id + "  cancelled");
    }

    private static FakeServer asking(Era era) {
        var optional = ToolExecution.from(Json.object().put("taskSupport", "optional"));
        var form = FormSchema.from(Json.parse(
                "{\"type\":\"object\",\"required\":[\"age\"]," + "\"properties\":{\"age\":{\"type\":\"integer\"}}}"));
        return FakeServer.named("fake")
                .era(era)
                .tasks(Duration.ofMillis(50))
                .tool(
                        Tool.of("ask", "Asks", Json.object().put("type", "object"))
                                .withExecution(optional),
                        call -> {
                            var answer = call.ask(new InputRequest.Form("How old?", form, null));
                            return answer.path("action").asString("").equals("accept")
                                    ? CallToolResult.ofText("age " + answer.at("/content/age"))
                                    : CallToolResult.failure("nobody said");
                        })
                .build();
    }

    @EachEra
    void aTaskIsWatchedUntilItEnds(Era era) {
        var shell = Shell.with(server(era));
        var id = shell.run("call", "fake", "quick", "--task").out().strip();
        var run = shell.run("tasks", "fake", "watch", id);

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().toList().getLast()).matches("\\d\\d:\\d\\d:\\d\\d\\.\\d\\d\\d  completed");
    }

    @EachEra
    void whatATaskWaitsForIsAskedWhileItIsWatched(Era era) {
        var shell = Shell.with(asking(era));
        var typed = shell.run("call", "fake", "ask", "--task").out().strip();
        var lines = shell.run("tasks", "fake", "watch", typed, "--answer", "age=42", "--json")
                .out()
                .lines()
                .map(Json::parse)
                .toList();
        assertThat(lines).allMatch(line -> line.path("time").asString("").endsWith("Z"));
        assertThat(lines.stream()
                        .filter(line -> line.path("event").asString("").equals("task"))
                        .map(line -> line.at("/task/status").asString("")))
                .contains("input_required", "completed");
        assertThat(lines.getLast().path("event").stringValue()).isEqualTo("ended");
        assertThat(lines.getLast().path("success").booleanValue(false)).isTrue();

        var person = Shell.with(asking(era)).attended().input("7\nyes\n");
        var asked = person.run("call", "fake", "ask", "--task").out().strip();
        var run = person.run("tasks", "fake", "watch", asked);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("How old?");
        assertThat(person.run("tasks", "fake", "result", asked).out()).isEqualTo("age 7\n");
    }

    @EachEra
    void theResultOfATaskThatAsksIsFetchedToo(Era era) {
        var shell = Shell.with(asking(era));
        var id = shell.run("call", "fake", "ask", "--task").out().strip();

        assertThat(shell.run("tasks", "fake", "result", id, "--answer", "age=42")
                        .out())
                .isEqualTo("age 42\n");
    }

    @EachEra
    void howATaskEndedIsTheExitCode(Era era) throws Exception {
        var shell = Shell.with(server(era));
        var bad = shell.run("call", "fake", "bad", "--task").out().strip();
        var failed = shell.run("tasks", "fake", "watch", bad, "--json");
        assertThat(failed.code()).as(failed.out()).isEqualTo(5);
        assertThat(Json.parse(failed.out().lines().toList().getLast())
                        .at("/error/type")
                        .stringValue())
                .isEqualTo("tool-error");

        var slow = shell.run("call", "fake", "slow", "--task").out().strip();
        assertThat(shell.run("tasks", "fake", "watch", slow, "--timeout", "1s").code())
                .isEqualTo(7);
        var watching = shell.begin("tasks", "fake", "watch", slow, "--json");
        shell.awaitOutput("working");
        shell.interrupt();
        var stopped = watching.get(60, TimeUnit.SECONDS);
        assertThat(stopped.code()).isEqualTo(130);
        assertThat(Json.parse(stopped.out().lines().toList().getLast())
                        .path("event")
                        .stringValue())
                .isEqualTo("ended");
        shell.run("tasks", "fake", "cancel", slow);
        assertThat(shell.run("tasks", "fake", "watch", slow).code()).isEqualTo(5);
        assertThat(shell.run("tasks", "fake", "watch", "nope").code()).isEqualTo(5);
    }

    @EachEra
    void anAnswerThatDoesNotFitEndsWatchingATask(Era era) {
        var shell = Shell.with(asking(era));
        var id = shell.run("call", "fake", "ask", "--task").out().strip();

        assertThat(shell.run("tasks", "fake", "watch", id, "--answer", "age=old")
                        .code())
                .isEqualTo(6);
        assertThat(shell.run("tasks", "fake", "get", id).out()).contains("input_required");
    }

    @EachEra
    void aTaskThatFailsBecauseNobodyAnsweredWasDeclined(Era era) {
        var shell = Shell.with(asking(era));
        var id = shell.run("call", "fake", "ask", "--task").out().strip();
        var run = shell.run("tasks", "fake", "watch", id);

        assertThat(run.code()).as(run.err()).isEqualTo(8);
        assertThat(run.err()).contains("Nobody is here to answer");
    }

    @Test
    void aServerThatWantsToBeAskedSeldomDoesNotOutlastTheTimeLimit() {
        for (var interval : List.of(Duration.ofHours(1), Duration.ofDays(365L * 300))) {
            var shell = Shell.with(server(Era.MODERN, interval));
            var id = shell.run("call", "fake", "slow", "--task").out().strip();
            var started = Instant.now();
            var run = shell.run("tasks", "fake", "result", id, "--timeout", "2s");
            assertThat(run.code()).as(run.err()).isEqualTo(7);
            assertThat(Duration.between(started, Instant.now())).isLessThan(Duration.ofSeconds(30));
        }
    }

    @Test
    void tasksAreListedWhereTheRevisionHasThat() {
        var shell = Shell.with(server(Era.LEGACY));
        assertThat(shell.run("tasks", "fake").err()).isEqualTo("fairlead: the server has no tasks\n");
        var id = shell.run("call", "fake", "quick", "--task").out().strip();
        assertThat(shell.run("tasks", "fake", "list").out()).contains(id);
        assertThat(Json.parse(shell.run("tasks", "fake", "--json").out()).path("tasks"))
                .hasSize(1);

        var modern = Shell.with(server(Era.MODERN)).run("tasks", "fake");
        assertThat(modern.code()).isEqualTo(5);
        assertThat(modern.err()).contains("tasks of this revision cannot be listed; name one with get ID");
    }

    @EachEra
    void whatIsNoTaskIsAnsweredAtOnce(Era era) {
        var run = Shell.with(server(era)).run("call", "fake", "plain", "--task");

        assertThat(run)
                .isEqualTo(new Shell.Run(
                        0, "at once\n", "fairlead: the server made no task of it, and answered at once\n"));
    }

    @EachEra
    void serversWithoutTasksSaySo(Era era) {
        var run = Shell.with(FakeServer.named("fake").era(era).build()).run("tasks", "fake");

        assertThat(run.code()).isEqualTo(5);
        assertThat(run.err()).contains("the server offers no tasks");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "get | no task is named",
                "stop x | 'stop' is nothing to do with tasks",
                "get x y | 'y' is one word"
            })
    void whatMakesNoSenseIsRefused(String words, String sentence) {
        var run = Shell.with(server(Era.MODERN)).run(("tasks fake " + words).split(" "));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(sentence);
    }

    @EachEra
    void whatIsNoTaskOfTheServerIsRefused(Era era) {
        assertThat(Shell.with(server(era)).run("tasks", "fake", "get", "nope").code())
                .isEqualTo(5);
    }
}
