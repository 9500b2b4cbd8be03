package dev.fairlead.host.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlFactory;
import tools.jackson.dataformat.toml.TomlMapper;

/** Reads TOML, and finds the lines of it, which the library does not tell. */
final class TomlText {
    private static final Pattern TABLE = Pattern.compile("\\s*+\\[\\[?([^\\]]*+)\\].*+");
    private static final Pattern PART = Pattern.compile("[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*'");
    private static final int MAX_LINE = 4 * 1024;

    private static final class Holder {
        static final TomlMapper MAPPER = TomlMapper.builder(TomlFactory.builder()
                        .streamReadConstraints(StreamReadConstraints.builder()
                                .maxNestingDepth(Document.MAX_DEPTH)
                                .build())
                        .build())
                .build();
    }

    /** Where a key stands, and those below it. */
    private static final class Lines {
        private final Map<String, Lines> below = new HashMap<>();
        private int line;

        private Lines below(List<String> path, int at) {
            var here = this;
            for (var name : path) {
                here = here.below.computeIfAbsent(name, key -> new Lines());
                here.line = here.line == 0 ? at : here.line;
            }
            return here;
        }
    }

    private TomlText() {}

    static Located parse(String text) throws BadDocument {
        TomlKeys.check(text);
        var tree = Holder.MAPPER.readTree(text);
        return located(tree, linesOf(text), 1, 1);
    }

    private static Lines linesOf(String text) {
        var root = new Lines();
        var table = root;
        int number = 0;
        for (var line : text.split("\n", -1)) {
            number++;
            var start = line.length() > MAX_LINE ? line.substring(0, MAX_LINE) : line.stripTrailing();
            var header = TABLE.matcher(start);
            int equals = start.indexOf('=');
            if (header.matches()) {
                table = root.below(parts(header.group(1)), number);
            } else if (equals > 0 && !start.stripLeading().startsWith("#")) {
                table.below(parts(start.substring(0, equals)), number);
            }
        }
        return root;
    }

    private static List<String> parts(String path) {
        var parts = new ArrayList<String>();
        var matcher = PART.matcher(path);
        while (matcher.find() && parts.size() < Document.MAX_DEPTH) {
            var part = matcher.group();
            parts.add(part.startsWith("\"") || part.startsWith("'") ? part.substring(1, part.length() - 1) : part);
        }
        return parts;
    }

    private static Located located(JsonNode node, @Nullable Lines lines, int line, int depth) throws BadDocument {
        if (depth > Document.MAX_DEPTH) {
            throw new BadDocument(line, 0, "the TOML is nested too deeply");
        }
        if (node.isObject()) {
            var members = new LinkedHashMap<String, Located>();
            for (var entry : node.properties()) {
                var below = lines == null ? null : lines.below.get(entry.getKey());
                members.put(
                        entry.getKey(), located(entry.getValue(), below, below == null ? line : below.line, depth + 1));
            }
            return Located.object(line, 0, members);
        }
        if (node.isArray()) {
            var items = new ArrayList<Located>();
            for (var item : node) {
                items.add(located(item, lines, line, depth + 1));
            }
            return Located.list(line, 0, items);
        }
        return Located.scalar(kind(node), line, 0, node.isNull() ? "" : node.asString());
    }

    private static Located.Kind kind(JsonNode node) {
        if (node.isNumber()) {
            return Located.Kind.NUMBER;
        }
        if (node.isBoolean()) {
            return Located.Kind.FLAG;
        }
        return node.isNull() ? Located.Kind.NOTHING : Located.Kind.TEXT;
    }
}
