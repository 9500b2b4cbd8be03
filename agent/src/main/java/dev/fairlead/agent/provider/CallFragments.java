package dev.fairlead.agent.provider;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Puts the fragments of calls together, by index, by id, or by nothing but their order. */
final class CallFragments {
    private static final int MOST = 1_000;

    private final List<CallDraft> drafts = new ArrayList<>();
    private final Map<Integer, CallDraft> byIndex = new HashMap<>();

    /** Takes a fragment. */
    void add(JsonNode fragment, ReplyDraft reply) throws BadReplyException {
        if (!fragment.isObject()) {
            throw new BadReplyException("part of a call is no object: " + ReplyJson.excerpt(fragment.toString()));
        }
        JsonNode function = fragment.path("function");
        String id = ReplyJson.text(fragment, "id");
        String name = ReplyJson.text(function, "name");
        CallDraft call = draft(ReplyJson.index(fragment, "index"), id, name).named(id, name);
        int before = call.length();
        call.arguments(function.path("arguments"));
        reply.count(call.length() - before);
    }

    /** Returns the calls in the order in which they began. */
    List<CallDraft> all() {
        return drafts;
    }

    private CallDraft draft(int index, String id, String name) throws BadReplyException {
        CallDraft known = index >= 0 ? byIndex.get(index) : known(id, name);
        // Some servers give every call the same index.
        boolean another = known != null
                && !id.isEmpty()
                && !known.id().isEmpty()
                && !known.id().equals(id)
                && !name.isEmpty();
        return known == null || another ? begin(index) : known;
    }

    private @Nullable CallDraft known(String id, String name) {
        for (CallDraft draft : drafts.reversed()) {
            if (!id.isEmpty() && draft.id().equals(id)) {
                return draft;
            }
        }
        return name.isEmpty() && id.isEmpty() && !drafts.isEmpty() ? drafts.getLast() : null;
    }

    private CallDraft begin(int index) throws BadReplyException {
        if (drafts.size() >= MOST) {
            throw new BadReplyException("the answer asks for more than %s calls".formatted(MOST));
        }
        var draft = new CallDraft();
        drafts.add(draft);
        if (index >= 0) {
            byIndex.put(index, draft);
        }
        return draft;
    }
}
