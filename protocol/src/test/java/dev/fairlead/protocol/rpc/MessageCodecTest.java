package dev.fairlead.protocol.rpc;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class MessageCodecTest {

    private static List<Message> decode(byte[] bytes) {
        var messages = new ArrayList<Message>();
        MessageCodec.decode(bytes, 0, bytes.length, messages::add);
        return messages;
    }

    private static Message decoded(String text) {
        var messages = decode(text.getBytes(UTF_8));
        assertThat(messages).hasSize(1);
        return messages.getFirst();
    }

    @Nested
    class WhatIsWritten {

        @Test
        @Tag("A-1")
        @Tag("A-5")
        @Tag("A-7")
        void isReadBackEqualForRandomMessagesOfEveryKind() {
            Tries.each(2000, random -> {
                var message = new RandomJson(random).message();
                assertThat(decode(MessageCodec.encode(message))).containsExactly(message);
            });
        }

        @Test
        @Tag("C-3")
        void isOneLineOfUtf8() {
            Tries.each(1000, random -> {
                var bytes = MessageCodec.encode(new RandomJson(random).message());
                assertThat(new String(bytes, UTF_8).getBytes(UTF_8)).isEqualTo(bytes);
                assertThat(bytes).doesNotContain('\n', '\r', 0);
            });
        }

        @Test
        @Tag("A-1")
        @Tag("A-4")
        void carriesTheVersionAndNoIdWhereThereIsNone() {
            assertThat(MessageCodec.encode(new Notification("n", null)))
                    .asString(UTF_8)
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"n\"}");
            assertThat(MessageCodec.encode(new Request(RequestId.of(7), "m", Json.object())))
                    .asString(UTF_8)
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"params\":{}}");
            assertThat(MessageCodec.encode(new Response.Failure(null, RpcError.of(-1, "no"))))
                    .asString(UTF_8)
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-1,\"message\":\"no\"}}");
        }

        @ParameterizedTest
        @ValueSource(strings = {"\ud800", "\udc00", "a\ud83d", "\ud83dx", "\ude00\ud83d"})
        void holdsHalfACharacterAsAnEscapeAndNotAsBrokenBytes(String half) {
            var messages = List.<Message>of(
                    new Request(RequestId.of(1), "m", Json.object().put("text", half)),
                    new Request(RequestId.of(1), "m", Json.object().put("text", "x".repeat(9000) + half)),
                    new Request(RequestId.of(1), "m", Json.object().put("text", half + "x".repeat(9000))),
                    new Request(RequestId.of(half), "m", null),
                    new Notification(half, null));
            for (var message : messages) {
                var bytes = MessageCodec.encode(message);
                assertThat(bytes).isEqualTo(new String(bytes, US_ASCII).getBytes(US_ASCII));
                assertThat(decode(bytes)).containsExactly(message);
            }
            var name = MessageCodec.encode(new Notification("m", Json.object().put(half, "name")));
            assertThat(name).isEqualTo(new String(name, US_ASCII).getBytes(US_ASCII));
        }

        @Test
        void isNeverAMalformedMessage() {
            var bad = new Message.Malformed(null, false, "broken", "{");
            assertThatThrownBy(() -> MessageCodec.encode(bad)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Nested
    class Ids {

        @ParameterizedTest
        @ValueSource(strings = {"7", "7.0", "7e0", "70E-1", "0.7e1", "7.000"})
        @Tag("A-2")
        void areIntegersHoweverWritten(String written) {
            assertThat(decoded("{\"jsonrpc\":\"2.0\",\"id\":" + written + ",\"result\":{}}"))
                    .isEqualTo(new Response.Result(RequestId.of(7), Json.object()));
        }

        @Test
        @Tag("A-5")
        void areEqualWhereTheyAreTheSame() {
            assertThat(RequestId.of(7)).isEqualTo(RequestId.of(7)).hasSameHashCodeAs(RequestId.of(7));
            assertThat(RequestId.of("7")).isEqualTo(RequestId.of("7")).hasSameHashCodeAs(RequestId.of("7"));
            assertThat(RequestId.of(7)).isNotEqualTo(RequestId.of(8)).doesNotHaveSameHashCodeAs(RequestId.of(8));
            assertThat(RequestId.of("7")).isNotEqualTo(RequestId.of("8")).doesNotHaveSameHashCodeAs(RequestId.of("8"));
        }

        @Test
        void differByType() {
            assertThat(decoded("{\"jsonrpc\":\"2.0\",\"id\":\"7\",\"result\":{}}"))
                    .isEqualTo(new Response.Result(RequestId.of("7"), Json.object()));
            assertThat(RequestId.of("7")).isNotEqualTo(RequestId.of(7));
            assertThat(RequestId.of("7")).hasToString("\"7\"");
            assertThat(RequestId.of(7)).hasToString("7");
            assertThat(RequestId.of("7").toJson()).isEqualTo(Json.parse("\"7\""));
            assertThat(RequestId.of(7).toJson().toString()).isEqualTo("7");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "7.5",
                    "1e400",
                    "9223372036854775808",
                    "1e-1",
                    "true",
                    "[7]",
                    "{\"id\":7}",
                    "1e999999999",
                    "1e-999999999",
                    "1e99999999999"
                })
        @Tag("A-2")
        void thatAreNoIntegerMakeAMessageMalformed(String written) {
            assertThat(decoded("{\"jsonrpc\":\"2.0\",\"id\":" + written + ",\"result\":{}}"))
                    .asInstanceOf(type(Message.Malformed.class))
                    .matches(bad -> bad.id() == null, "has no id");
        }
    }

    @Nested
    class Responses {

        @Test
        void succeedWhenTheErrorBesideTheResultIsNull() {
            assertThat(decoded("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":null}"))
                    .isEqualTo(new Response.Result(RequestId.of(1), Json.object()));
        }

        @Test
        void failWhenTheResultBesideTheErrorIsNull() {
            assertThat(decoded(
                            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null,\"error\":{\"code\":5,\"message\":\"m\"}}"))
                    .isEqualTo(new Response.Failure(RequestId.of(1), RpcError.of(5, "m")));
        }

        @Test
        @Tag("A-5")
        void mayFailWithoutAnId() {
            var expected = new Response.Failure(null, RpcError.of(-32700, "what"));
            assertThat(decoded("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"what\"}}"))
                    .isEqualTo(expected);
            assertThat(decoded("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"what\"}}"))
                    .isEqualTo(expected);
        }

        @Test
        @Tag("A-7")
        void needNoMessageInTheirErrorAndMayCarryAnyData() {
            assertThat(decoded("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601.0,\"data\":[1]}}"))
                    .isEqualTo(new Response.Failure(RequestId.of(1), new RpcError(-32601, "", Json.parse("[1]"))));
        }

        @Test
        @Tag("A-12")
        void mayHaveUnknownMembersEverywhere() {
            assertThat(
                            decoded(
                                    "{\"x\":{\"id\":9},\"jsonrpc\":\"2.0\",\"y\":[[{}]],\"result\":{\"z\":1},\"id\":1,\"w\":2}"))
                    .isEqualTo(
                            new Response.Result(RequestId.of(1), Json.object().put("z", 1)));
        }
    }

    @Nested
    class Numbers {

        @ParameterizedTest
        @CsvSource({
            "1e400, 1E+400",
            "0.10, 0.10",
            "-1e-400, -1E-400",
            "12345678901234567890123, 12345678901234567890123"
        })
        void surviveAsWritten(String written, String printed) {
            var message = decoded("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"n\":" + written + "}}");
            var number = ((Response.Result) message).result().get("n");
            assertThat(number.decimalValue()).isEqualTo(new BigDecimal(written));
            assertThat(new String(MessageCodec.encode(message), UTF_8)).contains("{\"n\":" + printed + "}");
        }
    }

    @Nested
    class Padding {
        private static final String MESSAGE = "{\"jsonrpc\":\"2.0\",\"method\":\"n\"}";

        @Test
        void aroundAMessageMeansNothing() {
            var paddings = List.of("", " ", "\t", "\r", "\n", "\u0000", "\ufeff");
            Tries.each(300, random -> {
                var json = new RandomJson(random);
                var text = new StringBuilder(MESSAGE);
                for (int i = random.nextInt(5); i > 0; i--) {
                    text.insert(0, json.pick(paddings)).append(json.pick(paddings));
                }
                assertThat(decoded(text.toString())).isEqualTo(new Notification("n", null));
            });
        }

        @Test
        void isFoundInTheMiddleOfABufferToo() {
            var bytes = ("\ufeff\ufeff" + MESSAGE + "\ufeff").getBytes(UTF_8);
            var messages = new ArrayList<Message>();
            MessageCodec.decode(bytes, 3, bytes.length - 6, messages::add);
            assertThat(messages).containsExactly(new Notification("n", null));
        }

        @Test
        void endsWhereTheBufferEndsThoughMoreFollows() {
            var bytes = ("xx[" + MESSAGE + "]yy").getBytes(UTF_8);
            var messages = new ArrayList<Message>();
            MessageCodec.decode(bytes, 2, bytes.length - 4, messages::add);
            assertThat(messages).containsExactly(new Notification("n", null));
        }

        @Test
        void thatIsCutIsNone() {
            for (var cut : List.of(new byte[] {(byte) 0xEF}, new byte[] {(byte) 0xEF, (byte) 0xBB})) {
                assertThat(decode(cut)).singleElement().isInstanceOf(Message.Malformed.class);
            }
        }

        @Test
        void aloneIsNoMessage() {
            for (var text : List.of("", " ", "\u0000\u0000", "\ufeff")) {
                assertThat(decoded(text)).isEqualTo(new Message.Malformed(null, false, "not a JSON-RPC message", ""));
            }
        }
    }

    @Nested
    class Batches {

        @Test
        @Tag("A-8")
        void yieldTheirMessagesInOrder() {
            Tries.each(200, random -> {
                var json = new RandomJson(random);
                var expected = new ArrayList<Message>();
                var text = new StringBuilder("[");
                for (int i = random.nextInt(1, 6); i > 0; i--) {
                    var message = json.message();
                    expected.add(message);
                    text.append(text.length() > 1 ? "," : "").append(new String(MessageCodec.encode(message), UTF_8));
                }
                assertThat(decode(text.append(']').toString().getBytes(UTF_8))).isEqualTo(expected);
            });
        }

        @Test
        @Tag("A-8")
        void reportEachElementThatIsNoMessageAndKeepTheOthers() {
            var text =
                    "[1,{\"jsonrpc\":\"2.0\",\"method\":\"a\"},[{\"jsonrpc\":\"2.0\",\"method\":\"inner\"}],\"id\",null,"
                        + "{\"jsonrpc\":{\"id\":3,\"x\":[1]},\"id\":4,\"result\":1},{\"jsonrpc\":\"2.0\",\"method\":\"b\"}]";
            var messages = decode(text.getBytes(UTF_8));
            assertThat(messages).hasSize(7);
            assertThat(messages.get(1)).isEqualTo(new Notification("a", null));
            assertThat(messages.get(6)).isEqualTo(new Notification("b", null));
            assertThat(messages.get(5))
                    .asInstanceOf(type(Message.Malformed.class))
                    .matches(bad -> RequestId.of(4).equals(bad.id()), "has the id of the element")
                    .matches(bad -> bad.excerpt().startsWith("[1,"), "shows what was read");
            for (int i : new int[] {0, 2, 3, 4}) {
                assertThat(messages.get(i))
                        .asInstanceOf(type(Message.Malformed.class))
                        .matches(bad -> bad.id() == null && bad.problem().contains("batch"));
            }
        }

        @Test
        void ofTooManyElementsIsCutShort() {
            var messages = decode(("[" + "1,".repeat(1_000_000) + "1]").getBytes(UTF_8));
            assertThat(messages).hasSize(1001);
            assertThat(messages.getLast())
                    .asInstanceOf(type(Message.Malformed.class))
                    .matches(bad -> bad.problem().contains("more than 1000"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"[]", "[ ]", "[", "[{", "[[", "[[[]]]", "[}", "[1", "[INFO] started", "[{}] x"})
        void thatAreEmptyBrokenOrNestedAreMalformed(String text) {
            assertThat(decode(text.getBytes(UTF_8))).isNotEmpty().allMatch(Message.Malformed.class::isInstance);
        }

        @Test
        void followedByTextAreReported() {
            var messages = decode("[{\"jsonrpc\":\"2.0\",\"method\":\"a\"}] {}".getBytes(UTF_8));
            assertThat(messages).hasSize(2).first().isEqualTo(new Notification("a", null));
            assertThat(messages.getLast()).isInstanceOf(Message.Malformed.class);
        }
    }

    @Test
    void oneMessageCanBeReadFromText() {
        assertThat(MessageCodec.decode("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":\"é\"}}"))
                .isEqualTo(new Request(RequestId.of(1), "m", (ObjectNode) Json.parse("{\"a\":\"é\"}")));
    }
}
