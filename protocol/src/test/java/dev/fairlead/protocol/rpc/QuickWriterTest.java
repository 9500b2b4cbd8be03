package dev.fairlead.protocol.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/** The quick writer writes what the generator writes, or leaves it to the generator. */
class QuickWriterTest {
    private static final RequestId ID = RequestId.of(7);

    private static @Nullable String quick(RequestId id, String method, @Nullable ObjectNode params) {
        var bytes = QuickWriter.call(id, method, params);
        return bytes == null ? null : new String(bytes, UTF_8);
    }

    private static String thorough(RequestId id, String method, @Nullable ObjectNode params) {
        return new String(MessageCodec.thorough(new Request(id, method, params)), UTF_8);
    }

    private static void assertQuick(RequestId id, String method, @Nullable ObjectNode params) {
        assertThat(quick(id, method, params)).isEqualTo(thorough(id, method, params));
    }

    @Test
    void writesAUsualCall() {
        var params = Json.object().put("name", "echo");
        params.putObject("arguments").put("text", "ping").put("count", 2).put("loud", true);
        params.putObject("_meta").put("progressToken", 12L);
        assertThat(quick(RequestId.of(12), "tools/call", params))
                .isEqualTo(
                        "{\"jsonrpc\":\"2.0\",\"id\":12,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
                            + "\"arguments\":{\"text\":\"ping\",\"count\":2,\"loud\":true},\"_meta\":{\"progressToken\":12}}}");
    }

    @Test
    void neverDiffersFromTheGeneratorForRandomMessages() {
        var quick = new AtomicInteger();
        Tries.each(4000, random -> {
            var json = new RandomJson(random);
            for (var id : List.of(json.id(), ID)) {
                for (var params : List.of(json.object(3), Json.object().set("value", json.value(1)))) {
                    var method = json.text();
                    var written = quick(id, method, params);
                    if (written != null) {
                        quick.incrementAndGet();
                        assertThat(written).isEqualTo(thorough(id, method, params));
                    }
                }
            }
        });
        assertThat(quick).hasValueGreaterThan(1000);
    }

    @Test
    void writesTextsOfEveryLengthAndWhatHasToBeEscapedInThem() {
        for (int length = 0; length < 600; length += 1 + length / 50) {
            for (var sign : new String[] {"", "\"", "\\", "\n", "\t", "\r", "~", " "}) {
                var text = "x".repeat(length) + sign;
                assertQuick(RequestId.of(text), text, Json.object().put(text, text));
                assertQuick(ID, "many", Json.object().put("text", sign.repeat(length)));
            }
        }
    }

    @Test
    void writesNumbersOfEveryLength() {
        for (long number = 1; number > 0; number *= 7) {
            for (long near : new long[] {number - 1, number, -number}) {
                assertQuick(
                        RequestId.of(near),
                        "numbers",
                        Json.object().put("long", near).put("int", (int) near));
            }
        }
        assertQuick(RequestId.of(Long.MIN_VALUE), "numbers", Json.object().put("most", Long.MAX_VALUE));
    }

    @Test
    void writesEmptyAndNestedValues() {
        var params = Json.object();
        params.putObject("object");
        params.putArray("array").add(Json.array()).addNull().add(false).add(Json.object());
        assertQuick(ID, "", params);
        assertQuick(ID, "none", null);
        assertQuick(ID, "empty", Json.object());
        assertThat(new String(MessageCodec.encode(new Notification("news", params)), UTF_8))
                .isEqualTo(new String(MessageCodec.thorough(new Notification("news", params)), UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"é", "€", "😀", "\u0000", "\u001f", "\u007f", "\u2028", "\ud800"})
    void leavesOtherCharactersToTheGenerator(String unusual) {
        assertThat(quick(ID, unusual, null)).isNull();
        assertThat(quick(RequestId.of(unusual), "id", null)).isNull();
        assertThat(quick(ID, "name", Json.object().put(unusual, 1))).isNull();
        assertThat(quick(ID, "value", Json.object().put("text", unusual))).isNull();
    }

    @Test
    void leavesOtherValuesToTheGenerator() {
        assertThat(quick(ID, "value", Json.object().put("number", 0.5))).isNull();
        assertThat(quick(ID, "value", Json.object().put("bytes", new byte[] {1})))
                .isNull();
        assertThat(quick(ID, "value", Json.object().putPOJO("pojo", List.of()))).isNull();
    }

    @Test
    void leavesWhatIsTooDeepToTheGenerator() {
        var deep = Json.object();
        for (int i = 0; i < 1_000; i++) {
            deep = Json.object().set("deeper", deep);
        }
        var tooDeep = deep;
        assertThat(quick(ID, "deep", tooDeep)).isNull();
        assertThatThrownBy(() -> MessageCodec.encode(new Request(ID, "deep", tooDeep)))
                .isInstanceOf(JacksonException.class);
    }
}
