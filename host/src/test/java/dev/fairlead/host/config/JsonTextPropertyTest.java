package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Random texts, changed at random places: the tree is the expected one, and all other signs are where they were. */
final class JsonTextPropertyTest {
    private static final int TRIES = 3_000;
    private static final String[] NAMES = {"a", "b", "mcpServers", "x y", "é\\n", "\\u0061", "//", "/*", "{", ","};

    private final Random random = new Random();

    @Test
    void onlyWhatIsMeantChanges() {
        for (long seed = 1; seed <= TRIES; seed++) {
            random.setSeed(seed);
            var newline = List.of("\n", "\r\n", "\n", "\r").get(random.nextInt(4));
            var text = (random.nextInt(5) == 0 ? "\uFEFF" : "") + gap(newline) + object(3, newline) + gap(newline);
            var before = JsonText.parse(text);
            var path = path(before.get(List.of()).orElseThrow());
            var value = value(2);
            var as = "seed %d, path %s, text%n%s".formatted(seed, path, text);

            switch (random.nextInt(3)) {
                case 0 -> removes(before, path, as);
                case 1 -> appends(before, path, value, as);
                default -> puts(before, path, value, as);
            }
        }
    }

    private static void puts(JsonText before, List<String> path, JsonNode value, String as) {
        var tree = (ObjectNode) before.get(List.of()).orElseThrow();
        var holder = holder(tree, path);
        if (holder == null) {
            return;
        }
        boolean fresh = !holder.has(path.getLast());
        holder.set(path.getLast(), value);

        var after = before.put(path, value);

        assertThat(after.get(List.of()).orElseThrow()).as(as).isEqualTo(Json.parse(Json.write(tree)));
        if (fresh) {
            var rest = new ArrayList<>(tokens(after.text()));
            assertThat(isWithin(tokens(before.text()), rest))
                    .as(as + "\nnow\n" + after.text())
                    .isTrue();
            assertThat(unchangedLines(before.text(), after.text()))
                    .as(as + "\nnow\n" + after.text())
                    .isTrue();
            // Taking it away again leaves every sign but the blanks of an object that was empty.
            assertThat(tokens(after.remove(path).text()))
                    .as(as + "\nnow\n" + after.text())
                    .isEqualTo(tokens(before.text()));
        } else {
            assertThat(comments(after.text())).as(as).isSubsetOf(comments(before.text()));
        }
        assertThat(before.put(path, value).put(path, value).text()).as(as).isEqualTo(after.text());
    }

    private static void appends(JsonText before, List<String> path, JsonNode value, String as) {
        if (!before.get(path).orElse(Json.object()).isArray()) {
            return;
        }
        var expected = before.get(path).orElseThrow().valueStream().toList();

        var after = before.append(path, value);

        var now = after.get(path).orElseThrow();
        assertThat(now.valueStream().limit(expected.size())).as(as).containsExactlyElementsOf(expected);
        assertThat(now.get(expected.size())).as(as).isEqualTo(value);
        assertThat(now.size()).as(as).isEqualTo(expected.size() + 1);
        assertThat(isWithin(tokens(before.text()), tokens(after.text())))
                .as(as + "\nnow\n" + after.text())
                .isTrue();
    }

    private static void removes(JsonText before, List<String> path, String as) {
        var tree = (ObjectNode) before.get(List.of()).orElseThrow();
        var holder = holder(tree, path);
        if (holder == null) {
            return;
        }
        boolean there = holder.has(path.getLast());
        holder.remove(path.getLast());

        var after = before.remove(path);

        assertThat(after.get(List.of()).orElseThrow()).as(as).isEqualTo(Json.parse(Json.write(tree)));
        var now = as + "\nnow\n" + after.text();
        assertThat(isWithin(tokens(after.text()), tokens(before.text())))
                .as(now)
                .isTrue();
        assertThat(unchangedLines(after.text(), before.text())).as(now).isTrue();
        if (!there) {
            assertThat(after.text()).as(as).isEqualTo(before.text());
        }
    }

    /** Returns the object that holds the end of a path; null if there is none to hold it. */
    private static ObjectNode holder(ObjectNode tree, List<String> path) {
        JsonNode here = tree;
        for (var name : path.subList(0, path.size() - 1)) {
            here = here.path(name);
        }
        return here instanceof ObjectNode object ? object : null;
    }

