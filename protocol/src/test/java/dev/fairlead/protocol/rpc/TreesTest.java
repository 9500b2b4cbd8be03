package dev.fairlead.protocol.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.JsonNodeFactory;

/** Trees are read and written as the mapper would. */
class TreesTest {
    private static final int TRIES = 3_000;

    @Test
    void plainValuesBecomeTheTreesThatTheMapperMakes() {
        var plain = new LinkedHashMap<String, Object>();
        plain.put("text", "a");
        plain.put("nothing", null);
        plain.put("numbers", List.of(1, 2L, Long.MAX_VALUE, 1.5, new BigDecimal("1.10"), (short) 3));
        plain.put("truth", true);
        plain.put("deep", Map.of("set", Set.of("x"), "letter", 'c', "when", Duration.ofSeconds(5)));
        plain.put("tree", Json.object().put("a", 1));
        plain.put("array", new int[] {1, 2});
        for (var value : new Object[] {plain, Map.of(1, "one"), List.of(), "text", 7, TRIES}) {
            assertThat(Json.tree(value)).isEqualTo(Json.mapper().valueToTree(value));
        }
        var itself = new ArrayList<Object>();
        itself.add(itself);
        assertThatThrownBy(() -> Json.tree(itself)).isInstanceOf(JacksonException.class);
        var named = new LinkedHashMap<String, Object>();
        named.put("itself", named);
        assertThatThrownBy(() -> Json.tree(named)).isInstanceOf(JacksonException.class);
    }

    @Test
    void whoeverSaysHowItIsWrittenIsWrittenSo() {
        var telling = new TellingMap();
        telling.put("a", 1);
        assertThat(Json.tree(Map.of("in", telling)).path("in").stringValue()).isEqualTo("told");
        assertThat(Json.tree(List.of(new TellingList())).path(0).stringValue()).isEqualTo("told");
    }

    private static final class TellingMap extends LinkedHashMap<String, Object> {
        private static final long serialVersionUID = 1;

        @JsonValue
        String told() {
            return "told";
        }
    }

    private static final class TellingList extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        @JsonValue
        String told() {
            return "told";
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "\"\"",
                "0",
                "-0",
                "-0.0",
                "2147483647",
                "2147483648",
                "-9223372036854775808",
                "9223372036854775808",
                "1.10",
                "1e400",
                "1E-5",
                "0.1000000000000000055511151231257827",
                "[]",
                "{}",
                "[[],{},[{\"a\":[null]}]]",
                "{\"\":{\"\":0}}",
                "\"\\u0000\\ud83d\\ude00\\n\\/\"",
                " \n{ \"a\" : 1 } "
            })
    void values(String text) {
        assertThat(Json.parse(text)).isEqualTo(Json.mapper().readTree(text));
        assertThat(Json.write(Json.parse(text)))
                .isEqualTo(Json.mapper().writeValueAsString(Json.mapper().readTree(text)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"a\":2}",
                "1 2",
                "{} x",
                "[1,]",
                "{\"a\"}",
                "nul",
                "01",
                "NaN",
                "'a'",
                "[",
                "{\"a\":",
                "\"",
                "]"
            })
    void whatIsNoValueIsRefused(String text) {
        assertThatThrownBy(() -> Json.mapper().readTree(text)).isInstanceOf(JacksonException.class);
        assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(JacksonException.class);
    }

    @Test
    void nothingIsMissing() {
        assertThat(Json.parse("").isMissingNode()).isTrue();
        assertThat(Json.parse(" ").isMissingNode()).isTrue();
    }

    @Test
    void whatIsTooDeepIsRefused() {
        assertThatThrownBy(() -> Json.parse("[".repeat(100_000))).isInstanceOf(JacksonException.class);
        var deep = Json.array();
        for (int i = 0; i < 100_000; i++) {
            deep = Json.array().add(deep);
        }
        var tree = deep;
        assertThatThrownBy(() -> Json.write(tree)).isInstanceOf(JacksonException.class);
    }

    @Test
    void nodesThatNoTextMakesAreWritten() {
        var nodes = JsonNodeFactory.instance;
        var all = Json.array()
                .add(1.5f)
                .add(2.25)
                .add(Double.NaN)
                .add((short) 3)
                .add(new BigDecimal("1E+3"))
                .add(BigInteger.TWO.pow(100))
                .add(nodes.binaryNode("bytes".getBytes(StandardCharsets.UTF_8)))
                .add(nodes.pojoNode(Map.of("a", 1)))
                .add(nodes.pojoNode(null))
                .add(nodes.missingNode());

        assertThat(Json.write(all)).isEqualTo(Json.mapper().writeValueAsString(all));
    }

    @Test
    void randomOnes() {
        Tries.each(TRIES, random -> {
            var text = Json.mapper().writeValueAsString(new RandomJson(random).value(6));
            assertThat(Json.parse(text)).isEqualTo(Json.mapper().readTree(text));
            assertThat(Json.write(Json.parse(text))).isEqualTo(text);
        });
    }
}
