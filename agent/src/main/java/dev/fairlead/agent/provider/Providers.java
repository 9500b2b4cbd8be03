package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.model.ModelException.Kind;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.HttpEngine;
import dev.fairlead.wire.http.HttpService;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Everybody who runs models that can be asked over HTTP. */
public final class Providers {
    // The first that is ready is asked where nobody chose.
    static final List<Provider> ALL = List.of(
            new Provider(
                    "gemini",
                    GeminiCodec::new,
                    "https://generativelanguage.googleapis.com",
                    "GEMINI_BASE_URL",
                    List.of("GEMINI_API_KEY", "GOOGLE_API_KEY"),
                    "gemini-2.5-pro"),
            new Provider(
                    "anthropic",
                    AnthropicCodec::new,
                    "https://api.anthropic.com",
                    "ANTHROPIC_BASE_URL",
                    List.of("ANTHROPIC_API_KEY"),
                    "claude-sonnet-4-5"),
            new Provider(
                    "openai",
                    OpenAiChatCodec::new,
                    "https://api.openai.com/v1",
                    "OPENAI_BASE_URL",
                    List.of("OPENAI_API_KEY"),
                    "gpt-5"),
            new Provider(
                    "openai-responses",
                    OpenAiResponsesCodec::new,
                    "https://api.openai.com/v1",
                    "OPENAI_BASE_URL",
                    List.of("OPENAI_API_KEY"),
                    "gpt-5"),
            new Provider("ollama", OllamaCodec::new, "http://127.0.0.1:11434", "OLLAMA_HOST", List.of(), "qwen3"));

    private final HttpEngine engine;
    private final Keys keys;
    private final List<Provider> all;
    private final Patience patience;
    private final Pace pace;

    /** Asks over the connections of an engine, with these keys. */
    public Providers(HttpEngine engine, Keys keys) {
        this(engine, keys, ALL, Patience.USUAL, Pace.REAL);
    }

    Providers(HttpEngine engine, Keys keys, List<Provider> all, Patience patience, Pace pace) {
        this.engine = engine;
        this.keys = keys;
        this.all = List.copyOf(all);
        this.patience = patience;
        this.pace = pace;
    }

    /** Returns the names of all of them. */
    public List<String> names() {
        return all.stream().map(Provider::name).toList();
    }

    /** Returns the names of those that can be asked: there is a key, or somebody said where they are. */
    public List<String> ready() {
        return all.stream().filter(this::isReady).map(Provider::name).toList();
    }

    /**
     * Returns why models cannot be asked, in words, by their names; those that can have none. Where keys cannot be looked
     * up, as in a keyring that is locked, that is why.
     */
    public Map<String, String> obstacles(Collection<String> names) {
        var look = new Providers(engine, keys.forOneLook(), all, patience, pace);
        var obstacles = new HashMap<String, String>();
        names.forEach(name -> look.obstacle(name).ifPresent(why -> obstacles.put(name, why)));
        return obstacles;
    }

    private Optional<String> obstacle(String text) {
        try {
            var name = named(text);
            var provider = provider(name.provider(), text);
            var ignored = model(name);
            boolean placed = provider.needsKey()
                    || keys.variable(provider.addressVariable()).isPresent()
                    || !key(provider, name).isEmpty();
            return placed ? Optional.empty() : Optional.of("Nobody said where it is; set its address.");
        } catch (ModelException missing) {
            return Optional.of(String.valueOf(missing.getMessage()));
        }
    }

    /** Returns where those are that can be asked, or could be if a keyring, which is not asked, has a key. */
    public List<ModelPlace> places() {
        return all.stream()
                .map(this::place)
                .filter(place -> place.isReady() || place.key() == ModelPlace.Key.UNASKED)
                .toList();
    }

    private ModelPlace place(Provider provider) {
        var elsewhere = keys.variable(provider.addressVariable());
        var address = elsewhere.map(provider::addressWritten).orElse(provider.address());
        return new ModelPlace(
                provider.name(),
                Endpoint.Address.of(address).place(),
                elsewhere.isPresent() ? provider.addressVariable() : "",
                provider.keyVariables().stream()
                        .filter(name -> keys.variable(name).isPresent())
                        .findFirst()
                        .orElse(""),
                keys.has(provider)
                        .map(there -> there ? ModelPlace.Key.THERE : ModelPlace.Key.NONE)
                        .orElse(ModelPlace.Key.UNASKED));
    }

