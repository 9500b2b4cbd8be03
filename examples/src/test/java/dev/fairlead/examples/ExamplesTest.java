package dev.fairlead.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.fairlead.auth.Browser;
import dev.fairlead.auth.OAuth;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.MemoryStore;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.auth.AuthScene;
import dev.fairlead.testkit.auth.HttpUserAgent;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs every example and reads what it prints. */
@Timeout(60)
class ExamplesTest {

    private interface Example {
        void run(String[] args) throws Exception;
    }

    private static String output(Example example) throws Exception {
        var before = System.out;
        var printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            example.run(new String[0]);
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void callsATool() throws Exception {
        assertThat(output(CallATool::main)).contains("add: Adds two numbers").endsWith("5\n");
    }

    @Test
    void keepsManyServers() throws Exception {
        assertThat(output(ManyServers::main))
                .startsWith("5\n50\nTool 'broken__add' not found in any connected server; server 'broken' is failed")
                .contains("no-such-program");
    }

    @Test
    void letsAModelUseTools() throws Exception {
        assertThat(output(LetAModelUseTools::main))
                .startsWith("add: SUCCESS\n")
                .contains("answered: 5")
                .contains("add: DENIED\n")
                .contains("not today");
    }

    @Test
    void answersQuestions() throws Exception {
        assertThat(output(AnswerQuestions::main)).isEqualTo("demo asks: Who are you?\nHello, Ada, friend of green!\n");
    }

    @Test
    void watchesAResource() throws Exception {
        assertThat(output(WatchAResource::main)).isEqualTo("demo://counter is now 1\n");
    }

    @Test
    void limitsAndCancels() throws Exception {
        assertThat(output(LimitAndCancel::main))
                .contains("progress: ")
                .contains("slept 0.2 s")
                .contains("gave up: no answer from server")
                .contains("none within 300 ms");
    }

    @Test
    void logsInFromADesktop() throws Exception {
        try (var scene = protectedServer()) {
            var oauth = OAuth.builder().build();
            Browser browser = page -> Thread.ofVirtual()
                    .start(() -> assertThatNoException().isThrownBy(() -> new HttpUserAgent().visit(page)))
                    .isAlive();
            assertThat(output(args -> LogInFromADesktop.listTools(scene.mcp().url(), oauth, browser)))
                    .isEqualTo("echo\n");
        }
    }

    @Test
    void logsInToAWebApplicationOfTwoMachines() throws Exception {
        try (var scene = protectedServer()) {
            var store = new MemoryStore();
            var session = new HashMap<String, String>();
            var one = new LogInToAWebApplication(store, scene.mcp().url());
            var other = new LogInToAWebApplication(store, scene.mcp().url());

            var page = one.page("ada", session);
            assertThat(page).startsWith("redirect to ");
            var back =
                    new HttpUserAgent().stopBefore("https://app.example.com/", page.substring("redirect to ".length()));

            assertThat(other.callback("ada", session, back)).isEqualTo("logged in");
            assertThat(one.page("ada", session)).isEqualTo("hello ada");
        }
    }

    private static AuthScene protectedServer() {
        return AuthScene.with(FakeServer.named("protected")
                .tool(
                        Tool.of("echo", null, Json.object().put("type", "object")),
                        call -> CallToolResult.ofText(call.text("text", "")))
                .build());
    }

    @Test
    void connectsToAServerInTheSameProgram() throws Exception {
        assertThat(output(ServerInTheSameProgram::main)).isEqualTo("hello\n");
    }
}
