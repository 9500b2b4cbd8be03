package dev.fairlead.host.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in words what a server's configuration would do, whole, with secrets hidden. */
final class Description {
    private static final int SHOWN_DIGITS = 16;
    private static final Pattern QUERY = Pattern.compile("([?&])([^=&#]+)=([^&#]*)");

    private final List<String> lines = new ArrayList<>();

    private Description() {}

    static List<String> of(ServerConfig config, Resolver resolver, Map<Path, String> files) {
        var description = new Description();
        description.line("server", Masking.plain(config.name()));
        var file = config.origin().file();
        description.line(
                "configured in",
                file == null
                        ? config.origin().scope() == Origin.Scope.ENVIRONMENT ? "the environment" : "the program"
                        : Masking.plain("%s:%d".formatted(file, config.origin().line())));
        switch (config.endpoint()) {
            case Endpoint.Command command ->
                description.command(command, resolver.around().folder(config));
            case Endpoint.Address address -> description.address(address);
            case Endpoint.Own own ->
                description.line("reached by", own.transport().kind());
        }
        files.forEach((path, content) -> description.line(
                "content of",
                "%s (SHA-256 %s)"
                        .formatted(
                                Masking.plain(path.toString()),
                                content.substring(0, Math.min(SHOWN_DIGITS, content.length())))));
        return description.lines;
    }

    private void line(String what, String text) {
        lines.add(what + ": " + text);
    }

    private void command(Endpoint.Command command, Path folder) {
        line("runs", quoted(command.program()));
        var previous = "";
        for (var argument : command.arguments()) {
            line("  argument", quoted(argument(previous, argument)));
            previous = argument;
        }
        line("in the folder", Masking.plain(command.directory() == null ? folder.toString() : command.directory()));
        command.environment()
                .forEach((name, value) -> line(
                        value == null ? "without the variable" : "with the variable",
                        value == null
                                ? Masking.plain(name)
                                : "%s=%s".formatted(Masking.plain(name), Masking.shown(name, value))));
        command.passedOn().forEach(name -> line("with your variable", Masking.plain(name)));
        if (command.environmentFile() != null) {
            line("with the variables of", Masking.plain(command.environmentFile()));
        }
        if (command.inheritance() == Endpoint.Inheritance.ALL) {
            line("with your variables", "all of them");
        }
    }

    /** The name of an option says what the value beside it is. */
    private static String argument(String previous, String argument) {
        int equals = argument.indexOf('=');
        if (argument.startsWith("-") && equals > 0) {
            return argument.substring(0, equals + 1)
                    + Masking.shown(argument.substring(0, equals), argument.substring(equals + 1));
        }
        return Masking.shown(previous.startsWith("-") && !argument.startsWith("-") ? previous : "", argument);
    }

    private void address(Endpoint.Address address) {
        line("connects to", url(address.url()));
        address.headers()
                .forEach((name, value) ->
                        line("with the header", "%s: %s".formatted(Masking.plain(name), Masking.shown(name, value))));
        address.headersFrom()
                .forEach((name, variable) -> line(
                        "with the header",
                        "%s: from your variable %s".formatted(Masking.plain(name), Masking.plain(variable))));
        if (!address.headersProgram().isEmpty()) {
            line(
                    "runs for headers",
                    String.join(
                            " ",
                            address.headersProgram().stream()
                                    .map(Description::quoted)
                                    .toList()));
        }
        var oauth = address.oauth();
        if (oauth != null) {
            line("logs in as", Masking.plain(oauth.toString()));
        }
    }

    private static String url(String url) {
        var query = QUERY.matcher(url.replaceAll("//[^/]*@", "//••••@"));
        return Masking.plain(query.replaceAll(part -> Matcher.quoteReplacement(
                part.group(1) + part.group(2) + "=" + Masking.shown(part.group(2), part.group(3)))));
    }

    private static String quoted(String text) {
        var plain = Masking.plain(text);
        return plain.isEmpty() || plain.chars().anyMatch(c -> c == ' ' || c == '\'' || c == '"')
                ? "'" + plain.replace("'", "'\\''") + "'"
                : plain;
    }
}
