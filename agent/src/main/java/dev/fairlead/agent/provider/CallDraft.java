package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.Keepsake;
import dev.fairlead.agent.model.Part;
import dev.fairlead.protocol.rpc.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A call while its pieces come in. */
final class CallDraft {
    private String id = "";
    private String name = "";
    private final StringBuilder fragments = new StringBuilder();
    private @Nullable ObjectNode whole;

    /** Takes the id and the name, where there are some; what came first counts, since some servers repeat themselves. */
    CallDraft named(String moreId, String moreName) {
        id = id.isEmpty() ? moreId : id;
        name = name.isEmpty() ? moreName : name;
        return this;
    }

    String id() {
        return id;
    }

    /** Takes arguments in whatever form they come: a fragment of text, or all of them as they are. */
    void arguments(JsonNode more) {
        if (more instanceof ObjectNode object) {
            whole = object;
        } else if (more.isString()) {
            fragments.append(more.stringValue());
        } else if (!more.isMissingNode() && !more.isNull()) {
            fragments.append(Json.write(more));
        }
    }

    /** Takes all the arguments at once, in place of the fragments before. */
    void allArguments(String text) {
        fragments.setLength(0);
        fragments.append(text);
    }

    int length() {
        return fragments.length();
    }

    /** Returns the call, under an id of its own. */
    Part.Call whole(String knownAs, @Nullable Keepsake keepsake) {
        String text = fragments.toString();
        ObjectNode said = ReplyJson.isNothing(text) ? (whole == null ? Json.object() : whole) : ReplyJson.object(text);
        return said == null
                ? new Part.Call(knownAs, name, Json.object(), text, keepsake)
                : new Part.Call(knownAs, name, said, null, keepsake);
    }
}
