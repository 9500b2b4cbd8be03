package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.host.config.OwnEntry;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.http.HttpStrategy;
import dev.fairlead.wire.stdio.ServerCommand;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Makes the entry of a server of what was typed. */
public final class TypedEntry {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern HEADER =
            Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+)\\s*[:=]\\s*(.*)", Pattern.DOTALL);

    private final TypedServer typed;
    private final WritingPlace place;
    private final Path here = Path.of("").toAbsolutePath();

    TypedEntry(TypedServer typed, WritingPlace place) {
        this.typed = typed;
        this.place = place;
    }

    ObjectNode url(String url) {
        refuse(typed.forPrograms(), "a program, which a URL is not");
        var json = Json.object().put("url", url);
        if (typed.strategy != null) {
            json.put("strategy", strategy(typed.strategy));
        }
        if (!typed.headers.isEmpty()) {
            var headers = json.putObject("headers");
            typed.headers.forEach(header -> header(headers, header));
        }
        if (!typed.headersFrom.isEmpty()) {
            var headers = json.putObject("headersFromEnv");
            typed.headersFrom.forEach(header -> fromVariable(headers, header));
        }
        return settings(json);
    }

    ObjectNode command(List<String> words) {
        refuse(typed.forUrls(), "a server with a URL, which a program is not");
        if (words.isEmpty() || words.getFirst().isBlank()) {
            throw new UsageException(
                    "nothing follows --; type the command that starts the server, such as 'fairlead add NAME --"
                            + " python3 server.py'");
        }
        var line = words;
        if (ServerCommand.isScript(words.getFirst())) {
            var rest = words.subList(1, words.size()).toArray(String[]::new);
            line = ServerCommand.script(words.getFirst(), rest).command().stream()
                    .map(this::fromProject)
                    .toList();
        }
        var json = Json.object().put("command", line.getFirst());
        if (line.size() > 1) {
            var arguments = json.putArray("args");
            line.subList(1, line.size()).forEach(arguments::add);
        }
        variables(json);
        var folder = directory(line);
        if (folder != null) {
            json.put("cwd", folder);
        }
        return settings(json);
    }

    private ObjectNode settings(ObjectNode json) {
        if (typed.startup != null) {
            json.put("startupTimeout", OwnEntry.text(typed.startup));
        }
        if (typed.timeout != null) {
            json.put("requestTimeout", OwnEntry.text(typed.timeout));
        }
        if (typed.description != null) {
            json.put("description", typed.description);
        }
        return json;
    }

    private void variables(ObjectNode json) {
        if (typed.environment.isEmpty() && typed.passedOn.isEmpty()) {
            return;
        }
        var variables = json.putObject("env");
        for (var variable : typed.environment) {
            int sign = variable.indexOf('=');
            if (sign < 1) {
                // What was typed may be a secret.
                throw new UsageException("a variable is typed --env KEY=VALUE");
            }
            variables.put(variable.substring(0, sign), variable.substring(sign + 1));
        }
        for (var name : typed.passedOn) {
            if (!VARIABLE.matcher(name).matches()) {
                throw new UsageException("--env-from takes the name of a variable, and nothing else");
            }
            variables.put(name, "${" + name + "}");
        }
    }

    private static void header(ObjectNode headers, String header) {
        var match = HEADER.matcher(header);
        if (!match.matches()) {
            throw new UsageException("a header is missing its name or its colon; type --header 'NAME: VALUE'");
        }
        headers.put(match.group(1), match.group(2).strip());
    }

    private static void fromVariable(ObjectNode headers, String header) {
        int sign = header.indexOf('=');
        if (sign < 1 || sign == header.length() - 1) {
            throw new UsageException("a header from the environment is typed --header-env NAME=VARIABLE");
        }
        headers.put(
                header.substring(0, sign).strip(), header.substring(sign + 1).strip());
    }

    private static String strategy(String typed) {
        return HttpStrategy.of(typed)
                .map(HttpStrategy::id)
                .orElseThrow(() -> new UsageException("--transport is one of %s, not '%s'"
                        .formatted(
                                Arrays.stream(HttpStrategy.values())
                                        .map(HttpStrategy::id)
                                        .collect(Collectors.joining(", ")),
                                typed)));
    }

    private static void refuse(List<String> options, String what) {
        if (!options.isEmpty()) {
            throw new UsageException("%s is for %s; drop it".formatted(options.getFirst(), what));
        }
    }

    /** Returns where it works, where that is not the usual place: what was typed, or here if it names files from here. */
    private @Nullable String directory(List<String> line) {
        if (typed.directory != null) {
            var folder = typed.directory.toAbsolutePath().normalize();
            if (!Files.isDirectory(folder)) {
                throw new UsageException("--cwd %s: there is no such folder".formatted(typed.directory));
            }
            return fromProject(folder.toString());
        }
        boolean elsewhere = !here.equals(place.folder());
        return elsewhere && line.stream().anyMatch(this::isHere) ? fromProject(here.toString()) : null;
    }

    private boolean isHere(String word) {
        try {
            return !word.isBlank() && !Path.of(word).isAbsolute() && Files.exists(here.resolve(word));
        } catch (InvalidPathException noPath) {
            return false;
        }
    }

    /** Returns a path for a file that others have elsewhere: as seen from the folder of the project. */
    private String fromProject(String word) {
        var folder = place.folder();
        if (place.isUsers() || !word.startsWith(folder + folder.getFileSystem().getSeparator())) {
            return place.isUsers() || !word.equals(folder.toString()) ? word : ".";
        }
        return folder.relativize(Path.of(word)).toString();
    }
}
