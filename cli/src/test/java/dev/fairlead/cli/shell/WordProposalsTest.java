package dev.fairlead.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.cli.line.Proposal;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WordProposalsTest {
    private static final String SCHEMA = """
        {"type": "object", "properties": {
          "profile": {"enum": ["dev", "@.env", ""]},
          "preset": {"anyOf": [{"enum": ["@.env", "slow"]}, {"const": "@x"}, {"type": "string"}]},
          "tags": {"type": "array", "items": {"enum": ["a", "@b"]}},
          "profile=@.env": {}, "--record": {}, "preset:": {}}}
        """;

    private static List<String> proposed(String typed) {
        return WordProposals.arguments(Json.parse(SCHEMA), List.of(), typed)
                .map(Proposal::value)
                .toList();
    }

    @Test
    void noValueOfAServerNamesAFile() {
        assertThat(proposed("profile=")).containsExactly("profile=dev");
        assertThat(proposed("preset=")).containsExactly("preset=slow");
        assertThat(proposed("tags=")).containsExactly("tags=a");
    }

    @Test
    void noNameOfAServerIsAnotherNameOrAnOption() {
        assertThat(proposed("")).containsExactly("profile=", "preset=", "tags=");
    }
}
