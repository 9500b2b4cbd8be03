package dev.fairlead.protocol.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageCodecFuzzTest {
    private static final int LONGEST_SHOWN = 2000;
    private static final List<String> WORDS = List.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\\",
            "\\u0000",
            "\\ud83d",
            "\\ude00",
            "\0",
            "\ufeff",
            "\n",
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
            "9223372036854775808",
            "1e999999999999",
            "\"jsonrpc\":\"2.0\",",
            "\"id\":7,",
            "\"id\":null,",
            "\"method\":\"m\",",
            "\"params\":{},",
            "\"result\":{},",
            "\"error\":{\"code\":1},",
            "\"data\":",
            "\"message\":");

    @Test
    void anyBytesBecomeMessagesThatSurviveBeingWrittenAndReadAgain() throws IOException {
        new Mutations(Mutations.corpus("/fuzz/rpc"), WORDS).check((input, random) -> {
            int offset = random.nextInt(4);
            var surrounded = new byte[offset + input.length + random.nextInt(4)];
            random.nextBytes(surrounded);
            System.arraycopy(input, 0, surrounded, offset, input.length);

            var messages = decode(surrounded, offset, input.length);
            assertThat(messages).isNotEmpty().isEqualTo(decode(input, 0, input.length));
            for (var message : messages) {
                if (message instanceof Message.Malformed bad) {
                    assertThat(bad.problem()).isNotBlank().hasSizeLessThan(LONGEST_SHOWN);
                    assertThat(bad.excerpt()).hasSizeLessThan(LONGEST_SHOWN);
                } else {
                    var written = MessageCodec.encode(message);
                    assertThat(written).doesNotContain('\n', '\r');
                    var again = decode(written, 0, written.length);
                    // Their text is compared: 1e0 is read as a decimal, written as 1, and read again as an integer.
                    assertThat(again).singleElement().hasSameClassAs(message).hasToString(message.toString());
                    assertThat(MessageCodec.encode(again.getFirst())).isEqualTo(written);
                }
            }
        });
    }

    private static List<Message> decode(byte[] bytes, int offset, int length) {
        var messages = new ArrayList<Message>();
        MessageCodec.decode(bytes, offset, length, messages::add);
        return messages;
    }
}
