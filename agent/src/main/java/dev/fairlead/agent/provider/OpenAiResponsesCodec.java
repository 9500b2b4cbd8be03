package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.wire.Headers;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** The responses interface of OpenAI, asked to store nothing. Its address ends like that of chat completions. */
final class OpenAiResponsesCodec implements Codec {
    /** Whose keepsakes they are. */
    static final String KEEPER = "openai-responses";

    private static final ModelTraits TRAITS = new ModelTraits(
            SchemaDialect.OPENAI, Pictures::isCommonOrPdf, Pictures::isCommonOrPdf, ModelTraits.USUAL_TOOLS);

    private final Supplier<String> newIds;

    OpenAiResponsesCodec() {
        this(CallIds::next);
    }

    OpenAiResponsesCodec(Supplier<String> newIds) {
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
        return "/responses";
    }

    @Override
    public Headers headers(String key) {
        return Bearer.of(key);
    }

    @Override
    public ObjectNode body(String model, ModelRequest request) {
        return OpenAiResponsesBody.of(model, request, TRAITS);
    }

    @Override
    public Decoder decoder() {
        return new OpenAiResponsesDecoder(newIds);
    }

    @Override
    public Complaint complaint(int status, String body, ModelRequest asked) {
        return Verdict.of(status, ProviderError.of(body), asked);
    }
}
