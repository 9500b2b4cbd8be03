package dev.fairlead.host.config;

import dev.fairlead.protocol.error.ConfigurationException;
import dev.fairlead.wire.stdio.ServerCommand;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Turns the command of a server into what can be started. */
final class CommandResolver {
    private final ServerConfig config;
    private final Surroundings around;
    private final Expander expander;
    private final boolean complete;
    private final Set<String> privateValues = new LinkedHashSet<>();
    private final Set<String> named = new LinkedHashSet<>();

    /**
     * What would be started.
     *
     * @param variables those that the configuration names, with their values
     */
    record Foreseen(ServerCommand command, Map<String, String> variables) {}

    CommandResolver(ServerConfig config, Surroundings around) {
        this(config, around, true);
    }

    private CommandResolver(ServerConfig config, Surroundings around, boolean complete) {
        this.config = config;
        this.around = around;
        this.complete = complete;
        this.expander = new Expander(config, around);
    }

    /**
     * Returns what {@link #resolve} would start, as far as it is known without asking anybody: what has no value now is
     * left out. Empty where nothing could be started.
     */
    static Optional<Foreseen> foreseen(ServerConfig config, Surroundings around, Endpoint.Command command) {
        var resolver = new CommandResolver(config, around.unasked(), false);
        try {
            var started = resolver.command(resolver.line(command), command, new LinkedHashSet<>());
            var variables = new LinkedHashMap<>(started.environment());
            variables.keySet().retainAll(resolver.named);
            return Optional.of(new Foreseen(started, variables));
        } catch (ConfigurationException | IllegalArgumentException unusable) {
            return Optional.empty(); // The same comes up again when it is started, and is told then.
        }
    }

    Resolved.Process resolve(Endpoint.Command command) {
        var line = line(command);
        var secrets = expander.secrets();
        var withheld = new LinkedHashSet<String>();
        try {
            var started = command(line, command, withheld);
            check(config, "command", started);
            privateValues.addAll(PrivateValues.ofCommand(line));
            privateValues.addAll(secrets);
            return new Resolved.Process(
                    started, withheld, Resolver.worthHiding(secrets), Resolver.worthHiding(privateValues));
        } catch (IllegalArgumentException e) {
            throw ConfigurationException.unusable(
                    config.name(), "command", "cannot be started: a part of it is empty or holds the NUL character", e);
        }
    }

    /** Refuses what would become something else on its way to the process. */
    static void check(ServerConfig config, String field, ServerCommand command) {
        command.unfit().ifPresent(why -> {
            throw ConfigurationException.unusable(config.name(), field, "cannot be started: " + why, null);
        });
    }

    private List<String> line(Endpoint.Command command) {
        var line = new ArrayList<String>();
        line.add(expanded("command", command.program()).orElse(command.program()));
        for (int i = 0; i < command.arguments().size(); i++) {
            line.add(expanded("args[%s]".formatted(i), command.arguments().get(i))
                    .orElse(""));
        }
        return line;
    }

    private ServerCommand command(List<String> line, Endpoint.Command command, Set<String> withheld) {
        var environment = environment(command, withheld);
        var directory = directory(command.directory());
        return start(line, directory).withEnvironment(environment).withDirectory(directory);
    }

    /** Returns a text with values for its variables; empty only where what has no value is left out. */
    private Optional<String> expanded(String field, String text) {
        try {
            return Optional.of(expander.expand(field, text));
        } catch (ConfigurationException e) {
            if (complete) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /** A command line of the environment may begin with a script, which its interpreter runs. */
    private ServerCommand start(List<String> line, Path directory) {
        boolean script = config.origin().scope() == Origin.Scope.ENVIRONMENT && ServerCommand.isScript(line.getFirst());
        if (!script) {
            return ServerCommand.of(line);
        }
        return ServerCommand.script(
                directory.resolve(line.getFirst()), line.subList(1, line.size()).toArray(String[]::new));
    }

    private Path directory(@Nullable String written) {
        var folder = around.folder(config);
        if (written == null) {
            return folder;
        }
        try {
            return expanded("cwd", written)
                    .map(text -> folder.resolve(Path.of(text)).normalize())
                    .orElse(folder);
        } catch (InvalidPathException e) {
            throw ConfigurationException.unusable(config.name(), "cwd", "is no path", e);
        }
    }

    private Map<String, String> environment(Endpoint.Command command, Set<String> withheld) {
        Map<String, String> declared =
                around.windows() ? new TreeMap<>(String.CASE_INSENSITIVE_ORDER) : new LinkedHashMap<>();
        switch (command.inheritance()) {
            case ALL -> inherit(declared);
            case NONE -> withheld.addAll(ServerCommand.inheritedNames(around.windows()));
            case SAFE -> {}
        }
        for (var name : command.passedOn()) {
            around.variable(name).ifPresent(value -> declare(declared, name, value));
        }
        if (command.environmentFile() != null) {
            fileOfVariables(command.environmentFile()).forEach((name, value) -> declare(declared, name, value));
        }
        command.environment().forEach((name, value) -> {
            if (value == null) {
                declared.remove(name);
                withheld.add(name);
            } else {
                expanded("env." + name, value).ifPresent(text -> declare(declared, name, text));
            }
        });
        withheld.removeAll(declared.keySet());
        return declared;
    }

    /** Shells export functions as values like these; a child's shell would take them for code. */
    private void inherit(Map<String, String> declared) {
        around.environment().forEach((name, value) -> {
            if (!value.startsWith("()") && !name.startsWith("=") && !name.isEmpty()) {
                declared.put(name, value);
                if (Secrecy.isSecret(name, value)) {
                    expander.secrets().add(value);
                }
            }
        });
    }

    private void declare(Map<String, String> declared, String name, String value) {
        named.add(name);
        declared.remove(name);
        declared.put(name, value);
        privateValues.addAll(PrivateValues.of(name, value));
        expander.secrets().addAll(PrivateValues.ofUser(value));
        if (Secrecy.isSecret(name, value)) {
            expander.secrets().add(value);
        }
    }

    private Map<String, String> fileOfVariables(String written) {
        try {
            return variables(written);
        } catch (ConfigurationException e) {
            if (complete) {
                throw e;
            }
            return Map.of();
        }
    }

    private Map<String, String> variables(String written) {
        try {
            var path = expander.expand("envFile", written);
            if (!around.looksAt(path)) {
                return Map.of();
            }
            var file = around.folder(config).resolve(Path.of(path));
            return DotEnv.parse(BoundedFile.read(file, DotEnv.MAX_BYTES));
        } catch (IOException e) {
            throw ConfigurationException.missing(
                    config.name(), "envFile", "could not be read: " + BoundedFile.why(e), e);
        } catch (InvalidPathException e) {
            throw ConfigurationException.unusable(config.name(), "envFile", "is no path", e);
        } catch (BadDocument e) {
            throw ConfigurationException.unusable(
                    config.name(), "envFile", "has a mistake in line %s: %s".formatted(e.line(), e.problem()), e);
        }
    }

    /** Returns the variables of ours that any program may see. */
    static Map<String, String> safe(Surroundings around) {
        var safe = new LinkedHashMap<String, String>();
        var names = ServerCommand.inheritedNames(around.windows());
        around.environment().forEach((name, value) -> {
            boolean known = names.contains(around.windows() ? name.toUpperCase(Locale.ROOT) : name);
            if (known && !value.startsWith("()")) {
                safe.put(name, value);
            }
        });
        return safe;
    }
}
