package dev.fairlead.client.peer;

import dev.fairlead.protocol.ServerCapabilities;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Notification;

/** Tells of changes at a server, if it has declared that it has what changes. */
final class Changes {
    private Changes() {}

    /** Passes a change on; a notification of something else is ignored. */
    static void tell(Notification news, ServerCapabilities declared, Diary diary) {
        ServerEvent.from(news.method(), news.params()).ifPresent(event -> {
            if (isDeclared(event, declared)) {
                diary.event(event);
            } else {
                diary.tolerated(new Violation(
                        Violation.Kind.STRAY_NOTIFICATION, news.method() + ", which the server did not declare"));
            }
        });
    }

    // Servers that forget to declare that a list may change are believed all the same: they have one.
    private static boolean isDeclared(ServerEvent event, ServerCapabilities declared) {
        return switch (event) {
            case ServerEvent.ToolsChanged tools -> declared.tools();
            case ServerEvent.PromptsChanged prompts -> declared.prompts();
            case ServerEvent.ResourcesChanged resources -> declared.resources();
            case ServerEvent.ResourceUpdated resource -> declared.resources();
        };
    }
}
