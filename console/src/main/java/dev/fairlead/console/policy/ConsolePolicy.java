package dev.fairlead.console.policy;

import dev.fairlead.console.web.Access;
import dev.fairlead.console.web.ConsoleFront;
import dev.fairlead.console.web.Listener;
import dev.fairlead.console.web.Ports;

/** Who is let in at the console. */
final class ConsolePolicy {
    private ConsolePolicy() {}

    static ShownPolicy of(Standing standing) {
        var draft = new Draft(9, "console", "Console")
                .always(
                        "binding",
                        "It listens at %s alone; no setting opens it to other machines.".formatted(Listener.ADDRESS));
        var ports = ports(standing, draft);
        return draft.always(
                        "token",
                        "A random token of %s bits, new at every start, lets in; the one that a browser is opened with does so"
                                        .formatted(Access.TOKEN_BYTES * Byte.SIZE)
                                + " once, within %s, and whoever it let in is shut out if it is shown again."
                                        .formatted(Words.time(Access.BRIEFLY)))
                .always(
                        "cookie",
                        "It is exchanged for a cookie (%s) and a key; every request for data needs both. A browser that stays away for %s"
                                        .formatted(Access.COOKIE_RULES, Words.time(Access.LONGEST_ABSENCE))
                                + " is forgotten.")
                .always(
                        "content",
                        "The page runs by: "
                                + ConsoleFront.contentRules(
                                        ports.sandbox() == 0 ? "(the port of the frames)" : ports.sandboxUrl(),
                                        "(random)"))
                .always("sites", "No other site is allowed in: there is no CORS.")
                .always("starts", "It starts servers as the command does: policy 1.")
                .change("fairlead console --port N.");
    }

    private static Ports ports(Standing standing, Draft draft) {
        var known = draft.read("port", "Which port it had", standing.console(), Ports::in);
        known.ifPresent(ports -> {
            if (ports.console() == 0) {
                draft.add("port", "Any free port, when it is first started, and then the same again.", Draft.USUAL);
            } else {
                draft.add(
                        "port",
                        "Port %s, and %s for interfaces of servers.".formatted(ports.console(), ports.sandbox()),
                        standing.console().toString());
                draft.always(
                        "origin",
                        "It answers only under %s, and only to pages from there: every other Host, Origin or site is refused."
                                .formatted(ConsoleFront.address(ports.console())));
            }
        });
        return known.orElse(Ports.NONE);
    }
}
