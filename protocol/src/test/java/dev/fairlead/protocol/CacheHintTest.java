package dev.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CacheHintTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                       | 0           | false",
                "{\"ttlMs\":60000}                        | 60000       | false",
                "{\"ttlMs\":60000,\"cacheScope\":\"public\"}  | 60000       | true",
                "{\"ttlMs\":60000,\"cacheScope\":\"private\"} | 60000       | false",
                "{\"ttlMs\":60000,\"cacheScope\":\"PUBLIC\"}  | 60000       | false",
                "{\"ttlMs\":60000,\"cacheScope\":true}    | 60000       | false",
                "{\"ttlMs\":0,\"cacheScope\":\"public\"}  | 0           | true",
                "{\"ttlMs\":-1}                           | 0           | false",
                "{\"ttlMs\":1500.9}                       | 1500        | false",
                "{\"ttlMs\":null}                         | 0           | false",
                "{\"ttlMs\":\"60000\"}                    | 0           | false",
                "{\"ttlMs\":[1]}                          | 0           | false",
                "{\"ttlMs\":31536000000}                  | 31536000000 | false",
                "{\"ttlMs\":31536000001}                  | 31536000000 | false",
                "{\"ttlMs\":9223372036854775807}          | 31536000000 | false",
                "{\"ttlMs\":1e300}                        | 31536000000 | false",
                "{\"ttlMs\":1e400}                        | 0           | false",
                "{\"ttlMs\":-1e400}                       | 0           | false",
                "[]                                       | 0           | false",
            })
    void readsWithCaution(String result, long millis, boolean shared) {
        assertThat(CacheHint.from(Json.parse(result))).isEqualTo(new CacheHint(Duration.ofMillis(millis), shared));
    }

    @Test
    void nothingIsStaleAndPrivate() {
        assertThat(CacheHint.from(null)).isEqualTo(CacheHint.NONE).isEqualTo(new CacheHint(Duration.ZERO, false));
    }
}
