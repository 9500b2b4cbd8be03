package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import okhttp3.ResponseBody;
import okio.Buffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WholeBodyTest {
    private static final int MAX = 3_000_000;

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0, -1",
        "5, 5",
        "5, -1",
        "5, 3000000",
        "5, 0",
        "700000, 10",
        "131072, 131072",
        "131073, 131073",
        "2500000, 2500000",
        "3000000, 3000000",
        "3000000, -1",
        "3000000, 7"
    })
    void isReadWhateverLengthWasPromised(int length, long promised) throws IOException {
        var sent = new byte[length];
        new Random(1).nextBytes(sent);
        var body = WholeBody.read(ResponseBody.create(new Buffer().write(sent), null, promised), MAX);
        assertThat(body).isNotNull();
        assertThat(Arrays.equals(Arrays.copyOf(body.bytes(), body.length()), sent))
                .isTrue();
        // A promise alone is not worth much memory.
        assertThat(body.bytes().length).isLessThanOrEqualTo(Math.max(128 << 10, 16 * length));
    }

    @ParameterizedTest
    @CsvSource({"3000001, 3000001", "3000001, -1", "3000001, 100", "3000001, 3000000", "0, 3000001"})
    void isRefusedOverTheLimit(int length, long promised) throws IOException {
        var sent = new Buffer().write(new byte[length]);
        assertThat(WholeBody.read(ResponseBody.create(sent, null, promised), MAX))
                .isNull();
    }
}
