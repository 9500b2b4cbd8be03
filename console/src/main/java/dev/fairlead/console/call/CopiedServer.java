package dev.fairlead.console.call;

import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.LikelySecrets;
import dev.fairlead.host.config.ServerConfig;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a server is named where its call is made elsewhere: by its name where a file has it, otherwise by all that reaches
 * it. In the place of what is likely a secret stands a variable of the environment.
 *
 * @param name as it is configured
 * @param file which file has it; null for one that needs no telling
 * @param here how it is reached, for one that no file has; null for all others
 */
public record CopiedServer(
        String name, @Nullable Path file, @Nullable ServerConfig here) {
    private static final String BUILT_IN = "Built in: ";
    private static final Pattern SECRET_OPTION = Pattern.compile(
            "--?[A-Za-z0-9._-]*(token|secret|passw|api-?_?key|credential|auth)[A-Za-z0-9._-]*",
            Pattern.CASE_INSENSITIVE);

    /** Returns what it is called everywhere, if it comes with the program. */
    Optional<String> builtIn() {
        var said = here == null ? null : here.description();
        return Optional.ofNullable(said)
                .filter(text -> text.startsWith(BUILT_IN))
                .map(text -> text.substring(BUILT_IN.length()));
    }

    /** Returns how it is reached, with variables in the place of secrets; empty for one that has a name. */
    Optional<Endpoint> endpoint() {
        if (here == null) {
            return Optional.empty();
        }
        if (builtIn().isPresent()) {
            return Optional.of(here.endpoint());
        }
        var secret = Set.copyOf(LikelySecrets.fields(here));
        return switch (here.endpoint()) {
            case Endpoint.Command command -> Optional.of(withoutSecrets(command, secret));
            case Endpoint.Address address -> Optional.of(withoutSecrets(address, secret));
            case Endpoint.Own own -> Optional.empty();
        };
    }

    private Endpoint withoutSecrets(Endpoint.Command command, Set<String> secret) {
        var arguments = new ArrayList<String>();
        boolean follows = false;
        for (var argument : command.arguments()) {
            int sign = argument.indexOf('=');
            var option = sign < 0 ? argument : argument.substring(0, sign);
            boolean sounds = SECRET_OPTION.matcher(option).matches();
            var value = argument.substring(sign + 1);
            boolean hidden = !value.contains("${")
                    && (secret.contains("args[%s]".formatted(arguments.size()))
                            || (sounds && sign >= 0)
                            || (follows && !argument.startsWith("-")));
            arguments.add(hidden ? argument.substring(0, sign + 1) + variable("SECRET_" + arguments.size()) : argument);
            follows = sounds && sign < 0;
        }
        var environment = new LinkedHashMap<String, String>();
        command.environment().forEach((key, value) -> {
            if (value != null) {
                environment.put(key, secret.contains("env." + key) ? variable(plain(key)) : value);
            }
        });
        return new Endpoint.Command(
                command.program(),
                arguments,
                environment,
                command.passedOn(),
                command.environmentFile(),
                directory(command),
                command.inheritance());
    }

    private static Endpoint withoutSecrets(Endpoint.Address address, Set<String> secret) {
        Map<String, String> headers = new LinkedHashMap<>();
        // Most headers say who is asking.
        address.headers()
                .forEach((key, value) -> headers.put(key, value.contains("${") ? value : variable(plain(key))));
        return new Endpoint.Address(
                secret.contains("url") ? variable("SERVER_URL") : address.url(),
                address.strategy(),
                headers,
                address.headersFrom(),
                address.headersProgram(),
                null);
    }

    /** Returns where a program has to work: files that it is given may be named from there. */
    private @Nullable String directory(Endpoint.Command command) {
        if (command.directory() != null) {
            return command.directory();
        }
        var folder = here == null || here.folder() == null ? Path.of("") : here.folder();
        boolean relative = Stream.concat(Stream.of(command.program()), command.arguments().stream())
                .anyMatch(word -> isIn(folder, word));
        return relative ? folder.toAbsolutePath().toString().replace("$", "$$") : null;
    }

    private static boolean isIn(Path folder, String word) {
        try {
            var path = Path.of(word);
            return !word.isBlank() && !path.isAbsolute() && Files.exists(folder.resolve(path));
        } catch (InvalidPathException none) {
            return false;
        }
    }

    private static String variable(String name) {
        return "${" + name + "}";
    }

    private static String plain(String name) {
        var plain = name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9_]", "_");
        return plain.matches("[A-Z_].*") ? plain : "_" + plain;
    }

    /** Returns the words of a command that starts it, if it is started. */
    static List<String> words(Endpoint.Command command) {
        var words = new ArrayList<String>();
        if (!command.environment().isEmpty() || !command.passedOn().isEmpty()) {
            words.add("env");
            command.environment().forEach((name, value) -> words.add(name + "=" + value));
            command.passedOn().forEach(name -> words.add(name + "=" + variable(name)));
        }
        words.add(command.program());
        words.addAll(command.arguments());
        return words;
    }
}
