package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.ModelException.Kind;
import dev.fairlead.agent.model.ModelRequest;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Judges what an error of a provider is about; the words of all of them are much alike. */
final class Verdict {
    private static final List<String> TOO_LONG = List.of(
            "context_length_exceeded",
            "context length",
            "context window",
            "context size",
            "maximum context",
            "exceed_context",
            "prompt is too long",
            "input is too long",
            "too many tokens",
            "request_too_large");
    private static final List<String> LIMITED = List.of(
            "rate_limit",
            "rate limit",
            "insufficient_quota",
            "exceeded your current quota",
            "credit balance",
            "insufficient balance",
            "insufficient credits",
            "billing_error",
            "too many requests");
    private static final List<String> UNAUTHORIZED = List.of(
            "authentication_error", "permission_error", "invalid_api_key", "incorrect api key", "invalid x-api-key");
    /** Of the Responses API, in the middle of an answer, where no status says whose fault it is. */
    private static final List<String> PICTURE_CODES = List.of(
            "invalid_image",
            "invalid_base64_image",
            "image_parse_error",
            "image_too_large",
            "image_too_small",
            "image_file_too_large",
            "image_file_not_found",
            "image_content_policy_violation",
            "unsupported_image_media_type",
            "empty_image_file",
            "failed_to_download_image");
    /** Of servers that answer with a 500 where a model cannot see or hear, or a picture is broken: llama.cpp and Ollama. */
    private static final Pattern PICTURE_WORDS =
            Pattern.compile("(?:image|audio|video) input is not supported|required for (?:image|audio|video) input"
                    + "|failed to process inputs: (?:image|png|(?:invalid )?jpeg|webp|gif|bmp|tiff)\\b");

    private static final Pattern NO_MODEL = Pattern.compile(
            "model_not_found|no such model|unknown model|not a valid model|invalid model\\b"
                    + "|model\\b.{0,200}\\b(?:not found|does not exist|not exist|not available|no longer available)",
            Pattern.DOTALL);

    private Verdict() {}

    /** Judges an answer that has an error for its status. */
    static Complaint of(int status, ProviderError error, ModelRequest asked) {
        String tool = status == 400 || status == 422 ? FaultyTool.in(error, asked.tools()) : null;
        Kind kind = tool == null ? kind(status, error) : Kind.BAD_TOOL;
        return new Complaint(kind, error.words(), RetryWords.in(error.words()), tool);
    }

    /** Judges an error in the middle of an answer. */
    static ComplaintException midway(ProviderError error) {
        Kind kind = kind(error.status() == 0 ? 500 : error.status(), error);
        return new ComplaintException(new Complaint(kind, error.words(), RetryWords.in(error.words()), null));
    }

    private static Kind kind(int status, ProviderError error) {
        String all = (error.code() + " " + error.words()).toLowerCase(Locale.ROOT);
        Kind named = named(status, all);
        return named == null ? byStatus(status, all) : named;
    }

    /** Returns what the words leave no doubt about, whatever the status. */
    private static @Nullable Kind named(int status, String all) {
        if (status == 401 || status == 403 || has(all, UNAUTHORIZED)) {
            return Kind.UNAUTHORIZED;
        }
        if (status == 402 || status == 429 || has(all, LIMITED)) {
            return Kind.LIMITED;
        }
        if (status == 413 || has(all, TOO_LONG)) {
            return Kind.TOO_LONG;
        }
        return NO_MODEL.matcher(all).find() && status < 500 ? Kind.NO_SUCH_MODEL : null;
    }

    private static Kind byStatus(int status, String all) {
        return switch (status) {
            case 404 ->
                all.contains("model") || all.contains("not_found_error") ? Kind.NO_SUCH_MODEL : Kind.BAD_REQUEST;
            case 408 -> Kind.TOO_SLOW;
            default -> status >= 500 ? blameOrBroken(all) : status >= 400 ? Kind.BAD_REQUEST : Kind.BAD_ANSWER;
        };
    }

    /** In the middle of an answer there is no status to say whose fault it is, and some have a wrong one. */
    private static Kind blameOrBroken(String all) {
        boolean ours = all.contains("invalid_request_error")
                || all.contains("invalid_prompt")
                || has(all, PICTURE_CODES)
                || PICTURE_WORDS.matcher(all).find();
        return ours ? Kind.BAD_REQUEST : Kind.BROKEN;
    }

    private static boolean has(String all, List<String> words) {
        return words.stream().anyMatch(all::contains);
    }
}
