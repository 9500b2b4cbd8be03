package dev.fairlead.console.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.console.web.Refusal;
import dev.fairlead.host.config.PastedServers;
import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Secrets do not reach the page, and what stands for them is never kept in their place. */
final class SecretFieldsTest {
    private static final ObjectNode BEFORE = json("""
        {"command": "npx", "args": ["-y", "server", "--token", "hunter2"],
         "env": {"API_KEY": "hunter3", "MODE": "fast"}}\
        """);

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.parse(text);
    }

    private static List<String> secrets(ObjectNode entry) {
        var whole = Json.object();
        whole.putObject("mcpServers").set("one", entry);
        var home = Path.of("").toAbsolutePath();
        var server = new PastedServers(home, home.resolve("x.json"))
                .read(Json.write(whole), "one")
                .servers()
                .getFirst();
        return SecretFields.of(server, entry);
    }

    private static ObjectNode restored(ObjectNode edited) {
        return SecretFields.restore(edited, BEFORE, secrets(BEFORE));
    }

    @Test
    void secretsAreHiddenAndComeBackUnchanged() {
        var shown = SecretFields.hide(BEFORE, secrets(BEFORE));

        assertThat(Json.write(shown)).doesNotContain("hunter").contains("fast", "--token");
        assertThat(restored(shown)).isEqualTo(BEFORE);
    }

    @Test
    void aSecretIsNeverPutBehindAnotherWord() {
        var before =
                json("{'command': 'npx', 'args': ['--token', 'hunter2', '--password', 'hunter3']}".replace('\'', '"'));
        var fewer = json("{'command': 'npx', 'args': ['--password', '•••']}".replace('\'', '"'));
        var swapped = json("{'command': 'npx', 'args': ['--password', '•••', '--token', '•••']}".replace('\'', '"'));

        for (var edited : List.of(fewer, swapped)) {
            assertThatThrownBy(() -> SecretFields.restore(edited, before, secrets(before)))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("type the value itself");
        }
    }

    @Test
    void theSecretsOfAnAddressAreHiddenToo() {
        var entry = json("""
            {"url": "https://me:hunter2@host/mcp?api_key=hunter3",
             "headers": {"X-Team": "hunter4", "X-From": "${TEAM}"}, "oauth": {"clientSecret": "hunter5"}}\
            """);

        var shown = SecretFields.hide(entry, secrets(entry));

        assertThat(Json.write(shown)).doesNotContain("hunter").contains("${TEAM}");
        assertThat(SecretFields.restore(shown, entry, secrets(entry))).isEqualTo(entry);
    }

    @Test
    void aNewValueReplacesTheHiddenOne() {
        var shown = SecretFields.hide(BEFORE, secrets(BEFORE));
        shown.withObject("/env").put("API_KEY", "new");

        assertThat(restored(shown).path("env").path("API_KEY").asString("")).isEqualTo("new");
        assertThat(restored(shown).path("args").path(3).asString("")).isEqualTo("hunter2");
    }

    @Test
    void aLoneHiddenArgumentIsKnownWhereverItIsMoved() {
        var shown = SecretFields.hide(BEFORE, secrets(BEFORE));
        shown.putArray("args").add("server").add("--token").add("•••");

        assertThat(restored(shown).path("args").path(2).asString("")).isEqualTo("hunter2");
    }

    @Test
    void aPlaceHolderThatStandsForNothingIsRefused() {
        for (var edited : List.of(
                "{\"command\":\"npx\",\"env\":{\"MODE\":\"•••\"}}",
                "{\"command\":\"npx\",\"env\":{\"OTHER_KEY\":\"•••\"}}",
                "{\"command\":\"npx\",\"env\":{\"API_KEY\":\"Bearer •••\"}}",
                "{\"command\":\"•••\"}",
                "{\"command\":\"npx\",\"args\":[\"•••\",\"•••\"]}",
                "{\"command\":\"npx\",\"args\":[\"--token=•••\"]}",
                "{\"url\":\"https://host\",\"headers\":{\"X-Key\":\"•••\"}}")) {
            assertThatThrownBy(() -> restored(json(edited)))
                    .as(edited)
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("•••");
        }
    }
}
