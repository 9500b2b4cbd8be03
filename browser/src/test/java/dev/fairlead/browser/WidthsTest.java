package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every area at every width, light and dark: usable without scrolling sideways, and accessible as far as axe can tell. */
@InBrowser
@ExtendWith(BrowserNeeds.class)
class WidthsTest {
    private static final List<String> AREAS = List.of("Chat", "Tools", "Prompts", "Resources", "Traffic", "Dashboard");
    private static final String SIDEWAYS =
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth";
    private static final String CHECK = """
        async () => (await axe.run(document, {resultTypes: ['violations']})).violations.map(one =>
          ({id: one.id, impact: one.impact, where: one.nodes.slice(0, 3).map(node => node.target.join(' ') + ' ' + node.html.slice(0, 160)).join(' | ')}))\
        """;

    @ParameterizedTest
    @CsvSource({"1440, LIGHT", "900, DARK", "390, LIGHT"})
    void everyAreaIsAccessible(int width, ColorScheme scheme, Visitor visitor, Bench bench) {
        var page = visitor.page();
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
        page.setViewportSize(width, 850);
        prepare(visitor, bench);
        var found = new ArrayList<String>();
        for (var area : AREAS) {
            visitor.goTo(area);
            assertThat(page.getByRole(AriaRole.MAIN).getByText("Loading…")).hasCount(0);
            found.addAll(check(page, area));
        }
        visitor.goTo("Traffic").button("Export").click();
        assertThat(page.getByRole(AriaRole.MENUITEM).first()).isVisible();
        found.addAll(check(page, "menu"));
        page.keyboard().press("Escape");
        visitor.goTo("Dashboard");
        visitor.connectDialog();
        found.addAll(check(page, "Connect Tool"));
        visitor.button("More for demo").click();
        assertThat(page.getByRole(AriaRole.MENUITEM).first()).isVisible();
        found.addAll(check(page, "menu of a dialog"));
        visitor.button("More for demo").click();
        assertThat(page.getByRole(AriaRole.MENUITEM)).hasCount(0);
        visitor.closesDialog();
        page.keyboard().press("Control+k");
        assertThat(page.getByRole(AriaRole.OPTION).first()).isVisible();
        found.addAll(check(page, "palette"));
        visitor.closesDialog();
        visitor.button("Settings").click();
        assertThat(visitor.the(AriaRole.DIALOG, "Settings")).isVisible();
        found.addAll(check(page, "settings"));
        visitor.the(AriaRole.LINK, "All policies").click();
        assertThat(visitor.the(AriaRole.REGION, "10. Audit")).isVisible();
        found.addAll(check(page, "Policies"));
        assertThat(found.stream().distinct()).as("what axe found at %d", width).isEmpty();
    }

    @Test
    void nothingScrollsSidewaysOnASmallPhone(Visitor visitor, Bench bench) {
        var page = visitor.page();
        page.setViewportSize(360, 740);
        prepare(visitor, bench);
        for (var area : AREAS) {
            visitor.goTo(area);
            assertThat(page.evaluate(SIDEWAYS)).as(area).isEqualTo(0);
        }
        visitor.connectDialog();
        assertThat(page.evaluate(SIDEWAYS)).as("Connect Tool").isEqualTo(0);
        visitor.closesDialog().button("Settings").click();
        visitor.the(AriaRole.LINK, "All policies").click();
        assertThat(visitor.the(AriaRole.REGION, "10. Audit")).isVisible();
        assertThat(page.evaluate(SIDEWAYS)).as("Policies").isEqualTo(0);
    }

    private static void prepare(Visitor visitor, Bench bench) {
        visitor.open().hasConnected("{\"mcpServers\":{\"demo\":{\"url\":\"%s\"}}}".formatted(bench.serveDemo()), 1);
        visitor.choosesTool("weather").writesArguments("{\"city\":\"Bergen\"}").runs();
        assertThat(visitor.card("weather", "success")).containsText("18.5");
        visitor.goTo("Chat").says("add 20 and 22");
        assertThat(visitor.page()
                        .getByRole(
                                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^Allow once"))))
                .isVisible();
    }

    private static List<String> check(Page page, String where) {
        if (Boolean.FALSE.equals(page.evaluate("() => 'axe' in window"))) {
            page.evaluate(BrowserNeeds.axe());
        }
        return ((List<?>) page.evaluate(CHECK))
                .stream()
                        .map(one -> where + ": "
                                + ((Map<?, ?>) one)
                                        .entrySet().stream()
                                                .map(entry -> entry.getValue().toString())
                                                .collect(Collectors.joining(" ")))
                        .toList();
    }
}
