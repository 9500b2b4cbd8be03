package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What a client answers to an {@link InputRequest}, in either era. */
public sealed interface InputResponse {

    /**
     * The user agrees.
     *
     * @param content the filled-in form; null for a page to visit; do not modify
     */
    record Accept(@Nullable ObjectNode content) implements InputResponse {
        @Override
        public ObjectNode toJson() {
            return new Members(Json.object())
                    .put("action", "accept")
                    .put("content", content)
                    .json();
        }
    }

    /** The user says no. */
    record Decline() implements InputResponse {
        @Override
        public ObjectNode toJson() {
            return Json.object().put("action", "decline");
        }
    }

    /** The user went away without a choice. */
    record Cancel() implements InputResponse {
        @Override
        public ObjectNode toJson() {
            return Json.object().put("action", "cancel");
        }
    }

    /** The model continued the conversation. */
    record Sampled(SamplingResult result) implements InputResponse {
        @Override
        public ObjectNode toJson() {
            return result.toJson();
        }
    }

    /** The folders that the server may work in. */
    record RootList(List<Root> roots) implements InputResponse {

        /** Copies the collections. */
        public RootList {
            roots = List.copyOf(roots);
        }

        @Override
        public ObjectNode toJson() {
            return new Members(Json.object())
                    .requiredList("roots", roots, Root::toJson)
                    .json();
        }
    }

    /** Writes this answer. */
    ObjectNode toJson();

    /** Returns the answer of a user who filled in the form. */
    static InputResponse accept(ObjectNode content) {
        return new Accept(content);
    }

    /** Returns the answer of a user who agreed to visit the page. */
    static InputResponse accept() {
        return new Accept(null);
    }

    /** Returns the answer of a user who says no. */
    static InputResponse decline() {
        return new Decline();
    }

    /** Returns the answer of a user who went away without a choice. */
    static InputResponse cancel() {
        return new Cancel();
    }
}
