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
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

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

        visitor.choosesTool("large").runs();
        var card = visitor.card("large", "success");
        assertThat(card).containsText("Show more");
        judge(visitor, "typing beside 10 MB", () -> typing(visitor, "Filter tools"));
        judge(visitor, "clicks in 10 MB", () -> {
            for (int i = 0; i < 5; i++) {
                card.getByText("Show more", new Locator.GetByTextOptions().setExact(true))
                        .click();
            }
            return Delays.taken(page, 5);
        });

        visitor.goTo("Traffic");
        assertThat(page.getByTestId("traffic-count")).hasText(Pattern.compile("^10,?000 exchanges"));
        judge(visitor, "typing in 10,000 rows", () -> typing(visitor, "Filter traffic"));
        judge(visitor, "clicks in 10,000 rows", () -> clicks(visitor));
    }

    private static Delays clicks(Visitor visitor) {
        var rows = visitor.page().getByTestId("traffic-rows").getByRole(AriaRole.ROW);
        for (int i = 0; i < 20; i++) {
            rows.nth(rows.count() - 3 - i % 10).click();
            assertThat(visitor.page().getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Exchange")))
                    .isVisible();
        }
        return Delays.taken(visitor.page(), 20);
    }

    /** Types one by one, as fast as it is answered; each letter narrows the list anew. */
    private static Delays typing(Visitor visitor, String field) {
        var words = "tools/call progress server-7 ";
        visitor.page().getByLabel(field).click();
        for (var letter : words.split("", -1)) {
            visitor.page().keyboard().type(letter);
        }
        var taken = Delays.taken(visitor.page(), words.length());
        visitor.page().getByLabel(field).fill("");
        return taken;
    }

    /** Judges what is measured while nothing else is going on in the page. */
    private static void judge(Visitor visitor, String what, Supplier<Delays> inputs) {
        Delays.quiet(visitor.page());
        var delays = inputs.get();
        Figures.tell(what + ": " + delays);
        assertThat(delays.mostWait()).as("the input delay, " + what).isLessThan(MOST_MS);
        // How soon a frame follows is also a matter of how busy the machine is, which draws without a graphics card
        // here.
        assertThat(delays.median()).as("the median to the frame, " + what).isLessThan(MOST_MS);
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
            script.tool(Tool.of("tool-" + i, "Does nothing", ToolKit.object()), call -> CallToolResult.ofText("done"));
        }
        script.tool(Tool.of("busy", "Reports its progress thirty thousand times", ToolKit.object()), call -> {
            for (int i = 1; i <= REPORTS; i++) {
                call.progress(i, (double) REPORTS, "step " + i);
                if (i % 100 == 0) {
                    call.pause(Duration.ofMillis(40)); // What nobody has time to read is dropped.
                }
            }
            return CallToolResult.ofText("done");
        });
        script.tool(
                Tool.of("large", "Returns ten megabytes", ToolKit.object()),
                call -> CallToolResult.ofText("0123456789abcde\n".repeat(LARGE / 16)));
        return script.build();
    }
}
