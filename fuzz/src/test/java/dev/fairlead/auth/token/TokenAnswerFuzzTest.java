package dev.fairlead.auth.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.fairlead.fuzz.Foreign;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.FetchException;
import dev.fairlead.wire.http.Fetched;
import java.time.Duration;
import java.util.Set;

/** Whatever comes from where tokens are handed out is a token that can be shown to a server, or a refusal without secrets. */
class TokenAnswerFuzzTest {
    private static final String SECRET = "s3cret-refresh-token";
    private static final String FORM = "grant_type=refresh_token&refresh_token=" + SECRET;
    private static final int LONGEST_REFUSAL = 500;

    @DictionaryEntries({
        "{\"access_token\":\"a\",\"token_type\":\"Bearer\"}",
        "\"access_token\":\"a\",",
        "\"token_type\":\"bearer\",",
        "\"token_type\":\"DPoP\",",
        "\"token_type\":\"N_A\",",
        "\"expires_in\":3600,",
        "\"expires_in\":\"3600\",",
        "\"expires_in\":-1,",
        "\"expires_in\":1e30,",
        "\"refresh_token\":\"b\",",
        "\"scope\":\"a b\",",
        "\"scope\":[\"a\"],",
        "\"id_token\":\"x.y.z\",",
        "\"error\":\"invalid_grant\",",
        "\"error\":\"invalid_client\",",
        "\"error_description\":\"s3cret-refresh-token\",",
        "\\u001b",
        "\\n",
        "null"
    })
    @FuzzTest
    void reads(byte[] input) {
        for (int status : new int[] {200, 400, 401, 503}) {
            try {
                var tokens = new TokenAnswer(new Hidden(FORM, Headers.NONE))
                        .read(new Fetched(status, Headers.NONE, input), Set.of("Bearer", "DPoP"));
                assertThat(status).isEqualTo(200);
                assertUsable(tokens);
            } catch (TokenRefused refused) {
                assertThat(refused.getMessage()).doesNotContain(SECRET);
                Foreign.assertShowable(refused.getMessage(), LONGEST_REFUSAL);
            } catch (FetchException unreadable) {
                Foreign.assertShowable(unreadable.getMessage(), LONGEST_REFUSAL);
            }
        }
    }

    private static void assertUsable(Tokens tokens) {
        assertThat(tokens.access()).matches("[!-~]+");
        assertThat(tokens.type()).isIn("Bearer", "DPoP");
        assertThat(Headers.NONE
                        .with("Authorization", tokens.type() + " " + tokens.access())
                        .values())
                .hasSize(1);
        if (tokens.refresh() != null) {
            assertThat(tokens.refresh()).matches("[!-~]+");
        }
        if (tokens.lifetime() != null) {
            assertThat(tokens.lifetime()).isPositive().isLessThanOrEqualTo(Duration.ofDays(3650));
        }
        assertThat(tokens.toString()).isEqualTo("Tokens[" + tokens.type() + "]");
    }
}
