package dev.fairlead.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.model.ModelException.Kind;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.wire.http.HttpEngine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which providers there are, and with which keys they are asked. */
class ProvidersTest {
    private static Providers with(Map<String, String> environment) {
        return new Providers(HttpEngine.shared(), new Keys(environment, provider -> Optional.empty()));
    }

    private static ModelException failing(Providers providers, String model) {
        var failure = catchThrowableOfType(ModelException.class, () -> providers.model(providers.named(model)));
        assertThat(failure).isNotNull();
        assertThat(failure.kind()).isEqualTo(Kind.NOT_CONFIGURED);
        return failure;
    }

    @Test
    void geminiIsTheFirst() {
        var providers = with(Map.of("OPENAI_API_KEY", "o", "GOOGLE_API_KEY", "g"));
        assertThat(providers.usual()).contains(new ModelName("gemini", "gemini-2.5-pro"));
        assertThat(providers.ready()).containsExactly("gemini", "openai", "openai-responses");
        assertThat(with(Map.of()).usual()).isEmpty();
    }

    @Test
    void aProviderAloneMeansItsUsualModel() {
        assertThat(with(Map.of()).named("gemini")).isEqualTo(new ModelName("gemini", "gemini-2.5-pro"));
        assertThat(with(Map.of()).named("openai/org/x")).isEqualTo(new ModelName("openai", "org/x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gemni", "gpt/4", "/x", "gemini/", ""})
    void anUnknownProviderIsToldWhichThereAre(String model) {
        assertThat(failing(with(Map.of()), model)).hasMessageContaining("provider");
    }

    @Test
    void theOnesThereAreAreListed() {
        assertThat(failing(with(Map.of()), "mistral/x"))
                .hasMessageContaining("gemini, anthropic, openai, openai-responses, ollama");
    }

    @ParameterizedTest
    @CsvSource({
        "gemini, GEMINI_API_KEY",
        "anthropic, ANTHROPIC_API_KEY",
        "openai, OPENAI_API_KEY",
        "openai-responses, OPENAI_API_KEY"
    })
    void aMissingKeyNamesItsVariable(String provider, String variable) {
        assertThat(failing(with(Map.of(variable, " ")), provider))
                .hasMessageContaining("there is no key for " + provider + "; set " + variable);
        assertThat(with(Map.of(variable, "k")).model(with(Map.of()).named(provider)))
                .isNotNull();
    }

    @Test
    void aKeyThatCannotBeLookedUpIsWhyAModelCannotBeAsked() {
        var asked = new AtomicInteger();
        var providers = new Providers(
                HttpEngine.shared(),
                new Keys(Map.of("OPENAI_API_KEY", "k", "OLLAMA_HOST", "localhost:11434"), provider -> {
                    asked.incrementAndGet();
                    throw new IllegalStateException("the keyring is locked");
                }));
        var names = List.of("gemini/gemini-2.5-pro", "anthropic/x", "openai/gpt-5", "ollama/qwen3", "mistral/x");

        var obstacles = providers.obstacles(names);

        assertThat(obstacles).containsOnlyKeys("gemini/gemini-2.5-pro", "anthropic/x", "mistral/x");
        assertThat(obstacles.get("anthropic/x"))
                .isEqualTo("asking anthropic/x: the key for anthropic could not be looked up: the keyring is locked");
        assertThat(asked).as("it may take its time to fail").hasValue(1);
        assertThat(failing(providers, "gemini")).hasMessageContaining("the keyring is locked");
    }

    @Test
    void aServerOfOnesOwnNeedsNoKey() {
        assertThat(with(Map.of("OPENAI_BASE_URL", "http://localhost:8080/v1")).model(new ModelName("openai", "x")))
                .isNotNull();
        assertThat(with(Map.of()).model(new ModelName("ollama", "x"))).isNotNull();
    }

    @Test
    void theEnvironmentGoesBeforeOtherPlaces() throws Exception {
        try (var server = new ModelServer()) {
            var first = new Providers(
                    HttpEngine.shared(),
                    new Keys(
                            Map.of("GOOGLE_API_KEY", "from-environment\n", "GEMINI_BASE_URL", server.origin()),
                            provider -> Optional.of("from-" + provider)));
            var second = new Providers(
                    HttpEngine.shared(),
                    new Keys(Map.of("GEMINI_BASE_URL", server.origin()), provider -> Optional.of("from-" + provider)));
            for (var providers : new Providers[] {first, second}) {
                server.replays("gemini/text.sse");
                try (var reply = providers.model(providers.named("gemini")).ask(Asking.QUESTION)) {
                    Asking.rest(reply);
                }
            }
            assertThat(server.requests().get(0).header("x-goog-api-key")).contains("from-environment");
            assertThat(server.requests().get(1).header("x-goog-api-key")).contains("from-gemini");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "http://", "HTTP://"})
    void ollamaIsWhereItsVariableSays(String scheme) throws Exception {
        try (var server = new ModelServer()) {
            server.says(200, Map.of("Content-Type", "application/x-ndjson"), """
                {"message":{"role":"assistant","content":"Hi"},"done":false}
                {"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"}
                """);
            var providers = with(Map.of("OLLAMA_HOST", scheme + server.origin().replace("http://", "")));
            assertThat(providers.ready()).containsExactly("ollama");
            try (var reply = providers.model(providers.named("ollama/x")).ask(Asking.QUESTION)) {
                assertThat(Asking.rest(reply)).hasSize(3);
            }
            assertThat(server.requests().getFirst().target()).isEqualTo("/api/chat");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "box, http://box:11434",
        "box:80, http://box:80",
        "box/behind, http://box:11434/behind",
        "0.0.0.0, http://127.0.0.1:11434",
        "0.0.0.0:99, http://127.0.0.1:99",
        "[::1], http://[::1]:11434",
        "https://box, https://box"
    })
    void aHostIsAnAddress(String written, String address) {
        var ollama = new Provider("ollama", OllamaCodec::new, "http://127.0.0.1:11434", "OLLAMA_HOST", List.of(), "x");
        assertThat(ollama.addressWritten(written)).isEqualTo(address);
    }

    @Test
    void headersThatAreNotSecretGoToo() throws Exception {
        try (var server = new ModelServer()) {
            server.says(400, Map.of(), "");
            var providers = with(Map.of("ANTHROPIC_API_KEY", "some-key", "ANTHROPIC_BASE_URL", server.origin()));
            var failure = catchThrowableOfType(
                    ModelException.class,
                    () -> providers.model(providers.named("anthropic")).ask(Asking.QUESTION));
            assertThat(failure.kind()).isEqualTo(Kind.BAD_REQUEST);
            var seen = server.requests().getFirst();
            assertThat(seen.header("x-api-key")).contains("some-key");
            assertThat(seen.header("anthropic-version")).contains("2023-06-01");
            assertThat(seen.target()).isEqualTo("/v1/messages");
        }
    }

    @Test
    void aKeyIsNotSentInTheClear() {
        var failure = failing(
                with(Map.of("OPENAI_API_KEY", "sk-secret-secret", "OPENAI_BASE_URL", "http://llm.example.com/v1")),
                "openai");
        assertThat(failure)
                .hasMessageContaining("a key for 'llm.example.com' is not sent over http")
                .hasMessageNotContaining("sk-secret");
    }

    @Test
    void aKeyThatCannotTravelIsNotShown() {
        var failure = failing(with(Map.of("GEMINI_API_KEY", "sec\u00e9ret-key")), "gemini");
        assertThat(failure).hasMessageContaining("x-goog-api-key").hasMessageNotContaining("ret-key");
    }

    @Test
    void keysShowNothing() {
        assertThat(new Keys(Map.of("GEMINI_API_KEY", "k"), provider -> Optional.empty()))
                .hasToString("Keys[hidden]");
    }
}
