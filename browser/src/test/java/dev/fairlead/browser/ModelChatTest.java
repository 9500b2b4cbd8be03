package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.opentest4j.AssertionFailedError;

/** Conversations with a model of a provider, over the provider's own interface: what it says, and what it wants to call. */
@InBrowser
@ExtendWith(MockedModel.Needed.class)
class ModelChatTest {
    /** The keys that do the same stand behind the words, where they do. */
    private static final Pattern ALLOW = Pattern.compile("^Allow once( A)?$");

    private static final Pattern DENY = Pattern.compile("^Deny( D)?$");
    private static final Pattern TIMING = Pattern.compile("at the wire [\\d.]+ m?s, in all [\\d.]+ m?s");

    private final ToolKit kit = new ToolKit();

    @BeforeEach
    void connected(Visitor visitor, Bench bench) {
        var model = bench.keep(MockedModel.start());
        bench.with(console -> console.models(model.models()));
        visitor.open().hasConnected(kit.configured(bench, "3s"), 1).goTo("Chat");
        chooses(visitor, "gemini");
    }

    @Test
    void anAnswerStreamsInAndCanBeStopped(Visitor visitor) {
        var page = visitor.page();
        page.evaluate("""
            () => { window.lengths = new Set();
              new MutationObserver(() => window.lengths.add(document.querySelector('.message.assistant')?.textContent.length))
                .observe(document.body, {childList: true, subtree: true, characterData: true}); }\
            """);
        visitor.says("tell me a story");
        var answer = page.locator(".message.assistant").last();
        assertThat(answer).containsText("word-599");
        assertThat(answer).hasAttribute("aria-busy", "false");
        assertThat(((Number) page.evaluate("window.lengths.size")).intValue())
                .as("states of the answer that were seen while it came")
                .isGreaterThan(5);
        var copied = visitor.copies(visitor.button("Copy answer"));
        assertThat(copied.split(" ")).hasSize(600);

        visitor.says("tell me without end");
        var endless = page.locator(".message.assistant").nth(1);
        assertThat(endless).containsText("word-3");
        assertThat(endless).hasAttribute("aria-busy", "true");
        visitor.button("Stop").click();
        assertThat(messages(visitor)).containsText("Stopped.");
        assertThat(visitor.button("Send")).isVisible();
        assertThat(endless).containsText("word-3");
        assertThat(endless).not().containsText("word-599");
        visitor.says("a haiku, please");
        assertThat(page.locator(".message.assistant").last()).containsText("An old silent pond.");
    }

    @Test
    void aCallIsAskedAboutAndShownWhole(Visitor visitor) {
        visitor.says("mirror it");
        var asking = visitor.card("mirror", "awaiting approval");
        assertThat(asking).containsText("The model wants to call mirror on kit");
        assertThat(asking).containsText("Ålesund");
        var asked = Json.parse(visitor.copies(named(asking, "Copy arguments")));
        assertThat(asked.path("list").path(1).path("deep").size()).isEqualTo(3);
        assertThat(kit.ran()).isEmpty();
        named(asking, ALLOW).click();

        var done = visitor.card("mirror", "success");
        assertThat(done).isVisible();
        opened(done);
        assertThat(done).containsText(TIMING);
        assertThat(Json.parse(visitor.copies(named(done, "Copy arguments")))).isEqualTo(asked);
        done.getByRole(AriaRole.TAB, new Locator.GetByRoleOptions().setName("Structured"))
                .click();
        assertThat(Json.parse(visitor.copies(named(done, "Copy structured result"))))
                .isEqualTo(asked);
        assertThat(visitor.page().locator(".message.assistant").last()).containsText("The tool said:");
        assertThat(kit.ran()).containsExactly("mirror");
        assertThat(visitor.page().getByTestId("steps")).hasText(Pattern.compile("^\\d+/10$"));

        // The same conversation, in a page that knows nothing of it yet.
        visitor.page().reload();
        var again = visitor.card("mirror", "success");
        assertThat(again).isVisible();
        opened(again);
        assertThat(again).containsText(TIMING);
        assertThat(Json.parse(visitor.copies(named(again, "Copy arguments")))).isEqualTo(asked);
        assertThat(visitor.page().locator(".message.user")).containsText("mirror it");
    }

