package dev.fairlead.client;

import dev.fairlead.client.peer.Diary;
import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.Page;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.protocol.rpc.Weight;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads a list page by page to its end, and notices when there is none. */
final class Pager {
    private static final int MAX_PAGES = 1000;
    private static final int MAX_ITEMS = 10_000;
    private static final long MAX_MEBIBYTES = 64;

    private final String server;
    private final Diary diary;

    Pager(String server, Diary diary) {
        this.server = server;
        this.diary = diary;
    }

    /**
     * Returns all elements.
     *
     * @param member the name of the list in each page
     * @param fetch asks for the page at a cursor, or for the first
     */
    <T> List<T> all(
            String method, String member, Function<JsonNode, T> read, Function<@Nullable String, JsonNode> fetch) {
        var items = new ArrayList<T>();
        var seen = new HashSet<String>();
        String cursor = null;
        long bytes = 0;
        for (int pages = 1; pages <= MAX_PAGES; pages++) {
            var result = fetch.apply(cursor);
            var page = page(method, member, read, result);
            if (page.nextCursor() != null || cursor != null) {
                bytes += Weight.of(result); // One page alone is no larger than any answer may be.
            }
            if (bytes > MAX_MEBIBYTES << 20) {
                throw endless(method, "more than %s MiB".formatted(MAX_MEBIBYTES));
            }
            if (items.size() + page.items().size() > MAX_ITEMS) {
                throw endless(method, "more than %s elements".formatted(MAX_ITEMS));
            }
            cursor = page.nextCursor();
            if (cursor == null && items.isEmpty()) {
                return page.items(); // Most lists have one page, and long ones are not copied for nothing.
            }
            items.addAll(page.items());
            if (cursor == null) {
                return List.copyOf(items);
            }
            if (!seen.add(cursor)) {
                throw endless(
                        method, "the cursor '%s' came twice, after %s pages".formatted(Excerpt.of(cursor), pages));
            }
        }
        throw endless(method, "more than %s pages".formatted(MAX_PAGES));
    }

    private <T> Page<T> page(String method, String member, Function<JsonNode, T> read, JsonNode result) {
        try {
            var page = Page.from(result, member, read);
            page.problems().forEach(problem -> diary.badShape(method + ": " + problem));
            return page;
        } catch (BadShape unreadable) {
            throw new ProtocolViolationException(
                    "%s on server '%s': %s".formatted(method, server, unreadable.getMessage()), unreadable);
        }
    }

    private ProtocolViolationException endless(String method, String how) {
        return new ProtocolViolationException(
                "%s on server '%s': endless pagination, %s".formatted(method, server, how));
    }
}
