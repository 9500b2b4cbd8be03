package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Whatever servers there are, each is shown by its name with as many tools as it has; whatever goes in and comes out is shown
 * and copied whole. More seeds with {@code -Dfairlead.browser.seeds=N}.
 */
@InBrowser
class WholeTest {
    private static final String[] PIECES = {
        "a", "Z", "7", "-", "_", ".", "ü", "ß", "日本", "עברית", "🙂", "é", " ", "'", "&", "<b>", "%20", "#", "+", "@"
    };
    private static final int MOST_TOOLS = 50;
    /** A text that is too long for a line is below the tree while its line is chosen. */
    private static final String WALK = """
        async tree => {
          const rows = [];
          const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
          const press = async key => { tree.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })); await frame(); };
          const active = async () => { for (;;) {
            const row = document.getElementById(tree.getAttribute('aria-activedescendant'));
            if (row) return row;
            await frame(); } };
          tree.focus();
          for (let row = await active(); ; ) {
            while (row.getAttribute('aria-expanded') === 'false') { await press('ArrowRight'); row = await active(); }
            const name = row.querySelector('.tree-name')?.textContent ?? '';
            let value = row.textContent.slice((row.querySelector('.twist')?.textContent ?? '').length + name.length);
            if (value.endsWith('…"')) {
              const whole = tree.closest('.json-tree').querySelector('[aria-label^="whole text of"]');
              if (whole) value = '"' + whole.textContent + '"'; }
            rows.push(row.getAttribute('aria-level') + '|' + name.replace(/: $/, '') + '|' + value);
            const before = row.id;
            await press('ArrowDown');
            row = await active();
            if (row.id === before) return rows; } }\
        """;

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void everyServerIsShownByItsNameWithItsExactCountOfTools(long seed, Visitor visitor, Bench bench) {
        for (long one = seed; one < seed + Long.getLong("fairlead.browser.seeds", 1) * 2; one += 2) {
            shown(new Random(one), visitor, bench);
        }
    }

    private static void shown(Random random, Visitor visitor, Bench bench) {
        var counts = new LinkedHashMap<String, Integer>();
        var config = Json.object();
        var servers = config.putObject("mcpServers");
        for (int i = 0; i < 5; i++) {
            var name = name(random) + i;
            int tools = i == 0 ? 0 : random.nextInt(MOST_TOOLS + 1);
            counts.put(name, tools);
            servers.putObject(name).put("url", bench.serve(server(name, tools)));
        }
        visitor.open().connects(Json.write(config)).seesConnected(counts.size());
        counts.forEach((name, tools) -> {
            var row = visitor.server(name);
            assertThat(row).containsText("connected");
            assertThat(row.getByTestId("tool-count")).hasText(tools == 1 ? "1 tool" : tools + " tools");
        });
        visitor.closesDialog().goTo("Tools");
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        assertThat(visitor.page().getByTestId("tools-shown")).hasText(all + " tools");
    }

