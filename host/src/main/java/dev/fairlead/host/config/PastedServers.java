package dev.fairlead.host.config;

import dev.fairlead.host.config.Origin.Scope;
import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Entries of servers as their makers publish them, for whichever product, as somebody pasted them. */
public final class PastedServers {
    private static final List<String> OF_A_SERVER =
            List.of("command", "url", "httpUrl", "serverUrl", "cmd", "uri", "baseUrl");

    private final Path home;
    private final Path place;

    /**
     * Reads what a user pastes.
     *
     * @param home the user's home, where relative paths begin
     * @param place the file that the servers are said to be of
     */
    public PastedServers(Path home, Path place) {
        this.home = home;
        this.place = place.toAbsolutePath();
    }

    /**
     * Reads all that was pasted.
     *
     * @param name how a single entry is called that has no name of its own; null if it must have one
     * @throws ConfigEditException if it is no JSON
     * @throws IllegalArgumentException if it is a single entry and has no name
     */
    public ConfigFile read(String pasted, @Nullable String name) {
        var text = pasted.strip();
        // Web pages often show a member without the braces around it.
        var whole = text.startsWith("\"") ? "{" + text + "}" : text;
        var json = JsonText.parse(whole).get(List.of()).orElseThrow();
        return new ConfigReader(home, home).read(wrapped(json, whole, name), place, null, Scope.USER);
    }

    /** Puts what stands around servers in files around one that stands alone. */
    private static String wrapped(JsonNode json, String whole, @Nullable String name) {
        boolean alone = OF_A_SERVER.stream().anyMatch(json::has) && !json.has("mcpServers");
        if (alone) {
            var own = json.path("name").isString() ? json.path("name").stringValue() : name;
            if (own == null) {
                throw new IllegalArgumentException("the entry has no name");
            }
            var around = Json.object();
            around.putObject("mcpServers").set(name == null ? own : name, json);
            return Json.write(around);
        }
        boolean servers = !json.isEmpty()
                && json.properties().stream()
                        .allMatch(member -> OF_A_SERVER.stream().anyMatch(member.getValue()::has));
        if (servers) {
            var around = Json.object();
            around.set("mcpServers", json);
            return Json.write(around);
        }
        return whole;
    }
}
