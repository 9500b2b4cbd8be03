package dev.fairlead.host.config;

import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The entries of servers in the text of a file, whichever product it belongs to, for whoever changes them. */
public final class ServerEntries {
    private final JsonText text;
    private final Dialect dialect;
    private final List<Containers.Container> containers;

    private ServerEntries(JsonText text, Dialect dialect, List<Containers.Container> containers) {
        this.text = text;
        this.dialect = dialect;
        this.containers = containers;
    }

    /**
     * Finds them.
     *
     * @param workspace the folder of the project whose entries count where a file has some for several
     */
    public static ServerEntries in(JsonText text, Path file, Path workspace) {
        var root = text.tree();
        var dialect = DialectFinder.byPlace(file).orElseGet(() -> DialectFinder.byShape(root, Format.JSON));
        var mine = Containers.in(root, dialect).stream()
                .filter(one -> one.project() == null || workspace.equals(Path.of(one.project())))
                .toList();
        return new ServerEntries(text, dialect, mine);
    }

    /** Tells whether files like this one can be changed at single places. */
    public static boolean mayChange(Path file) {
        return Format.of(file) == Format.JSON;
    }

    /** Tells whether entries of ours may be added: it is one of our own files, or of no product that is known. */
    public boolean takesOurs() {
        return dialect.own() || dialect == Dialect.PLAIN;
    }

    /** Returns the name of the product. */
    public String product() {
        return dialect.title();
    }

    /** Returns the names of all entries. */
    public List<String> names() {
        return containers.stream()
                .flatMap(container -> container.servers().members().keySet().stream())
                .distinct()
                .toList();
    }

    /** Returns the way to the entry of a server, if there is one. */
    public Optional<List<String>> path(String name) {
        return containers.stream()
                .filter(container -> container.servers().members().containsKey(name))
                .findFirst()
                .map(container -> below(container, name));
    }

    private List<String> below(Containers.Container container, String name) {
        var path = Stream.concat(container.names().stream(), Stream.of(name)).toList();
        if (text.line(path) == 0) {
            throw new ConfigEditException(
                    container.servers().line(),
                    container.servers().column(),
                    "has its servers in a list, which only its own product changes");
        }
        return path;
    }

    /** Tells whether an entry says nothing of a server but whether it is used. */
    public boolean onlySwitches(String name) {
        return dialect.own()
                && path(name)
                        .flatMap(text::get)
                        .filter(entry -> !entry.isEmpty()
                                && entry.propertyStream().allMatch(member -> isSwitch(member.getKey())))
                        .isPresent();
    }

    private static boolean isSwitch(String name) {
        return name.equals(Field.ENABLED.id()) || name.equals(Field.DISABLED.id());
    }

    /** Returns where the entry of a server stands; 0 if there is none. */
    public int line(String name) {
        return path(name).map(text::line).orElse(0);
    }

    /** Returns the text with an entry of ours, which takes the place of one of the same name. */
    public JsonText with(String name, JsonNode entry) {
        var path = path(name).orElseGet(() -> {
            var all = new ArrayList<>(
                    containers.isEmpty()
                            ? List.of("mcpServers")
                            : containers.getLast().names());
            all.add(name);
            return List.copyOf(all);
        });
        return text.put(path, entry);
    }

    /** Returns the text without a server. */
    public JsonText without(String name) {
        return path(name).map(text::remove).orElse(text);
    }

    /** Returns the text with a server that is used, or not. */
    public JsonText switched(String name, boolean on) {
        var path = path(name).orElseThrow();
        var entry = text.get(path).orElseThrow();
        var changed = text;
        boolean said = false;
        for (var field : List.of("enabled", "isActive", "disabled")) {
            if (entry.path(field).isBoolean() && (!dialect.own() || isSwitch(field))) {
                changed = changed.put(longer(path, field), flag(field.equals("disabled") != on));
                said = true;
            }
        }
        return said || on ? changed : changed.put(longer(path, usual()), flag(usual().equals("disabled")));
    }

    private String usual() {
        return switch (dialect) {
            case OPEN_CODE, ZED, GOOSE, CODEX -> "enabled";
            case CHERRY -> "isActive";
            default -> "disabled";
        };
    }

    /** Returns an entry that says nothing of a server but whether it is used. */
    public static JsonNode onlySwitch(boolean on) {
        return Json.object().put("disabled", !on);
    }

    private static List<String> longer(List<String> path, String name) {
        return Stream.concat(path.stream(), Stream.of(name)).toList();
    }

    private static JsonNode flag(boolean value) {
        return JsonNodeFactory.instance.booleanNode(value);
    }
}