    private static FakeServer server(String name, int tools) {
        var script = FakeServer.named(name).pageSize(7);
        for (int i = 0; i < tools; i++) {
            script.tool(Tool.of("tool-" + i, null, ToolKit.object()), call -> CallToolResult.ofText("done"));
        }
        return script.build();
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 4, 5})
    void argumentsAndResultsSurviveWhole(long seed, Visitor visitor, Bench bench) {
        var random = new Random(seed);
        visitor.open().hasConnected(bench.serve(mirror()), 1).choosesTool("mirror");
        for (int i = 0; i < 3; i++) {
            var value = value(random, 0);
            value.put("number", i);
            var sent = Json.write(value);
            visitor.writesArguments(sent).runs();
            var card = visitor.card("mirror", "success");
            assertThat(card.getByRole(AriaRole.BUTTON).first()).containsText("mirror");
            assertThat(visitor.page().getByTestId("history").locator("button")).hasCount(i + 1);
            assertThat(card.locator("[data-testid=result-blocks]")).isVisible();
            var arguments = visitor.copies(named(card, "Copy arguments"));
            assertThat(Json.parse(arguments)).as("arguments, seed %d", seed).isEqualTo(Json.parse(sent));
            card.getByRole(AriaRole.TAB, new Locator.GetByRoleOptions().setName("Structured"))
                    .click();
            assertThat(shownIn(card)).as("as it is shown, seed %d", seed).isEqualTo(rows(value));
            var result = visitor.copies(named(card, "Copy structured result"));
            assertThat(Json.parse(result)).as("result, seed %d", seed).isEqualTo(Json.parse(sent));
            // As it was written: no number has become another one on the way.
            assertThat(result.replaceAll("\\s", "")).isEqualTo(sent.replaceAll("\\s", ""));
        }
    }

    /** Opens everything in the tree of a result, from its first line to its last, and returns what each line says. */
    private static List<String> shownIn(Locator card) {
        var tree = card.getByRole(
                AriaRole.TREE,
                new Locator.GetByRoleOptions().setName("structured result").setExact(true));
        assertThat(tree).isVisible();
        return ((List<?>) tree.evaluate(WALK)).stream().map(String::valueOf).toList();
    }

    /** Returns the lines that a tree of a value should have. */
    private static List<String> rows(JsonNode value) {
        var rows = new ArrayList<String>();
        add(rows, 1, "", value);
        return rows;
    }

    private static void add(List<String> rows, int level, String name, JsonNode value) {
        var shown = value.isObject()
                ? "{ %s }".formatted(value.size() == 1 ? "1 field" : value.size() + " fields")
                : value.isArray()
                        ? "[ %s ]".formatted(value.size() == 1 ? "1 item" : value.size() + " items")
                        : value.isString() ? '"' + visible(value.stringValue()) + '"' : Json.write(value);
        rows.add("%d|%s|%s".formatted(level, visible(name), shown));
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                add(rows, level + 1, Integer.toString(i), value.path(i));
            }
        }
        value.properties().forEach(member -> add(rows, level + 1, member.getKey(), member.getValue()));
    }

    /** Characters that hide or reorder are shown by their codes. */
    private static String visible(String text) {
        return text.replace("\u202E", "\\u202E").replace("\u0000", "\\u0000").replace("\u2028", "\\u2028");
    }

    private static Locator named(Locator card, String name) {
        return card.getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(name).setExact(true))
                .first();
    }

    private static FakeServer mirror() {
        return FakeServer.named("mirror")
                .tool(
                        Tool.of("mirror", "Returns its arguments", ToolKit.object())
                                .withOutputSchema(ToolKit.object()),
                        call -> CallToolResult.ofStructured(call.arguments()))
                .build();
    }

    private static ObjectNode value(Random random, int depth) {
        var value = Json.object();
        int members = 2 + random.nextInt(4);
        for (int i = 0; i < members; i++) {
            var name = name(random) + i;
            switch (random.nextInt(depth > 3 ? 5 : 7)) {
                case 0 -> value.put(name, name(random).repeat(1 + random.nextInt(40)));
                case 1 -> value.put(name, new java.math.BigInteger(90, random));
                case 2 -> value.put(name, new java.math.BigDecimal("0.1000000000000000055511151231257827"));
                case 3 -> value.put(name, random.nextBoolean());
                case 4 -> value.putNull(name);
                case 5 ->
                    value.putArray(name)
                            .add(Long.MAX_VALUE)
                            .add("\u202E\u0000\u2028")
                            .add(value(random, depth + 2));
                default -> value.set(name, value(random, depth + 1));
            }
        }
        return value;
    }

    private static String name(Random random) {
        var name = new StringBuilder("s");
        for (int i = random.nextInt(8); i >= 0; i--) {
            name.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return name.append('e').toString();
    }
}
