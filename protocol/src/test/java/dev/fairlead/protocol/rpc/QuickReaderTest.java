package dev.fairlead.protocol.rpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The quick reader finds what the parser finds, or leaves it to the parser. */
class QuickReaderTest {
    private static @Nullable ObjectNode quick(byte[] bytes) {
        return QuickReader.message(bytes, 0, bytes.length);
    }

    private static @Nullable ObjectNode quick(String text) {
        return quick(text.getBytes(UTF_8));
    }

    private static @Nullable JsonNode parsed(byte[] bytes) {
        try (var parser = Json.parser(bytes, 0, bytes.length)) {
            return TreeReader.only(parser, new ValueBudget());
        } catch (JacksonException | NumberFormatException | ArithmeticException wrong) {
            return null;
        }
    }

    /** Tells whether anything was read, and makes sure that it is what the parser reads, in the same order. */
    private static boolean assertAsParsed(byte[] bytes) {
        var quick = quick(bytes);
        if (quick != null) {
            assertThat(quick.toString()).isEqualTo(String.valueOf(parsed(bytes)));
            assertThat(quick(bytes)).isEqualTo(parsed(bytes));
            assertThat(parsed(bytes)).isEqualTo(quick(bytes));
        }
        return quick != null;
    }

    private static String inSchema(String member) {
        return "{\"tools\":[{\"name\":\"a\",\"inputSchema\":{" + member + "}}]}";
    }

    @Test
    void neverDiffersFromTheParserForRandomTrees() {
        var quick = new AtomicInteger();
        Tries.each(2000, random -> {
            var tree = new RandomJson(random).object(4);
            var message = Json.object().set("inputSchema", tree);
            for (var json : List.of(tree, message)) {
                quick.addAndGet(assertAsParsed(Json.write(json).getBytes(UTF_8)) ? 1 : 0);
                quick.addAndGet(assertAsParsed(json.toPrettyString().getBytes(UTF_8)) ? 1 : 0);
            }
        });
        assertThat(quick).hasValueGreaterThan(7000);
    }

