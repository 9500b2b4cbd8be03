package dev.fairlead.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CountTest {
    @Test
    void oneIsOne() {
        assertThat(Count.of(1, "server")).isEqualTo("1 server");
        assertThat(Count.of(0, "server")).isEqualTo("0 servers");
        assertThat(Count.of(2, "entry", "entries")).isEqualTo("2 entries");
    }
}
