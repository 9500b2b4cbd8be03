package dev.fairlead.console.server;

import dev.fairlead.console.event.ServerIds;
import dev.fairlead.host.Host;
import dev.fairlead.host.ServerStatus;
import dev.fairlead.host.catalog.Catalog;
import dev.fairlead.host.config.Origin;
import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Shows how a server stands. */
final class ServerView {
    private static final int MOST_LINES = 12;

    private final Host host;
    private final ServerNotes notes;
    private final PassingServers passing;
    private final Function<String, Optional<String>> where; // by name
    private final Path userFile;

    ServerView(
            Host host,
            ServerNotes notes,
            PassingServers passing,
            Function<String, Optional<String>> where,
            Path userFile) {
        this.host = host;
        this.notes = notes;
        this.passing = passing;
        this.where = where;
        this.userFile = userFile;
    }

    ObjectNode of(ServerStatus status, Catalog catalog) {
        var name = status.name();
        var profile = status.profile();
        var json = Json.object().put("id", ServerIds.of(name)).put("name", name);
        var info = profile == null ? null : profile.implementation();
        json.put("title", info == null ? null : info.title());
        json.put("transport", transport(status.transport()));
        json.put("where", where.apply(name).orElse(status.target()));
        source(json, status.origin(), name);
        json.put("state", state(status.state()));
        json.put("reason", reason(status));
        json.put("hint", hint(status));
        var lines = json.putArray("lastLines");
        var errors = status.errorLines();
        errors.subList(Math.max(0, errors.size() - MOST_LINES), errors.size()).forEach(lines::add);
        profile(json, profile);
        counts(json, name, status.ready(), catalog);
        json.put("since", status.since().toEpochMilli());
        json.put("attempt", notes.attempt(name));
        json.put("nextTryAt", status.nextTry() == null ? null : status.nextTry().toEpochMilli());
        json.put("restarts", notes.restarts(name));
        consent(json, status);
        json.put("loginPossible", status.transport().equals("http"));
        json.put(
                "editable",
                passing.find(name).isPresent()
                        || userFile.equals(status.origin().file()));
        return json;
    }

    private void source(ObjectNode json, Origin origin, String name) {
        var source = json.putObject("source");
        if (passing.find(name).isPresent()) {
            source.put("kind", "here").put("words", "added in this console");
        } else if (origin.file() == null) {
            source.put("kind", "here")
                    .put(
                            "words",
                            origin.scope() == Origin.Scope.ENVIRONMENT
                                    ? "from the environment"
                                    : "part of this program");
        } else if (userFile.equals(origin.file())) {
            source.put("kind", "own").put("words", "your own configuration, %s".formatted(origin.file()));
        } else {
            source.put("kind", "file")
                    .put("words", "%s, %s".formatted(origin.dialect().title(), origin.file()));
        }
    }

    private static String transport(String transport) {
        var known = transport.toLowerCase(Locale.ROOT);
        return known.contains("sse") ? "sse" : known.contains("http") ? "http" : "stdio";
    }

    /** Returns what the page calls a state of the host: wherever it is told, by the same word. */
    static String state(String ofHost) {
        return switch (ofHost) {
            case "ready" -> "connected";
            case "connecting" -> "connecting";
            case "needs-login" -> "login";
            case "needs-approval" -> "waiting";
            case "waiting", "failed" -> "error";
            default -> "disconnected";
        };
    }

    private static @Nullable String reason(ServerStatus status) {
        if (status.state().equals("disabled")) {
            return "It is switched off in the configuration.";
        }
        // What it wrote last stands below it, and what to do in the hint: each is told once.
        var why = status.brief();
        return why.isEmpty() ? null : sentence(status.errorLines().isEmpty() ? status.cause() : why);
    }

    private static String sentence(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1) + (words.endsWith(".") ? "" : ".");
    }

    private static @Nullable String hint(ServerStatus status) {
        return switch (status.state()) {
            case "needs-login" -> "Log in.";
            case "needs-approval" -> "Look at what would be started, and agree to it or not.";
            case "failed" -> "Set this right, then reconnect.";
            case "waiting" -> "It is tried again by itself; reconnect to try at once.";
            case "disabled" -> "Switch it on in its file.";
            default -> null;
        };
    }

    private static void profile(ObjectNode json, @Nullable ServerProfile profile) {
        if (profile == null) {
            json.putNull("revision").putNull("era").putNull("info").putNull("instructions");
            json.putNull("capabilities");
            return;
        }
        json.put("revision", profile.revision());
        json.put("era", profile.era().name().toLowerCase(Locale.ROOT));
        var info = profile.implementation();
        if (info == null) {
            json.putNull("info");
        } else {
            json.putObject("info").put("name", info.name()).put("version", info.version());
        }
        json.put("instructions", profile.instructions());
        json.set("capabilities", profile.capabilities().toJson());
    }

    /** Nothing is counted before all of it is known: no tools yet are not no tools. */
    private static void counts(ObjectNode json, String name, boolean known, Catalog catalog) {
        if (!known) {
            json.putNull("tools").putNull("prompts").putNull("resources").putNull("templates");
            return;
        }
        json.put(
                "tools",
                catalog.tools().stream()
                        .filter(tool -> tool.server().equals(name))
                        .count());
        json.put(
                "prompts",
                catalog.prompts().stream()
                        .filter(one -> one.server().equals(name))
                        .count());
        json.put(
                "resources",
                catalog.resources().stream()
                        .filter(one -> one.server().equals(name))
                        .count());
        json.put(
                "templates",
                catalog.templates().stream()
                        .filter(one -> one.server().equals(name))
                        .count());
    }

    private void consent(ObjectNode json, ServerStatus status) {
        boolean needed = status.state().equals("needs-approval");
        var consent = json.putObject("consent").put("needed", needed);
        if (needed) {
            var proposal = host.proposal(status.name());
            consent.put("what", String.join("\n", proposal.describe())).put("seen", proposal.hash());
        } else {
            consent.putNull("what").putNull("seen");
        }
    }
}
