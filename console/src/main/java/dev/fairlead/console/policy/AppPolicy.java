package dev.fairlead.console.policy;

import dev.fairlead.console.app.Apps;
import dev.fairlead.console.keep.UnreadException;
import dev.fairlead.console.web.Ports;

/** What interfaces that servers bring along (MCP Apps) may do. */
final class AppPolicy {
    private AppPolicy() {}

    static ShownPolicy of(Standing standing) {
        var frame = frame(standing);
        var draft = new Draft(6, "apps", "Interfaces of servers")
                .always(
                        "consent",
                        "The console shows an interface only after you agreed to it, once; that is void when the"
                                + " server is another one, or the hosts and devices that it asks for are others. The"
                                + " command shows none.")
                .always(
                        "frame",
                        "Each runs in a sandboxed frame of another origin%s, which may run scripts and forms."
                                .formatted(frame))
                .always("rules", "Unless it asks for more and you agree: " + Apps.usualRules())
                .always(
                        "calls",
                        "Its calls are asked about as a model's are; it reads resources of its own server without a"
                                + " question. Messages are not limited to a rate.");
        agreed(standing, draft);
        return draft.change("Agree at the console when it asks; removing the server there takes that back.");
    }

    private static void agreed(Standing standing, Draft draft) {
        draft.read("agreed", "What somebody agreed to", standing.console(), Apps::agreedIn)
                .ifPresent(agreed -> {
                    agreed.forEach((server, interfaces) -> draft.add(
                            "agreed",
                            server,
                            "was agreed to, as it was then: " + String.join(", ", interfaces),
                            standing.console().toString()));
                    if (agreed.isEmpty()) {
                        draft.add("agreed", "Nobody agreed to an interface of any server.", Draft.USUAL);
                    }
                });
    }

    /** Returns the address of the frames, where it is known; the policy of the console says why it is not. */
    private static String frame(Standing standing) {
        try {
            var ports = Ports.in(standing.console());
            return ports.sandbox() == 0 ? "" : " (%s)".formatted(ports.sandboxUrl());
        } catch (UnreadException unread) {
            return "";
        }
    }
}
