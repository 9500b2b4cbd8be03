package dev.fairlead.cli.recording;

import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.wire.Correlation;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Knows to which request of the client a notification belongs. */
final class ProgressTokens implements Correlation {
    private final Map<JsonNode, RequestId> tokens = new ConcurrentHashMap<>();

    /** Notes the token of a request. */
    void begins(Request request) {
        var token = tokenOf(request);
        if (token != null) {
            tokens.put(token, request.id());
        }
    }

    /** Forgets it, unless the client has used it again meanwhile. */
    void ends(Request request) {
        var token = tokenOf(request);
        if (token != null) {
            tokens.remove(token, request.id());
        }
    }

    @Override
    public Optional<RequestId> exchangeOf(Notification news) {
        var params = news.params();
        if (params == null) {
            return Optional.empty();
        }
        var token = params.get(MetaKey.PROGRESS_TOKEN);
        return token != null
                ? Optional.ofNullable(tokens.get(token))
                : idIn(params.path("_meta").path(MetaKey.SUBSCRIPTION_ID));
    }

    @Override
    public Optional<Object> subjectOf(Notification news) {
        return news.params() == null
                ? Optional.empty()
                : Optional.ofNullable(news.params().get(MetaKey.PROGRESS_TOKEN));
    }

    /** Returns the id that is written so; empty where none is. */
    static Optional<RequestId> idIn(JsonNode node) {
        if (node.isString()) {
            return Optional.of(RequestId.of(node.stringValue()));
        }
        return node.isIntegralNumber() && node.canConvertToLong()
                ? Optional.of(RequestId.of(node.longValue()))
                : Optional.empty();
    }

    private static @Nullable JsonNode tokenOf(Request request) {
        return request.params() == null ? null : request.params().path("_meta").get(MetaKey.PROGRESS_TOKEN);
    }
}
