package dev.fairlead.console.call;

import dev.fairlead.host.config.Endpoint;
import dev.fairlead.protocol.rpc.JavaLiteral;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes a call down so that it can be made elsewhere. */
public final class CopiedCall {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

    private CopiedCall() {}

    /** Returns the line for a terminal. */
    public static String line(CopiedServer server, String tool, ObjectNode arguments) {
        var call = ShellWords.of(tool) + (arguments.isEmpty() ? "" : " --args " + ShellWords.of(Json.write(arguments)));
        var builtIn = server.builtIn();
        if (builtIn.isPresent()) {
            return "fairlead call %s %s".formatted(ShellWords.of(builtIn.get()), call);
        }
        var endpoint = server.endpoint().orElse(null);
        return switch (endpoint) {
            case Endpoint.Command command -> {
                var words = CopiedServer.words(command).stream()
                        .map(ShellWords::ofConfigured)
                        .collect(Collectors.joining(" "));
                var line = "fairlead call %s -- %s".formatted(call, words);
                yield command.directory() == null
                        ? line
                        : "(cd %s && %s)".formatted(ShellWords.ofConfigured(command.directory()), line);
            }
            case Endpoint.Address address ->
                "fairlead call %s %s%s".formatted(ShellWords.ofConfigured(address.url()), call, headers(address));
            case Endpoint.Own own -> named(server, call);
            case null -> named(server, call);
        };
    }

    private static String named(CopiedServer server, String call) {
        var file = server.file();
        return "fairlead call %s %s%s"
                .formatted(
                        ShellWords.of(server.name()),
                        call,
                        file == null ? "" : " --config " + ShellWords.of(file.toString()));
    }

    private static String headers(Endpoint.Address address) {
        var options = new StringBuilder();
        address.headers().forEach((name, value) -> {
            var variable = VARIABLE.matcher(value);
            options.append(
                    variable.matches()
                            ? " --header-env " + ShellWords.of(name + "=" + variable.group(1))
                            : " --header " + ShellWords.ofConfigured(name + ": " + value));
        });
        address.headersFrom()
                .forEach((name, variable) ->
                        options.append(" --header-env ").append(ShellWords.of(name + "=" + variable)));
        return options.toString();
    }

    /** Returns a whole Java program. */
    public static String java(CopiedServer server, String tool, ObjectNode arguments) {
        var imports = new ArrayList<>(List.of("dev.fairlead.host.Host", "dev.fairlead.protocol.rpc.Json"));
        var opening = opening(server, imports);
        imports.add("java.time.Duration");
        var head = imports.stream()
                .sorted()
                .distinct()
                .map("import %s;\n"::formatted)
                .collect(Collectors.joining());
        return head
                + """

                class CallTool {
                    public static void main(String[] args) throws InterruptedException {
                        try (var host = Host.builder()%s.open()) {
                            host.settled(Duration.ofSeconds(30));
                            host.servers().stream()
                                    .filter(server -> !server.ready())
                                    .forEach(server -> System.err.println(server.name() + ": " + server.reason()));
                            var tool = host.catalog().tool(%s, %s).orElseThrow();
                            var result = host.call(tool.name(), Json.parse(%s));
                            System.out.println(result.success() ? result.text() : result.error());
                        }
                    }
                }
                """.formatted(
                                opening,
                                JavaLiteral.of(server.name()),
                                JavaLiteral.of(tool),
                                JavaLiteral.of(Json.write(arguments)));
    }

    private static String opening(CopiedServer server, List<String> imports) {
        var endpoint = server.endpoint().orElse(null);
        return switch (endpoint) {
            case Endpoint.Command command
            when command.directory() == null
                    && command.environment().isEmpty()
                    && command.passedOn().isEmpty() ->
                ".server(%s, %s%s)"
                        .formatted(
                                JavaLiteral.of(server.name()),
                                JavaLiteral.of(command.program()),
                                command.arguments().stream()
                                        .map(word -> ", " + JavaLiteral.of(word))
                                        .collect(Collectors.joining()));
            case Endpoint.Command command -> {
                imports.addAll(List.of(
                        "dev.fairlead.host.config.Endpoint",
                        "dev.fairlead.host.config.ServerConfig",
                        "java.util.List",
                        "java.util.Map"));
                yield ".server(ServerConfig.of(%s, new Endpoint.Command(%s, %s, %s, %s, null, %s, Endpoint.Inheritance.SAFE)))"
                        .formatted(
                                JavaLiteral.of(server.name()),
                                JavaLiteral.of(command.program()),
                                list(command.arguments()),
                                map(command.environment()),
                                list(command.passedOn()),
                                command.directory() == null ? "null" : JavaLiteral.of(command.directory()));
            }
            case Endpoint.Address address
            when address.headers().isEmpty() && address.headersFrom().isEmpty() ->
                ".url(%s, %s)".formatted(JavaLiteral.of(server.name()), JavaLiteral.of(address.url()));
            case Endpoint.Address address -> {
                imports.addAll(List.of(
                        "dev.fairlead.host.config.Endpoint",
                        "dev.fairlead.host.config.ServerConfig",
                        "dev.fairlead.wire.http.HttpStrategy",
                        "java.util.List",
                        "java.util.Map"));
                yield ".server(ServerConfig.of(%s, new Endpoint.Address(%s, HttpStrategy.%s, %s, %s, List.of(), null)))"
                        .formatted(
                                JavaLiteral.of(server.name()),
                                JavaLiteral.of(address.url()),
                                address.strategy().name(),
                                map(address.headers()),
                                map(address.headersFrom()));
            }
            case Endpoint.Own own -> named(server, imports);
            case null -> named(server, imports);
        };
    }

    private static String named(CopiedServer server, List<String> imports) {
        var file = server.file();
        if (file == null) {
            return ".configured()";
        }
        imports.add("java.nio.file.Path");
        return ".configured(Path.of(%s))".formatted(JavaLiteral.of(file.toString()));
    }

    private static String list(List<String> texts) {
        return texts.stream().map(JavaLiteral::of).collect(Collectors.joining(", ", "List.of(", ")"));
    }

    private static String map(Map<String, ? extends @Nullable String> texts) {
        return texts.entrySet().stream()
                .map(text -> "Map.entry(%s, %s)"
                        .formatted(JavaLiteral.of(text.getKey()), JavaLiteral.of(String.valueOf(text.getValue()))))
                .collect(Collectors.joining(", ", "Map.ofEntries(", ")"));
    }
}
