package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.model.ModelRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a provider says about something that it turned away.
 *
 * @param words of the provider, as they came
 * @param retryAfter when it wants to be asked again, if its text and not its headers say so
 * @param tool whose description it turned away
 */
public record Complaint(
        ModelException.Kind kind,
        String words,
        @Nullable Duration retryAfter,
        @Nullable String tool) {

    /**
     * Judges an answer that has an error for its status.
     *
     * @param body what was answered, however little sense it makes
     * @param asked for naming the tool that it is about
     */
    public static Complaint of(int status, String body, ModelRequest asked) {
        return Verdict.of(status, ProviderError.of(body), asked);
    }

    /** Returns in our words what happened. */
    public String what() {
        return switch (kind) {
            case NOT_CONFIGURED -> "it is not set up";
            case UNAUTHORIZED -> "the key was turned away";
            case NO_SUCH_MODEL -> "there is no such model";
            case LIMITED -> "too much was asked in too short a time, or more than is paid for";
            case BAD_TOOL ->
                tool == null
                        ? "the description of a tool was turned away"
                        : "the description of tool '%s' was turned away".formatted(tool);
            case BAD_REQUEST -> "what was asked was turned away";
            case TOO_LONG -> "the conversation is longer than it takes";
            case BROKEN -> "it is in trouble";
            case UNREACHABLE -> "it could not be reached, or broke off";
            case TOO_SLOW -> "it took too long";
            case BAD_ANSWER -> "it gave no answer";
        };
    }

    /**
     * Returns what to do about it.
     *
     * @param ofKey what to do about a key, or where there is none
     * @param ofModel what to do where there is no such model
     * @param ofAnswer what to do about something that is no answer
     */
    public String advice(String ofKey, String ofModel, String ofAnswer) {
        return switch (kind) {
            case NOT_CONFIGURED, UNAUTHORIZED -> ofKey;
            case NO_SUCH_MODEL -> ofModel;
            case LIMITED -> "ask again later, or look at the plan of your account";
            case BAD_TOOL -> "leave that tool out, or tell its author";
            case BAD_REQUEST -> "change what is asked";
            case TOO_LONG -> "begin anew, or leave tools out";
            case BROKEN, UNREACHABLE, TOO_SLOW -> "ask again later";
            case BAD_ANSWER -> ofAnswer;
        };
    }
}
