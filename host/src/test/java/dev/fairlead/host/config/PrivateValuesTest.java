package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was given to one server alone is told from what everybody says. */
class PrivateValuesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "production",
                "localhost",
                "us-east-1",
                "gpt-4o-mini",
                "en_US.UTF-8",
                "read-only",
                "2026-07-28",
                "127.0.0.1:80",
                "/srv/project2024",
                "C:\\Users\\anna",
                "~/work",
                "./server-4711x",
                "application/json",
                "https://api.example.com/v2/items",
                "12345678"
            })
    void ordinaryWordsPlacesAndNumbersStay(String value) {
        assertThat(PrivateValues.of("MODE", value)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hunter2",
                "hunter!!",
                "canary-env-value",
                "correct horse battery",
                "123456789",
                "x8f2",
                "abcdefghijklmnopqrstuvwxyz"
            })
    void everythingElseDoesNot(String value) {
        assertThat(PrivateValues.of("MODE", value)).contains(value);
    }

    @Test
    void aNameMayMakeASecretOfAWord() {
        assertThat(PrivateValues.of("X-Api-Key", "swordfish")).containsExactly("swordfish");
        assertThat(PrivateValues.of("Authorization", "Key swordfish")).contains("swordfish", "Key swordfish");
        assertThat(PrivateValues.of("MY_TOKEN", "off")).isEmpty();
    }

    @Test
    void addressesHoldPasswordsAndKeys() {
        assertThat(PrivateValues.of("DATABASE", "postgres://me:pa%2Fss@db/x")).contains("pa%2Fss", "pa/ss");
        assertThat(PrivateValues.ofUrl("https://tokenlike@example.com/mcp")).containsExactly("tokenlike");
        assertThat(PrivateValues.ofUrl("https://tokenlike:@example.com/mcp")).containsExactly("tokenlike");
        assertThat(PrivateValues.ofUrl("https://a:b@c@example.com/")).containsExactly("b@c");
        assertThat(PrivateValues.ofUrl("https://@example.com/")).isEmpty();
        assertThat(PrivateValues.ofUrl("https://example.com/?mode=fast&key=word&q=two%20whole%20words&%zz=%zz1234"))
                .contains("word", "two%20whole%20words", "two whole words", "%zz1234")
                .doesNotContain("fast");
        assertThat(PrivateValues.ofUrl("no address@all")).isEmpty();
    }

    @Test
    void commandsAreTakenAtTheirWords() {
        assertThat(PrivateValues.ofCommand(List.of(
                        "npx",
                        "-y",
                        "@scope/server-of-mine",
                        "--token",
                        "swordfish",
                        "--pwd=mackerel",
                        "--auth",
                        "-v")))
                .containsExactly("swordfish", "mackerel");
        assertThat(PrivateValues.ofCommand(List.of("db", "mysql://root:trout1@host/db")))
                .containsExactly("trout1");
    }
}
