package dev.fairlead.protocol.error;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.fairlead.fuzz.Foreign;
import java.util.List;

/** Whatever a server demands is read within bounds, means the same when it is written properly, and can be shown. */
class ChallengeFuzzTest {
    private static final int MOST = 32;
    private static final int LONGEST_HEADER = 16 * 1024;
    private static final int LONGEST_WORDS = 5000;

    @DictionaryEntries({
        "Bearer ",
        "DPoP ",
        "Basic ",
        "Negotiate abc/+==",
        "realm=",
        "error=\"invalid_token\"",
        "error=\"insufficient_scope\"",
        "error_description=",
        "scope=\"a b\"",
        "resource_metadata=\"https://example.com/.well-known/oauth-protected-resource\"",
        "\"",
        "\\\"",
        "\\",
        ",",
        " , ",
        " = ",
        "=",
        "\\u001b",
        "\\u202e",
        "\\ud800"
    })
    @FuzzTest
    void reads(byte[] input) {
        var headers = List.of(Foreign.text(input).split("\n", -1));
        for (int status : new int[] {401, 403}) {
            var challenge = Challenge.of(status, headers);
            assertThat(challenge.schemes()).hasSizeLessThanOrEqualTo(MOST).allSatisfy(ChallengeFuzzTest::assertProper);
            assertThat(challenge.words()).contains("HTTP " + status);
            Foreign.assertShowable(challenge.words(), LONGEST_WORDS);
            var written =
                    challenge.schemes().stream().map(ChallengeFuzzTest::written).toList();
            if (written.stream().allMatch(header -> header.length() <= LONGEST_HEADER)) {
                assertThat(Challenge.of(status, written)).isEqualTo(challenge);
            }
        }
    }

    private static void assertProper(Challenge.Scheme scheme) {
        assertThat(scheme.name()).matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
        assertThat(scheme.parameters()).hasSizeLessThanOrEqualTo(MOST);
        assertThat(scheme.parameters().keySet()).allMatch(name -> name.matches("[!#$%&'*+.^_`|~0-9a-z-]+"));
    }

    private static String written(Challenge.Scheme scheme) {
        var parameters = scheme.parameters().entrySet().stream()
                .map(parameter ->
                        parameter.getKey() + "=\"" + parameter.getValue().replaceAll("[\\\\\"]", "\\\\$0") + '"')
                .collect(joining(", "));
        return parameters.isEmpty() ? scheme.name() : scheme.name() + ' ' + parameters;
    }
}
