package dev.fairlead.protocol.rpc;

import static dev.fairlead.protocol.rpc.ValueBudget.MOST;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;

/** What cannot be read becomes a value that says whose answer it would have been. */
class MalformedTest {
    private static final Duration PROMPTLY = Duration.ofSeconds(20);

    private static Message.Malformed malformed(byte[] bytes) {
        var messages = new ArrayList<Message>();
        MessageCodec.decode(bytes, 0, bytes.length, messages::add);
        assertThat(messages).hasSize(1).first().isInstanceOf(Message.Malformed.class);
        return (Message.Malformed) messages.getFirst();
    }

    private static Message.Malformed malformed(String text) {
        return malformed(text.getBytes(UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'jsonrpc':'2.0','id':7,'result':{},'error':{'code':1,'message':''}} | both a result and an error",
                "{'jsonrpc':'2.0','id':7}                                     | neither method, result nor error",
                "{'jsonrpc':'2.0','id':7,'params':{}}                         | neither method, result nor error",
                "{'id':7,'result':{}}                                         | jsonrpc",
                "{'jsonrpc':'1.0','id':7,'result':{}}                         | jsonrpc",
                "{'jsonrpc':2.0,'id':7,'result':{}}                           | jsonrpc",
                "{'jsonrpc':{'id':8},'id':7,'result':{}}                      | jsonrpc",
                "{'jsonrpc':['id',8],'id':7,'result':{}}                      | jsonrpc",
                "{'jsonrpc':'2.0','id':7,'error':{}}                          | no integer code",
                "{'jsonrpc':'2.0','id':7,'error':null}                        | no integer code",
                "{'jsonrpc':'2.0','id':7,'error':'no'}                        | no integer code",
                "{'jsonrpc':'2.0','id':7,'error':{'code':'1'}}                | no integer code",
                "{'jsonrpc':'2.0','id':7,'error':{'code':1.5}}                | no integer code",
                "{'jsonrpc':'2.0','id':7,'error':{'code':1e400}}              | no integer code",
                "{'jsonrpc':'2.0','id':7,'error':{'code':2147483648}}         | no integer code",
                "{'jsonrpc':'2.0','id':7,'method':'m','result':{}}            | both a request and a response",
                "{'jsonrpc':'2.0','id':7,'result':{}}}                        | ",
                "{'jsonrpc':'2.0','id':7,'result':{}} trailing                | ",
                "{'jsonrpc':'2.0','id':7,'result':{}}{'jsonrpc':'2.0'}        | text after the message",
                "{'jsonrpc':'2.0','id':7,'result':{'a':1,'a':2}}              | Duplicate",
                "{'jsonrpc':'2.0','result':{'a':1,'a':2},'id':7}              | Duplicate",
                "{'result':1,'result':2,'jsonrpc':'2.0','id':7}               | Duplicate",
                "{'id':7,'id':7,'jsonrpc':'2.0','result':2}                   | Duplicate",
                "{'jsonrpc':'2.0','id':7,'result':{                           | ",
                "{'jsonrpc':'2.0','id':7,'result':nul                         | ",
                "{'jsonrpc':'2.0','id':7,'result':NaN}                        | ",
                "{'jsonrpc':'2.0','id':7,'result':01}                         | ",
                "{'jsonrpc':'2.0','id':7,'result':{},}                        | ",
                "{'jsonrpc':'2.0','result':{'x':tru},'id':7.0}                | ",
                "{'jsonrpc':'2.0','id':7,'result':'\\x'}                      | ",
            })
    @Tag("A-5")
    @Tag("A-6")
    @Tag("A-7")
    void responsesKeepTheIdTheyAnswer(String text, String problem) {
        var bad = malformed(text.replace('\'', '"'));
        assertThat(bad.id()).isEqualTo(RequestId.of(7));
        assertThat(bad.asks()).isFalse();
        assertThat(bad.problem()).isNotBlank().contains(problem == null ? "" : problem);
        assertThat(bad.excerpt()).startsWith("{\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'jsonrpc':'2.0','id':7,'method':'m','params':[]}",
                "{'jsonrpc':'2.0','id':7,'method':'m','params':'p'}",
                "{'jsonrpc':'2.0','id':7,'method':5}",
                "{'jsonrpc':'2.0','id':7,'method':{'result':1}}",
                "{'jsonrpc':'1.0','method':'m','id':7}",
                "{'jsonrpc':'2.0','id':7,'method':'m','params':{'a':1,'a':2}}",
                "{'jsonrpc':'2.0','method':'m','params':{'a':1,'a':2},'id':7}",
            })
    @Tag("A-2")
    void requestsKeepTheirIdAndAreToldFromAnswers(String text) {
        var bad = malformed(text.replace('\'', '"'));
        assertThat(bad.id()).isEqualTo(RequestId.of(7));
        assertThat(bad.asks()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'jsonrpc':'2.0','id':null,'method':'m'}",
                "{'jsonrpc':'2.0','id':null,'result':{}}",
                "{'jsonrpc':'2.0','result':{}}",
                "{'jsonrpc':'2.0','method':'m','params':[1]}",
                "{}",
                "{",
                "{'",
                "hello",
                "7",
                "null",
                "\"id\"",
                "}{",
                "{'a':{'id':7",
            })
    @Tag("A-2")
    void withoutAReadableIdThereIsNone(String text) {
        assertThat(malformed(text.replace('\'', '"')).id()).isNull();
    }

    @Nested
    class Bytes {

        @ParameterizedTest
        @ValueSource(strings = {"\u00ff", "\u00c3", "\u00ed\u00a0\u0080", "\u00f8\u0088\u0080\u0080\u0080"})
        @Tag("A-1")
        void thatAreNoUtf8AreNoMessage(String invalid) {
            var bad = malformed(("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":\"" + invalid + "\"}").getBytes(ISO_8859_1));
            assertThat(bad.id()).isEqualTo(RequestId.of(7));
        }

        @Test
        void changedAtRandomNeverThrowAndNeverHang() {
            assertTimeoutPreemptively(
                    PROMPTLY.multipliedBy(3),
                    () -> Tries.each(5000, random -> {
                        var bytes = MessageCodec.encode(new RandomJson(random).message());
                        for (int i = random.nextInt(4); i >= 0; i--) {
                            bytes[random.nextInt(bytes.length)] = (byte)
                                    (random.nextBoolean()
                                            ? random.nextInt()
                                            : "{}[]\",:\\0e-.".charAt(random.nextInt(12)));
                        }
                        int from = random.nextInt(4) == 0 ? random.nextInt(bytes.length) : 0;
                        int length = random.nextInt(4) == 0 ? random.nextInt(bytes.length - from) : bytes.length - from;
                        var messages = new ArrayList<Message>();
                        MessageCodec.decode(bytes, from, length, messages::add);
                        assertThat(messages).isNotEmpty();
                        assertThat(messages)
                                .allSatisfy(message -> assertThat(message).isNotNull());
                    }));
        }

        @Test
        void ofPureNoiseNeverThrow() {
            Tries.each(2000, random -> {
                var bytes = new byte[random.nextInt(300)];
                random.nextBytes(bytes);
                if (bytes.length > 0) {
                    bytes[0] = (byte) (random.nextBoolean() ? '{' : '[');
                }
                var messages = new ArrayList<Message>();
                MessageCodec.decode(bytes, 0, bytes.length, messages::add);
                assertThat(messages).isNotEmpty().allMatch(Message.Malformed.class::isInstance);
            });
        }
    }

    @Nested
    class Excess {

        private static String response(String result) {
            return "{\"jsonrpc\":\"2.0\",\"result\":" + result + ",\"id\":7}";
        }

        private void refused(String result) {
            var bad = assertTimeoutPreemptively(PROMPTLY, () -> malformed(response(result)));
            assertThat(bad.id()).isEqualTo(RequestId.of(7));
            assertThat(bad.problem()).hasSizeLessThan(1300);
            assertThat(bad.excerpt()).hasSizeLessThan(1300);
        }

        @Test
        void ofDepthIsRefused() {
            assertThat(MessageCodec.decode(response("[".repeat(199) + "]".repeat(199))))
                    .isInstanceOf(Response.Result.class);
            refused("[".repeat(200) + "]".repeat(200));
            refused("{\"a\":".repeat(200) + "1" + "}".repeat(200));
            refused("[".repeat(1_000_000) + "]".repeat(1_000_000));
        }

        @Test
        void ofDepthInAMemberNobodyReadsIsRefusedToo() {
            refused("1,\"x\":" + "[".repeat(1_000_000) + "]".repeat(1_000_000));
        }

        @Test
        void ofDigitsIsRefused() {
            assertThat(MessageCodec.decode(response("9".repeat(100)))).isInstanceOf(Response.Result.class);
            refused("9".repeat(101));
            refused("9".repeat(1_000_000));
            refused("0." + "9".repeat(1_000_000));
            refused("1e" + "9".repeat(1_000_000));
        }

        @Test
        void ofValuesIsRefused() {
            for (var value : List.of("1", "\"a\"", "null")) {
                assertThat(MessageCodec.decode(response(list(value, MOST - 4)))).isInstanceOf(Response.Result.class);
                refused(list(value, MOST - 3));
            }
            assertThat(malformed(response(list("1", MOST - 3))).problem()).startsWith("more than " + MOST + " values");
        }

        @Test
        void ofValuesIsFewerInASmallHeap() {
            assertThat(ValueBudget.most(256 << 20)).isEqualTo(256 << 10);
            assertThat(ValueBudget.most(Long.MAX_VALUE)).isEqualTo(1_500_000);
        }

        @Test
        void ofObjectsAndListsIsRefused() {
            for (var value : List.of("[]", "{}")) {
                assertThat(MessageCodec.decode(response(list(value, MOST / 4 - 1))))
                        .isInstanceOf(Response.Result.class);
                refused(list(value, MOST / 4));
                refused(list(value, 5_000_000));
            }
        }

        @Test
        void ofMembersIsRefused() {
            for (var end : List.of("", unusual())) {
                assertThat(MessageCodec.decode(response(members(MOST / 2 - 10, end))))
                        .isInstanceOf(Response.Result.class);
                refused(members(MOST / 2, end));
            }
            assertThat(MessageCodec.decode(response(list("{\"a\":1}", MOST / 6 - 10))))
                    .isInstanceOf(Response.Result.class);
            refused(list("{\"a\":1}", MOST / 6));
        }

        @Test
        void ofNamesThatNobodyReadsIsRefusedToo() {
            var answer = "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}%s}";
            assertThat(MessageCodec.decode(answer.formatted(",\"x\":" + members(MOST - 10, unusual()))))
                    .isInstanceOf(Response.Result.class);
            for (var many : List.of(
                    ",\"x\":" + members(MOST, unusual()),
                    ",\"x\":[[" + members(MOST, unusual()) + "]]",
                    ","
                            + members(MOST, unusual())
                                    .substring(1, members(MOST, unusual()).length() - 1))) {
                var bad = assertTimeoutPreemptively(PROMPTLY, () -> malformed(answer.formatted(many)));
                assertThat(bad.id()).isEqualTo(RequestId.of(7));
                assertThat(bad.problem()).startsWith("more than " + MOST + " values");
            }
            refused(members(2 * MOST, ""));
            var batch = "[[" + members(MOST, unusual()) + "]," + answer.formatted("") + "]";
            assertThat(malformed(batch).problem()).startsWith("more than " + MOST + " values");
        }

        private static String members(int n, String end) {
            var text = new StringBuilder("{");
            for (int i = 0; i < n; i++) {
                text.append(i > 0 ? "," : "").append('"').append(i).append("\":1");
            }
            return text.append(end).append('}').toString();
        }

        /** A member that leaves its object to the parser. */
        private static String unusual() {
            return ",\"" + "n".repeat(QuickReader.LONGEST_NAME + 1) + "\":1";
        }

        @Test
        void ofValuesIsRefusedAlsoWhereTheyAreInSeveralMessagesOfABatch() {
            var large = response(list("1", MOST / 3 * 2));
            var batch = "[%s,%s,%s]"
                    .formatted(large, large.replace(":7}", ":8}"), response("[1]"))
                    .getBytes(UTF_8);
            var messages = new ArrayList<Message>();
            MessageCodec.decode(batch, 0, batch.length, messages::add);
            assertThat(messages).hasSize(3);
            assertThat(messages.getFirst()).isInstanceOf(Response.Result.class);
            assertThat(messages.get(1)).isInstanceOfSatisfying(Message.Malformed.class, bad -> {
                assertThat(bad.id()).isEqualTo(RequestId.of(8));
                assertThat(bad.asks()).isFalse();
                assertThat(bad.problem()).startsWith("more than " + MOST + " values");
            });
            assertThat(messages.getLast())
                    .isInstanceOf(Response.Result.class); // What is refused leaves room for others.
        }

        @Test
        void ofValuesIsRefusedAlsoInASchemaThatNobodyMayEverRead() {
            var schema = "{\"inputSchema\":{\"enum\":%s}}";
            var read = MessageCodec.decode(response(schema.formatted(list("[]", MOST / 4 - 10))));
            assertThat(read)
                    .isInstanceOfSatisfying(
                            Response.Result.class,
                            result -> assertThat(result.result().at("/inputSchema/enum"))
                                    .hasSize(MOST / 4 - 10));
            refused(schema.formatted(list("[]", MOST / 4)));
            refused(schema.formatted(list("\"a\"", MOST)));
            refused(schema.formatted(list("{\"a\":1}", MOST / 6)));
        }

        @Test
        void ofValuesIsRefusedInAnyText() {
            assertThatThrownBy(() -> Json.parse(list("[]", MOST / 4)))
                    .isInstanceOf(JacksonException.class)
                    .hasMessageContaining("more than " + MOST + " values");
        }

        private static String list(String value, int n) {
            return "[" + (value + ",").repeat(n - 1) + value + "]";
        }

        @Test
        void ofNamesIsRefused() {
            assertThat(MessageCodec.decode(response("{\"" + "n".repeat(4096) + "\":1}")))
                    .isInstanceOf(Response.Result.class);
            refused("{\"" + "n".repeat(5000) + "\":1}");
            refused("{\"" + "n".repeat(1_000_000) + "\":1}");
        }

        @Test
        void ofExponentsCostsNothing() {
            for (var number : List.of(
                    "1e999999999", "1e-999999999", "-1e2147483647", "0e999999999", "1e99999999999", "1e2147483648")) {
                for (var text : List.of(response(number), response("1").replace("7", number), error(number))) {
                    var message = assertTimeoutPreemptively(PROMPTLY, () -> MessageCodec.decode(text));
                    if (!(message instanceof Message.Malformed)) {
                        assertThat(assertTimeoutPreemptively(PROMPTLY, () -> MessageCodec.encode(message)))
                                .hasSizeLessThan(200);
                    }
                }
            }
        }

        private static String error(String code) {
            return "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":" + code + ",\"message\":\"\"}}";
        }

        @Test
        void ofDistinctMembersIsRead() {
            assertTimeoutPreemptively(
                    PROMPTLY,
                    () -> Tries.each(100, random -> {
                        var text = new StringBuilder("{");
                        for (int i = 0; i < 2000; i++) {
                            text.append(i > 0 ? "," : "")
                                    .append("\"k")
                                    .append(random.nextInt())
                                    .append(i)
                                    .append("\":")
                                    .append(i);
                        }
                        assertThat(MessageCodec.decode(response(text.append('}').toString())))
                                .isInstanceOf(Response.Result.class);
                    }));
        }
    }
}
