package dev.fairlead.host.config;

import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server of any product as an entry of our own file. Variables are still variables, so that it holds no value that the
 * other file does not hold.
 *
 * @param json the entry
 * @param inputs the ids of what people are asked for in it
 * @param leftOut the fields of the other file that have no counterpart here, or that only their own file may say
 */
public record OwnEntry(ObjectNode json, Set<String> inputs, List<String> leftOut) {
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;

    /**
     * Returns the entry of a server.
     *
     * @param file where it is to stand: what is relative means the same from there
     * @param home where relative paths begin if that is the user's own file; null if it is a project's
     */
    public static OwnEntry of(ServerConfig server, Path file, @Nullable Path home) {
        var target =
                home == null ? ProjectFolder.of(file) : home.toAbsolutePath().normalize();
        var source = server.folder();
        var moved = source == null || source.equals(target) ? null : source;
        boolean project = server.origin().scope() == Origin.Scope.PROJECT;
        var variables = new OwnVariables(server.origin().dialect(), Surroundings.isWindows(), moved, project);
        var json = Json.object();
        switch (server.endpoint()) {
            case Endpoint.Command command -> command(json, command, variables, moved);
            case Endpoint.Address address -> address(json, address, variables);
            case Endpoint.Own own ->
                throw new IllegalArgumentException("server '%s' is of no file".formatted(server.name()));
        }
        var leftOut = new ArrayList<>(server.ignored());
        settings(json, server);
        tools(json, server, leftOut);
        return new OwnEntry(json, Set.copyOf(variables.inputs()), List.copyOf(leftOut));
    }

    /** Returns what people are to be asked for, as an entry of our own file. */
    public static ObjectNode of(InputPrompt prompt) {
        var json = Json.object().put("id", prompt.id());
        json.put("type", prompt.options().isEmpty() ? "promptString" : "pickString");
        if (!prompt.description().isEmpty()) {
            json.put("description", prompt.description());
        }
        if (prompt.password()) {
            json.put("password", true);
        }
        if (prompt.usual() != null) {
            json.put("default", prompt.usual());
        }
        texts(json, "options", prompt.options());
        return json;
    }

    private static void command(
            ObjectNode json, Endpoint.Command command, OwnVariables variables, @Nullable Path moved) {
        json.put("command", variables.written("command", command.program()));
        var arguments = new ArrayList<String>();
        for (int i = 0; i < command.arguments().size(); i++) {
            arguments.add(variables.written(
                    "args[%s]".formatted(i), command.arguments().get(i)));
        }
        texts(json, "args", arguments);
        if (!command.environment().isEmpty()) {
            var env = json.putObject("env");
            command.environment()
                    .forEach((name, value) ->
                            env.put(name, value == null ? null : variables.written("env." + name, value)));
        }
        texts(json, "envFrom", command.passedOn());
        if (command.environmentFile() != null) {
            json.put("envFile", variables.path(variables.written("envFile", command.environmentFile())));
        }
        var directory = command.directory() == null ? null : variables.written("cwd", command.directory());
        if (directory != null) {
            json.put("cwd", variables.path(directory));
        } else if (moved != null) {
            json.put("cwd", moved.toString().replace("$", "$$"));
        }
        if (command.inheritance() != Endpoint.Inheritance.SAFE) {
            json.put("inheritEnv", word(command.inheritance()));
        }
    }

    private static void address(ObjectNode json, Endpoint.Address address, OwnVariables variables) {
        json.put("url", variables.written("url", address.url()));
        if (address.strategy() != EndpointReader.byPath(address.url())) {
            json.put("strategy", address.strategy().id());
        }
        if (!address.headers().isEmpty()) {
            var headers = json.putObject("headers");
            address.headers().forEach((name, value) -> headers.put(name, variables.written("headers." + name, value)));
        }
        if (!address.headersFrom().isEmpty()) {
            var headers = json.putObject("headersFromEnv");
            address.headersFrom().forEach(headers::put);
        }
        texts(json, "headersHelper", address.headersProgram());
        if (address.oauth() != null) {
            oauth(json.putObject("oauth"), address.oauth(), variables);
        }
    }

    private static void oauth(ObjectNode json, OAuthConfig oauth, OwnVariables variables) {
        if (oauth.clientId() != null) {
            json.put("clientId", variables.written("oauth.clientId", oauth.clientId()));
        }
        if (oauth.clientSecret() != null) {
            json.put("clientSecret", variables.written("oauth.clientSecret", oauth.clientSecret()));
        }
        texts(json, "scopes", oauth.scopes());
        if (oauth.redirectPort() != null) {
            json.put("redirectPort", oauth.redirectPort());
        }
        if (oauth.redirectUri() != null) {
            json.put("redirectUri", oauth.redirectUri());
        }
        if (oauth.issuer() != null) {
            json.put("issuer", oauth.issuer());
        }
    }

    private static void settings(ObjectNode json, ServerConfig server) {
        if (!server.enabled()) {
            json.put("disabled", true);
        }
        if (server.start() != ServerConfig.StartMode.EAGER) {
            json.put("start", word(server.start()));
        }
        if (server.required()) {
            json.put("required", true);
        }
        time(json, "startupTimeout", server.startupTimeout());
        time(json, "requestTimeout", server.requestTimeout());
        if (server.pool() != 1) {
            json.put("pool", server.pool());
        }
        if (server.concurrency() != ServerConfig.USUAL_CONCURRENCY) {
            json.put("concurrency", server.concurrency());
        }
        if (server.sharing() != ServerConfig.Sharing.USUAL) {
            json.put("sharing", word(server.sharing()));
        }
        if (server.description() != null) {
            json.put("description", server.description());
        }
    }

    private static void tools(ObjectNode json, ServerConfig server, List<String> leftOut) {
        texts(json, "includeTools", server.tools().include());
        texts(json, "excludeTools", server.tools().exclude());
        var tools = Json.object();
        server.tools().single().forEach((name, rule) -> {
            var one = Json.object();
            if (!rule.enabled()) {
                one.put("enabled", false);
            }
            if (rule.alias() != null) {
                one.put("alias", rule.alias());
            }
            time(one, "timeout", rule.timeout());
            if (server.readsOnly(name)) {
                one.put("readsOnly", true);
            } else if (rule.readsOnly()) {
                leftOut.add("tools.%s.readsOnly".formatted(name)); // No project can vouch for a tool.
            }
            if (!one.isEmpty()) {
                tools.set(name, one);
            }
        });
        if (!tools.isEmpty()) {
            json.set("tools", tools);
        }
    }

    private static void texts(ObjectNode json, String name, List<String> texts) {
        if (!texts.isEmpty()) {
            var list = json.putArray(name);
            texts.forEach(list::add);
        }
    }

    private static void time(ObjectNode json, String name, @Nullable Duration time) {
        if (time != null) {
            json.put(name, text(time));
        }
    }

    /** Writes a time as our own files do. */
    public static String text(Duration time) {
        long millis = Math.max(1, time.toMillis());
        if (millis % MINUTE == 0) {
            return millis / MINUTE + "m";
        }
        return millis % SECOND == 0 ? millis / SECOND + "s" : millis + "ms";
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Names the fields; what they say may be secret. */
    @Override
    public String toString() {
        return "OwnEntry[fields=%s]"
                .formatted(json.properties().stream()
                        .map(java.util.Map.Entry::getKey)
                        .toList());
    }
}
