package dev.fairlead.host.trust;

import dev.fairlead.host.trust.Ruling.Kind;
import dev.fairlead.host.trust.Verdict.Refused;
import dev.fairlead.protocol.rpc.Excerpt;

/** What callers are told about verdicts; names and reasons in it are fit to be shown. */
final class Sentences {
    private Sentences() {}

    static String because(Kind kind) {
        return kind == Kind.GRANTED ? "allowed by a standing decision" : "unchanged since its first use";
    }

    static String asked(Scope scope) {
        return switch (scope) {
            case ONCE -> "allowed when asked, for one call";
            case SESSION -> "allowed when asked, for this session";
            case ALWAYS -> "allowed when asked, for good";
        };
    }

    static Refused denied(Subject subject) {
        return new Refused(
                "%s is denied.".formatted(start(subject)), "Revoke the denial, if it is not meant any more.");
    }

    static Refused cancelled(Subject subject) {
        return new Refused("%s was given up before anybody approved it.".formatted(start(subject)), "Call again.");
    }

    static Refused late(Subject subject) {
        return new Refused(
                "%s was not approved: nobody answered in time.".formatted(start(subject)),
                "Call again with more time, or allow it beforehand.");
    }

    static Refused useless(Subject subject) {
        return new Refused(
                "%s was not approved: before somebody answered, its server was stopped or the host was closed."
                        .formatted(start(subject)),
                "Call again once the server is there.");
    }

    static Refused unsettled(Subject subject) {
        return new Refused(
                "%s was not approved: others keep approving other definitions of it.".formatted(start(subject)),
                "Find out why the definition differs between those who use this server, and call again.");
    }

    static Refused otherServer(Subject subject) {
        return new Refused(
                "%s was not approved: the server became another one while somebody was asked."
                        .formatted(start(subject)),
                "Look at what the server is now, and call again.");
    }

    static Refused unnameable(Subject subject) {
        return new Refused(
                "A tool of server '%s' has a name that is too long to decide about: %s"
                        .formatted(Visible.plain(subject.server()), Excerpt.of(String.valueOf(subject.tool()))),
                "Have the server give it a shorter name.");
    }

    static Refused undecidable(Subject subject, RuntimeException failure) {
        return new Refused(
                "Whether %s may be called could not be found out: %s".formatted(subject, message(failure)),
                "Repair the store of decisions, and call again.");
    }

    static Refused unsaid(Subject subject) {
        return new Refused(
                "Whether %s may be called could not be found out: the store of decisions did not answer in time."
                        .formatted(subject),
                "See what makes that store slow, and call again.");
    }

    static Refused unasked(Subject subject, RuntimeException failure) {
        return new Refused(
                "%s was not approved, since asking failed: %s".formatted(start(subject), message(failure)),
                "Repair what asks, and call again.");
    }

    static Refused notApproved(Subject subject, ToolDefinition definition, Pin pin, Answer.Deny answer) {
        var reason = Visible.plain(answer.reason());
        if (pin instanceof Pin.Changed changed) {
            return new Refused(
                    "%s was not approved (%s). It is not what was approved before.".formatted(start(subject), reason),
                    "Look at the difference, and accept the definition %s if it is meant to be so."
                            .formatted(definition.hash()),
                    changed.diff().toString());
        }
        return new Refused(
                "%s was not approved: %s.".formatted(start(subject), reason),
                // Whoever said no to this call needs no advice, and a model that reads this should not get any.
                answer.scope() == Scope.ONCE ? "" : "Revoke the denial.");
    }

    private static String message(RuntimeException failure) {
        return Visible.plain(String.valueOf(failure.getMessage()));
    }

    private static String start(Subject subject) {
        var text = subject.toString();
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
