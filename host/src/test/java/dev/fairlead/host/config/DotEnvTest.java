package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;

class DotEnvTest {

    @Test
    void readsQuotationMarksCommentsAndExport() throws BadDocument {
        var text = """
            \uFEFF# a comment
            PLAIN=value
              export EXPORTED = spaced out   # a remark
            HASH=a#b
            EMPTY=
            SINGLE='as $HOME is \\n' # remark
            DOUBLE="two\\nlines \\"quoted\\" \\$5 `id` $(id) ${A}"
            MANY="first
            second"
            URL=https://user:pass@host/?a=b&c=d
            DOTTED.NAME-x=1

            LAST=end\
            """;

        assertThat(DotEnv.parse(text))
                .containsExactly(
                        entry("PLAIN", "value"),
                        entry("EXPORTED", "spaced out"),
                        entry("HASH", "a#b"),
                        entry("EMPTY", ""),
                        entry("SINGLE", "as $HOME is \\n"),
                        entry("DOUBLE", "two\nlines \"quoted\" $5 `id` $(id) ${A}"),
                        entry("MANY", "first\nsecond"),
                        entry("URL", "https://user:pass@host/?a=b&c=d"),
                        entry("DOTTED.NAME-x", "1"),
                        entry("LAST", "end"));
        assertThat(DotEnv.parse("A=1\r\nB=\"2\"\r\n")).containsExactly(entry("A", "1"), entry("B", "2"));
    }

    @Test
    void saysInWhichLineTheMistakeIsAndNotWhatItSays() {
        for (var text : new String[] {"A=1\nsecret words", "A=1\nB=\"secret", "A=1\nB='x' secret"}) {
            assertThatThrownBy(() -> DotEnv.parse(text)).isInstanceOfSatisfying(BadDocument.class, e -> {
                assertThat(e.line()).isEqualTo(2);
                assertThat(e.problem()).doesNotContain("secret");
            });
        }
    }
}
