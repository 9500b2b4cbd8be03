package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Ten servers, ten thousand rows of traffic, a result of ten megabytes: the page still answers at once. */
@InBrowser
class ManyTest {
    private static final int SERVERS = 10;
    private static final int TOOLS = 20;
    /** More than the ten thousand exchanges that are kept. */
    private static final int REPORTS = 30_000; // Three times what is kept, as a busy machine may lose some.

    private static final int LARGE = 10 << 20;
    private static final double MOST_MS = 100;

    @Test
    void thePageStaysResponsive(Visitor visitor, Bench bench) {
        var page = visitor.open().page();
        visitor.connects(tenServers(bench)).seesConnected(SERVERS);
        assertThat(page.getByTestId("tool-count").getByText(TOOLS + 2 + " tools"))
                .hasCount(SERVERS);
        visitor.closesDialog();
        Delays.measure(page);

        visitor.choosesTool("busy");
        Delays.taken(page, 1);
        visitor.runs();
        // Told, not judged: how busy this is depends on the machine more than on the page.
        Figures.tell("typing while a call reports its progress: " + typing(visitor, "Filter tools"));
        assertThat(visitor.card("busy", "success")).isVisible();
        page.getByLabel("Filter tools").fill("");

        visitor.choosesTool("large").runs();
        var card = visitor.card("large", "success");
        assertThat(card).containsText("Show more");
        Delays.taken(page, 1);
        judge("typing beside 10 MB", typing(visitor, "Filter tools"));
        page.getByLabel("Filter tools").fill("");
        for (int i = 0; i < 5; i++) {
            card.getByText("Show more", new Locator.GetByTextOptions().setExact(true))
                    .click();
        }
        judge("clicks in 10 MB", Delays.taken(page, 5));

        visitor.goTo("Traffic");
        assertThat(page.getByTestId("traffic-count")).hasText(Pattern.compile("^10,?000 exchanges"));
        Delays.taken(page, 1);
        judge("typing in 10,000 rows", typing(visitor, "Filter traffic"));
        page.getByLabel("Filter traffic").fill("");
        var rows = page.getByTestId("traffic-rows").getByRole(AriaRole.ROW);
        for (int i = 0; i < 8; i++) {
            rows.nth(rows.count() - 3 - i).click();
            assertThat(page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Exchange")))
                    .isVisible();
        }
        judge("clicks in 10,000 rows", Delays.taken(page, 8));
    }

    private static Delays typing(Visitor visitor, String field) {
        visitor.page().getByLabel(field).click();
        // Typed one by one as they are answered, each of them narrows the list anew.
        for (var letter : "tools/call progress".split("", -1)) {
            visitor.page().keyboard().type(letter);
        }
        return Delays.taken(visitor.page(), 19);
    }

    private static void judge(String what, Delays delays) {
        Figures.tell(what + ": " + delays);
        assertThat(delays.median()).as(what + ": " + delays).isLessThan(MOST_MS);
    }

    private static String tenServers(Bench bench) {
        var config = Json.object();
        var servers = config.putObject("mcpServers");
        for (int i = 1; i <= SERVERS; i++) {
            var name = "server-" + i;
            var front = bench.keep(HttpFront.serving(server(name)));
            servers.putObject(name).put("url", front.url());
        }
        return Json.write(config);
    }

    private static FakeServer server(String name) {
        var script = FakeServer.named(name);
        for (int i = 0; i < TOOLS; i++) {
            script.tool(Tool.of("tool-" + i, "Does nothing", object()), call -> CallToolResult.ofText("done"));
        }
        script.tool(Tool.of("busy", "Reports its progress thirty thousand times", object()), call -> {
            for (int i = 1; i <= REPORTS; i++) {
                call.progress(i, (double) REPORTS, "step " + i);
                if (i % 100 == 0) {
                    call.pause(Duration.ofMillis(40)); // What nobody has time to read is dropped.
                }
            }
            return CallToolResult.ofText("done");
        });
        script.tool(
                Tool.of("large", "Returns ten megabytes", object()),
                call -> CallToolResult.ofText("0123456789abcde\n".repeat(LARGE / 16)));
        return script.build();
    }

    private static ObjectNode object() {
        return Json.object().put("type", "object");
    }
}