    @Test
    void whatIsDeniedDoesNotRunAndTheModelIsToldWhy(Visitor visitor) {
        visitor.says("mirror it");
        named(visitor.card("mirror", "awaiting approval"), DENY).click();
        assertThat(visitor.card("mirror", "denied")).isVisible();
        var answers = visitor.page().locator(".message.assistant");
        assertThat(answers).hasCount(1);

        visitor.says("mirror it again");
        var asking = visitor.card("mirror", "awaiting approval");
        asking.getByText("Deny with a reason").click();
        asking.getByLabel("Reason for the model").fill("not on a Sunday");
        named(asking, DENY).click();
        assertThat(visitor.card("mirror", "denied")).hasCount(1);
        assertThat(answers).hasCount(2);
        // The mock repeats what it was told.
        assertThat(answers.last()).containsText("not on a Sunday");
        assertThat(calls(visitor)).hasCount(2);
        assertThat(kit.ran()).isEmpty();
    }

    @Test
    void aCallThatFailsOrTakesTooLongSaysSo(Visitor visitor) {
        visitor.says("fail please");
        named(visitor.card("fail", "awaiting approval"), ALLOW).click();
        var failed = visitor.card("fail", "error from the tool");
        assertThat(failed).isVisible();
        opened(failed);
        assertThat(failed).containsText("The cupboard is bare.");
        assertThat(visitor.page().locator(".message.assistant").last()).containsText("The cupboard is bare.");

        visitor.says("wait for it");
        named(visitor.card("wait", "awaiting approval"), ALLOW).click();
        var late = visitor.card("wait", "timed out");
        assertThat(late).isVisible();
        opened(late);
        assertThat(late.getByRole(AriaRole.ALERT)).containsText("3 s");
        assertThat(visitor.page().locator(".message.assistant")).hasCount(2);
        assertThat(kit.ran()).containsExactly("fail", "wait");
    }

    @Test
    void severalCallsOfOneTurnAreDecidedByKeys(Visitor visitor) {
        visitor.says("mirror twice");
        assertThat(calls(visitor)).hasCount(2);
        assertThat(calls(visitor).nth(0)).hasAccessibleName(Pattern.compile("awaiting approval$"));
        assertThat(calls(visitor).nth(1)).hasAccessibleName(Pattern.compile("(pending|awaiting approval)$"));
        visitor.page().getByTestId("chat-items").focus();
        presses(visitor, "d", calls(visitor).nth(0), "denied");
        assertThat(calls(visitor).nth(1)).hasAccessibleName(Pattern.compile("awaiting approval$"));
        presses(visitor, "a", calls(visitor).nth(1), "success");
        assertThat(visitor.page().locator(".message.assistant").last()).containsText("\"turn\":2");
        assertThat(kit.ran()).containsExactly("mirror");
    }

