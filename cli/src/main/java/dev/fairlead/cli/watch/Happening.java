package dev.fairlead.cli.watch;

import dev.fairlead.cli.frame.Moment;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.cli.text.Count;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionEnd;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Weight;
import tools.jackson.databind.node.ObjectNode;

/**
 * Something that happened at a server.
 *
 * @param event a word for programs, which stays the same from release to release
 * @param words what happened, for people
 * @param counts whether it is one of those that somebody waits for
 * @param details what else programs may want to know
 */
record Happening(Moment time, String event, String words, boolean counts, ObjectNode details) {
    /** Returns what became of the connection. */
    static Happening connection(String event, String words) {
        return new Happening(Moment.now(), event, words, false, Json.object().put("message", words));
    }

    /** Returns a change that the server told. */
    static Happening of(ServerEvent event) {
        return switch (event) {
            case ServerEvent.ToolsChanged tools -> change("tools-changed", "tools changed");
            case ServerEvent.PromptsChanged prompts -> change("prompts-changed", "prompts changed");
            case ServerEvent.ResourcesChanged resources -> change("resources-changed", "resources changed");
            case ServerEvent.ResourceUpdated(var uri) ->
                new Happening(
                        Moment.now(),
                        "resource-updated",
                        "resource changed  " + uri,
                        true,
                        Json.object().put("uri", uri));
        };
    }

    /** Returns a log message. */
    static Happening of(LogEntry entry) {
        var who = entry.logger() == null ? "" : entry.logger() + ": ";
        return new Happening(
                Moment.now(),
                "log",
                "log %s  %s%s".formatted(entry.level().id(), who, entry.text()),
                true,
                entry.toJson());
    }

    /** Returns a line that the server wrote to its standard error. */
    static Happening stderr(String line) {
        return new Happening(
                Moment.now(), "stderr", "stderr  " + line, true, Json.object().put("line", line));
    }

    /** Returns a rule that the server broke. */
    static Happening violation(String words) {
        return new Happening(
                Moment.now(),
                "violation",
                "broke a rule: " + words,
                true,
                Json.object().put("message", words));
    }

    /** Returns the end of the server's changes. */
    static Happening of(SubscriptionEnd end) {
        var words = switch (end) {
            case SubscriptionEnd.Graceful graceful -> "the server tells no more changes";
            case SubscriptionEnd.Dropped dropped -> "changes are not told any more: " + dropped.detail();
            case SubscriptionEnd.Cancelled cancelled -> "changes are not listened to any more";
            case SubscriptionEnd.Lagged lagged -> Count.of(lagged.missed(), "change") + " came too fast and got lost";
        };
        return connection("changes-ended", words);
    }

    private static Happening change(String event, String words) {
        return new Happening(Moment.now(), event, words, true, Json.object());
    }

    /** Returns about how many bytes of memory it takes. */
    long weight() {
        return Weight.of(words) + Weight.of(details);
    }

    void show(Page page) {
        page.line(time.line(words));
    }

    ObjectNode toJson() {
        var document = time.stamp(Json.object(), event);
        document.setAll(details);
        return document;
    }
}
