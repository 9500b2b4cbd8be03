package dev.fairlead.host.config;

import dev.fairlead.host.config.ConfigProblem.Severity;
import dev.fairlead.host.config.ServerConfig.Sharing;
import dev.fairlead.host.config.ServerConfig.StartMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the entry of one server. */
final class EntryReader {
    private static final long SUSPICIOUS_MILLISECONDS = 1_000;
    private static final long SUSPICIOUS_SECONDS = 10_000;
    private static final Set<String> SWITCHES = Set.of(Field.ENABLED.id(), Field.DISABLED.id());

    private final String name;
    private final Located entry;
    private final Fields fields;
    private final Origin origin;
    private final Problems problems;

    EntryReader(String name, Located entry, String path, Origin origin, Problems problems) {
        this.name = name;
        this.entry = entry;
        this.origin = origin;
        this.problems = problems;
        this.fields = new Fields(unfolded(entry, origin.dialect()), origin.dialect(), path);
    }

    /** Returns what an entry of ours switches that says nothing else; nothing if it is another kind of entry. */
    static Optional<ServerSwitch> onlySwitch(String name, Located entry, Origin origin) {
        boolean only = origin.dialect().own()
                && !entry.members().isEmpty()
                && SWITCHES.containsAll(entry.members().keySet())
                && entry.members().values().stream().allMatch(value -> value.kind() == Located.Kind.FLAG);
        if (!only || name.isBlank()) {
            return Optional.empty();
        }
        var on = entry.member(Field.ENABLED.id());
        var off = entry.member(Field.DISABLED.id());
        boolean enabled = (on == null || on.text().equals("true"))
                && (off == null || off.text().equals("false"));
        return Optional.of(new ServerSwitch(name, enabled, origin));
    }

    /** Some products put the essential fields into an object of their own. */
    private static Located unfolded(Located entry, Dialect dialect) {
        if (dialect.own()) {
            return entry;
        }
        var place = entry.objectAt("transport") == null && dialect == Dialect.GOOSE ? "config" : "transport";
        var nested = entry.objectAt(place);
        if (nested == null) {
            return entry;
        }
        var outer = new LinkedHashMap<>(entry.members());
        outer.remove(place);
        return Located.object(entry.line(), entry.column(), outer).over(nested);
    }

    /** Returns the server, or nothing where it is of no use here; then the problems say why. */
    Optional<ServerConfig> read(@Nullable Path folder) {
        try {
            if (name.isBlank()) {
                throw new BadField(fields.path(""), entry, "a server needs a name that is not blank");
            }
            if (name.length() > Bounds.LONGEST_NAME) {
                throw new BadField(
                        fields.path(""),
                        entry,
                        "the name of a server must have at most %s characters".formatted(Bounds.LONGEST_NAME));
            }
            checkWhole();
            var endpoint = new EndpointReader(fields, origin.dialect()).read(enabled());
            if (endpoint instanceof EndpointReader.Elsewhere elsewhere) {
                problems.add(elsewhere.severity(), entry, name, fields.path(elsewhere.field()), elsewhere.reason());
                return Optional.empty();
            }
            var builder = ServerConfig.builder(name, ((EndpointReader.Usable) endpoint).endpoint());
            settings(builder);
            return Optional.of(builder.origin(origin)
                    .folder(folder)
                    .ignored(List.copyOf(rest().keySet()))
                    .kept(rest())
                    .build());
        } catch (BadField e) {
            problems.add(
                    Severity.ERROR,
                    e.at() == null ? entry : e.at(),
                    name,
                    e.field(),
                    e.problem() + "; this server is not used until that is mended");
            return Optional.empty();
        }
    }

    /** Half characters have no bytes: whatever is started or sent would be something else than what is written. */
    private void checkWhole() throws BadField {
        var broken = entry.broken();
        if (broken != null || Located.isBroken(name)) {
            throw new BadField(
                    fields.path(""),
                    broken,
                    "holds half a character (a lone surrogate such as \\ud800); write whole characters");
        }
    }

    private boolean enabled() throws BadField {
        boolean disabled = Objects.requireNonNullElse(fields.flag(Field.DISABLED), false);
        return Objects.requireNonNullElse(fields.flag(Field.ENABLED), true) && !disabled;
    }

