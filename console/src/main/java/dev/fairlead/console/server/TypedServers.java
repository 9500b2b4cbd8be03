package dev.fairlead.console.server;

import dev.fairlead.console.web.Refusal;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.LikelySecrets;
import dev.fairlead.host.config.PastedServers;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.config.TypedText;
import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Understands what somebody types to connect a server. */
final class TypedServers {
    private static final int LONGEST_NAME = 100;
    private static final String BUILT_IN = "Built in: ";
    private static final String OURS = "built in";
    private static final Pattern GIVEN =
            Pattern.compile("(?s)[A-Za-z_][A-Za-z0-9_]*=.*|[A-Za-z0-9-]+: .*|(-e|-H|--env|--header)=.*|.*://.*[@?].*");

    private final PassingServers passing;
    private final PastedServers pasted;
    private final Path folder = Path.of("").toAbsolutePath();
    private final Map<String, List<String>> builtIn;

    TypedServers(PassingServers passing, Path home, Path keep, Map<String, List<String>> builtIn) {
        this.passing = passing;
        this.pasted = new PastedServers(home, keep.resolve("pasted.json"));
        this.builtIn = builtIn;
    }

    /** Returns what a server is, in a line without secrets. */
    String where(ServerConfig server) {
        boolean ours = server.endpoint() instanceof Endpoint.Command started
                && builtIn.values().stream()
                        .map(TypedServers::endpoint)
                        .anyMatch(own -> own.program().equals(started.program())
                                && own.arguments().equals(started.arguments()));
        return ours ? OURS : LikelySecrets.target(server);
    }

    /** Returns what a server is, as the beginning of a sentence for a person, without secrets. */
    String spoken(ServerConfig server) {
        return where(server).equals(OURS) ? "The " + ours(server) : where(server);
    }

    /** Returns what a server that comes with this program is called. */
    private static String ours(ServerConfig server) {
        var said = server.description();
        return said != null && said.startsWith(BUILT_IN)
                ? "%s server that comes with Fairlead".formatted(said.substring(BUILT_IN.length()))
                : "server that comes with Fairlead";
    }

    /**
     * Returns what a text means.
     *
     * @param there finds the id of a server that is in the list already, under the same name and the same behind it
     */
    ObjectNode understand(String text, Function<ServerConfig, Optional<String>> there) {
        var meaning = meaning(text, null);
        var json = Json.object().put("kind", meaning.kind().name().toLowerCase(Locale.ROOT));
        json.put("words", words(meaning));
        var servers = json.putArray("servers");
        meaning.servers()
                .forEach(server -> servers.addObject()
                        .put("name", server.name())
                        .put("transport", server.endpoint() instanceof Endpoint.Address ? "http" : "stdio")
                        .put("what", where(server))
                        .put(
                                "there",
                                // What is pasted says more of a server than where it is.
                                meaning.kind() == TypedText.Kind.JSON
                                        ? null
                                        : there.apply(server).orElse(null)));
        return json.put("problem", meaning.problem());
    }

    /** Tells whether a text is a whole entry, or several. */
    boolean pastes(String text) {
        return meaning(text, null).kind() == TypedText.Kind.JSON;
    }

    /** Returns what a text means; refuses what means nothing. */
    List<ServerConfig> servers(String text, @Nullable String name) {
        if (name != null) {
            check(name);
        }
        var meaning = meaning(text, name);
        if (meaning.servers().isEmpty()) {
            throw new Refusal(400, "not-understood", String.valueOf(meaning.problem())).in("text");
        }
        boolean several = meaning.servers().size() > 1;
        for (var server : meaning.servers()) {
            try {
                check(server.name());
            } catch (Refusal refusal) {
                throw several ? refusal.in("servers." + Near.shown(server.name())) : refusal;
            }
        }
        return meaning.servers();
    }

    /** Returns a server under another name. */
    ServerConfig named(ServerConfig server, String name) {
        return passing.read(name, passing.entry(server));
    }

    /** Returns a server as it is started today: what comes with this program may be elsewhere than it was. */
    ServerConfig today(ServerConfig server) {
        var said = server.description();
        var which = said != null && said.startsWith(BUILT_IN) ? said.substring(BUILT_IN.length()) : "";
        var command = builtIn.get(which);
        return command == null ? server : builtIn(server.name(), which, command);
    }

    private static ServerConfig builtIn(String name, String which, List<String> command) {
        return ServerConfig.builder(name, endpoint(command))
                .description(BUILT_IN + which)
                .build();
    }

    private static Endpoint.Command endpoint(List<String> command) {
        var arguments =
                command.stream().skip(1).map(word -> word.replace("$", "$$")).toArray(String[]::new);
        return Endpoint.Command.of(command.getFirst(), arguments);
    }

    private TypedText meaning(String text, @Nullable String name) {
        var command = builtIn.get(text.strip());
        if (command != null) {
            var server = builtIn(name == null ? text.strip() : name, text.strip(), command);
            return new TypedText(TypedText.Kind.COMMAND, List.of(server), null);
        }
        return TypedText.of(text, folder, pasted, name);
    }

    private @Nullable String words(TypedText meaning) {
        if (meaning.servers().isEmpty()) {
            return null;
        }
        if (meaning.kind() == TypedText.Kind.JSON) {
            int count = meaning.servers().size();
            return count == 1 ? "Configures 1 server" : "Configures %s servers".formatted(count);
        }
        var target = where(meaning.servers().getFirst());
        return switch (target) {
            case OURS -> "Starts the %s".formatted(ours(meaning.servers().getFirst()));
            default -> (meaning.kind() == TypedText.Kind.URL ? "Connects to " : "Starts ") + target;
        };
    }

    /**
     * Tells whether a text may stand in a list of what was typed lately. Such a list is shown and kept, so that nothing
     * is in it that may be secret: no JSON, no address with a user or a query, no values for variables or headers.
     */
    boolean mayBeListed(String text) {
        if (builtIn.containsKey(text.strip())) {
            return true;
        }
        var meaning = meaning(text, null);
        return switch (meaning.kind()) {
            case URL ->
                meaning.servers().stream().allMatch(server -> text.strip().equals(where(server)));
            case COMMAND, SCRIPT -> meaning.servers().stream().allMatch(TypedServers::isPlain);
            case EMPTY, JSON, PROBLEM -> false;
        };
    }

    private static boolean isPlain(ServerConfig server) {
        return LikelySecrets.fields(server).isEmpty()
                && server.endpoint() instanceof Endpoint.Command command
                && command.arguments().stream()
                        .noneMatch(word -> GIVEN.matcher(word).matches());
    }

    private static void check(String name) {
        boolean odd = name.isBlank()
                || !name.strip().equals(name)
                || name.length() > LONGEST_NAME
                || name.codePoints()
                        .anyMatch(point -> Character.isISOControl(point)
                                || Character.getType(point) == Character.FORMAT
                                || Character.getType(point) == Character.SURROGATE
                                || Character.getType(point) == Character.LINE_SEPARATOR
                                || Character.getType(point) == Character.PARAGRAPH_SEPARATOR);
        if (odd) {
            throw Refusal.field("name", "is not fit to be the name of a server");
        }
    }
}
