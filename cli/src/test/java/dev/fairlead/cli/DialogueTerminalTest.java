package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The verbs that talk with a person, as a process of its own in a terminal. */
@Timeout(300)
@EnabledIf("dev.fairlead.cli.Tmux#isThere")
@Tag("thorough")
class DialogueTerminalTest {
    private static final String FIRST_FIELD = "at least 1 character\n>";

    @TempDir
    Path folder;

    private Tmux command(String... words) throws Exception {
        var home = folder.resolve("home");
        if (!Files.exists(home)) {
            Files.createDirectory(
                    home, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        return Tmux.running(folder, Map.of("FAIRLEAD_HOME", home.toString(), "LC_ALL", "C.UTF-8"), words);
    }

    @Test
    void aFormIsFilledIn() throws Exception {
        try (var terminal = command("call", "demo", "ask")) {
            terminal.await(FIRST_FIELD);
            terminal.type("Enter");
            terminal.await("This field is required");
            terminal.type("Joe", "Enter");
            terminal.await("2/2 Your colour");
            terminal.type("pink", "Enter");
            terminal.await("That does not fit; type one of red, green, blue.");
            terminal.type("3", "Enter");
            terminal.await("Send it?");
            terminal.type("Enter");
            terminal.await("code 0");
            assertThat(terminal.screen()).contains("Hello, Joe, friend of blue!");
        }
    }

    @Test
    void whatWasTypedBeforeAConsentWasAskedForDoesNotGiveIt() throws Exception {
        try (var terminal = command("chat", "demo", "--model", "demo", "--once", "count")) {
            // A whole line, and one whose end comes when the question is there.
            terminal.type("y", "Enter", "y");
            terminal.await("Allow 'count' of 'demo'?");
            terminal.type("Enter");
            terminal.await("Why not?");
            terminal.type("Enter");
            terminal.await("code ");
            assertThat(terminal.screen()).doesNotContain("answered: 1");
        }
    }

    @Test
    void aShellThatIsToldToEndLeavesTheTerminalAsItWas() throws Exception {
        try (var terminal = command("shell", "demo")) {
            terminal.await("demo>");
            assertThat(terminal.state("keypad_cursor_flag")).isEqualTo("1");

            var pane = ProcessHandle.of(Long.parseLong(terminal.state("pane_pid")));
            pane.orElseThrow().children().forEach(ProcessHandle::destroy);

            terminal.await("code 143");
            assertThat(terminal.state("keypad_cursor_flag")).isEqualTo("0");
        }
    }

    @Test
    void whatWasTypedForAFormDoesNotSendIt() throws Exception {
        try (var terminal = command("call", "demo", "ask")) {
            terminal.await(FIRST_FIELD);
            terminal.type("Joe", "Enter", "3", "Enter", "Enter");
            terminal.await("What was typed before this question is not taken for its answer.");
            terminal.await("Send it? [yes], no, edit, cancel >");
            terminal.type("no", "Enter");
            terminal.await("code 0");
            assertThat(terminal.screen()).contains("Never mind.").doesNotContain("Hello, Joe");
        }
    }

    @Test
    void ctrlCEndsAQuestionAndTheCommand() throws Exception {
        try (var terminal = command("call", "demo", "ask")) {
            terminal.await(FIRST_FIELD);
            terminal.type("C-c");
            terminal.await("code 130");
        }
    }

    @Test
    void theShellCompletesAsksCancelsAndRemembers() throws Exception {
        try (var terminal = command("shell", "demo")) {
            terminal.await("demo>");
            terminal.type("call cou", "Tab");
            terminal.await("call count");
            terminal.type("Enter");
            terminal.await("\n1\n");
            terminal.type("call sleep seconds=60", "Enter");
            terminal.await("calling sleep");
            terminal.type("C-c");
            terminal.await("interrupted");
            // The server has survived it, and counts on.
            terminal.type("call count", "Enter");
            terminal.await("\n2\n");
            terminal.type("call add --args {", "Enter");
            terminal.await("\n>");
            terminal.type("\"a\": 40, \"b\": 2}", "Enter");
            terminal.await("\n42\n");
            terminal.type("call ask", "Enter");
            terminal.await(FIRST_FIELD); // What is typed before is for the next line.
            terminal.type("Joe", "Enter");
            terminal.await("2/2 Your colour");
            terminal.type(":decline", "Enter");
            terminal.await("Never mind.");
            terminal.type("C-l", "call ask", "Enter");
            terminal.await(FIRST_FIELD);
            terminal.type("Ann", "Enter");
            terminal.await("2/2 Your colour");
            terminal.type("3", "Enter", "Enter", "Enter"); // Two too many, before the next question.
            terminal.await("Send it? [yes], no, edit, cancel >");
            terminal.type("no", "Enter");
            terminal.await("Never mind.");
            assertThat(terminal.screen()).doesNotContain("Hello, Ann");
            terminal.type(" call echo text=unseen", "Enter");
            terminal.await("\nunseen\n");
            terminal.type("call echo password=hunter2 text=x", "Enter");
            terminal.await("\nx\n");
            terminal.type("C-d");
            terminal.await("code 0");
        }
        var history = folder.resolve("home").resolve("history");
        assertThat(Files.readString(history))
                .contains("call count", "call ask")
                .doesNotContain("unseen", "hunter2", "Joe");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(history)))
                .isEqualTo("rw-------");
    }

