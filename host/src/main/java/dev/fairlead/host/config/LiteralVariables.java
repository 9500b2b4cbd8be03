package dev.fairlead.host.config;

import dev.fairlead.host.config.ConfigProblem.Severity;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Says where something looks like a variable and is none. */
final class LiteralVariables {
    private static final Pattern LOOKS_LIKE_ONE = Pattern.compile("\\$\\{([^}]+)\\}");
    private static final Pattern TEMPLATE = Pattern.compile("\\{\\{[^}]+\\}\\}");
    private static final Pattern SHELL = Pattern.compile("(^|[/\\\\])(ba|da|z|fi|k)?sh(\\.exe)?$");
    private static final Pattern FOR_A_SHELL = Pattern.compile("\\$[A-Za-z_(]|`|^([|;<>]|\\|\\||&&)$");

    private LiteralVariables() {}

    static void report(ServerConfig server, Located entry, String path, Problems problems) {
        var dialect = server.origin().dialect();
        if (dialect.variables() == Dialect.Variables.NONE && texts(server.endpoint(), LOOKS_LIKE_ONE)) {
            problems.add(
                    Severity.WARNING,
                    entry,
                    server.name(),
                    path,
                    "holds what looks like a variable, but files of %s have none; it is passed on as it stands"
                            .formatted(dialect.title()));
        }
        if (dialect.variables() != Dialect.Variables.NONE && hasUnread(server.endpoint(), dialect)) {
            problems.add(
                    Severity.WARNING,
                    entry,
                    server.name(),
                    path,
                    "holds a variable in a form that files of %s do not have; it is passed on as it stands"
                            .formatted(dialect.title()));
        }
        if (server.endpoint() instanceof Endpoint.Address address
                && address.headersProgram().stream()
                        .anyMatch(part -> FOR_A_SHELL.matcher(part).find())) {
            var helper = new Fields(entry, dialect, path).find(Field.HEADERS_HELPER);
            problems.add(
                    Severity.WARNING,
                    helper == null ? entry : helper,
                    server.name(),
                    path + "." + Field.HEADERS_HELPER.id(),
                    "holds what only a shell reads, and none is used here; write a program with its arguments");
        }
        if (dialect == Dialect.LIBRE_CHAT && texts(server.endpoint(), TEMPLATE)) {
            problems.add(
                    Severity.WARNING,
                    entry,
                    server.name(),
                    path,
                    "holds a placeholder that only LibreChat fills in; it is passed on as it stands");
        }
    }

    private static boolean hasUnread(Endpoint endpoint, Dialect dialect) {
        var atHome = Forms.of(dialect, "command", false);
        var remote = Forms.of(dialect, "url", false);
        return switch (endpoint) {
            case Endpoint.Command command -> texts(command).anyMatch(text -> hasUnread(text, atHome));
            case Endpoint.Address address -> texts(address).anyMatch(text -> hasUnread(text, remote));
            case Endpoint.Own own -> false;
        };
    }

    private static boolean hasUnread(String text, Forms forms) {
        return LOOKS_LIKE_ONE.matcher(text).results().anyMatch(match -> !forms.takes(match.group(1)));
    }

    private static boolean texts(Endpoint endpoint, Pattern pattern) {
        var texts = switch (endpoint) {
            case Endpoint.Command command -> texts(command);
            case Endpoint.Address address -> texts(address);
            case Endpoint.Own own -> Stream.<String>empty();
        };
        return texts.anyMatch(text -> pattern.matcher(text).find());
    }

    private static Stream<String> texts(Endpoint.Command command) {
        // What a shell is told to do has variables of its own.
        var arguments = SHELL.matcher(command.program()).find() ? Stream.<String>empty() : command.arguments().stream();
        var values = command.environment().values().stream().flatMap(Stream::ofNullable);
        return Stream.of(Stream.of(command.program()), arguments, values).flatMap(part -> part);
    }

    private static Stream<String> texts(Endpoint.Address address) {
        return Stream.concat(Stream.of(address.url()), address.headers().values().stream());
    }
}
