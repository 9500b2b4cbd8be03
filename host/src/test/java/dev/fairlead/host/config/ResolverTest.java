package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.host.config.Origin.Scope;
import dev.fairlead.protocol.error.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ResolverTest {
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

    @TempDir
    private Path home;

    private Path project;

    private final Map<String, String> environment = new HashMap<>(Map.of(
            "PATH", "/usr/bin:/bin", "HOME", "/home/ann", "LANG", "C", "API_TOKEN", "planted-token", "EMPTY", ""));

    @BeforeEach
    void makeProject() throws IOException {
        project = Files.createDirectories(home.resolve("project"));
    }

    private Resolved resolve(String entry) throws InterruptedException {
        var file = new ConfigReader(project, home)
                .read(
                        "{\"mcpServers\": {\"a\": %s}}".formatted(entry),
                        project.resolve("fairlead.json"),
                        null,
                        Scope.PROJECT);
        assertThat(file.problems()).isEmpty();
        return resolver().resolve(file.servers().getFirst());
    }

    private Resolver resolver() {
        return Resolver.of(environment, home, home, SecretSource.NONE);
    }

    private Resolved.Process process(String entry) throws InterruptedException {
        return (Resolved.Process) resolve(entry);
    }

    private Resolved.Remote remote(String entry) throws InterruptedException {
        return (Resolved.Remote) resolve(entry);
    }

    @Test
    void whatNoProcessCanBeGivenAsItIsWrittenIsNotStarted() {
        environment.put("ODD", "/srv/b\uFFFD\uFFFDr");
        for (var entry : List.of(
                "{\"command\": \"x\", \"args\": [\"${ODD}/run.py\"]}",
                "{\"command\": \"x\", \"env\": {\"PLACE\": \"${ODD}\"}}",
                "{\"url\": \"https://x\", \"headersHelper\": [\"echo\", \"${ODD}\"]}")) {
            assertThatThrownBy(() -> resolve(entry))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContainingAll("cannot be started: ", "holds U+FFFD", "LC_ALL=C.UTF-8")
                    .message()
                    .doesNotContain("/home");
        }
    }

    @Test
    void filesThatAreNoUtf8AreNotGuessedAt() throws IOException {
        Files.write(project.resolve(".env"), new byte[] {'A', '=', 'b', (byte) 0xE4, 'r'});
        for (var entry : List.of(
                "{\"command\": \"x\", \"envFile\": \".env\"}", "{\"command\": \"x\", \"args\": [\"${file:.env}\"]}")) {
            assertThatThrownBy(() -> resolve(entry))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("it is not written in UTF-8");
        }
    }

    @Test
    void aCommandWorksInTheFolderOfItsProject() throws InterruptedException {
        var process = process("{\"command\": \"./run\", \"args\": [\"${API_TOKEN}\", \"~/x\"]}");

        assertThat(process.command().command()).containsExactly("./run", "planted-token", "~/x");
        assertThat(process.command().directory()).isEqualTo(project);
        assertThat(process.command().environment()).isEmpty();
        assertThat(process.secrets()).containsExactly("planted-token");
        assertThat(process.withheld()).isEmpty();
        assertThat(process.toString()).doesNotContain("planted");
    }

    @Test
    void aRelativeFolderBeginsAtTheProject() throws InterruptedException {
        assertThat(process("{\"command\": \"x\", \"cwd\": \"sub/./dir\"}")
                        .command()
                        .directory())
                .isEqualTo(project.resolve("sub/dir"));
        assertThat(process("{\"command\": \"x\", \"cwd\": \"${userHome}\"}")
                        .command()
                        .directory())
                .isEqualTo(home);
    }

    @Test
    void theEnvironmentIsMadeOfWhatIsPassedOnFilesAndWhatIsDeclaredInThatOrder() throws Exception {
        Files.writeString(project.resolve(".env"), "LANG=file\nFROM_FILE='quoted value'\nDECLARED=file\n");

        var process = process("""
            {"command": "x", "envFrom": ["LANG", "API_TOKEN", "NOT_SET"], "envFile": ".env",
             "env": {"DECLARED": "here-${API_TOKEN}", "API_TOKEN": null}}
            """);

        assertThat(process.command().environment())
                .isEqualTo(Map.of("LANG", "file", "FROM_FILE", "quoted value", "DECLARED", "here-planted-token"));
        assertThat(process.withheld()).containsExactly("API_TOKEN");
        assertThat(process.secrets()).containsExactly("planted-token");
    }

    @Test
    void inheritanceIsSafeAllOrNone() throws InterruptedException {
        assertThat(process("{\"command\": \"x\"}").command().environment()).isEmpty();
        environment.put("BASH_FUNC_x%%", "() { evil; }");
        var all = process("{\"command\": \"x\", \"inheritEnv\": \"all\", \"env\": {\"LANG\": null}}");
        var none = process("{\"command\": \"x\", \"inheritEnv\": \"none\", \"env\": {\"PATH\": \"/opt\"}}");

        assertThat(all.command().environment())
                .containsEntry("API_TOKEN", "planted-token")
                .containsKeys("PATH", "HOME")
                .doesNotContainKeys("LANG", "BASH_FUNC_x%%");
        assertThat(all.secrets()).contains("planted-token").doesNotContain("/home/ann");
        assertThat(none.command().environment()).isEqualTo(Map.of("PATH", "/opt"));
        assertThat(none.withheld()).contains("HOME", "USER").doesNotContain("PATH");
    }

    @Test
    void anAddressGetsItsHeadersAndLogin() throws InterruptedException {
        var remote = remote("""
            {"url": "https://user:pass-word@example.com/${LANG}/mcp?key=${API_TOKEN}", "strategy": "sse-only",
             "headers": {"X-Literal": "Bearer abcdefgh"}, "headersFromEnv": {"X-Key": "API_TOKEN"},
             "bearerTokenEnv": "API_TOKEN",
             "oauth": {"clientId": "id-${LANG}", "clientSecret": "s-${API_TOKEN}", "scopes": ["${LANG}"]}}
            """);

        assertThat(remote.transport().url()).isEqualTo("https://example.com/C/mcp?key=planted-token");
        assertThat(remote.transport().server()).isEqualTo("a");
        assertThat(remote.transport().reachesModern()).isFalse();
        assertThat(remote.oauth()).isEqualTo(new OAuthConfig("id-C", "s-planted-token", List.of("C"), null, null));
        assertThat(remote.secrets())
                .contains("planted-token", "Bearer planted-token", "s-planted-token", "abcdefgh", "pass-word");
        assertThat(remote.toString()).doesNotContain("planted");
    }

    @Test
    void aPlainValueUnderAPlainNameIsNoSecret() throws Exception {
        environment.put("REGION", "production");
        Files.writeString(project.resolve(".env"), "LOG_LEVEL=verbose\nAPI_KEY=from-file\nSEED=9f86d081884c7d65\n");

        var process = process("""
            {"command": "x", "args": ["${REGION}"], "envFrom": ["REGION"], "envFile": ".env",
             "env": {"NODE_ENV": "production", "USE_TOKENS": "true", "DB_PASSWORD": "letmein", "X": "Bearer short"}}
            """);
        assertThat(process.secrets())
                .containsExactlyInAnyOrder("from-file", "9f86d081884c7d65", "letmein", "Bearer short");

        var remote = remote("""
            {"url": "https://example.com/api/s/ZmFrZS1rZXktMTIzNDU2Nzg5MA/mcp?mode=plain-mode&api_key=abcdef",
             "headers": {"X-Region": "production", "X-Kind": "application/json", "X-Api-Key": "letmein"}}
            """);
        assertThat(remote.secrets()).containsExactlyInAnyOrder("ZmFrZS1rZXktMTIzNDU2Nzg5MA", "abcdef", "letmein");
    }

    @Test
    void whatHasNoValueIsNamed() {
        for (var entry : Map.of(
                        "{\"url\": \"https://x\", \"headersFromEnv\": {\"X\": \"NOT_SET\"}}",
                                "headersFromEnv.X needs 'NOT_SET'",
                        "{\"url\": \"https://x\", \"bearerTokenEnv\": \"EMPTY\"}",
                                "headersFromEnv.Authorization needs 'EMPTY'",
                        "{\"url\": \"https://x/${NOT_SET}\"}", "url needs 'NOT_SET'",
                        "{\"command\": \"x\", \"env\": {\"K\": \"${NOT_SET}\"}}", "env.K needs 'NOT_SET'",
                        "{\"command\": \"x\", \"args\": [\"a\", \"${input:id}\"]}", "args[1] needs 'input:id'",
                        "{\"command\": \"x\", \"args\": [\"${keychain:id}\"]}", "args[0] needs 'keychain:id'",
                        "{\"command\": \"x\", \"envFile\": \"none\"}",
                                "envFile could not be read: there is no such file",
                        "{\"url\": \"https://x\", \"headers\": {\"X\": \"a\\nb\"}}", "headers.X cannot be sent",
                        "{\"url\": \"${API_TOKEN}\"}", "url is no http or https address",
                        "{\"command\": \"x\", \"args\": [\"a\\u0000b\"]}", "command cannot be started")
                .entrySet()) {
            assertThatThrownBy(() -> resolve(entry.getKey()))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageStartingWith("Server 'a' is not usable as configured")
                    .hasMessageContaining(entry.getValue())
                    .message()
                    .doesNotContain("planted");
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aProgramPrintsFurtherHeaders() throws Exception {
        script("headers", "printf '{\"X-Made\": \"made-%s-%s\"}' \"$1\" \"${API_TOKEN:-without}\"");

        var remote = remote("{\"url\": \"https://x\", \"headersHelper\": [\"./headers\", \"a b\"]}");

        assertThat(remote.secrets()).contains("made-a b-without");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aProgramThatPrintsNoHeadersIsReportedWithoutWhatItPrints() throws Exception {
        script("fails", "echo planted-secret >&2; exit 3");
        script("text", "echo planted-secret");
        script("number", "echo '{\"X\": 3}'");
        script("endless", "while :; do echo planted-secret; done");
        for (var row : Map.of(
                        "fails", "failed with exit code 3",
                        "text", "did not print a JSON object",
                        "number", "printed a header that is no text",
                        "endless", "printed too much",
                        "missing", "could not be started")
                .entrySet()) {
            assertThatThrownBy(() ->
                            resolve("{\"url\": \"https://x\", \"headersHelper\": \"./%s\"}".formatted(row.getKey())))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining(row.getValue())
                    .message()
                    .doesNotContain("planted");
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aProgramThatHangsIsEnded() throws Exception {
        script("hangs", "exec cat /dev/zero > /dev/null");
        var program = new HeadersProgram(
                "a", List.of("./hangs"), project, Map.of("PATH", "/usr/bin:/bin"), Duration.ofMillis(300));

        assertThatThrownBy(program::run)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("took longer");
    }

    @Test
    void whatAHeadersProgramLeftRunningIsEnded() throws Exception {
        script("leaves", "sleep 300 >/dev/null &\necho $! > left\necho '{\"X-Key\": \"v\"}'");
        var program =
                new HeadersProgram("a", List.of("./leaves"), project, Map.of("PATH", "/usr/bin:/bin"), LONG_ENOUGH);

        assertThat(program.run()).isEqualTo(Map.of("X-Key", "v"));

        long left = Long.parseLong(Files.readString(project.resolve("left")).strip());
        Awaitility.await()
                .atMost(LONG_ENOUGH)
                .until(() ->
                        ProcessHandle.of(left).filter(ProcessHandle::isAlive).isEmpty());
    }

    private void script(String name, String body) throws IOException {
        var file = Files.writeString(project.resolve(name), "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }
}
