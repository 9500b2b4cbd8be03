package dev.fairlead.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.Agent;
import dev.fairlead.agent.AgentEvent;
import dev.fairlead.agent.AgentRun;
import dev.fairlead.agent.Approval;
import dev.fairlead.agent.Approval.Reach;
import dev.fairlead.agent.Desk;
import dev.fairlead.agent.Transcript;
import dev.fairlead.agent.demo.DemoModel;
import dev.fairlead.auth.Browser;
import dev.fairlead.auth.store.Keyring;
import dev.fairlead.cli.frame.BuiltInServers;
import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.Desktop;
import dev.fairlead.cli.frame.Interruption;
import dev.fairlead.cli.frame.LoginOffer.Consent;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.Screen;
import dev.fairlead.host.Host;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ChatPersonTest {
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

    @Test
    void aCallThatWasAllowedWithAnotherIsNotShown() throws Exception {
        var server = FakeServer.named("files")
                .tool(tool("list"), call -> CallToolResult.ofText("a, b"))
                .tool(tool("find"), call -> CallToolResult.ofText("c"))
                .build();
        try (var host = Host.builder().server("files", server.transport()).open()) {
            assertThat(host.settled(Duration.ofSeconds(30))).isTrue();
            var agent = Agent.builder(host, new DemoModel()).build();
            try (var listing = agent.run(Transcript.begin(), "list");
                    var finding = agent.run(Transcript.begin(), "find")) {
                var list = asked(listing);
                var find = asked(finding);
                list.allow(Reach.CHAT_SERVER);

                person().decide(find);

                assertThat(find.answered()).isTrue();
            }
        }
        assertThat(shown.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void whatNobodyWaitsForAnyMoreIsNotAskedForAgain() throws Exception {
        var server = FakeServer.named("files")
                .tool(tool("list"), call -> CallToolResult.ofText("a, b"))
                .build();
        try (var host = Host.builder().server("files", server.transport()).open()) {
            assertThat(host.settled(Duration.ofSeconds(30))).isTrue();
            var agent = Agent.builder(host, new DemoModel()).build();
            try (var listing = agent.run(Transcript.begin(), "list")) {
                var list = asked(listing);

                // Whoever types takes so long that the server is gone by then.
                person(new LateWord("y", () -> {
                            listing.stop();
                            while (listing.hasNext()) {
                                listing.next();
                            }
                        }))
                        .decide(list);

                assertThat(list.answered()).isFalse();
            }
        }
        assertThat(shown.toString(StandardCharsets.UTF_8))
                .containsOnlyOnce("Allow 'list'")
                .contains("nobody waits");
    }

    /** Something that is typed after something else has happened. */
    private static final class LateWord extends FilterInputStream {
        private final Runnable before;
        private boolean typed;

        LateWord(String word, Runnable before) {
            super(new ByteArrayInputStream((word + '\n').getBytes(StandardCharsets.UTF_8)));
            this.before = before;
        }

        @Override
        public int read() throws IOException {
            happen();
            return super.read();
        }

        @Override
        public int read(byte[] into, int from, int most) throws IOException {
            happen();
            return super.read(into, from, most);
        }

        private void happen() {
            if (!typed) {
                typed = true;
                before.run();
            }
        }
    }

    private static Tool tool(String name) {
        return Tool.of(name, name, Json.object().put("type", "object"));
    }

    private static Approval asked(AgentRun run) {
        while (run.hasNext()) {
            if (run.next() instanceof AgentEvent.ApprovalNeeded(var approval)) {
                return approval;
            }
        }
        throw new AssertionError("nobody was asked");
    }

    private ChatPerson person() {
        return person(InputStream.nullInputStream());
    }

    private ChatPerson person(InputStream typed) {
        var out = new PrintStream(shown, true, StandardCharsets.UTF_8);
        var surroundings = new Surroundings(
                out,
                out,
                typed,
                new Screen(Map.of(), stream -> false, () -> 0, "UTF-8"),
                Map.of(),
                new Interruption(),
                new BuiltInServers(),
                new Seat(),
                null);
        var visit = new Visit(surroundings, new ConnectionOptions(), new OutputOptions(), Consent.REFUSED);
        return new ChatPerson(
                visit,
                false,
                new ChatServers(surroundings, List.of()),
                new ChatQuestions(visit, new Desk()),
                DemoModel.NAME);
    }

    /** Somebody sits there. */
    private static final class Seat implements Desktop {
        @Override
        public boolean attended() {
            return true;
        }

        @Override
        public Browser browser() {
            return Browser.none();
        }

        @Override
        public Duration patience() {
            return Duration.ZERO;
        }

        @Override
        public Optional<Keyring> keyring() {
            return Optional.empty();
        }

        @Override
        public boolean mayHaveKeyring() {
            return false;
        }
    }
}
