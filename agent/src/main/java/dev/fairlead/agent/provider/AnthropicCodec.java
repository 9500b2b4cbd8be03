package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.wire.Headers;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** The messages interface of Anthropic. */
final class AnthropicCodec implements Codec {
    /** Whose keepsakes they are. */
    static final String KEEPER = "anthropic";

    private static final Headers VERSION = Headers.NONE.with("anthropic-version", "2023-06-01");
    private static final ModelTraits TRAITS =
            new ModelTraits(SchemaDialect.ANTHROPIC, Pictures::isCommonOrPdf, Pictures::isCommonOrPdf, 256);

    private final Supplier<String> newIds;

    AnthropicCodec() {
        this(CallIds::next);
    }

    AnthropicCodec(Supplier<String> newIds) {
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
        return "/v1/messages";
    }

    @Override
    public Headers headers(String key) {
        return key.isEmpty() ? VERSION : VERSION.with("x-api-key", key);
    }

    @Override
    public ObjectNode body(String model, ModelRequest request) {
        return AnthropicBody.of(model, request, TRAITS);
    }

    @Override
    public Decoder decoder() {
        return new AnthropicDecoder(newIds);
    }

    @Override
    public Complaint complaint(int status, String body, ModelRequest asked) {
        return Verdict.of(status, ProviderError.of(body), asked);
    }
}
