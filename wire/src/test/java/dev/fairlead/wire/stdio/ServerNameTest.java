package dev.fairlead.wire.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerNameTest {
    private static String name(String line) {
        return StdioTransport.of(ServerCommand.of(List.of(line.split(" ")))).server();
    }

    @ParameterizedTest
    @CsvSource({
        "/opt/bin/weather, weather",
        "weather.exe --fast, weather",
        "C:\\tools\\weather.cmd x, weather",
        "npx -y @modelcontextprotocol/server-everything, server-everything",
        "C:\\node\\npx.cmd --yes --registry https://r.example @a/b@1.2.3 stdio, b",
        "pnpm dlx -q @a/c, c",
        "bunx d@latest, d",
        "uvx --from x-tools==1.0 mcp-server-time --zone UTC, mcp-server-time",
        "uv run --directory /srv server.py, server",
        "uv run -m pack.server, pack.server",
        "pipx run weather==2, weather",
        "python3.12 -u /srv/weather.py, weather",
        "python -W ignore -m mcp_weather, mcp_weather",
        "node --max-old-space-size=64 dist/index.mjs, index",
        "deno run -A https://u:p@x.example/mod/weather.ts?token=s3cr3t, weather",
        "bun run server.ts, server",
        "java -Xmx64m -Dkey=s3cr3t -cp a.jar:b.jar -jar app/weather.jar, weather",
        "java Weather.java, Weather",
        "docker run -i --rm -e TOKEN=s3cr3t ghcr.io/x/weather:latest s3cr3t, weather"
    })
    void aServerIsNamedAfterWhatIsRun(String line, String name) {
        assertThat(name(line)).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({
        "mcp-x --api-key s3cr3t, mcp-x",
        "mcp-x s3cr3t, mcp-x",
        "sh -c TOKEN=s3cr3t, sh",
        "/bin/bash s3cr3t, bash",
        "env TOKEN=s3cr3t weather, env",
        "node -e s3cr3t, node",
        "python -c s3cr3t, python",
        "npx --unheard-of s3cr3t x, npx",
        "npm config s3cr3t, npm",
        "docker exec s3cr3t, docker",
        "uvx --with s3cr3t, uvx",
        "deno run https://s3cr3t@x.example/, deno",
        "java -Dx -s3cr3t, java",
        "npx, npx"
    })
    void whatMayBeASecretNeverBecomesAName(String line, String name) {
        assertThat(name(line)).isEqualTo(name).doesNotContain("s3cr3t");
    }

    @ParameterizedTest
    @ValueSource(strings = {"node a<b>|c?*", "npx :", "npx /", "/", "python ...", "uvx @", "java -jar"})
    void oddWordsStillGiveAName(String line) {
        assertThat(name(line)).isNotBlank();
    }

    @Test
    void aNameIsShortAndDrivesNoTerminal() {
        assertThat(StdioTransport.of(ServerCommand.of("a\u001b[31m" + "b".repeat(500)))
                        .server())
                .hasSizeLessThan(100)
                .startsWith("a\\u001b[31mb");
    }
}