    @Test
    void theShellAsksForPasswordsAndOutlivesAQuestion() throws Exception {
        var root = Json.object();
        var entry = ServersTest.command(DemoServer.command());
        entry.putObject("env").put("V", "${input:token}");
        root.putObject("mcpServers").set("mine", entry);
        root.putArray("inputs")
                .addObject()
                .put("id", "token")
                .put("type", "promptString")
                .put("password", true);
        var home = ServersTest.ownFolder(folder.resolve("home"));
        Files.writeString(home.resolve("fairlead.json"), Json.write(root));
        try (var terminal = command("shell")) {
            terminal.await("fairlead>");
            terminal.type("use mine", "Enter");
            terminal.await("needs token");
            terminal.type("C-c");
            terminal.await("interrupted");
            terminal.type("call demo add a=20 b=3", "Enter");
            terminal.await("\n23\n");
            terminal.type("C-l", "use mine", "Enter");
            terminal.await("needs token");
            terminal.type("hunter2", "Enter");
            terminal.await("Keep the answer");
            assertThat(terminal.screen()).doesNotContain("hunter2");
            terminal.type("C-c");
            terminal.await("interrupted");
            terminal.type("C-l", "use mine", "Enter");
            terminal.await("needs token");
            terminal.type("hunter2", "Enter");
            terminal.await("Keep the answer");
            terminal.type("n", "Enter");
            terminal.await("mine>");
            terminal.type("C-d");
            terminal.await("code 0");
            assertThat(terminal.screen()).doesNotContain("hunter2");
        }
        assertThat(home.resolve("history")).content().contains("use mine").doesNotContain("hunter2");
    }

    @Test
    void theShellWorksInATerminalThatCanDoNothing() throws Exception {
        try (var terminal =
                Tmux.running(folder, Map.of("FAIRLEAD_HOME", folder.toString(), "TERM", "dumb"), "shell", "demo")) {
            terminal.await("demo>");
            terminal.type("call add a=20 b=3", "Enter");
            terminal.await("\n23\n");
            terminal.type("exit", "Enter");
            terminal.await("code 0");
        }
    }

    @Test
    void aChatCompletesAsksStopsAndGoesOn() throws Exception {
        try (var terminal = command("chat", "demo")) {
            terminal.await("Ctrl-D to leave");
            terminal.type("add 20 and 3", "Enter");
            terminal.await("answered: 23");
            terminal.type("/too", "Tab");
            terminal.await("/tools");
            terminal.type("Enter");
            terminal.await("tokens in every request");
            terminal.type("sleep 60", "Enter");
            terminal.await("Allow 'sleep' of 'demo'?");
            terminal.type("c", "Enter");
            terminal.await("calling sleep");
            terminal.type("C-c");
            terminal.await("stopped; what was said");
            // The server has survived it, and so has the chat.
            terminal.type("count", "Enter");
            terminal.await("Allow 'count' of 'demo'?");
            terminal.type("y", "Enter");
            terminal.await("demo__count answered: 1");
            terminal.type("ask", "Enter");
            terminal.await("Allow 'ask' of 'demo'?");
            terminal.type("y", "Enter");
            terminal.await(FIRST_FIELD);
            terminal.type("Joe", "Enter");
            terminal.await("2/2 Your colour");
            terminal.type("3", "Enter");
            terminal.await("Send it?");
            terminal.type("Enter");
            terminal.await("Hello, Joe, friend of blue!");
            terminal.type("C-l", "count", "Enter");
            terminal.await("Allow 'count' of 'demo'?");
            terminal.type("C-c");
            terminal.await("stopped; what was said until then is remembered\n>");
            terminal.type("C-d");
            terminal.await("code 0");
        }
    }
}
