package dev.fairlead.host.config;

import dev.fairlead.host.config.ConfigProblem.Severity;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Says where something looks like a variable and is none. */
final class LiteralVariables {
    private static final Pattern LOOKS_LIKE_ONE = Pattern.compile("\\$\\{[^}]+\\}");
    private static final Pattern TEMPLATE = Pattern.compile("\\{\\{[^}]+\\}\\}");

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
        if (dialect == Dialect.LIBRE_CHAT && texts(server.endpoint(), TEMPLATE)) {
            problems.add(
                    Severity.WARNING,
                    entry,
                    server.name(),
                    path,
                    "holds a placeholder that only LibreChat fills in; it is passed on as it stands");
        }
    }

    private static boolean texts(Endpoint endpoint, Pattern pattern) {
        var texts = switch (endpoint) {
            case Endpoint.Command command ->
                Stream.of(
                                Stream.of(command.program()),
                                command.arguments().stream(),
                                command.environment().values().stream())
                        .flatMap(part -> part);
            case Endpoint.Address address ->
                Stream.concat(Stream.of(address.url()), address.headers().values().stream());
            case Endpoint.Own own -> Stream.<String>empty();
        };
        return texts.anyMatch(text -> text != null && pattern.matcher(text).find());
    }
}
