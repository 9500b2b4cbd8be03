package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a newcomer does first: connects the demo, runs a tool, and chats with the model that needs no key. */
@InBrowser
class FirstMinuteTest {
    private static final int DEMO_TOOLS = 9;

    @Test
    void theDemoIsConnectedRunAndChattedWith(Visitor visitor) {
        visitor.open();
        assertThat(visitor.page().getByTestId("connected-count")).hasText("0");

        visitor.connectDialog();
        visitor.page().getByLabel("Script path, command, URL or JSON").fill("demo");
        assertThat(visitor.page().getByLabel("What was understood")).containsText("Starts ");
        visitor.page().keyboard().press("Enter");
        var demo = visitor.server("demo");
        assertThat(demo).containsText("connected");
        assertThat(demo.getByTestId("tool-count")).hasText(DEMO_TOOLS + " tools");
        assertThat(demo).containsText("stdio");
        visitor.seesConnected(1).closesDialog();

        visitor.choosesTool("add");
        var form = visitor.the(AriaRole.FORM, "Arguments of add");
        form.getByLabel(Pattern.compile("^a\\b")).first().fill("2");
        form.getByLabel(Pattern.compile("^b\\b")).first().fill("3");
        visitor.runs();
        var card = visitor.card("add", "success");
        assertThat(card).isVisible();
        assertThat(card.getByTestId("result-blocks")).containsText("5");
        assertThat(card).containsText("matches its schema");

        visitor.goTo("Chat").says("add 20 and 22");
        var waiting = visitor.card("add", "awaiting approval");
        assertThat(waiting).isVisible();
        waiting.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(Pattern.compile("^Allow once")))
                .click();
        assertThat(visitor.card("add", "success")).isVisible();
        var answer = visitor.page().getByRole(AriaRole.ARTICLE).filter(new Locator.FilterOptions().setHasText("42"));
        assertThat(answer.last()).isVisible();
        visitor.seesConnected(1);
    }
}
