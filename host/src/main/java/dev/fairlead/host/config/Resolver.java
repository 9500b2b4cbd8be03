package dev.fairlead.host.config;

import dev.fairlead.protocol.error.ConfigurationException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Turns what is configured into what can be connected to, at the moment of connecting: variables get their values, files
 * of variables are read, and the program that makes headers is run. Whoever calls it for a server that a project
 * configures has asked the user first.
 */
public final class Resolver {
    // Shorter ones would make holes in every message.
    private static final int SHORTEST_SECRET = 4;

    private final Surroundings around;
    private final FileContents contents = new FileContents();

    Resolver(Surroundings around) {
        this.around = around;
    }

    /** Returns a resolver with the environment of this process, for a user who works in a folder. */
    public static Resolver ofSystem(Path workspace, SecretSource secrets) {
        return of(System.getenv(), workspace, Path.of(System.getProperty("user.home", "")), secrets);
    }

    /** Returns a resolver with an environment of one's own. */
    public static Resolver of(Map<String, String> environment, Path workspace, Path home, SecretSource secrets) {
        return new Resolver(new Surroundings(
                Map.copyOf(environment),
                workspace.toAbsolutePath().normalize(),
                home.toAbsolutePath().normalize(),
                Surroundings.isWindows(),
                secrets));
    }

    /**
     * Returns how to reach a server.
     *
     * @throws ConfigurationException if a variable has no value, or a value does not fit; never shows a value
     */
    public Resolved resolve(ServerConfig config) throws InterruptedException {
        return switch (config.endpoint()) {
            case Endpoint.Command command -> new CommandResolver(config, around).resolve(command);
            case Endpoint.Address address -> new AddressResolver(config, around).resolve(address);
            case Endpoint.Own own -> new Resolved.Own(own.transport());
        };
    }

    /**
     * Returns a value of the user's own file that is about no server, with values for its variables.
     *
     * @throws ConfigurationException if a variable has no value; never shows a value
     */
    public String value(Path file, String field, String text) {
        var owner = ServerConfig.builder(file.toString(), Endpoint.Command.of("none"))
                .origin(new Origin(file, 0, Dialect.FAIRLEAD, Origin.Scope.USER))
                .build();
        return new Expander(owner, around).expand(field, text);
    }

    /** Returns a text of a server with values for its variables, as far as nobody has to be asked for them. */
    Optional<String> attempt(ServerConfig config, String field, String text) {
        try {
            return Optional.of(new Expander(config, around.unasked()).expand(field, text));
        } catch (ConfigurationException e) {
            return Optional.empty(); // The same comes up again when it is connected, and is told then.
        }
    }

    Surroundings around() {
        return around;
    }

    /** Returns what is known of the files that servers run. */
    FileContents contents() {
        return contents;
    }

    static Set<String> worthHiding(Set<String> secrets) {
        return secrets.stream()
                .map(String::strip)
                .filter(secret -> secret.length() >= SHORTEST_SECRET)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
