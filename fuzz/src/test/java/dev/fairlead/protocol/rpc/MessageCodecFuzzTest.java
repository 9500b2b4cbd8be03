package dev.fairlead.protocol.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.fairlead.fuzz.Foreign;
import dev.fairlead.fuzz.Pieces;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Any bytes become messages, those that survive being written and read again; and both readers read them alike. */
class MessageCodecFuzzTest {
    private static final int LONGEST_SHOWN = 2000;

    @DictionaryEntries({
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\\",
        "\\u0000",
        "\\u0061",
        "\\ud83d",
        "\\ude00",
        "\0",
        "\ufeff",
        "é",
        "😀",
        "null",
        "true",
        "0",
        "-0",
        "-0.0",
        "7",
        "7.0",
        "1e400",
        "1E-400",
        "2147483648",
        "9223372036854775808",
        "1e2147483647",
        "1.0e2147483649",
        "1e-2147483648",
        "1e999999999999",
        "\"jsonrpc\":\"2.0\",",
        "\"id\":7,",
        "\"id\":null,",
        "\"method\":\"m\",",
        "\"params\":{},",
        "\"result\":{},",
        "\"error\":{\"code\":1},",
        "\"data\":",
        "\"message\":",
        "\"inputSchema\":{",
        "\"outputSchema\":{\"a\":"
    })
    @FuzzTest
    void decodes(byte[] input) {
        var messages = decode(input, 0, input.length);
        assertThat(messages).isNotEmpty().isEqualTo(surrounded(input));
        for (var message : messages) {
            if (message instanceof Message.Malformed bad) {
                assertThat(bad.problem()).isNotBlank();
                Foreign.assertShowable(bad.problem(), LONGEST_SHOWN);
                Foreign.assertShowable(bad.excerpt(), LONGEST_SHOWN);
            } else {
                assertSurvives(message);
            }
        }
        assertReadAlike(input);
    }

    /** Returns the messages in bytes that stand between others. */
    private static List<Message> surrounded(byte[] input) {
        var random = Pieces.chance(input);
        int offset = random.nextInt(4);
        var surrounded = new byte[offset + input.length + random.nextInt(4)];
        random.nextBytes(surrounded);
        System.arraycopy(input, 0, surrounded, offset, input.length);
        return decode(surrounded, offset, input.length);
    }

    private static void assertSurvives(Message message) {
        var written = MessageCodec.encode(message);
        assertThat(written).doesNotContain('\n', '\r');
        var again = decode(written, 0, written.length);
        // Their text is compared: 1e0 is read as a decimal, written as 1, and read again as an integer.
        assertThat(again).singleElement().hasSameClassAs(message).hasToString(message.toString());
        assertThat(MessageCodec.encode(again.getFirst())).isEqualTo(written);
    }

    /** Checks that the quick reader finds what the parser finds, in the same order, if it finds anything. */
    private static void assertReadAlike(byte[] input) {
        var quick = QuickReader.message(input, 0, input.length);
        if (quick != null) {
            var parsed = parsed(input);
            assertThat(quick.toString()).isEqualTo(String.valueOf(parsed));
            assertThat(QuickReader.message(input, 0, input.length)).isEqualTo(parsed);
            assertThat(QuickReader.tree(input)).isEqualTo(parsed);
        }
    }

    private static @Nullable JsonNode parsed(byte[] input) {
        try (var parser = Json.parser(input, 0, input.length)) {
            return TreeReader.only(parser, new ValueBudget());
        } catch (JacksonException | NumberFormatException | ArithmeticException wrong) {
            return null;
        }
    }

    private static List<Message> decode(byte[] bytes, int offset, int length) {
        var messages = new ArrayList<Message>();
        MessageCodec.decode(bytes, offset, length, messages::add);
        return messages;
    }
}
