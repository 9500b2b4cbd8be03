package dev.fairlead.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.Approval.Reach;
import dev.fairlead.agent.CallRecord.Status;
import dev.fairlead.agent.provider.ProviderMock;
import dev.fairlead.host.Host;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.real.NeedsPublishedServers;
import dev.fairlead.testkit.real.PublishedServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One session with two published servers and a mock of every provider: whoever the model is, the same things happen. */
@Tag("interop")
@Timeout(300)
@ExtendWith(NeedsPublishedServers.class)
class SameSessionTest {
    private static final String PROVIDERS = "dev.fairlead.agent.provider.ProviderMock#names";
    private static final String QUESTION_TOOL = "everything__trigger-elicitation-request";
    private static final Map<String, Session> SESSIONS = new ConcurrentHashMap<>();

    private static @TempDir Path temporary;
    private static Path folder;
    private static ProviderMock mock;

    /** What happened, and what was kept of it. */
    private record Session(List<String> lines, Transcript transcript, String written) {}

    @BeforeAll
    static void start() throws IOException {
        folder = temporary.toRealPath();
        Files.writeString(folder.resolve("poem.txt"), "mind the fairleads");
        mock = ProviderMock.start("session.json");
    }

    @AfterAll
    static void stop() {
        if (mock != null) {
            mock.close();
        }
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void theSameThingsHappen(String provider) throws IOException {
        assertThat(session(provider).lines()).containsExactlyElementsOf(expected());
        assertThat(folder.resolve("sum.txt")).doesNotExist();
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void theTranscriptSaysTheSame(String provider) {
        var session = session(provider);

        assertThat(session.transcript().calls())
                .extracting(CallRecord::status)
                .containsExactly(Status.SUCCESS, Status.SUCCESS, Status.DENIED, Status.TOOL_ERROR, Status.SUCCESS);
        assertThat(session.written()).isEqualTo(session("gemini").written());
    }

    private static List<String> expected() throws IOException {
        try (var lines = requireNonNull(SameSessionTest.class.getResourceAsStream("/same-session.txt"))) {
            return new String(lines.readAllBytes(), UTF_8).lines().toList();
        }
    }

    private static Session session(String provider) {
        return SESSIONS.computeIfAbsent(provider, SameSessionTest::hold);
    }

    private static Session hold(String provider) {
        var desk = new Desk();
        try (var host = open(desk)) {
            Awaitility.await() // It offers this tool once it has heard that there is somebody to ask.
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> host.catalog().tool(QUESTION_TOOL).isPresent()
                            && host.catalog().tool("files__read_text_file").isPresent());
            var providers = mock.providers();
            var agent = Agent.builder(host, providers.model(providers.named(provider)))
                    .desk(desk)
                    .build();
            var lines = new SessionLines(folder);
            var first = read(agent.run(Transcript.begin(), "Look around, please."), lines);
            var last = read(agent.run(first, "Thank you."), lines);
            return new Session(lines.all(), last, lines.written(last));
        }
    }

    private static Host open(Desk desk) {
        var everything = PublishedServers.command("everything");
        var files = PublishedServers.command("filesystem", folder.toString());
        return Host.builder()
                .clients(profile -> profile.handlers(desk.handlers(null)))
                .server("everything", everything.getFirst(), rest(everything))
                .server("files", files.getFirst(), rest(files))
                .open();
    }

    private static String[] rest(List<String> command) {
        return command.subList(1, command.size()).toArray(String[]::new);
    }

    /** Reads a run as a person would who allows everything but writing, and answers what is asked. */
    private static Transcript read(AgentRun run, SessionLines lines) {
        try (run) {
            while (true) {
                var event = run.next();
                lines.add(event);
                switch (event) {
                    case AgentEvent.ApprovalNeeded(var approval) -> decide(approval);
                    case AgentEvent.QuestionAsked(ServerQuestion.Form form) ->
                        form.answer(new InputResponse.Accept(Json.object().put("name", "Ann")));
                    case AgentEvent.Finished(var outcome, var transcript) -> {
                        return transcript;
                    }
                    default -> {}
                }
            }
        }
    }

    private static void decide(Approval approval) {
        if (approval.request().definition().name().equals("write_file")) {
            approval.deny("leave my folder as it is");
        } else {
            approval.allow(Reach.ONCE);
        }
    }
}
