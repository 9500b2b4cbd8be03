package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.SamplingMessage;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.ToolExecution;
import dev.fairlead.protocol.ToolExecution.TaskSupport;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What servers do beside answering calls: work on their own time, ask for a model's words or for folders, and tell of changes. */
@InBrowser
class BeyondCallsTest {
    @Test
    void workOnTheServersOwnTimeIsShownAndCancelled(Visitor visitor, Bench bench) {
        visitor.open().hasConnected(bench.serve(worker()), 1);
        visitor.choosesTool("long").runs();
        var card = visitor.card("long", "running");
        var task = card.getByRole(AriaRole.GROUP, new Locator.GetByRoleOptions().setName(Pattern.compile("^Task ")));
        assertThat(task).containsText("working");
        // It is told of wherever one is.
        visitor.goTo("Traffic");
        var tray = visitor.page().getByLabel("Waiting for you");
        assertThat(tray).containsText("1 task running");
        visitor.choosesTool("long");
        assertThat(task).isVisible();
        task.getByText("Cancel task").click();
        var ended = visitor.card("long", "cancelled");
        assertThat(ended.getByRole(AriaRole.GROUP, new Locator.GetByRoleOptions().setName(Pattern.compile("^Task "))))
                .containsText("cancelled");
        assertThat(visitor.page().getByText("Cancel task")).hasCount(0);
        assertThat(tray).hasCount(0);
    }

    @Test
    void aServerGetsAModelsWordsByHandOrFromTheModel(Visitor visitor, Bench bench) {
        visitor.open().hasConnected(bench.serve(worker()), 1);
        visitor.choosesTool("sample").runs();
        var question = question(visitor);
        assertThat(question).containsText("asks a model for an answer");
        assertThat(question).containsText("What rhymes with fairlead?");
        question.getByLabel("Or answer by hand").fill("hair bead, by hand");
        question.getByText("Send this answer").click();
        assertThat(visitor.card("sample", "success")).containsText("hair bead, by hand");

        visitor.runs();
        assertThat(question).containsText("What rhymes with fairlead?");
        question.getByText("Let the model answer").click();
        // The model that needs no key says what it always says.
        assertThat(visitor.card("sample", "success")).containsText("demo model");

        visitor.runs();
        assertThat(question).isVisible();
        visitor.button("Decline").click();
        assertThat(visitor.card("sample", "failed")).containsText("rejected");
    }

    @Test
    void aServerIsToldOfFoldersThatSomebodyNamed(Visitor visitor, Bench bench) {
        visitor.open().hasConnected(bench.serve(worker()), 1);
        visitor.choosesTool("folders").runs();
        var question = question(visitor);
        assertThat(question).containsText("asks which folders it may see");
        question.getByRole(AriaRole.TEXTBOX).fill("/no/such/folder");
        question.getByText("Allow these folders").click();
        assertThat(question.getByRole(AriaRole.ALERT)).containsText("no folder of this machine");
        question.getByRole(AriaRole.TEXTBOX).fill(bench.folder().toString());
        question.getByText("Allow these folders").click();
        assertThat(visitor.card("folders", "success"))
                .containsText(bench.folder().toUri().toString().replaceFirst("/$", ""));
    }

    @Test
    void aResourceThatChangesIsShownAsItIsAndNamesAreCompleted(Visitor visitor, Bench bench) {
        var page = visitor.open().page();
        visitor.hasConnected(bench.serveDemo(), 1).goTo("Resources");
        page.getByTestId("resource-list")
                .getByRole(AriaRole.LINK)
                .filter(new Locator.FilterOptions().setHasText("counter"))
                .click();
        assertThat(page.getByTestId("resource-contents")).containsText("0");
        visitor.button("Subscribe").click();
        assertThat(visitor.button("Unsubscribe")).isVisible();
        count(visitor);
        assertThat(page.getByTestId("resource-contents")).containsText("1");
        assertThat(page.getByLabel("State of the resource")).containsText("changed at");
        visitor.button("Unsubscribe").click();
        assertThat(visitor.button("Subscribe")).isVisible();
        count(visitor);
        visitor.button("Read again").click();
        assertThat(page.getByTestId("resource-contents")).containsText("2");

        page.getByTestId("resource-list")
                .getByRole(AriaRole.LINK)
                .filter(new Locator.FilterOptions().setHasText("notes"))
                .click();
        page.getByLabel("name", new Page.GetByLabelOptions().setExact(true)).fill("sa");
        assertThat(page.getByTestId("proposals").first().locator("option[value=sailing]"))
                .hasCount(1);
        page.getByLabel("name", new Page.GetByLabelOptions().setExact(true)).fill("sailing");
        visitor.button("Read").click();
        assertThat(page.getByTestId("resource-contents")).containsText("mind the fairleads");

        visitor.goTo("Prompts");
        page.getByRole(AriaRole.MAIN)
                .getByRole(AriaRole.LINK)
                .filter(new Locator.FilterOptions().setHasText("review"))
                .click();
        page.getByLabel("style", new Page.GetByLabelOptions().setExact(true)).fill("s");
        assertThat(page.getByTestId("proposals").locator("option[value=strict]"))
                .hasCount(1);
    }

    @Test
    void aCallByHandEndsAtTheLimitThatWasGivenWithIt(Visitor visitor, Bench bench) {
        visitor.open().hasConnected(bench.serveDemo(), 1);
        visitor.choosesTool("sleep").writesArguments("{\"seconds\":600,\"steps\":1}");
        visitor.page().getByLabel(Pattern.compile("^Time limit")).fill("1.5");
        visitor.runs();
        var card = visitor.card("sleep", "timed out");
        assertThat(card).isVisible();
        assertThat(card.getByRole(AriaRole.ALERT)).containsText("1.5 s");
        visitor.page().getByLabel(Pattern.compile("^Time limit")).fill("0");
        assertThat(visitor.page().getByRole(AriaRole.MAIN)).containsText("Seconds, above 0");
        visitor.runs();
        assertThat(visitor.page().getByTestId("history").locator("button")).hasCount(1);
    }

    private static Locator question(Visitor visitor) {
        return visitor.page()
                .getByRole(AriaRole.GROUP, new Page.GetByRoleOptions().setName(Pattern.compile("^Question of")));
    }

    /** Has the counter of the demo server changed by somebody else than whoever looks at it. */
    private static void count(Visitor visitor) {
        assertThat(visitor.calls("", "count", "{}")).isTrue();
    }

    private static FakeServer worker() {
        return FakeServer.named("worker")
                .tasks(Duration.ofMillis(200))
                .tool(
                        Tool.of("long", "Works until it is cancelled", ToolKit.object())
                                .withExecution(ToolExecution.of(TaskSupport.REQUIRED)),
                        call -> {
                            call.pause(Duration.ofHours(1));
                            return CallToolResult.ofText("nobody waited that long");
                        })
                .tool(Tool.of("sample", "Asks for a model's words", ToolKit.object()), call -> {
                    var answer = call.ask(new InputRequest.Sampling(SamplingRequest.of(
                            100, SamplingMessage.user(ContentBlock.text("What rhymes with fairlead?")))));
                    return CallToolResult.ofText(answer.toString());
                })
                .tool(
                        Tool.of("folders", "Asks for folders", ToolKit.object()),
                        call -> CallToolResult.ofText(
                                call.ask(new InputRequest.Roots()).toString()))
                .build();
    }
}
