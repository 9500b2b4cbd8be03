package dev.fairlead.host.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Secrets that are known by the name they stand under. */
class NamedSecretsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
        {"password":"hunter2"}                         | {"password":"[hidden]"}
        {"user":"ann", "api_key" : "abc", "b":1}       | {"user":"ann", "api_key" : "[hidden]", "b":1}
        {"GITHUB_TOKEN":"a\\"b","c":"d"}               | {"GITHUB_TOKEN":"[hidden]","c":"d"}
        {\\"token\\":\\"abc\\",\\"x\\":\\"y\\"}        | {\\"token\\":\\"[hidden]\\",\\"x\\":\\"y\\"}
        {"pwd":12345,"x":1}                            | {"pwd":[hidden],"x":1}
        {"secret":true,"token":null}                   | {"secret":true,"token":null}
        {"progressToken":"7","nextPageToken":"n"}      | {"progressToken":"7","nextPageToken":"n"}
        GET /cb?code=abc&x=1 and more                  | GET /cb?code=[hidden]&x=1 and more
        https://h/?a=1&access_token=xyz#frag           | https://h/?a=1&access_token=[hidden]#frag
        code=5 and key=7                               | code=5 and key=7
        API_KEY=abc node server.js                     | API_KEY=[hidden] node server.js
        password = 'a b c' set                         | password = '[hidden]' set
        Authorization: Bearer abc.def                  | Authorization: [hidden]
        > set-cookie: sid=1; Path=/                    | > set-cookie: [hidden]
        authorization=Bearer abc.def next              | authorization=[hidden] next
        sent Bearer abcdefghijklmnop to it             | sent Bearer [hidden] to it
        bearer of bad news                             | bearer of bad news
        postgres://app:s3cr3t@db:5432/x                | postgres://app:[hidden]@db:5432/x
        Invalid token: expected a string               | Invalid token: expected a string
        maxTokens=5 and tokens: 7                      | maxTokens=5 and tokens: 7
        """)
    void areHidden(String text, String safe) {
        assertThat(NamedSecrets.hide(text, SecretNames.usual())).isEqualTo(safe);
    }

    @Test
    void areHiddenUpToTheEndOfATextThatWasCut() {
        assertThat(NamedSecrets.hide("{\"password\":\"hunt", SecretNames.usual()))
                .isEqualTo("{\"password\":\"[hidden]");
    }

    @Test
    void areNotHiddenTwice() {
        var once = NamedSecrets.hide("token=abc&password=def {\"secret\":\"x\"}", SecretNames.usual());
        assertThat(NamedSecrets.hide(once, SecretNames.usual())).isEqualTo(once);
    }

    @Test
    void mayHaveOtherNames() {
        var names = SecretNames.usual().with(List.of("Customer-Number")).without(List.of("cookie"));
        assertThat(NamedSecrets.hide("customer_number=5&cookie=6", names))
                .isEqualTo("customer_number=[hidden]&cookie=6");
    }
}
