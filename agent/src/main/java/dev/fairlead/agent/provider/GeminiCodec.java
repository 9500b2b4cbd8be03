package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.wire.Headers;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** The models of Google's Gemini API, by {@code streamGenerateContent}. */
final class GeminiCodec implements Codec {
    /** Whose keepsakes they are. */
    static final String KEEPER = "gemini";

    static final Set<String> TAKEN_IN_RESULTS = Set.of("image/png", "image/jpeg", "image/webp", "application/pdf");
    private static final Pattern TAKEN =
            Pattern.compile("image/(png|jpeg|webp|heic|heif)|audio/(wav|x-wav|mp3|mpeg|aiff|aac|ogg|flac)"
                    + "|video/(mp4|mpeg|mov|quicktime|avi|x-flv|mpg|webm|wmv|3gpp)|application/pdf|text/plain");
    static final ModelTraits TRAITS = new ModelTraits(
            SchemaDialect.GEMINI,
            type -> TAKEN.matcher(type).matches(),
            TAKEN_IN_RESULTS::contains,
            ModelTraits.USUAL_TOOLS);

    private final Supplier<String> newIds;

    GeminiCodec() {
        this(CallIds::next);
    }

    GeminiCodec(Supplier<String> newIds) {
        this.newIds = newIds;
    }

    @Override
    public ModelTraits traits() {
        return TRAITS;
    }

    @Override
    public Framing framing() {
        return Framing.EVENTS;
    }

    @Override
    public String path(String model) {
        var full = model.indexOf('/') < 0 ? "models/" + model : model;
        return "/v1beta/%s:streamGenerateContent?alt=sse"
                .formatted(Arrays.stream(full.split("/"))
                        .map(part ->
                                URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20"))
                        .collect(Collectors.joining("/")));
    }

    @Override
    public Headers headers(String key) {
        return key.isEmpty() ? Headers.NONE : Headers.NONE.with("x-goog-api-key", key);
    }

    @Override
    public ObjectNode body(String model, ModelRequest request) {
        return new GeminiBody(model, request).write();
    }

    @Override
    public Decoder decoder() {
        return new GeminiDecoder(newIds);
    }

    @Override
    public Complaint complaint(int status, String body, ModelRequest asked) {
        return GeminiComplaint.of(status, body, asked.tools());
    }
}
