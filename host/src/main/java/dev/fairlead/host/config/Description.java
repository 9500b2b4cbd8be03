package dev.fairlead.host.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says in words what a server's configuration would do. Of a project's file it shows everything as it is written, since
 * somebody decides by it and the file holds no secret of theirs; of the user's own, likely secrets are hidden.
 */
final class Description {
    private static final int SHOWN_DIGITS = 16;
    private static final Pattern QUERY = Pattern.compile("([?&])([^=&#]+)=([^&#]*)");

    private final List<String> lines = new ArrayList<>();
    private final boolean whole;

    private Description(boolean whole) {
        this.whole = whole;
    }

    static List<String> of(ServerConfig config, Resolver resolver, Map<Path, String> contents, NamedFiles.Found found) {
        boolean project = config.origin().scope() == Origin.Scope.PROJECT;
        var description = new Description(project);
        description.line("server", Shown.text(config.name()));
        var file = config.origin().file();
        description.line(
                "configured in",
                file == null
                        ? config.origin().scope() == Origin.Scope.ENVIRONMENT ? "the environment" : "the program"
                        : "%s:%s"
                                .formatted(
                                        Shown.text(file.toString()),
                                        config.origin().line()));
        switch (config.endpoint()) {
            case Endpoint.Command command -> description.command(command, resolver, config);
            case Endpoint.Address address -> description.address(address);
            case Endpoint.Own own ->
                description.line("reached by", own.transport().kind());
        }
        SettingsDescription.add(config, description.lines);
        if (project) {
            description.coverage(config.endpoint(), contents, found);
        }
        return description.lines;
    }

    private void line(String what, String text) {
        lines.add(what + ": " + text);
    }

    private String value(String name, String value) {
        return whole ? Shown.text(value) : Masking.shown(name, value);
    }

    private void command(Endpoint.Command command, Resolver resolver, ServerConfig config) {
        commandLine("runs", command.program(), command.arguments());
        line(
                "in the folder",
                Shown.text(
                        command.directory() == null
                                ? resolver.around().folder(config).toString()
                                : command.directory()));
        command.environment()
                .forEach((name, value) -> line(
                        value == null ? "without the variable" : "with the variable",
                        value == null ? Shown.text(name) : "%s=%s".formatted(Shown.text(name), value(name, value))));
        command.passedOn().forEach(name -> line("with your variable", Shown.text(name)));
        if (command.environmentFile() != null) {
            environmentFile(command.environmentFile(), resolver, config);
        }
        if (command.inheritance() != Endpoint.Inheritance.SAFE) {
            line(
                    "with your variables",
                    command.inheritance() == Endpoint.Inheritance.ALL ? "all of them" : "none of them");
        }
    }

    private void commandLine(String what, String program, List<String> arguments) {
        line(what, Shown.text(program));
        var previous = "";
        for (var argument : arguments) {
            line("  argument", whole ? Shown.text(argument) : masked(previous, argument));
            previous = argument;
        }
    }

    /** The name of an option says what the value beside it is. */
    private static String masked(String previous, String argument) {
        int equals = argument.indexOf('=');
        if (argument.startsWith("-") && equals > 0) {
            var option = argument.substring(0, equals);
            return Shown.text(option) + "=" + Masking.shown(option, argument.substring(equals + 1));
        }
        return Masking.shown(previous.startsWith("-") && !argument.startsWith("-") ? previous : "", argument);
    }

    /** Its values may be the user's own secrets; those that decide what code is loaded are none. */
    private void environmentFile(String written, Resolver resolver, ServerConfig config) {
        line("with the variables of", Shown.text(written));
        try {
            var file = resolver.attempt(config, "envFile", written)
                    .filter(resolver.around().unasked()::looksAt)
                    .flatMap(text -> Launchers.places(resolver.around().folder(config), text)
                            .findFirst());
            if (whole && file.isPresent()) {
                DotEnv.parse(BoundedFile.read(file.get(), DotEnv.MAX_BYTES))
                        .forEach((name, value) -> line(
                                "  variable",
                                Masking.loads(name)
                                        ? "%s=%s".formatted(Shown.text(name), Shown.text(value))
                                        : Shown.text(name)));
            }
        } catch (IOException | BadDocument unreadable) {
            line("  variables", "it cannot be read now");
        }
    }

    private void address(Endpoint.Address address) {
        line("connects to", whole ? Shown.text(address.url()) : url(address.url()));
        line("by", address.strategy().id());
        address.headers()
                .forEach((name, value) ->
                        line("with the header", "%s: %s".formatted(Shown.text(name), value(name, value))));
        address.headersFrom()
                .forEach((name, variable) -> line(
                        "with the header",
                        "%s: from your variable %s".formatted(Shown.text(name), Shown.text(variable))));
        if (!address.headersProgram().isEmpty()) {
            var program = address.headersProgram();
            commandLine("runs for headers", program.getFirst(), program.subList(1, program.size()));
        }
        var oauth = address.oauth();
        if (oauth != null) {
            login(oauth);
        }
    }

    private void login(OAuthConfig oauth) {
        if (oauth.clientId() != null) {
            line("logs in as the client", Shown.text(oauth.clientId()));
        }
        if (oauth.clientSecret() != null) {
            line("with the client's secret", value("clientSecret", oauth.clientSecret()));
        }
        oauth.scopes().forEach(scope -> line("asks for the scope", Shown.text(scope)));
        if (oauth.issuer() != null) {
            line("logs in at", Shown.text(oauth.issuer()));
        }
        if (oauth.redirectPort() != null) {
            line("the browser comes back to port", oauth.redirectPort().toString());
        }
        if (oauth.redirectUri() != null) {
            line("the browser comes back to", Shown.text(oauth.redirectUri()));
        }
    }

    /** Says what a change of will be noticed, and what not. */
    private void coverage(Endpoint endpoint, Map<Path, String> contents, NamedFiles.Found found) {
        found.unfit().ifPresent(why -> line("cannot be started", why));
        contents.forEach((path, content) -> {
            var file = Shown.text(path.toString());
            FileContents.whyNot(content)
                    .ifPresentOrElse(
                            why -> line("not covered", "the content of %s, %s".formatted(file, why)),
                            () -> line(
                                    "content of",
                                    "%s (SHA-256 %s)"
                                            .formatted(
                                                    file,
                                                    content.substring(0, Math.min(SHOWN_DIGITS, content.length())))));
        });
        found.data()
                .forEach(path -> line(
                        "not covered", "the content of %s, taken for data".formatted(Shown.text(path.toString()))));
        if (!found.all()) {
            line(
                    "not covered",
                    "some of the files that are named here: they are too many to look at, in a folder that cannot"
                            + " be read, on another machine, or named in a way that is not understood here");
        }
        if (!found.known()) {
            line("not covered", "files of the project that steer the program: which those are is not known here");
        }
        switch (endpoint) {
            case Endpoint.Command command ->
                line(
                        "not covered",
                        contents.isEmpty()
                                ? "the code that runs: no file of it is known here, only the words above are"
                                : "what else these files load or fetch, in the project or outside of it: modules,"
                                        + " packages, images, programs");
            case Endpoint.Address address -> line("not covered", "what that server does");
            case Endpoint.Own own -> {}
        }
    }

    private static String url(String url) {
        var query = QUERY.matcher(UrlText.withoutUser(url));
        return query.replaceAll(part -> Matcher.quoteReplacement(
                part.group(1) + part.group(2) + "=" + Masking.shown(part.group(2), part.group(3))));
    }
}
