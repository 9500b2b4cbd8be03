package dev.fairlead.auth.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.fairlead.fuzz.Foreign;
import dev.fairlead.wire.http.FetchException;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** Whatever an authorization server or a resource says of itself is taken only where it has the right form. */
class MetadataFuzzTest {
    private static final String ISSUER = "https://issuer.example.com";
    private static final int MOST = 200;

    @DictionaryEntries({
        "\"resource\":\"https://example.com/mcp\",",
        "\"authorization_servers\":[\"https://issuer.example.com\"],",
        "\"issuer\":\"https://issuer.example.com\",",
        "\"authorization_endpoint\":\"https://issuer.example.com/authorize\",",
        "\"token_endpoint\":\"https://issuer.example.com/token\",",
        "\"registration_endpoint\":",
        "\"code_challenge_methods_supported\":[\"S256\"],",
        "\"grant_types_supported\":[\"authorization_code\"],",
        "\"scopes_supported\":[\"a\",\"\",1,null],",
        "\"dpop_bound_access_tokens_required\":true,",
        "\"authorization_response_iss_parameter_supported\":true,",
        "\"client_id_metadata_document_supported\":\"true\",",
        "null",
        "[]",
        "{}"
    })
    @FuzzTest
    void describes(byte[] input) {
        Foreign.object(input).ifPresent(json -> {
            try {
                assertDescribes(json);
            } catch (FetchException tooLong) {
                assertThat(tooLong).hasMessageContaining("more than 4096 characters");
            }
        });
    }

    private static void assertDescribes(ObjectNode json) throws FetchException {
        var server = AuthorizationServer.from(ISSUER, new Documents.Found(json, null), false);
        assertThat(server.issuer()).isEqualTo(ISSUER);
        assertThat(server.bindsLogins()).isEqualTo(saysText(json, "code_challenge_methods_supported", "S256"));
        assertThat(server.namesItself())
                .isEqualTo(json.path("authorization_response_iss_parameter_supported")
                        .booleanValue(false));
        Stream.of(server.pkceMethods(), server.grantTypes(), server.scopes(), server.proofAlgorithms())
                .forEach(MetadataFuzzTest::assertTexts);
        var resource = ProtectedResource.from(json);
        assertTexts(resource.authorizationServers());
        assertTexts(resource.scopes());
        assertThat(resource.resource())
                .isEqualTo(
                        json.path("resource").stringValue("").isBlank()
                                ? null
                                : json.get("resource").stringValue());
    }

    private static void assertTexts(List<String> texts) {
        if (texts != null) {
            assertThat(texts)
                    .hasSizeLessThanOrEqualTo(MOST)
                    .noneMatch(String::isBlank)
                    .noneMatch(text -> text.length() > 4096);
        }
    }

    /** Tells whether a word is among the first of a list. */
    private static boolean saysText(ObjectNode json, String name, String word) {
        return json.path(name).isArray()
                && json.get(name)
                        .valueStream()
                        .filter(one -> one.isString() && !one.stringValue().isBlank())
                        .limit(MOST)
                        .anyMatch(one -> one.stringValue().equals(word));
    }
}
