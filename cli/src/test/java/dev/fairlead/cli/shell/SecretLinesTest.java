package dev.fairlead.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretLinesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                " call demo add",
                "call x login password=hunter2",
                "call x login 'api_key:=\"k\"'",
                "call x y --header 'X-Key: 1'",
                "tools https://ann:secret@example.com/mcp",
                "call x y auth_token=1",
                "call x y text='Bearer abcdefghijklmnop1234'",
            })
    void areNotKept(String line) {
        assertThat(SecretLines.holdSecret(line)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "call demo add a=1 b=2",
                "use demo",
                "read demo://readme",
            })
    void othersAre(String line) {
        assertThat(SecretLines.holdSecret(line)).isFalse();
    }
}
