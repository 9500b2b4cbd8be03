package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.wire.Headers;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * The chat completions of OpenAI, which many servers speak: vLLM, llama.cpp, LM Studio, OpenRouter, DeepSeek. The
 * address of such a server ends where {@code /chat/completions} begins, usually with {@code /v1}.
 */
final class OpenAiChatCodec implements Codec {
    /** Whose keepsakes they are. */
    static final String KEEPER = "openai-chat";

    private static final ModelTraits TRAITS =
            new ModelTraits(SchemaDialect.OPENAI, Pictures::isCommon, Pictures::isCommon, ModelTraits.USUAL_TOOLS);

    private final Supplier<String> newIds;

    OpenAiChatCodec() {
        this(CallIds::next);
    }

    OpenAiChatCodec(Supplier<String> newIds) {
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
        return "/chat/completions";
    }

    @Override
    public Headers headers(String key) {
        return Bearer.of(key);
    }

    @Override
    public ObjectNode body(String model, ModelRequest request) {
        return OpenAiChatBody.of(model, request, TRAITS);
    }

    @Override
    public Decoder decoder() {
        return new OpenAiChatDecoder(newIds);
    }

    @Override
    public Complaint complaint(int status, String body, ModelRequest asked) {
        return Verdict.of(status, ProviderError.of(body), asked);
    }
}
