package dev.fairlead.console.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.event.Redactor;
import dev.fairlead.protocol.rpc.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Each step of a login is called what it is, whatever address the server chose for it, and shows no value. */
final class LoginStepsTest {
    private static final String SERVER = "https://server.example";

    private final LoginSteps steps = new LoginSteps(Redactor.usual());

    private String step(String method, String url, String body) {
        steps.of(SERVER)
                .fetched(method, url, body == null ? null : body.getBytes(StandardCharsets.UTF_8), null, "refused");
        var list = Json.array();
        steps.addTo(SERVER, list);
        assertThat(list.toString()).doesNotContain("s3cret");
        return list.get(list.size() - 1).path("title").asString("");
    }

    @Test
    void stepsAreNamedByWhatTheyDo() {
        assertThat(step("GET", SERVER + "/.well-known/oauth-protected-resource", null))
                .isEqualTo("Ask the server who grants access");
        assertThat(step("GET", "https://grants.example/.well-known/openid-configuration", null))
                .isEqualTo("Ask the authorization server how it works");
        assertThat(step(
                        "POST",
                        "https://grants.example/clients",
                        "{\"redirect_uris\":[\"x\"],\"client_name\":\"s3cret\"}"))
                .isEqualTo("Register as a client");
        assertThat(step("POST", "https://grants.example/registered/token", "grant_type=authorization_code&code=s3cret"))
                .isEqualTo("Exchange for tokens");
        assertThat(step("POST", "https://grants.example/t", "grant_type=refresh_token&refresh_token=s3cret"))
                .isEqualTo("Renew the tokens");
        assertThat(step("POST", "https://grants.example/r", "token=s3cret")).isEqualTo("Give the tokens back");
    }

    @Test
    void onlyTheLastStepsAreRemembered() {
        for (int i = 0; i < 200; i++) {
            step("GET", "https://grants.example/" + i, null);
        }
        var list = Json.array();
        steps.addTo(SERVER, list);

        assertThat(list.size()).isEqualTo(60);
        assertThat(list.get(59).path("request").asString("")).isEqualTo("GET https://grants.example/199");
    }
}
