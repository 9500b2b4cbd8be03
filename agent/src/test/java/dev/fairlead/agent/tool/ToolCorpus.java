package dev.fairlead.agent.tool;

import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/** Tools that published servers list, and schemas of our own that try to break something. */
final class ToolCorpus {
    private ToolCorpus() {}

    /** The tools of a package of npm, as it listed them when it was started once. */
    record Published(String name, String version, List<Tool> tools) {}

    /** Returns all packages, by name. */
    static List<Published> packages() {
        try (var files = Files.list(folder())) {
            return files.sorted().map(ToolCorpus::read).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the package of that name. */
    static Published named(String name) {
        return packages().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the schemas of all tools of all packages, by package and tool. */
    static Map<String, ObjectNode> real() {
        var all = new LinkedHashMap<String, ObjectNode>();
        packages()
                .forEach(each ->
                        each.tools().forEach(tool -> all.put(each.name() + " " + tool.name(), tool.inputSchema())));
        return all;
    }

    /** Returns the nasty ones, by what is nasty about them. */
    static Map<String, ObjectNode> nasty() {
        var all = new LinkedHashMap<String, ObjectNode>();
        try (var file = Objects.requireNonNull(ToolCorpus.class.getResourceAsStream("/nasty-schemas.json"))) {
            var text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            Json.parse(text).properties().forEach(each -> all.put(each.getKey(), (ObjectNode) each.getValue()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        all.put("a thousand properties", wide(1_000, Json.object().put("type", "string")));
        all.put(
                "a hundred properties of a hundred",
                wide(100, wide(100, Json.object().put("type", "integer"))));
        return all;
    }

    private static ObjectNode wide(int properties, ObjectNode each) {
        var schema = Json.object().put("type", "object");
        var all = schema.putObject("properties");
        for (int i = 0; i < properties; i++) {
            all.set("p" + i, each);
        }
        return schema;
    }

    /** Returns both kinds. */
    static Map<String, ObjectNode> all() {
        var all = real();
        all.putAll(nasty());
        return all;
    }

    private static Published read(Path file) {
        try {
            var json = Json.parse(Files.readString(file));
            var tools = new ArrayList<Tool>();
            json.get("tools").forEach(tool -> tools.add(Tool.from(tool)));
            return new Published(
                    json.get("package").stringValue(), json.get("version").stringValue(), tools);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path folder() {
        try {
            return Path.of(Objects.requireNonNull(ToolCorpus.class.getResource("/tools"))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
