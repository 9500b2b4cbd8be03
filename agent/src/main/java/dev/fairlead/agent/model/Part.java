package dev.fairlead.agent.model;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A piece of what was said. */
public sealed interface Part {

    /** Returns what has to be shown to the provider again together with this part. */
    @Nullable
    Keepsake keepsake();

    /** Words. */
    record Text(String text, @Nullable Keepsake keepsake) implements Part {
        /** Returns words with nothing to keep. */
        public static Text of(String text) {
            return new Text(text, null);
        }
    }

    /** What the model thought on the way; the text may be empty where only the keepsake is for us. */
    record Thinking(String text, @Nullable Keepsake keepsake) implements Part {}

    /**
     * A picture, a sound, a document.
     *
     * @param base64 its bytes
     */
    record Media(String mimeType, String base64, @Nullable Keepsake keepsake) implements Part {}

    /**
     * A tool that the model wants called.
     *
     * @param id by which its result is known; made up where the provider gives none
     * @param name of the tool, as the model was told of it, or whatever it made of that
     * @param arguments not to be modified
     * @param unreadable what stood in place of arguments that are no JSON object, or may not be whole; null for all others
     */
    record Call(
            String id,
            String name,
            ObjectNode arguments,
            @Nullable String unreadable,
            @Nullable Keepsake keepsake) implements Part {}
}
