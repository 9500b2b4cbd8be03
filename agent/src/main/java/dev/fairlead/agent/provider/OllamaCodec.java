package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.wire.Headers;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** The chat interface of Ollama itself, which tells more than the one that it has for clients of OpenAI. */
final class OllamaCodec implements Codec {
    /** Whose keepsakes they are. */
    static final String KEEPER = "ollama";

    private static final ModelTraits TRAITS =
            new ModelTraits(SchemaDialect.OLLAMA, Pictures::isCommon, Pictures::isCommon, ModelTraits.USUAL_TOOLS);

    private final Supplier<String> newIds;

    OllamaCodec() {
        this(CallIds::next);
    }

    OllamaCodec(Supplier<String> newIds) {
        this.newIds = newIds;
    }

    @Override
    public ModelTraits traits() {
        return TRAITS;
    }

    @Override
    public Framing framing() {
        return Framing.LINES;
    }

    @Override
    public String path(String model) {
        return "/api/chat";
    }

    @Override
    public Headers headers(String key) {
        return Bearer.of(key); // Only its cloud wants one.
    }

    @Override
    public ObjectNode body(String model, ModelRequest request) {
        return OllamaBody.of(model, request, TRAITS);
    }

    @Override
    public Decoder decoder() {
        return new OllamaDecoder(newIds);
    }

    @Override
    public Complaint complaint(int status, String body, ModelRequest asked) {
        return Verdict.of(status, ProviderError.of(body), asked);
    }
}
