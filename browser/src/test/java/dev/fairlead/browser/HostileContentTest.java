package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.fairlead.testkit.http.HttpServer;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever a server sends is looked at and nothing more: nothing runs, nothing is fetched, and it is all there as text. */
@InBrowser
class HostileContentTest {
    private static final String NOTICE_VIOLATIONS = """
        window.violations = [];
        document.addEventListener('securitypolicyviolation', event =>
          window.violations.push(event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample));
        """;
    /** Everything active that no peer may put into the page. */
    private static final String ACTIVE = """
        () => [...document.querySelectorAll('*')].flatMap(element => {
          const bad = [...element.attributes].filter(one => /^on/i.test(one.name)
            || (/^(href|src|action|formaction|data|xlink:href)$/i.test(one.name) && /^\\s*(javascript|vbscript|data:text)/i.test(one.value)));
          const tag = element.tagName.toLowerCase();
          const foreign = (tag === 'script' && !element.src.startsWith(location.origin))
            || ['iframe', 'object', 'embed', 'base'].includes(tag)
            || (tag === 'img' && !/^(blob:|data:image\\/|\\/api\\/|http:\\/\\/127\\.0\\.0\\.1:\\d+\\/api\\/)/.test(element.src));
          return bad.length > 0 || foreign ? [element.outerHTML.slice(0, 200)] : [];
        })\
        """;

    private HttpServer beacon;

    @BeforeEach
    void hostileServerIsConnected(Visitor visitor, Bench bench) {
        beacon = bench.keep(HttpServer.start(0, exchange -> exchange.answer(200)));
        visitor.context().addInitScript(NOTICE_VIOLATIONS);
        visitor.open().hasConnected(bench.serve(HostileServer.of(beacon.origin())), 1);
    }

    @Test
    void serversAndToolsAreOnlyLookedAt(Visitor visitor) {
        visitor.connectDialog();
        var more = visitor.page()
                .getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^More for")));
        for (var item : List.of("About", "Log")) {
            more.first().click();
            visitor.the(AriaRole.MENUITEM, item).click();
            assertThat(visitor.page().getByRole(AriaRole.DIALOG)).isVisible();
            inert(visitor, item);
            visitor.page().keyboard().press("Escape");
            visitor.connectDialog();
        }
        visitor.closesDialog();

        visitor.choosesTool("results");
        assertThat(visitor.page().getByRole(AriaRole.MAIN)).containsText("<script>window.__pwned=1</script>");
        assertThat(visitor.page().getByRole(AriaRole.MAIN)).containsText("\\u202Egnp.exe");
        visitor.page()
                .getByText("Schemas", new Page.GetByTextOptions().setExact(true))
                .click();
        inert(visitor, "a tool with hostile words");
        visitor.runs();
        var card = visitor.card("results", "success");
        assertThat(card.getByTestId("result-blocks")).containsText("<img src=x onerror=");
        inert(visitor, "hostile results");
        everyWayToShow(visitor, card);
        for (var tab : List.of("Structured", "Raw", "Traffic")) {
            card.getByRole(AriaRole.TAB, new Locator.GetByRoleOptions().setName(tab))
                    .click();
            inert(visitor, tab);
        }
        visitor.choosesTool("fails").runs();
        assertThat(visitor.card("fails", "error from the tool")).containsText("<script>");
        visitor.choosesTool("breaks").runs();
        assertThat(visitor.card("breaks", "failed")).isVisible();
        inert(visitor, "errors");
    }

    @Test
    void questionsAreOnlyLookedAt(Visitor visitor) {
        visitor.choosesTool("asks").runs();
        assertThat(visitor.card("asks", "running")).containsText("<script>window.__pwned=1</script>");
        inert(visitor, "a question");
        visitor.button("Decline").click();
        assertThat(visitor.card("asks", "success")).isVisible();
        visitor.choosesTool("page").runs();
        assertThat(visitor.page().getByRole(AriaRole.ARTICLE).last()).containsText("page");
        inert(visitor, "a question for a page");
    }

    @Test
    void promptsAndResourcesAreOnlyLookedAt(Visitor visitor) {
        var page = visitor.page();
        visitor.goTo("Prompts");
        page.getByRole(AriaRole.MAIN).getByRole(AriaRole.LINK).first().click();
        visitor.button("Get the prompt").click();
        assertThat(page.getByRole(AriaRole.MAIN)).containsText("<iframe srcdoc=");
        inert(visitor, "a prompt");
        everyWayToShow(visitor, page.getByRole(AriaRole.MAIN));

        visitor.goTo("Resources");
        var links = page.getByTestId("resource-list").getByRole(AriaRole.LINK);
        assertThat(links).hasCount(3);
        for (int i = 0; i < 3; i++) {
            links.nth(i).click();
            assertThat(page.locator("h2")
                            .filter(new Locator.FilterOptions().setHasNotText("Resources"))
                            .last())
                    .isVisible();
            if (i > 0) {
                assertThat(page.getByTestId("resource-contents")).not().isEmpty();
                everyWayToShow(visitor, page.getByTestId("resource-contents"));
            }
            inert(visitor, "resource " + i);
        }
    }

    @Test
    void chatTrafficAndPaletteAreOnlyLookedAt(Visitor visitor) {
        var page = visitor.page();
        visitor.goTo("Chat").says("results " + Payloads.all(beacon.origin()).get(2));
        var allow =
                page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^Allow once")));
        assertThat(allow).isVisible();
        inert(visitor, "an approval");
        allow.click();
        // The model that needs no key says what the tool said.
        assertThat(page.locator(".message.assistant").last()).containsText("<script>window.__pwned=1</script>");
        inert(visitor, "an answer");

        visitor.goTo("Traffic");
        var rows = page.getByTestId("traffic-rows").getByRole(AriaRole.ROW);
        rows.filter(new Locator.FilterOptions().setHasText("tools/list"))
                .first()
                .click();
        assertThat(visitor.the(AriaRole.REGION, "Exchange")).containsText("Response");
        inert(visitor, "an exchange");

        visitor.goTo("Dashboard");
        inert(visitor, "the dashboard");
        page.keyboard().press("Control+k");
        page.getByLabel("Command", new Page.GetByLabelOptions().setExact(true)).fill("img");
        assertThat(page.getByRole(AriaRole.OPTION).first()).isVisible();
        inert(visitor, "the palette");
    }

    /** Presses every switch between ways to show a text. */
    private void everyWayToShow(Visitor visitor, Locator within) {
        for (var way : List.of("Markdown", "Table", "JSON")) {
            var switches = within.getByText(way, new Locator.GetByTextOptions().setExact(true));
            for (int i = 0; i < switches.count(); i++) {
                switches.nth(i).click();
            }
            inert(visitor, way);
        }
        assertThat(visitor.page().locator("a[target=_blank]:not([rel~=noopener])"))
                .hasCount(0);
    }

    private void inert(Visitor visitor, String where) {
        var page = visitor.page();
        assertThat(page.evaluate("window." + Payloads.MARK))
                .as("ran in %s", where)
                .isNull();
        assertThat((List<?>) page.evaluate(ACTIVE)).as("active in %s", where).isEmpty();
        assertThat((List<?>) page.evaluate("window.violations"))
                .as("stopped only by the policy, in %s", where)
                .isEmpty();
        assertThat(page.title())
                .as(where)
                .matches("(Chat|Tools|Prompts|Resources|Traffic|Dashboard) · Fairlead console");
        assertThat(beacon.requests()).as("fetched in %s", where).isEmpty();
    }
}
