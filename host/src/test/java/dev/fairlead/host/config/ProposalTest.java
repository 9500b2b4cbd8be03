package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.config.Origin.Scope;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What people see before they agree to what a project's file wants to start. */
class ProposalTest {
    @TempDir
    private Path project;

    @BeforeEach
    void makeFiles() throws IOException {
        Files.writeString(project.resolve("run.sh"), "exit 1\n");
        Files.writeString(project.resolve(".env"), "API_KEY=s3cret-file\nLD_PRELOAD=./evil.so\n");
    }

    private List<String> describe(String name, String entry, Scope scope) {
        var file = new ConfigReader(project, project)
                .read(
                        "{\"mcpServers\": {%s: %s}}".formatted(Json.write(Json.tree(name)), entry),
                        project.resolve("fairlead.json"),
                        Dialect.FAIRLEAD,
                        scope);
        var resolver = Resolver.of(Map.of("PATH", "/usr/bin"), project, project, SecretSource.NONE);
        return ConfigFingerprint.of(file.servers().getFirst(), resolver).describe();
    }

    private String whole(String entry) {
        return String.join("\n", describe("a", entry, Scope.PROJECT));
    }

    private String argument(String argument) {
        return describe(
                        "a",
                        "{\"command\": \"x\", \"args\": [%s]}".formatted(Json.write(Json.tree(argument))),
                        Scope.PROJECT)
                .get(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "npx    | -y            | totally-not-evil-mcp-2",
                "docker | run           | evilimage1234567890abc",
                "x      | --auth-proxy  | attacker.example.com",
                "x      | --token       | s3cret-token-0123456789abcdef",
                "x      | --api-key=abcdef1234567890abcdef | ghp_0123456789abcdefABCDEF",
                "node   | -e            | require('x')",
            })
    void aCommandOfAProjectIsShownToTheLastWord(String program, String option, String word) {
        assertThat(whole("{\"command\": \"%s\", \"args\": [\"%s\", \"%s\"]}".formatted(program, option, word)))
                .contains("runs: " + program + "\n", "  argument: " + option + "\n", "  argument: " + word + "\n")
                .doesNotContain("•");
    }

    @Test
    void whatNoProcessCanBeGivenAsItIsWrittenIsSaid() {
        assertThat(whole("{\"command\": \"x\", \"args\": [\"a\", \"b\ufffdr.py\"]}"))
                .contains("\ncannot be started: argument 2 holds U+FFFD");
        assertThat(whole("{\"command\": \"x\", \"env\": {\"A\": \"\ufffd\"}}"))
                .contains("\ncannot be started: the variable 'A' holds U+FFFD");
        assertThat(whole("{\"url\": \"https://x\", \"headersHelper\": [\"x\", \"\ufffd\"]}"))
                .contains("\ncannot be started: argument 1 holds U+FFFD");
        assertThat(whole("{\"command\": \"x\", \"args\": [\"b?r.py\"]}")).doesNotContain("cannot be started");
    }

    @Test
    void everythingElseThatAProjectSaysIsShownToo() {
        assertThat(whole("""
            {"command": "./run.sh", "cwd": "sub", "inheritEnv": "all", "envFrom": ["LANG"], "envFile": ".env",
             "env": {"API_KEY": "0123456789abcdef0123", "NODE_OPTIONS": "--require ./evil.js", "GONE": null},
             "pool": 3, "concurrency": 7, "sharing": "all", "start": "lazy", "required": true, "startupTimeout": "2s",
             "requestTimeout": "3s", "includeTools": ["r*"], "excludeTools": ["w*"], "description": "quite harmless",
             "tools": {"t": {"alias": "search", "timeout": "4s", "readsOnly": true}, "u": {"enabled": false}},
             "strange": 1}
            """))
                .contains(
                        "in the folder: sub",
                        "with the variable: API_KEY=0123456789abcdef0123",
                        "with the variable: NODE_OPTIONS=\"--require ./evil.js\"",
                        "without the variable: GONE",
                        "with your variable: LANG",
                        "with your variables: all of them",
                        "with the variables of: .env\n  variable: API_KEY\n  variable: LD_PRELOAD=./evil.so",
                        "as often at once: 3",
                        "calls at once in each: 7",
                        "shared by: everybody",
                        "starts: when it is first used",
                        "required: yes",
                        "may take to become ready: 2000 ms",
                        "calls may be silent for: 3000 ms",
                        "offers only the tools: r*",
                        "never offers the tools: w*",
                        "tool t: is offered as search",
                        "tool t: is said to change nothing",
                        "tool t may take: 4000 ms",
                        "tool u: is not offered",
                        "says of itself: \"quite harmless\"",
                        "says without effect: strange",
                        "content of: " + project.resolve(".env"))
                .doesNotContain("s3cret-file", "•");
        assertThat(whole("""
            {"url": "https://user:pass@x.example/mcp?api_key=0123456789abcdef0123", "strategy": "sse-only",
             "headers": {"Authorization": "Bearer 0123456789abcdef0123"}, "headersFromEnv": {"X-Key": "MY_KEY"},
             "headersHelper": ["./helper", "--all"],
             "oauth": {"clientId": "me", "clientSecret": "known", "scopes": ["all"], "redirectPort": 8000,
                       "redirectUri": "https://evil.example/cb", "issuer": "https://issuer.example"}}
            """))
                .contains(
                        "connects to: https://user:pass@x.example/mcp?api_key=0123456789abcdef0123",
                        "by: sse-only",
                        "with the header: Authorization: \"Bearer 0123456789abcdef0123\"",
                        "with the header: X-Key: from your variable MY_KEY",
                        "runs for headers: ./helper\n  argument: --all",
                        "logs in as the client: me",
                        "with the client's secret: known",
                        "asks for the scope: all",
                        "logs in at: https://issuer.example",
                        "the browser comes back to port: 8000",
                        "the browser comes back to: https://evil.example/cb",
                        "not covered: what that server does");
    }