    private static Locator allow(Locator card) {
        return card.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(Pattern.compile("^Allow once")));
    }

    @Test
    void keysDecideNothingWhileSomebodyWrites(Visitor visitor) {
        var message = visitor.message();
        message.fill("mirror it");
        message.press("Enter");
        var asking = visitor.card("mirror", "awaiting approval");
        assertThat(asking).containsText("While you write, these keys are letters.");
        assertThat(message).hasValue("");
        message.pressSequentially("as said");
        assertThat(message).hasValue("as said");
        assertThat(kit.ran()).isEmpty();
        var place = allow(asking).boundingBox().y;
        message.press("Tab");
        assertThat(asking.getByText("While you write")).isHidden();
        assertThat(allow(asking).boundingBox().y)
                .as("a button that moves is missed")
                .isEqualTo(place);

        visitor.connectDialog();
        visitor.page().keyboard().press("Escape");
        assertThat(visitor.page().getByRole(AriaRole.DIALOG)).isHidden();
        assertThat(asking).isVisible();
        presses(visitor, "a", calls(visitor).nth(0), "success");
        assertThat(message).hasValue("as said");
        assertThat(kit.ran()).containsExactly("mirror");
    }

    @Test
    void whatIsAlwaysAllowedIsNotAskedAboutAgainAndTheLimitOfStepsHolds(Visitor visitor) {
        visitor.button("Settings").click();
        visitor.page().getByLabel("Tool steps before a chat stops").fill("2");
        visitor.button("Save settings").click();
        assertThat(visitor.page().getByRole(AriaRole.DIALOG)).hasCount(0);

        visitor.says("one by one");
        named(visitor.card("mirror", "awaiting approval"), "Always").click();
        visitor.the(AriaRole.MENUITEM, "Always allow this tool").click();
        var limit = visitor.the(AriaRole.GROUP, "Step limit");
        assertThat(limit).isVisible();
        assertThat(calls(visitor)).hasCount(2);
        assertThat(kit.ran()).hasSize(2);
        named(limit, "Continue 10 more").click();
        assertThat(visitor.page().locator(".message.assistant").last()).containsText("All four are done.");
        assertThat(calls(visitor)).hasCount(4);
        assertThat(kit.ran()).hasSize(4);
        assertThat(limit).hasCount(1);
    }

    @Test
    void aModelThatDoesNotAnswerIsSaidInClearWords(Visitor visitor) {
        visitor.says("too often");
        var note = messages(visitor).locator(".note.problem");
        assertThat(note.last()).containsText("Quota of the mock is spent");
        assertThat(note.last()).containsText("429");
        assertThat(visitor.button("Send")).isVisible();
        newChat(visitor);
        visitor.says("broken");
        assertThat(note.last()).containsText("The mock has an inner problem");
        assertThat(note.last()).containsText("500");
        assertThat(visitor.button("Send")).isVisible();
        assertThat(messages(visitor)).not().containsText(MockedModel.KEY);
        newChat(visitor);
        visitor.says("a haiku, please");
        assertThat(visitor.page().locator(".message.assistant").last()).containsText("An old silent pond.");
    }

    @Test
    void anotherChatShowsOnlyItself(Visitor visitor) {
        visitor.says("a haiku, please");
        assertThat(visitor.page().locator(".message.assistant")).hasCount(1);
        newChat(visitor);
        assertThat(visitor.page().locator(".message")).hasCount(0);
        visitor.says("mirror it");
        named(visitor.card("mirror", "awaiting approval"), DENY).click();
        assertThat(visitor.page().locator(".message.assistant")).containsText("The tool said:");
        assertThat(visitor.page().locator(".message.user")).hasText("mirror it");

        visitor.page()
                .getByTestId("chat-list")
                .getByRole(AriaRole.LINK)
                .filter(new Locator.FilterOptions().setHasText("haiku"))
                .click();
        assertThat(visitor.page().locator(".message.user")).hasText("a haiku, please");
        assertThat(visitor.page().locator(".message.assistant")).containsText("An old silent pond.");
        assertThat(calls(visitor)).hasCount(0);
    }

    @Test
    void twoProvidersMayGiveTheirCallsTheSameId(Visitor visitor) {
        visitor.says("the same id, once");
        named(visitor.card("mirror", "awaiting approval"), ALLOW).click();
        assertThat(visitor.page().locator(".message.assistant")).hasCount(1);
        visitor.says("the same id, twice");
        named(visitor.card("mirror", "awaiting approval"), DENY).click();
        assertThat(visitor.page().locator(".message.assistant")).hasCount(2);
        chooses(visitor, "openai");
        visitor.says("the same id, and again");
        named(visitor.card("mirror", "awaiting approval"), ALLOW).click();
        assertThat(visitor.page().locator(".message.assistant")).hasCount(3);

        assertThat(states(visitor)).containsExactly("success", "denied", "success");
        visitor.page().reload();
        assertThat(visitor.page().locator(".message.assistant")).hasCount(3);
        assertThat(states(visitor)).containsExactly("success", "denied", "success");
        assertThat(kit.ran()).hasSize(2);
    }

    private static void chooses(Visitor visitor, String provider) {
        var model = visitor.the(AriaRole.COMBOBOX, "Model");
        model.selectOption(model.locator("option[value^='%s/']".formatted(provider))
                .first()
                .getAttribute("value"));
    }

    /** Presses a key until a card is in a state; a key that is pressed before a card has been there for a moment does nothing. */
    private static void presses(Visitor visitor, String key, Locator card, String state) {
        var wanted = new LocatorAssertions.HasAccessibleNameOptions().setTimeout(2000);
        for (int left = Visitor.PATIENCE_MS / 2000; ; left--) {
            visitor.page().keyboard().press(key);
            try {
                assertThat(card).hasAccessibleName(Pattern.compile(state + "$"), wanted);
                return;
            } catch (AssertionFailedError notYet) {
                if (left == 0) {
                    throw notYet;
                }
            }
        }
    }

    private static void newChat(Visitor visitor) {
        visitor.button("New chat").click();
        assertThat(visitor.page().getByText("Chat with a model that uses your tools"))
                .isVisible();
        chooses(visitor, "gemini");
    }

    private static Locator messages(Visitor visitor) {
        return visitor.page().getByTestId("chat-items");
    }

    /** Returns the cards of all calls. */
    private static Locator calls(Visitor visitor) {
        return messages(visitor).locator("article.call-card");
    }

    private static List<String> states(Visitor visitor) {
        return calls(visitor).all().stream()
                .map(card -> card.getAttribute("aria-label").replaceAll(".*, ", ""))
                .toList();
    }

    private static void opened(Locator card) {
        var head = card.locator("button.call-head");
        if ("false".equals(head.getAttribute("aria-expanded"))) {
            head.click();
        }
        assertThat(head).hasAttribute("aria-expanded", "true");
    }

    private static Locator named(Locator within, Pattern name) {
        return within.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name))
                .first();
    }

    private static Locator named(Locator within, String name) {
        return within.getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(name).setExact(true))
                .first();
    }
}
