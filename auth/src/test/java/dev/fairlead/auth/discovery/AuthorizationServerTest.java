package dev.fairlead.auth.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where those who grant authorization are, and where people log in. */
final class AuthorizationServerTest {
    @ParameterizedTest
    @CsvSource({
        // As large ones describe themselves: the page, or where tokens are handed out, may be elsewhere, not both.
        "https://accounts.google.com, https://accounts.google.com/o/oauth2/v2/auth,"
                + " https://oauth2.googleapis.com/token, false",
        "https://login.microsoftonline.com/t/v2.0, https://login.microsoftonline.com/t/oauth2/v2.0/authorize,"
                + " https://login.microsoftonline.com/t/oauth2/v2.0/token, false",
        "https://github.com/login/oauth, https://github.com/login/oauth/authorize,"
                + " https://github.com/login/oauth/access_token, false",
        "https://cognito-idp.eu-west-1.amazonaws.com/pool,"
                + " https://app.auth.eu-west-1.amazoncognito.com/oauth2/authorize,"
                + " https://app.auth.eu-west-1.amazoncognito.com/oauth2/token, false",
        "https://as.example:443, HTTPS://AS.example/a, https://tokens.example/t, false",
        "https://hostile.example, https://honest.example/authorize, https://hostile.example/token, true",
        "https://as.example, http://as.example/a, https://as.example/t, true",
        "https://as.example, https://as.example:8443/a, https://as.example/t, true",
        "https://as.example, https://as.example.hostile.example/a, https://as.example/t, true",
        "https://as.example, https://as.example@hostile.example/a, https://as.example/t, true",
        "https://as.example, , https://as.example/t, true",
        "https://as.example, no address, no address, true"
    })
    void whoSendsPeopleElsewhere(String issuer, String page, String tokens, boolean elsewhere) throws Exception {
        var said = Json.object().put("authorization_endpoint", page).put("token_endpoint", tokens);
        var server = AuthorizationServer.from(issuer, new Documents.Found(said, null), false);
        assertThat(server.sendsPeopleElsewhere()).isEqualTo(elsewhere);
    }
}
