package dev.fairlead.protocol.rpc;

import java.util.AbstractMap;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The members of an object, as text until somebody looks at them. {@link QuickReader} has looked over the text, so
 * reading it then cannot fail.
 */
final class UnreadMembers extends AbstractMap<String, JsonNode> {
    private final AtomicReference<Object> state; // the text, a byte[]; from the first look on an ObjectNode

    /** Takes over the text of the object. */
    UnreadMembers(byte[] text) {
        this.state = new AtomicReference<>(text);
    }

    /** Returns how many bytes the text has; negative once somebody has looked. */
    int bytes() {
        return state.get() instanceof byte[] text ? text.length : -1;
    }

    private ObjectNode read() {
        var now = state.get();
        if (now instanceof byte[] text) {
            state.compareAndSet(text, tree(text)); // Of several that look at once, all get what the first one read.
            now = state.get();
        }
        return (ObjectNode) now;
    }

    private static ObjectNode tree(byte[] text) {
        var tree = QuickReader.tree(text);
        if (tree != null) {
            return tree;
        }
        try (var parser = Json.parser(text, 0, text.length)) {
            return (ObjectNode) TreeReader.only(parser, new ValueBudget());
        }
    }

    @Override
    public int size() {
        return read().size();
    }

    @Override
    public boolean containsKey(Object name) {
        return get(name) != null;
    }

    @Override
    public @Nullable JsonNode get(Object name) {
        return name instanceof String text ? read().get(text) : null;
    }

    @Override
    public @Nullable JsonNode put(String name, JsonNode value) {
        return read().replace(name, value);
    }

    @Override
    public @Nullable JsonNode remove(Object name) {
        return name instanceof String text ? read().remove(text) : null;
    }

    @Override
    public Set<Map.Entry<String, JsonNode>> entrySet() {
        return read().properties();
    }

    /** Tells whether the members are the same, for which the same text is proof enough. */
    @Override
    public boolean equals(@Nullable Object other) {
        return (other instanceof UnreadMembers that
                        && state.get() instanceof byte[] own
                        && that.state.get() instanceof byte[] others
                        && Arrays.equals(own, others))
                || super.equals(other);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
