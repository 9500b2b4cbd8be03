package dev.fairlead.testkit;

import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.rpc.Request;

/** The behaviour of a server towards one client, in one era. */
sealed interface FakeSession permits LegacySession, ModernSession {

    /** Takes a request and sees to its answer. */
    void request(Request request);

    /** Tells the client of a change, if it wants to know. */
    void event(ServerEvent event);

    /** Tells the client where a task stands, if it wants to know. */
    void taskChanged(FakeTask task);

    /** Returns the method of the notification about an event. */
    static String method(ServerEvent event) {
        return switch (event) {
            case ServerEvent.ToolsChanged changed -> "notifications/tools/list_changed";
            case ServerEvent.PromptsChanged changed -> "notifications/prompts/list_changed";
            case ServerEvent.ResourcesChanged changed -> "notifications/resources/list_changed";
            case ServerEvent.ResourceUpdated updated -> "notifications/resources/updated";
        };
    }
}
