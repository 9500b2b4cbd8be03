package dev.fairlead.host.config;

import dev.fairlead.host.config.ConfigProblem.Severity;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.wire.http.HttpStrategy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads how a server is reached. */
final class EndpointReader {
    private static final Set<String> PROGRAM = Set.of("stdio", "local");
    private static final Set<String> HTTP = Set.of("http", "streamablehttp", "remote");
    private static final Set<String> BUILT_IN =
            Set.of("builtin", "platform", "frontend", "inlinepython", "inmemory", "extension");

    private static final Set<String> SWITCHES = Set.of("enabled", "disabled", "isActive");

    private final Fields fields;
    private final Dialect dialect;

    /** What an entry comes to. */
    sealed interface Outcome {}

    /** It can be reached. */
    record Usable(Endpoint endpoint) implements Outcome {}

    /** It is a part of another product or about another file, and nothing that can be reached from here. */
    record Elsewhere(Severity severity, String field, String reason) implements Outcome {}

    private enum Way {
        PROGRAM,
        HTTP,
        SSE
    }

    EndpointReader(Fields fields, Dialect dialect) {
        this.fields = fields;
        this.dialect = dialect;
    }

    Outcome read(boolean enabled) throws BadField {
        var type = fields.text(Field.TYPE);
        var known = type == null ? "" : type.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
        if (!dialect.own() && BUILT_IN.contains(known)) {
            return elsewhere(Field.TYPE.id());
        }
        if (dialect == Dialect.ZED && isExtension()) {
            return elsewhere("source");
        }
        if (!dialect.own() && onlySwitches(enabled)) {
            return new Elsewhere(
                    Severity.NOTE, "", "switches a server on or off and does not say how to reach it; it is left out");
        }
        var said = way(known);
        var command = fields.find(Field.COMMAND);
        boolean bare = fields.spelling(Field.URL) == null;
        if (command != null && !bare && said == null) {
            throw new BadField(
                    fields.path(Field.COMMAND.id()),
                    command,
                    "stands beside a url; say with \"type\" which one is meant");
        }
        if (said == Way.PROGRAM || (said == null && command != null)) {
            return new Usable(command(command));
        }
        if (bare) {
            throw new BadField(
                    fields.path(""),
                    null,
                    said == null
                            ? "names neither a command nor a url; give it one of them" + misspelled()
                            : "is reached over HTTP and has no url; give it one");
        }
        return new Usable(new AddressReader(fields, dialect).read(said == Way.SSE, said == Way.HTTP));
    }

    /** Returns a hint at a field that may have been meant, if there is one. */
    private String misspelled() {
        return fields.unused().keySet().stream()
                .flatMap(written -> Stream.of(Field.COMMAND.id(), Field.URL.id())
                        .filter(meant -> Spelling.near(written, meant))
                        .map(meant -> ", or is '%s' meant to be '%s'?".formatted(Excerpt.of(written), meant)))
                .findFirst()
                .orElse("");
    }

    private Elsewhere elsewhere(String field) {
        return new Elsewhere(
                Severity.WARNING,
                field,
                "is a part of %s and cannot be reached from here; it is left out".formatted(dialect.title()));
    }

    /** Such an entry is about a server of another file, or all that is left of one that nobody uses. */
    private boolean onlySwitches(boolean enabled) {
        var said = fields.object().members().keySet();
        var command = fields.find(Field.COMMAND);
        boolean unreachable = fields.spelling(Field.URL) == null
                && (command == null || (command.isScalar() && command.text().isBlank()));
        return (!said.isEmpty() && SWITCHES.containsAll(said)) || (unreachable && !enabled);
    }

    /** An extension of the editor brings its own command, which only the editor knows. */
    private boolean isExtension() {
        var source = fields.object().member("source");
        boolean said = source != null && source.text().equals("extension");
        return said
                || (fields.object().member("settings") != null
                        && fields.object().member("command") == null
                        && fields.object().member("url") == null);
    }

    private @Nullable Way way(String type) throws BadField {
        if (type.isEmpty()) {
            return null;
        }
        if (PROGRAM.contains(type)) {
            return Way.PROGRAM;
        }
        if (HTTP.contains(type)) {
            return Way.HTTP;
        }
        if (type.equals("sse")) {
            return Way.SSE;
        }
        var at = fields.find(Field.TYPE);
        if (type.equals("ws") || type.equals("websocket")) {
            throw new BadField(
                    fields.path(Field.TYPE.id()),
                    at,
                    "asks for WebSocket, which is not supported; use the server's http address if it has one");
        }
        throw new BadField(fields.path(Field.TYPE.id()), at, "must be one of stdio, http, sse");
    }

    private Endpoint.Command command(@Nullable Located command) throws BadField {
        var line = new ArrayList<String>();
        var environment = new LinkedHashMap<String, @Nullable String>();
        if (command != null && command.isObject() && !dialect.own()) {
            // The former way of an editor: path, args and env below command.
            addPart(line, fields.text("command.path", command.member("path")));
            line.addAll(fields.texts("command.args", command.member("args")));
            environment.putAll(fields.pairs("command.env", command.member("env")));
        } else if (command != null && command.isList()) {
            line.addAll(fields.texts(Field.COMMAND.id(), command));
        } else {
            addPart(line, fields.text(Field.COMMAND.id(), command));
        }
        if (line.isEmpty() || line.getFirst().isBlank()) {
            throw new BadField(fields.path(Field.COMMAND.id()), command, "names no program; give it one");
        }
        line.addAll(fields.texts(Field.ARGS));
        environment.putAll(fields.pairs(Field.ENV.id(), fields.find(Field.ENV)));
        checkNames(environment);
        return new Endpoint.Command(
                line.getFirst(),
                line.subList(1, line.size()),
                environment,
                passedOn(),
                fields.text(Field.ENV_FILE),
                fields.text(Field.CWD),
                fields.choice(Field.INHERIT_ENV, Endpoint.Inheritance.class, Endpoint.Inheritance.SAFE));
    }

    private static void addPart(List<String> line, @Nullable String part) {
        Optional.ofNullable(part).ifPresent(line::add);
    }

    private void checkNames(Map<String, @Nullable String> environment) throws BadField {
        for (var name : environment.keySet()) {
            if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
                throw new BadField(
                        fields.path(Field.ENV.id()),
                        fields.find(Field.ENV),
                        "holds what is no name for a variable: it is empty, or holds '=' or NUL");
            }
        }
    }

    /** The names may be written as texts or as objects with a name. */
    private List<String> passedOn() throws BadField {
        var names = new ArrayList<String>();
        var value = fields.find(Field.ENV_FROM);
        if (value == null || !value.isList()) {
            return fields.texts(Field.ENV_FROM.id(), value);
        }
        Bounds.checkEntries(fields.path(Field.ENV_FROM.id()), value);
        for (var item : value.items()) {
            var name = item.isObject() && !dialect.own() ? item.member("name") : item;
            if (name == null || !name.isScalar()) {
                throw fields.wrong(Field.ENV_FROM.id(), item, "the name of a variable");
            }
            names.add(Bounds.checked(fields.path(Field.ENV_FROM.id()), name, Bounds.LONGEST_TEXT));
        }
        return names;
    }

    /** Returns the strategy that an address asks for by its path alone. */
    static HttpStrategy byPath(String url) {
        return url.replaceAll("[?#].*", "").endsWith("/sse") ? HttpStrategy.SSE_FIRST : HttpStrategy.HTTP_FIRST;
    }
}
