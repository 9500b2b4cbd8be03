package dev.fairlead.client;

import dev.fairlead.client.peer.CallScope;
import dev.fairlead.client.peer.Invocation;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a server has to read, asked for only where what it said earlier will not do. */
final class Readings {
    private final Rounds rounds;
    private final ResultCache cache;
    private final Pager pager;
    private final Function<CallScope, String> epoch;

    /**
     * Reads.
     *
     * @param cache may serve several of these
     * @param epoch marks whoever asks in a call
     */
    Readings(Rounds rounds, ResultCache cache, Pager pager, Function<CallScope, String> epoch) {
        this.rounds = rounds;
        this.cache = cache;
        this.pager = pager;
        this.epoch = epoch;
    }

    /** Lists everything of a kind, page by page. */
    <T> List<T> list(String method, String member, Function<JsonNode, T> read, CallScope scope) {
        return pager.all(method, member, read, cursor -> {
            var params = Json.object();
            if (cursor != null) {
                params.put("cursor", cursor);
            }
            return result(Invocation.of(method, params, null), scope);
        });
    }

    /** Returns a result, which the server may have given earlier. */
    ObjectNode result(Invocation invocation, CallScope scope) {
        var key = new ResultCache.Key(invocation.method(), invocation.params(), epoch.apply(scope));
        return cache.find(key).orElseGet(() -> {
            var asked = cache.now(key);
            var outcome = rounds.outcome(invocation, scope);
            // What was found out with the help of answers belongs to those answers.
            if (!outcome.asked()) {
                cache.keep(key, outcome.result(), asked);
            }
            return outcome.result();
        });
    }
}