    @Test
    void readsStringsOfEveryLengthAndPosition() {
        var random = new Random(1);
        for (int length = 0; length < 40; length++) {
            var letters = "x".repeat(length);
            for (var text : List.of("", "é", "\n", "\"", "\\", "\u007f", "😀")) {
                var json = Json.object()
                        .put("a".repeat(random.nextInt(1, 9)), letters + text)
                        .put("text", text + letters)
                        .put(letters + text + "!", letters);
                var bytes = Json.write(json).getBytes(UTF_8);
                assertThat(quick(bytes)).isEqualTo(json);
                assertThat(quick(inSchema("\"s\":" + Json.write(json))))
                        .isEqualTo(Json.parse(inSchema("\"s\":" + Json.write(json))));
                for (int end = 0; end < bytes.length; end++) {
                    assertThat(QuickReader.message(bytes, 0, end)).isNull();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":{\"b\":1,\"b\":2}}",
                "{\"a\":{\"b\":1,\"\\u0062\":2}}",
                "{\"a\":{\"é\":1,\"\\u00e9\":2}}",
                "{\"a\":{\"b\":1,\"c\":{\"b\":1},\"b\":2}}",
                "{\"a\":01}",
                "{\"a\":1.}",
                "{\"a\":1e}",
                "{\"a\":+1}",
                "{\"a\":- 1}",
                "{\"a\":1e99999999999}",
                "{\"a\":1e2147483648}",
                "{\"inputSchema\":{\"a\":-1.0e2147483649}}",
                "{\"a\":tru}",
                "{\"a\":truee}",
                "{\"a\":NaN}",
                "{\"a\":[1,]}",
                "{\"a\":[,1]}",
                "{\"a\":[1 2]}",
                "{\"a\":{\"b\":1,}}",
                "{\"a\":{\"b\" 1}}",
                "{\"a\":{b:1}}",
                "{\"a\":{b\":1}}",
                "{\"a\":{\"b\":1,c\":2}}",
                "{\"a\":{\"b\";1}}",
                "{\"a\";1}",
                "[\"a\":1}",
                "{\"a\":[1;2]}",
                "{\"a\":trxe}",
                "{\"a\":nulk}",
                "{\"a\":falze}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12g4\"}",
                "{\"a\":\"\\ud83d\"}",
                "{\"a\":\"\\ud83dx\"}",
                "{\"a\":\"\\ud83dxxde00\"}",
                "{\"a\":\"\\ud83dxude00\"}",
                "{\"a\":\"\\ud83d\\tde00\"}",
                "{\"a\":\"\\u12\",\"b\":34}",
                "{\"a\":\"\\ud83d\\u0041\"}",
                "{\"a\":\"\\ude00\\ud83d\"}",
                "{\"a\":\"\t\"}",
                "{\"a\":\"\u0000\"}",
                "{\"a\":\"\uFFFD\"}",
                "{\"a\":'b'}",
                "{\"a\":1//\n}",
                "{\"a\":1}}",
                "{\"a\":1"
            })
    void leavesWhatIsWrongOrRareToTheParser(String text) {
        assertThat(quick(text)).isNull();
        assertThat(quick(inSchema("\"in\":" + text))).isNull();
    }

    @Test
    void leavesControlCharactersToTheParserWhereverTheyStand() {
        for (char control = 0; control < ' '; control++) {
            for (int before = 0; before < 20; before++) {
                var text = "x".repeat(before) + control + "y".repeat(12);
                assertThat(quick("{\"a\":\"" + text + "\"}")).isNull();
                assertThat(quick("{\"" + text + "\":1}")).isNull();
                assertThat(quick(inSchema("\"a\":\"" + text + '"'))).isNull();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{} \r\n\t",
                "{ \"a\" : [ ] }",
                "{\"a\":\"\\ud83d\\ude00!\"}",
                "{\"a\":\"x\\ud83d\\ude00\"}",
                "{\"a\":\"\\u0000\\u007f\\u0080\\u07ff\\u0800\\uffff\"}",
                "{\"\\u0080\":\"\\u0080\"}",
                "{\"a\":999999999999999999}",
                "{\"a\":-1000000000000000000}",
                "{\"a\":9223372036854775808}"
            })
    void readsWhatIsUsualByItself(String text) {
        assertThat(quick(text)).isEqualTo(Json.parse(text));
        assertThat(quick(inSchema("\"in\":" + text))).isEqualTo(Json.parse(inSchema("\"in\":" + text)));
    }

    @Test
    void readsNothingThatEndsTooSoon() {
        var bytes = inSchema("\"in\":{\"é\":\"\\u00e9x\",\"b\":[true,\"ü\"]}").getBytes(UTF_8);
        for (int end = 0; end < bytes.length; end++) {
            assertThat(quick(Arrays.copyOf(bytes, end))).isNull();
            assertThat(QuickReader.message(bytes, 0, end)).isNull();
        }
    }

    @Test
    void leavesBrokenBytesToTheParser() {
        for (var broken :
                List.of("\u00ff", "\u00c3", "\u00c0\u0080", "\u00ed\u00a0\u0080", "\u00f5\u0080\u0080\u0080")) {
            for (var text :
                    List.of("{\"a\":\"" + broken + "\"}", "{\"" + broken + "\":1}", "{\"\\n" + broken + "\":1}")) {
                assertThat(quick(text.getBytes(ISO_8859_1))).isNull();
                assertThat(quick(inSchema("\"in\":" + text).getBytes(ISO_8859_1)))
                        .isNull();
            }
        }
    }

    @Test
    void leavesWhatIsBeyondTheLimitsToTheParser() {
        var deep = "[".repeat(Json.MAX_DEPTH) + "]".repeat(Json.MAX_DEPTH);
        var deepObjects = "{\"a\":".repeat(Json.MAX_DEPTH) + "1" + "}".repeat(Json.MAX_DEPTH);
        var number = "1".repeat(Json.MAX_NUMBER_LENGTH + 1);
        var name = "x".repeat(5000);
        for (var member : List.of(
                "\"a\":" + deep, "\"a\":" + deepObjects, "\"a\":" + number, "\"a\":0." + number, '"' + name + "\":1")) {
            assertThat(quick('{' + member + '}')).isNull();
            assertThat(quick(inSchema(member))).isNull();
            assertThat(MessageCodec.decode("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + inSchema(member) + '}'))
                    .isInstanceOf(Message.Malformed.class);
        }
    }

    @Test
    void findsDuplicatesAmongManyNames() {
        var names = IntStream.range(0, 200).mapToObj(i -> "\"name%d\":%d".formatted(i, i));
        var members = names.collect(Collectors.joining(","));
        assertThat(quick(inSchema(members))).isEqualTo(Json.parse(inSchema(members)));
        assertThat(quick(inSchema(members + ",\"name7\":7"))).isNull();
        assertThat(quick(inSchema("\"all\":[{" + members + "},{" + members + "}]")))
                .isNotNull();
        assertThat(quick(inSchema(members + ",\"inner\":{" + members + '}'))).isNotNull();
    }

    @Test
    void tellsNamesOfEveryLengthApartWhereverTheyDiffer() {
        for (int length = 1; length < 45; length++) {
            var name = "n".repeat(length);
            assertThat(quick("{\"a\":{\"" + name + "\":1,\"" + name + "\":2}}")).isNull();
            assertThat(quick(inSchema('"' + name + "\":1,\"" + name + "\":2"))).isNull();
            assertThat(quick(inSchema('"' + name + "\":1,\"" + name.replaceAll("n$", "\\\\u006e") + "\":2")))
                    .isNull();
            for (int at = 0; at < length; at++) {
                var other = name.substring(0, at) + 'm' + name.substring(at + 1);
                for (var member : List.of(name + "\":{\"" + other + "\":2}", name + "\":1,\"" + other + "\":2")) {
                    var object = "{\"" + member + '}';
                    assertThat(quick(object)).isEqualTo(Json.parse(object));
                    assertThat(quick(inSchema("\"in\":" + object))).isEqualTo(Json.parse(inSchema("\"in\":" + object)));
                }
            }
        }
    }

    @Test
    void doesNotTakeOneNameForAnotherThatIsKeptInTheSamePlace() {
        for (int i = 0; i < 20_000; i++) {
            var name = "x".repeat(i % 20) + i;
            assertThat(quick("{\"" + name + "\":1}").propertyNames()).containsExactly(name);
        }
    }

    @Test
    void readsWhatIsNeitherPlainNorShort() {
        for (var sign : List.of("é", "漢", "😀", "\\n", "\\\"", "\\u00e9", "\\\\")) {
            for (int before = 0; before < 20; before++) {
                for (int after = 0; after < 20; after++) {
                    var text = "y".repeat(before) + sign + "z".repeat(after) + sign;
                    var object = "{\"a\":\"" + text + "\",\"" + text + "\":[]}";
                    assertThat(quick(object)).isEqualTo(Json.parse(object));
                    assertThat(quick(inSchema("\"in\":" + object))).isEqualTo(Json.parse(inSchema("\"in\":" + object)));
                }
            }
        }
    }

    @Test
    void neverDiffersFromTheParserWhateverIsDamaged() {
        Tries.each(200, random -> {
            var message = Json.object().set("inputSchema", new RandomJson(random).object(3));
            var bytes = Json.write(message).getBytes(UTF_8);
            for (int at = 0; at < Math.min(bytes.length, 2000); at++) {
                var damaged = bytes.clone();
                damaged[at] = (byte) random.nextInt(256);
                boolean ignored = assertAsParsed(damaged);
            }
        });
    }

    @Test
    void looksForDuplicatesAmongSoManyNamesAndNoMore() {
        var names = IntStream.range(0, 256).mapToObj(i -> "\"name%d\":%d".formatted(i, i));
        var members = names.collect(Collectors.joining(","));
        assertThat(quick(inSchema(members))).isNotNull();
        assertThat(quick(inSchema(members + ",\"more\":1"))).isNull();
    }

    @Nested
    class Schemas {
        private static final String TEXT = inSchema("\"type\":\"object\",\"properties\":{\"b\":{\"minimum\":1.50}}");

        private static ObjectNode schema() {
            return (ObjectNode) quick(TEXT).at("/tools/0/inputSchema");
        }

        @Test
        void andNothingElseIsLeftUnread() {
            var list = quick("{\"inputSchema\":{},\"outputSchema\":{},\"annotations\":{},\"more\":[{}]}");
            assertThat(list.get("inputSchema")).isInstanceOf(UnreadObject.class);
            assertThat(list.get("outputSchema")).isInstanceOf(UnreadObject.class);
            assertThat(list.get("annotations")).isNotInstanceOf(UnreadObject.class);
            assertThat(list.at("/more/0")).isNotInstanceOf(UnreadObject.class);
            assertThat(QuickReader.tree("{\"inputSchema\":{}}".getBytes(UTF_8)).get("inputSchema"))
                    .isNotInstanceOf(UnreadObject.class);
        }

        @Test
        void areTheSameReadOrUnread() {
            var parsed = Json.parse(TEXT).at("/tools/0/inputSchema");
            assertThat(schema()).isEqualTo(schema()).isEqualTo(parsed).hasSameHashCodeAs(parsed);
            assertThat(parsed).isEqualTo(schema());
            var read = schema();
            assertThat(read.path("type").stringValue()).isEqualTo("object");
            assertThat(read).isEqualTo(schema()).isEqualTo(parsed);
            assertThat(schema()).isEqualTo(read);
            assertThat(schema().deepCopy()).isEqualTo(parsed);
            assertThat(schema().size()).isEqualTo(2);
            assertThat(schema().has("properties")).isTrue();
            assertThat(Json.write(schema())).isEqualTo(Json.write(parsed));
            assertThat(schema())
                    .isNotEqualTo(Json.object())
                    .isNotEqualTo(Json.object().put("type", "object"));
        }

        @Test
        void areTheSameHoweverTheyAreSpelled() {
            var spelled = quick(TEXT.replace("\"type\":\"object\",", " \"\\u0074ype\" : \"object\" , "));
            assertThat(spelled.at("/tools/0/inputSchema")).isEqualTo(schema());
        }

        @Test
        void canBeChangedLikeAnyObject() {
            var schema = schema();
            schema.put("type", "array").put("more", 1).remove("properties");
            assertThat(Json.write(schema)).isEqualTo("{\"type\":\"array\",\"more\":1}");
            assertThat(schema).isNotEqualTo(schema());
            schema.removeAll();
            assertThat(schema.isEmpty()).isTrue();
        }

        @Test
        void keepNothingOfTheBytesTheyCameIn() {
            var bytes = TEXT.getBytes(UTF_8);
            var schema = quick(bytes).at("/tools/0/inputSchema");
            new Random(1).nextBytes(bytes);
            assertThat(schema).isEqualTo(Json.parse(TEXT).at("/tools/0/inputSchema"));
        }

        @Test
        void areReadOnceForAllThreads() throws Exception {
            for (int round = 0; round < 50; round++) {
                var schema = schema();
                var ready = new CountDownLatch(4);
                try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                    var looks = new ArrayList<Future<JsonNode>>();
                    for (int i = 0; i < 4; i++) {
                        looks.add(threads.submit(() -> {
                            ready.countDown();
                            ready.await();
                            return schema.get("properties");
                        }));
                    }
                    for (var look : looks) {
                        assertThat(look.get()).isNotNull().isSameAs(schema.get("properties"));
                    }
                }
            }
        }
    }
}