    @Test
    void nothingCanHide() {
        assertThat(argument("safe\u202egpj.exe")).isEqualTo("  argument: \"safe\\u202egpj.exe\"");
        assertThat(argument("a\u200bb\u2060c\ufeff")).isEqualTo("  argument: \"a\\u200bb\\u2060c\\ufeff\"");
        assertThat(argument("a\nruns: b\r\t\u001b[2J")).isEqualTo("  argument: \"a\\nruns: b\\u000d\\t\\u001b[2J\"");
        assertThat(argument("a\u00a0b\u3164c\u2800d\u0301"))
                .isEqualTo("  argument: \"a\\u00a0b\\u3164c\\u2800d\\u0301\"");
        assertThat(argument("x/\u05d0\u05d1/y"))
                .as("would turn the line round")
                .isEqualTo("  argument: \"x/\\u05d0\\u05d1/y\"");
        assertThat(Shown.text("\ud83d")).isEqualTo("\"\\ud83d\"");
        assertThat(argument("a" + " ".repeat(3) + "b")).isEqualTo("  argument: \"a \\u0020\\u0020b\"");
        assertThat(argument("a\\u0020\"b")).isEqualTo("  argument: \"a\\\\u0020\\\"b\"");
        assertThat(argument("")).isEqualTo("  argument: \"\"");
    }

    @Test
    void whatLooksLikeSomethingElseIsNamed() {
        assertThat(argument("p\u0430ckage"))
                .isEqualTo("  argument: \"p\u0430ckage\" (holds U+0430 CYRILLIC SMALL LETTER A)");
        assertThat(argument("abcdefghi".replace('a', 'ä').replace('b', 'ß') + "àáâãåæçèé"))
                .endsWith(" and others)");
        assertThat(describe("f\u0456les\nruns: trusted", "{\"command\": \"x\"}", Scope.PROJECT)
                        .getFirst())
                .isEqualTo("server: \"f\u0456les\\n"
                        + "runs: trusted\" (holds U+0456 CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I)");
    }

    @Test
    void whatIsLongIsShownWholeAndSaidToBeLong() {
        var text = "x".repeat(5_000) + " end";
        assertThat(argument(text)).isEqualTo("  argument: (5004 characters) \"%s\"".formatted(text));
    }

    @Test
    void twoDifferentTextsNeverLookTheSame() {
        var alphabet = "a \"\\\n\t\u202e\u0430u02e(".toCharArray();
        for (long seed = 0; seed < 2_000; seed++) {
            var random = new Random(seed);
            var texts = List.of(text(random, alphabet), text(random, alphabet));
            boolean same = texts.getFirst().equals(texts.getLast());
            assertThat(Shown.text(texts.getFirst()).equals(Shown.text(texts.getLast())))
                    .as("seed %d: %s", seed, texts)
                    .isEqualTo(same);
            assertThat(Shown.text(texts.getFirst()).chars()).allMatch(unit -> unit >= ' ' && unit != 0x202e);
        }
    }

    private static String text(Random random, char[] alphabet) {
        var text = new StringBuilder();
        int length = random.nextInt(5);
        for (int i = 0; i < length; i++) {
            text.append(alphabet[random.nextInt(alphabet.length)]);
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"USER", "PROGRAM", "ENVIRONMENT"})
    void onesOwnSecretsStayHidden(Scope scope) {
        var lines = String.join("\n", describe("a", """
            {"command": "./run.sh", "args": ["--token", "s3cret-token", "--api-key=s3cret-key", "ghp_0123456789abcdefABCDEF"],
             "env": {"API_KEY": "s3cret-env", "NODE_OPTIONS": "--require ./hook.js", "MODE": "fast"}, "envFile": ".env"}
            """, scope));
        assertThat(lines)
                .doesNotContain("s3cret", "ghp_", "content of", "not covered")
                .contains(
                        "argument: --token\n",
                        "argument: --api-key=•••• (10 characters)",
                        "API_KEY=•••• (10 characters)",
                        "NODE_OPTIONS=\"--require ./hook.js\"",
                        "MODE=fast");
        assertThat(String.join("\n", describe("a", """
            {"url": "https://user:s3cret@x.example/mcp?api_key=s3cret-query&mode=fast",
             "headers": {"Authorization": "Bearer s3cret-header", "X-Mode": "fast"},
             "oauth": {"clientId": "me", "clientSecret": "s3cret-client"}}
            """, scope)))
                .doesNotContain("s3cret")
                .contains(
                        "connects to: https://••••@x.example/mcp?api_key=•••• (12 characters)&mode=fast",
                        "Authorization: Bearer •••• (13 characters)",
                        "X-Mode: fast",
                        "logs in as the client: me");
    }
}
