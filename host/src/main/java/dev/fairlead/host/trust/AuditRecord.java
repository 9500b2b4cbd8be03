package dev.fairlead.host.trust;

import dev.fairlead.host.trust.Grant.Decision;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Something that is worth an entry in the audit log. It says nothing of the values of arguments.
 *
 * @param what what happened, in a few words
 * @param definition the hash of what was run or decided about
 * @param arguments what a tool was to be called with
 */
public record AuditRecord(
        Kind kind,
        @Nullable String principal,
        String server,
        @Nullable String tool,
        String what,
        @Nullable String definition,
        @Nullable Arguments arguments) {
    private static final int USUAL_LENGTH = 400;
    private static final int SHORTEST = 10;
    private static final int HASH_LENGTH = 64;

    /** What kind of thing happened. */
    public enum Kind {
        /** A server was started. */
        START,
        /** Something was allowed. */
        GRANT,
        /** Something was denied or refused. */
        DENIAL,
        /** A tool was called. */
        CALL,
        /** A token was renewed. */
        REFRESH,
        /** A rule was changed. */
        POLICY,
        /** Somebody added, changed or removed a server. */
        CONFIGURATION
    }

    /**
     * What is told of arguments.
     *
     * @param sha256 of all of them, so that one can prove later what they were
     * @param names of the members, in order
     */
    public record Arguments(String sha256, List<String> names) {
        /** Copies the list. */
        public Arguments {
            names = List.copyOf(names);
        }

        /** Returns what is told of these. */
        public static Arguments of(ObjectNode arguments) {
            return new Arguments(
                    Canonical.sha256(Canonical.text(arguments)),
                    arguments.propertyNames().stream().sorted().toList());
        }
    }

    /** Records that a server is started. */
    public static AuditRecord start(String server, @Nullable String fingerprint, String what) {
        return new AuditRecord(Kind.START, null, server, null, what, fingerprint, null);
    }

    /** Records that a token was renewed, or could not be. */
    public static AuditRecord refresh(@Nullable String principal, String server, String what) {
        return new AuditRecord(Kind.REFRESH, principal, server, null, what, null, null);
    }

    /** Records that somebody added, changed or removed a server. */
    public static AuditRecord configuration(String server, String what) {
        return new AuditRecord(Kind.CONFIGURATION, null, server, null, what, null, null);
    }

    /** Records that a rule was changed. */
    public static AuditRecord policy(Subject subject, String what) {
        return of(Kind.POLICY, subject, what, null, null);
    }

    /**
     * Records that a server is not started.
     *
     * @param fingerprint of what would be started; null where nobody looked, since nothing was agreed to
     */
    public static AuditRecord notStarted(String server, @Nullable String fingerprint, String what) {
        return new AuditRecord(Kind.DENIAL, null, server, null, "not started, " + what, fingerprint, null);
    }

    /** Records that something of a server was allowed that is no tool. */
    public static AuditRecord consent(String server, String what, Scope scope) {
        return new AuditRecord(Kind.GRANT, null, server, null, what + ", " + word(scope), null, null);
    }

    static AuditRecord denied(String server, String what, Scope scope) {
        return new AuditRecord(Kind.DENIAL, null, server, null, what + ", " + word(scope), null, null);
    }

    static AuditRecord decision(Grant grant) {
        var kind = switch (grant.decision()) {
            case ALLOW -> Kind.GRANT;
            case DENY -> Kind.DENIAL;
            case ASK -> Kind.POLICY;
        };
        var definition = grant.subject().tool() == null ? null : grant.hash();
        return of(kind, grant.subject(), word(grant.decision()) + ", " + word(grant.scope()), definition, null);
    }

    static AuditRecord accepted(Subject subject, String hash) {
        return of(Kind.GRANT, subject, "definition accepted", hash, null);
    }

    /** Records a call. */
    public static AuditRecord call(Subject subject, String hash, ObjectNode arguments, String because) {
        return of(Kind.CALL, subject, because, hash, Arguments.of(arguments));
    }

    /** Records that a tool is not called. */
    public static AuditRecord refusal(Subject subject, String hash, ObjectNode arguments, String why) {
        return of(Kind.DENIAL, subject, why, hash, Arguments.of(arguments));
    }

    /** Tells whether it is a start, or what somebody decided; nobody but people can make many of those. */
    boolean decides() {
        return switch (kind) {
            case START, GRANT, POLICY, CONFIGURATION -> true;
            case DENIAL -> arguments == null; // and not a call that is refused
            case CALL, REFRESH -> false;
        };
    }

    /** Returns it as one line of JSON in ASCII, cut so that it has at most so many characters. */
    String line(Instant at, long process, int most) {
        for (int length = USUAL_LENGTH; length > SHORTEST; length /= 2) {
            var line = line(at, process, length, length / 10);
            if (line.length() <= most) {
                return line;
            }
        }
        return line(at, process, SHORTEST, 0);
    }

    private String line(Instant at, long process, int length, int names) {
        var members = new LinkedHashMap<String, String>();
        members.put("at", Canonical.quoted(at.toString()));
        members.put("process", Long.toString(process));
        members.put("kind", Canonical.quoted(kind.name().toLowerCase(Locale.ROOT)));
        put(members, "principal", principal, length);
        put(members, "server", server, length);
        put(members, "tool", tool, length);
        put(members, "what", what, length);
        put(members, "definition", definition, HASH_LENGTH);
        if (arguments != null) {
            members.put("arguments", Canonical.quoted(arguments.sha256()));
            members.put("names", names(arguments.names(), names, length));
        }
        return object(members);
    }

    private static String names(List<String> all, int most, int length) {
        var shown = all.stream()
                .limit(most)
                .map(name -> Canonical.quoted(cut(name, Math.min(length, 80))))
                .toList();
        return "[" + String.join(",", shown) + (all.size() > most ? (most > 0 ? "," : "") + "\"...\"]" : "]");
    }

    private static void put(Map<String, String> members, String name, @Nullable String text, int length) {
        if (text != null) {
            members.put(name, Canonical.quoted(cut(text, length)));
        }
    }

    private static String object(Map<String, String> members) {
        var text = new StringBuilder("{");
        members.forEach((name, value) -> text.append(text.length() > 1 ? "," : "")
                .append('"')
                .append(name)
                .append("\":")
                .append(value));
        return text.append('}').toString();
    }

    private static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length) + "...";
    }

    private static AuditRecord of(
            Kind kind, Subject subject, String what, @Nullable String hash, @Nullable Arguments arguments) {
        return new AuditRecord(kind, subject.principal(), subject.server(), subject.tool(), what, hash, arguments);
    }

    private static String word(Decision decision) {
        return decision.word();
    }

    private static String word(Scope scope) {
        return scope.name().toLowerCase(Locale.ROOT);
    }
}
