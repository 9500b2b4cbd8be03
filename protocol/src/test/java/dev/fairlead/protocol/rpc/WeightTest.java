package dev.fairlead.protocol.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class WeightTest {
    private static final int MANY = 100_000;

    @Test
    void textsWeighWhatTheyAreLong() {
        assertThat(Weight.of("")).isZero();
        assertThat(Weight.of((String) null)).isZero();
        assertThat(Weight.of("x".repeat(MANY))).isEqualTo(MANY);
        assertThat(Weight.of(Json.object().put("x".repeat(MANY), "y".repeat(MANY))))
                .isBetween(2L * MANY, 2L * MANY + 100);
    }

    @Test
    void manySmallValuesWeighMoreThanTheirText() {
        var list = Json.array();
        for (int i = 0; i < MANY; i++) {
            list.addObject();
        }
        assertThat(Weight.of(list)).isGreaterThan(16L * MANY);
    }

    @Test
    void whatNobodyHasReadWeighsItsTextAndStaysUnread() {
        var text = "{\"text\":\"%s\"}".formatted("x".repeat(MANY));
        var unread = new UnreadObject(JsonNodeFactory.instance, text.getBytes(UTF_8));
        assertThat(Weight.of(unread)).isBetween((long) MANY, MANY + 100L);
        assertThat(unread.bytes()).isEqualTo(text.length());
        assertThat(unread.get("text").stringValue()).hasSize(MANY);
        assertThat(Weight.of(unread)).isBetween((long) MANY, MANY + 100L);
    }

    @Test
    void nestingNeedsNoStack() {
        var outer = Json.array();
        var inner = outer;
        for (int i = 0; i < MANY; i++) {
            inner = inner.addArray();
        }
        assertThat(Weight.of(outer)).isGreaterThan(16L * MANY);
    }

    @Test
    void everyPartOfAMessageWeighs() {
        var huge = "x".repeat(MANY);
        var params = Json.object().put("text", huge);
        var text = RequestId.of(huge);
        assertThat(new Message[] {
                    new Request(text, "m", null),
                    new Request(RequestId.of(1), huge, null),
                    new Request(RequestId.of(1), "m", params),
                    new Notification(huge, null),
                    new Notification("m", params),
                    new Response.Result(text, Json.object()),
                    new Response.Result(RequestId.of(1), params),
                    new Response.Failure(text, new RpcError(1, "", null)),
                    new Response.Failure(null, new RpcError(1, huge, null)),
                    new Response.Failure(null, new RpcError(1, "", params)),
                    new Message.Malformed(text, false, "", ""),
                    new Message.Malformed(null, false, huge, ""),
                    new Message.Malformed(null, false, "", huge)
                })
                .allSatisfy(message -> assertThat(Weight.of(message)).isBetween((long) MANY, MANY + 200L));
    }
}
