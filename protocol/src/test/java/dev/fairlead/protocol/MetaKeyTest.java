package dev.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetaKeyTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "9",
                "progressToken",
                "trace-parent",
                "a_b.c-d",
                "a--b",
                "com.example/k",
                "com.example/",
                "a/b",
                "a-b.c9/k",
                "a1/9",
                MetaKey.PROTOCOL_VERSION,
                MetaKey.RELATED_TASK,
                MetaKey.BAGGAGE
            })
    @Tag("A-18")
    void acceptsWellFormedKeys(String key) {
        assertThat(MetaKey.wellFormed(key)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "/", "/a", "-a", "a-", "_a", "a.", ".a", "a b", "ä", "9a/b", "a-/b", "-a/b", "a..b/c", ".a/b",
                "a./b", "a_b/c", "a/b/c", "a/-", "a/b-", "a\n"
            })
    @Tag("A-18")
    void refusesOtherKeys(String key) {
        assertThat(MetaKey.wellFormed(key)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // By the rule since 2025-11-25.
                "io.modelcontextprotocol/", "dev.mcp/x", "org.modelcontextprotocol.api/x", "com.mcp.tools/x",
                // By that of 2025-06-18.
                "modelcontextprotocol.io/x", "mcp.dev/x", "api.modelcontextprotocol.org/x", "tools.mcp.com/x",
                "a.b.mcp.com/x", "IO.ModelContextProtocol/x"
            })
    @Tag("A-19")
    void knowsReservedPrefixes(String key) {
        assertThat(MetaKey.reserved(key)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mcp",
                "mcp/x",
                "modelcontextprotocol/x",
                "com.example/mcp",
                "com.example.mcp/x",
                "com.mcpx/x",
                "a.b.mcp.c.d/x",
                "progressToken",
                "traceparent"
            })
    void leavesOtherPrefixesFree(String key) {
        assertThat(MetaKey.reserved(key)).isFalse();
    }
}