    /** Returns the model to ask where nobody chose: the usual one of the first provider that is ready. */
    public Optional<ModelName> usual() {
        return all.stream().filter(this::isReady).findFirst().map(Providers::usualOf);
    }

    /**
     * Reads the name of a model; the name of a provider alone means its usual model.
     *
     * @throws ModelException if there is no such provider
     */
    public ModelName named(String text) {
        if (text.indexOf('/') < 0) {
            return usualOf(provider(text, text));
        }
        try {
            var name = ModelName.of(text);
            provider(name.provider(), text);
            return name;
        } catch (IllegalArgumentException nameless) {
            throw new ModelException(Kind.NOT_CONFIGURED, String.valueOf(nameless.getMessage()), null);
        }
    }

    /**
     * Returns a model; whether it exists turns out when it is asked.
     *
     * @throws ModelException if there is no such provider, or no key for it, or that cannot be looked up, or its address is
     *     none
     */
    public Model model(ModelName name) {
        var provider = provider(name.provider(), name.toString());
        var key = key(provider, name);
        var elsewhere = keys.variable(provider.addressVariable());
        // Whoever runs a server of his own says himself whether it wants a key.
        if (key.isEmpty() && provider.needsKey() && elsewhere.isEmpty()) {
            throw new ModelException(
                    Kind.NOT_CONFIGURED,
                    "asking %s: there is no key for %s; set %s, or configure a key for it"
                            .formatted(
                                    Excerpt.of(name.toString()),
                                    provider.name(),
                                    provider.keyVariables().getFirst()),
                    null);
        }
        var codec = provider.codec().get();
        try {
            var secret = headers(codec, key, true);
            var address = elsewhere.map(provider::addressWritten).orElse(provider.address());
            return new HttpModel(
                    name,
                    codec,
                    new HttpService(engine, address, secret),
                    headers(codec, key, false),
                    keyAdvice(provider),
                    patience,
                    pace);
        } catch (IllegalArgumentException unusable) {
            throw new ModelException(
                    Kind.NOT_CONFIGURED,
                    "asking %s: %s; check %s and the key"
                            .formatted(Excerpt.of(name.toString()), unusable.getMessage(), provider.addressVariable()),
                    null);
        }
    }

    /** Returns the key for a model; empty if there is none. */
    private String key(Provider provider, ModelName name) {
        try {
            return keys.key(provider);
        } catch (RuntimeException unread) {
            if (!provider.needsKey()) {
                return ""; // Most of those want none.
            }
            throw new ModelException(
                    Kind.NOT_CONFIGURED,
                    "asking %s: the key for %s could not be looked up: %s"
                            .formatted(
                                    Excerpt.of(name.toString()),
                                    provider.name(),
                                    Excerpt.of(String.valueOf(unread.getMessage()))),
                    unread);
        }
    }

    private boolean isReady(Provider provider) {
        return !keys.key(provider).isEmpty()
                || keys.variable(provider.addressVariable()).isPresent();
    }

    private static ModelName usualOf(Provider provider) {
        return new ModelName(provider.name(), provider.usualModel());
    }

    private Provider provider(String name, String asked) {
        return all.stream()
                .filter(provider -> provider.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ModelException(
                        Kind.NOT_CONFIGURED,
                        "'%s' is no model of a provider that is known here; write provider/name, where provider is one of %s"
                                .formatted(Excerpt.of(asked), String.join(", ", names())),
                        null));
    }

    /** Returns the headers that show the key, or the others. */
    private static Headers headers(Codec codec, String key, boolean secret) {
        var chosen = Headers.NONE;
        for (var header : codec.headers(key).values().entrySet()) {
            boolean shows = !key.isEmpty() && header.getValue().contains(key);
            chosen = shows == secret ? chosen.with(header.getKey(), header.getValue()) : chosen;
        }
        return chosen;
    }

    private static String keyAdvice(Provider provider) {
        return provider.needsKey()
                ? "check the key in %s, or wherever it is configured"
                        .formatted(String.join(" or ", provider.keyVariables()))
                : "check its address";
    }
}
