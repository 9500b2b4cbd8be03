package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.fairlead.fuzz.Foreign;
import dev.fairlead.protocol.rpc.Json;

/** The head of any skill is read or refused in words, and says the same however often it is read. */
class SkillYamlFuzzTest {
    private static final int LONGEST_WORDS = 500;

    @DictionaryEntries({
        "name: ",
        "description: ",
        "---",
        "- ",
        ": ",
        "? ",
        "|",
        ">-",
        "|+",
        "[",
        "]",
        "{",
        "}",
        "'",
        "''",
        "\"",
        "\\x41",
        "\\u00e9",
        "\\U0001F600",
        "# ",
        "&a",
        "*a",
        "!!str",
        "<<: ",
        "~",
        "null",
        "true",
        "0x1F",
        "0o17",
        ".inf",
        "1e400"
    })
    @FuzzTest
    void isRead(byte[] input) {
        var markdown = "---\n" + Foreign.text(input) + "\n---\nbody\n";

        var differences = SkillFrontMatter.differences(markdown, Json.object().put("name", "a"));

        assertThat(SkillFrontMatter.differences(markdown, Json.object().put("name", "a")))
                .isEqualTo(differences);
        differences.forEach(difference -> Foreign.assertShowable(difference, LONGEST_WORDS));
    }
}
