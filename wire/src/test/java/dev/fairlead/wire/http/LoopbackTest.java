package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoopbackTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:3000/mcp",
                "http://LOCALHOST/mcp",
                "http://api.localhost/mcp",
                "https://127.0.0.1/mcp",
                "http://127.9.9.9/mcp",
                "http://2130706433/mcp",
                "http://[::1]:8080/mcp",
                "http://[::ffff:127.0.0.1]/mcp"
            })
    void knowsTheAddressesThatEveryMachineHasForItself(String url) {
        assertThat(HttpTransport.to(url).loopback()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com/mcp",
                "http://localhost.example.com/mcp",
                "http://10.0.0.1/mcp",
                "http://[2001:db8::1]/mcp",
                "https://example.com/localhost"
            })
    void andThoseThatItSharesWithOthers(String url) {
        assertThat(HttpTransport.to(url).loopback()).isFalse();
    }
}