    /** Tells whether each line of a shorter text that has a comment alone stands in the longer one just so. */
    private static boolean unchangedLines(String shorter, String longer) {
        var lines = longer.lines().toList();
        return shorter.lines()
                .filter(line -> line.strip().startsWith("//"))
                .allMatch(line -> lines.contains(line) || lines.stream().anyMatch(one -> one.endsWith(line.strip())));
    }

    private static boolean isWithin(List<String> few, List<String> many) {
        int found = 0;
        for (var one : many) {
            if (found < few.size() && few.get(found).equals(one)) {
                found++;
            }
        }
        return found == few.size();
    }

    private static List<String> comments(String text) {
        return tokens(text).stream().filter(token -> token.startsWith("/")).toList();
    }

    /** Cuts a text into its signs, in another way than the one that is tested; commas at ends do not count. */
    private static List<String> tokens(String text) {
        var pattern = java.util.regex.Pattern.compile(
                "\"(?:[^\"\\\\]|\\\\.)*\"|//[^\\r\\n]*|/\\*.*?\\*/|[{}\\[\\]:,]|[^\\s{}\\[\\]:,\"/]+",
                java.util.regex.Pattern.DOTALL);
        return pattern.matcher(text)
                .results()
                .map(match -> match.group())
                .filter(token -> !token.equals(","))
                .toList();
    }

    private List<String> path(JsonNode tree) {
        var path = new ArrayList<String>();
        JsonNode here = tree;
        for (int depth = 0; depth < 3; depth++) {
            var names = new ArrayList<>(here.propertyNames());
            var name = names.isEmpty() || random.nextInt(4) == 0
                    ? "new" + random.nextInt(3)
                    : names.get(random.nextInt(names.size()));
            path.add(name);
            here = here.path(name);
            if (!here.isObject() || random.nextInt(3) == 0) {
                break;
            }
        }
        return path;
    }

    private JsonNode value(int depth) {
        var nodes = JsonNodeFactory.instance;
        return switch (depth == 0 ? random.nextInt(3) : random.nextInt(5)) {
            case 0 -> nodes.stringNode("t\"\\" + random.nextInt(100));
            case 1 -> nodes.booleanNode(random.nextBoolean());
            case 2 -> nodes.nullNode();
            case 3 -> {
                var list = nodes.arrayNode();
                for (int i = random.nextInt(3); i > 0; i--) {
                    list.add(value(depth - 1));
                }
                yield list;
            }
            default -> {
                var object = nodes.objectNode();
                for (int i = random.nextInt(3); i > 0; i--) {
                    object.set("n" + i, value(depth - 1));
                }
                yield object;
            }
        };
    }

    private String object(int depth, String newline) {
        var text = new StringBuilder("{").append(gap(newline));
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            var name = NAMES[random.nextInt(NAMES.length)];
            text.append('"')
                    .append(name)
                    .append('"')
                    .append(gap(newline))
                    .append(':')
                    .append(gap(newline));
            text.append(any(depth - 1, newline)).append(gap(newline));
            if (i < size - 1 || random.nextInt(3) == 0) {
                text.append(',').append(gap(newline));
            }
        }
        return text.append('}').toString();
    }

    private String any(int depth, String newline) {
        return switch (depth <= 0 ? random.nextInt(4) : random.nextInt(8)) {
            case 0 -> "\"s // \\\" /* \\\\\"";
            case 1 -> "-12.5e3";
            case 2 -> "true";
            case 3 -> "null";
            case 4 -> list(depth, newline);
            default -> object(depth, newline);
        };
    }

    private String list(int depth, String newline) {
        var text = new StringBuilder("[").append(gap(newline));
        int size = random.nextInt(3);
        for (int i = 0; i < size; i++) {
            text.append(any(depth - 1, newline)).append(gap(newline));
            if (i < size - 1 || random.nextInt(3) == 0) {
                text.append(',').append(gap(newline));
            }
        }
        return text.append(']').toString();
    }

    private String gap(String newline) {
        var text = new StringBuilder();
        for (int i = random.nextInt(3); i > 0; i--) {
            text.append(
                    switch (random.nextInt(6)) {
                        case 0 -> " ";
                        case 1 -> "\t";
                        case 2 -> newline + "  ";
                        case 3 -> "// c, \" { " + random.nextInt(1000) + newline;
                        case 4 ->
                            "/* c" + (random.nextBoolean() ? newline : "") + "} \" " + random.nextInt(1000) + "*/";
                        default -> newline;
                    });
        }
        return text.toString();
    }
}