    private void settings(ServerConfig.Builder builder) throws BadField {
        var request = fields.find(Field.REQUEST_TIMEOUT);
        boolean both = !origin.dialect().own() && request != null && request.isObject();
        builder.enabled(enabled())
                .start(start())
                .required(Objects.requireNonNullElse(fields.flag(Field.REQUIRED), false))
                .description(fields.text(Field.DESCRIPTION))
                .startupTimeout(
                        both && request != null
                                ? limit("timeout.startup", request.member("startup"))
                                : limit(Field.STARTUP_TIMEOUT))
                .requestTimeout(
                        both && request != null
                                ? limit("timeout.request", request.member("request"))
                                : limit(Field.REQUEST_TIMEOUT))
                .tools(new ToolFields(fields, origin.dialect(), problems, name).read(origin.scope(), this::limit))
                .pool(fields.number(Field.POOL, 1, ServerConfig.MOST_POOL))
                .concurrency(
                        fields.number(Field.CONCURRENCY, ServerConfig.USUAL_CONCURRENCY, ServerConfig.MOST_CONCURRENCY))
                .sharing(fields.choice(Field.SHARING, Sharing.class, Sharing.USUAL));
    }

    private StartMode start() throws BadField {
        var atStartup = origin.dialect() == Dialect.LIBRE_CHAT ? fields.find("startup") : null;
        if (atStartup != null && !fields.flag("startup", atStartup)) {
            return StartMode.LAZY;
        }
        return fields.choice(Field.START, StartMode.class, StartMode.EAGER);
    }

    private @Nullable Duration limit(Field field) {
        var spelling = fields.spelling(field);
        return limit(spelling == null ? field.id() : spelling, fields.find(field));
    }

    private @Nullable Duration limit(String field, @Nullable Located value) {
        if (value == null) {
            return null;
        }
        var unit = unit(field);
        var limit = TimeLimit.of(value, unit);
        if (limit.isEmpty()) {
            problems.add(
                    Severity.WARNING,
                    value,
                    name,
                    fields.path(field),
                    unit == Dialect.Unit.OWN
                            ? "must be seconds, or a text such as \"30s\", \"500ms\" or \"2m\"; the usual limit applies"
                            : "must be a positive number; the usual limit applies");
        } else if (unit == Dialect.Unit.MILLISECONDS && limit.get().toMillis() < SUSPICIOUS_MILLISECONDS) {
            problems.add(
                    Severity.WARNING,
                    value,
                    name,
                    fields.path(field),
                    "counts milliseconds in a file of %s, so this is less than a second; multiply by 1000 if seconds are meant"
                            .formatted(origin.dialect().title()));
        }
        if (TimeLimit.tooLong(value, unit)) {
            problems.add(Severity.NOTE, value, name, fields.path(field), "is longer than a day, and counts as one");
        }
        if (unit == Dialect.Unit.SECONDS
                && !field.endsWith("_sec")
                && limit.isPresent()
                && limit.get().toSeconds() >= SUSPICIOUS_SECONDS) {
            problems.add(
                    Severity.WARNING,
                    value,
                    name,
                    fields.path(field),
                    "counts seconds in a file of %s, so this is hours; divide by 1000 if milliseconds are meant"
                            .formatted(origin.dialect().title()));
        }
        return limit.orElse(null);
    }

    private Dialect.Unit unit(String field) {
        if (field.endsWith("_sec")) {
            return Dialect.Unit.SECONDS;
        }
        return field.endsWith("_ms")
                ? Dialect.Unit.MILLISECONDS
                : origin.dialect().unit();
    }

    private Map<String, JsonNode> rest() {
        var kept = new LinkedHashMap<String, JsonNode>();
        fields.unused().forEach((field, value) -> kept.put(field, value.json()));
        return kept;
    }

    /** Says which fields have no effect; also for an entry that could not be used. */
    void reportIgnored() {
        fields.unused().forEach((field, value) -> {
            if (!NoEffect.isRemark(field) || origin.dialect().own()) {
                problems.add(
                        NoEffect.severity(field),
                        value,
                        name,
                        fields.path(field),
                        NoEffect.reason(field, origin.dialect()));
            }
        });
    }
}
