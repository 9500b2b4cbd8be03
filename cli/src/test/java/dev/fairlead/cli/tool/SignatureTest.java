package dev.fairlead.cli.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

public final class SignatureTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`{}`                                                                   | t()",
                "`{\"properties\":{\"a\":{\"type\":\"string\"}},\"required\":[\"a\"]}`   | t(a: string)",
                "`{\"properties\":{\"b\":{\"type\":\"integer\"},\"a\":{}}}`             | t(b?: integer, a?: any)",
                "`{\"properties\":{\"a\":{\"type\":[\"string\",\"null\"]}}}`            | `t(a?: string|null)`",
                "`{\"properties\":{\"a\":{\"enum\":[\"x\",1]}}}`                        | `t(a?: x|1)`",
                "`{\"properties\":{\"a\":{\"enum\":[1,2,3,4,5,6,7]}}}`                  | `t(a?: 1|2|3|4|5|6|…)`",
                "`{\"properties\":{\"a\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}}}` | t(a?: string[])",
                "`{\"properties\":{\"a\":{\"type\":\"array\"}}}`                        | t(a?: array)",
                "`{\"properties\":{\"a\":{\"type\":\"array\",\"items\":{\"type\":[\"string\",\"null\"]}}}}` | `t(a?:"
                        + " (string|null)[])`",
                "`{\"properties\":{\"a\":{\"$ref\":\"#/$defs/x\"}},\"$defs\":{\"x\":{\"type\":\"object\"}}}` | t(a?:"
                        + " object)",
                "`{\"properties\":7,\"required\":7}`                                    | t()",
                "`{\"properties\":{\"a\":{\"$ref\":\"#/$defs/a\"}},\"$defs\":{\"a\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/a\"}}}}`"
                    + " | t(a?: array[][])",
            })
    void showsArgumentsOnOneLine(String schema, String expected) {
        assertThat(Signature.of(Tool.of("t", null, (ObjectNode) Json.parse(schema))))
                .isEqualTo(expected);
    }
}
