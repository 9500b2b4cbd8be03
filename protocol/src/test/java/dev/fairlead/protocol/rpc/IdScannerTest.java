package dev.fairlead.protocol.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdScannerTest {

    private static IdScanner scan(String text) {
        var scanner = new IdScanner();
        var bytes = text.getBytes(UTF_8);
        scanner.feed(bytes, 0, bytes.length);
        return scanner;
    }

    private static IdScanner scanInPieces(byte[] bytes, Random random) {
        var scanner = new IdScanner();
        for (int at = 0; at < bytes.length; ) {
            int length = Math.min(bytes.length - at, random.nextInt(random.nextBoolean() ? 3 : 50));
            scanner.feed(bytes, at, length);
            at += length;
        }
        return scanner;
    }

    @Test
    void findsExactlyTheIdThatTheCodecFinds() {
        Tries.each(3000, random -> {
            var text = shuffledMessage(random);
            var expected = switch (MessageCodec.decode(text)) {
                case Request request -> request.id();
                case Response response -> response.id();
                case Notification none -> null;
                case Message.Malformed bad -> bad.id();
            };
            assertThat(scanInPieces(text.getBytes(UTF_8), random).id()).as(text).isEqualTo(expected);
        });
    }

    @Test
    void tellsQuestionsFromAnswers() {
        Tries.each(1000, random -> {
            var text = shuffledMessage(random);
            var message = MessageCodec.decode(text);
            boolean asks = message instanceof Request || message instanceof Notification;
            var scanner = scanInPieces(text.getBytes(UTF_8), random);
            assertThat(scanner.asks()).as(text).isEqualTo(asks);
        });
    }

    /** Writes a message with its members in any order, blanks anywhere, and members that look like others. */
    private static String shuffledMessage(Random random) {
        var json = new RandomJson(random);
        var members = new ArrayList<String>();
        members.add("\"jsonrpc\":\"2.0\"");
        if (random.nextInt(6) > 0) {
            var id = Json.write(json.id().toJson());
            var written = random.nextBoolean() ? id : escaped(id, random);
            members.add((random.nextInt(5) == 0 ? "\"\\u0069d\"" : "\"id\"") + blank(random) + ":" + blank(random)
                    + written);
        }
        switch (random.nextInt(3)) {
            case 0 ->
                members.add("\"method\":"
                        + Json.write(Json.object().put("m", json.text()).get("m")));
            case 1 -> members.add("\"result\":" + Json.write(json.value(4)));
            default ->
                members.add("\"error\":{\"code\":1,\"message\":\"id\",\"data\":" + Json.write(json.value(3)) + "}");
        }
        members.add("\"x-id\":" + Json.write(json.value(3)));
        members.add("\"nested\":{\"id\":99,\"method\":\"x\",\"result\":[{\"id\":98}]}");
        members.add("\"text\":\"\\\"id\\\":97,\\\\\"");
        members.add("\"list\":[\"id\",96,\"method\"]");
        Collections.shuffle(members, random);
        return "{" + blank(random) + String.join(blank(random) + "," + blank(random), members) + blank(random) + "}";
    }

    private static String escaped(String text, Random random) {
        var out = new StringBuilder();
        boolean inside = text.startsWith("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = inside && i > 0 && i < text.length() - 1 && text.indexOf('\\') < 0;
            out.append(plain && random.nextBoolean() ? String.format("\\u%04X", (int) c) : String.valueOf(c));
        }
        return out.toString();
    }

    private static String blank(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> " ";
            case 1 -> "\t \n";
            default -> "";
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'id':7,'result':[[[[                | 7",
                "{'result':{'id':8,'x':'}'},'id':7,   | 7",
                "{'result':'\\\\','id':7}             | 7",
                "{'result':'\\\\\\'id\\':8,','id':7}  | 7",
                "{'id':'a\\'b','result':1}            | `\"a\"b\"`",
                "{'id':'a\\nb','result':1}            | ",
                "{'id':'a\\qb','result':1}            | ",
                "{'id' : 7 ,'result':1}               | 7",
                "{'id':7.0,'error':1}                 | 7",
                "{'id':null,'result':1}               | ",
                "{'id':[7],'result':1}                | ",
                "{'id':{'id':7},'result':1}           | ",
                "{'id':true,'result':1}               | ",
                "{'id':7                              | ",
                "{'id':'7                             | ",
                "['id',7,'id':7,{'id':7}]             | ",
                "[{'id':7}]                           | ",
                "'id':7,                              | ",
                "}}{'id':7}                           | ",
                "{'x':'id':7}                         | ",
            })
    void isNotFooled(String text, String id) {
        var found = scan(text.replace('\'', '"')).id();
        if (text.contains("\\n")) {
            assertThat(found).isEqualTo(RequestId.of("a\nb"));
        } else {
            assertThat(found == null ? null : found.toString()).isEqualTo(id);
        }
    }

    @Test
    void anIdTooLongToBeOursIsNone() {
        assertThat(scan("{\"id\":\"" + "x".repeat(256) + "\",\"result\":1}").id())
                .isEqualTo(RequestId.of("x".repeat(256)));
        assertThat(scan("{\"id\":\"" + "x".repeat(257) + "\",\"result\":1}").id())
                .isNull();
        assertThat(scan("{\"id\":" + "0".repeat(300) + "7,\"result\":1}").id()).isNull();
        assertThat(scan("{\"id" + "x".repeat(300) + "\":7,\"result\":1}").id()).isNull();
    }

    @Test
    void isDoneOnceNothingMoreCanBeLearnt() {
        assertThat(scan("{\"id\":7,").done()).isFalse();
        assertThat(scan("{\"id\":7,\"result\":").done()).isTrue();
        assertThat(scan("{\"id\":7,\"method\":").done()).isTrue();
        assertThat(scan("{\"result\":[\"id\"],").done()).isFalse();
        assertThat(scan("{\"result\":[\"id\"],\"id\":7}").done()).isTrue();
    }

    @Test
    void needsNoMemoryForAVeryLargeMessage() {
        var scanner = new IdScanner();
        var start = "{\"jsonrpc\":\"2.0\",\"".getBytes(UTF_8);
        scanner.feed(start, 0, start.length);
        var piece = new byte[1 << 20];
        for (int i = 0; i < piece.length; i++) {
            piece[i] = (byte) "ab\\\"x".charAt(i % 5); // Never leaves the string that is a name without end.
        }
        for (int i = 0; i < 64; i++) {
            scanner.feed(piece, 0, piece.length - piece.length % 5);
        }
        assertThat(scanner.kept()).isBetween(1, 300);
        var end = "\":1,\"result\":1,\"id\":7}".getBytes(UTF_8);
        scanner.feed(end, 0, end.length);
        assertThat(scanner.id()).isEqualTo(RequestId.of(7));
    }
}
