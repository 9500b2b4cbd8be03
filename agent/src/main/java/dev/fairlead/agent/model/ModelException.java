package dev.fairlead.agent.model;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says why a model gave no answer: what was asked, of whom, what happened, what to do. Holds nothing secret. */
public final class ModelException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What kept the answer away. */
    public enum Kind {
        /** There is no key for it, or nothing says where it is. */
        NOT_CONFIGURED,
        /** The key was turned away. */
        UNAUTHORIZED,
        /** There is no such model. */
        NO_SUCH_MODEL,
        /** Too much was asked in too short a time, or more than is paid for. */
        LIMITED,
        /** The description of a tool was turned away. */
        BAD_TOOL,
        /** What was asked was turned away. */
        BAD_REQUEST,
        /** The conversation is longer than it takes. */
        TOO_LONG,
        /** It is in trouble. */
        BROKEN,
        /** It could not be reached, or broke off. */
        UNREACHABLE,
        /** It took too long. */
        TOO_SLOW,
        /** What came is no answer that can be read. */
        BAD_ANSWER
    }

    private final Kind kind;
    private final @Nullable Duration retryAfter;
    private final @Nullable String tool;

    /** Says why. */
    public ModelException(Kind kind, String message, @Nullable Throwable cause) {
        this(kind, message, null, null, cause);
    }

    /**
     * Says why.
     *
     * @param retryAfter when the provider wants to be asked again
     * @param tool whose description was turned away, as the model was told of it
     */
    public ModelException(
            Kind kind,
            String message,
            @Nullable Duration retryAfter,
            @Nullable String tool,
            @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.retryAfter = retryAfter;
        this.tool = tool;
    }

    /** Returns what kept the answer away. */
    public Kind kind() {
        return kind;
    }

    /** Returns when the provider wants to be asked again, if it said so. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** Returns whose description was turned away, where the provider said so. */
    public Optional<String> tool() {
        return Optional.ofNullable(tool);
    }
}
