package dev.fairlead.console.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.console.web.Refusal;
import dev.fairlead.protocol.rpc.Json;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is wrong with arguments is said in words of a person, all of it, and not without end. */
final class ArgumentCheckTest {
    private static final String SCHEMA = """
        {"type":"object","required":["name","address"],"additionalProperties":false,"properties":{
          "name":{"type":"string"},
          "address":{"type":"object","required":["street"]},
          "tags":{"type":"array","items":{"type":"string"}}}}\
        """;

    @Test
    void everyProblemIsNamedAsItsFieldIs() {
        assertThatThrownBy(() -> check(SCHEMA, "{\"address\":{},\"tags\":[\"a\",1]}"))
                .isInstanceOf(Refusal.class)
                .message()
                .startsWith("The arguments do not fit: ")
                .contains("the argument 'name' is missing")
                .contains("the argument 'address.street' is missing")
                .contains("the argument 'tags[1]' is integer, must be string")
                .doesNotContain("  ")
                .endsWith(".");
    }

    @Test
    void whatIsWrongWithAllOfThemIsSaidOfTheWhole() {
        assertThatThrownBy(() -> check(SCHEMA, "{\"name\":\"x\",\"address\":{\"street\":1},\"odd\":1}"))
                .hasMessage("The arguments do not fit: the whole has the member odd, which is not allowed.");
    }

    @Test
    void manyProblemsAreCounted() {
        var names = IntStream.range(0, 12).mapToObj("\"a%d\""::formatted).collect(Collectors.joining(","));

        assertThatThrownBy(() -> check("{\"required\":[%s]}".formatted(names), "{}"))
                .message()
                .satisfies(text -> assertThat(text.split("is missing", -1)).hasSize(6))
                .endsWith("; and 7 more.");
    }

    private static void check(String schema, String arguments) {
        new ArgumentCheck().require(Json.parse(schema), Json.parse(arguments));
    }
}
