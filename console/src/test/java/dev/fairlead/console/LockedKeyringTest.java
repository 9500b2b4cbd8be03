package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.provider.Keys;
import dev.fairlead.agent.provider.Providers;
import dev.fairlead.console.model.Models;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.StoreException;
import dev.fairlead.wire.http.HttpEngine;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A console whose models have their keys in a keyring that does not answer. */
@Timeout(120)
final class LockedKeyringTest {
    @TempDir
    private Path home;

    private Page page;

    @BeforeEach
    void open() throws Exception {
        var providers = new Providers(HttpEngine.shared(), new Keys(Map.of("OPENAI_API_KEY", "k"), provider -> {
            throw new StoreException("the keyring of this system could not be read: it may be locked", null);
        }));
        page = new Page(home, builder -> builder.models(Models.of(providers, Optional.of("gemini"))));
    }

    @AfterEach
    void close() {
        page.close();
    }

    private JsonNode model(String id) {
        return page.get("/api/state")
                .path("models")
                .valueStream()
                .filter(model -> model.path("id").asString("").equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void thePageShowsTheModelsThatAreKnownAndWhyOthersAreNotReady() {
        assertThat(model("demo").path("ready").asBoolean()).isTrue();
        assertThat(model("openai/gpt-5").path("ready").asBoolean()).isTrue();
        assertThat(model("openai/gpt-5").path("usual").asBoolean()).isTrue();
        var gemini = model("gemini/gemini-2.5-pro");
        assertThat(gemini.path("ready").asBoolean(true)).isFalse();
        assertThat(gemini.path("why").asString(""))
                .contains("the key for gemini could not be looked up", "it may be locked");
    }

    @Test
    void whoeverAsksSuchAModelIsToldWhy() {
        var talk = new Talk(page);
        page.send("PATCH", "/api/chats/" + talk.id(), "{\"model\":\"gemini/gemini-2.5-pro\"}");

        var answer = page.send(
                "POST",
                "/api/chats/" + talk.id() + "/send",
                Json.write(Json.object().put("text", "hello")));

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("model-not-ready", "it may be locked");
    }
}
