package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.SESSION;
import static dev.fairlead.testkit.http.RecordedRequest.rpc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.fairlead.protocol.Era;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.http.HttpTransport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The name of a session, which opens it to anybody who knows it. */
@Timeout(120)
class HttpSessionSecrecyTest {
    private static Optional<String> session(RecordedRequest request) {
        return request.header(SESSION);
    }

    @Test
    @Verifies("D-13")
    void nothingShowsTheNameOfASession() throws Exception {
        var texts = new ArrayList<String>();
        var sessions = new ArrayList<String>();
        try (var logs = new LoggedTexts();
                var stage = HttpStage.of(Era.LEGACY)) {
            var heard = new Recording();
            var transport = HttpTransport.to(stage.front.url());
            var client =
                    McpClient.connect(transport, stage.profile().listener(heard).build());
            try (client) {
                client.listTools();
                Predicate<RecordedRequest> calls = rpc("tools/call");
                for (int status : List.of(404, 400, 401, 403, 410, 500)) {
                    stage.front.faults().on(calls, Fault.answer(status));
                    var failure = catchThrowable(() -> client.callTool("echo", null));
                    texts.addAll(allTexts(failure));
                    stage.front.faults().clear();
                }
                for (var fault : List.of(Fault.reset(), Fault.cutBody(3), Fault.hangUpAfterExecuting())) {
                    stage.front.faults().on(calls, fault);
                    texts.addAll(allTexts(catchThrowable(() -> client.callTool("echo", null))));
                    stage.front.faults().clear();
                }
                stage.front.faults().on(rpc("notifications/roots/list_changed"), Fault.answer(500));
                stage.front.forgetSessions();
                client.callTool("echo", null);
                client.rootsChanged();
                texts.addAll(client.opening().steps());
                texts.add(transport + " " + client.state() + client.opening() + client.server());
            }
            texts.addAll(allTexts(catchThrowable(() -> client.callTool("echo", null))));
            texts.add(heard.events + " " + heard.violations + heard.states + heard.logs);
            texts.addAll(logs.texts);
            stage.front.requests().stream()
                    .map(HttpSessionSecrecyTest::session)
                    .flatMap(Optional::stream)
                    .distinct()
                    .forEach(sessions::add);
        }
        assertThat(sessions).hasSizeGreaterThan(2);
        assertThat(texts).hasSizeGreaterThan(10);
        assertThat(sessions)
                .allSatisfy(id -> assertThat(String.join("\n", texts)).doesNotContain(id));
    }

    private static List<String> allTexts(Throwable failure) {
        return Stream.iterate(failure, one -> one != null, Throwable::getCause)
                .flatMap(one -> Stream.concat(Stream.of(one), Stream.of(one.getSuppressed())))
                .map(Throwable::toString)
                .toList();
    }

    /** What anybody logs meanwhile, at any level. */
    private static final class LoggedTexts extends Handler implements AutoCloseable {
        private final List<String> texts = new CopyOnWriteArrayList<>();
        private final Logger root = Logger.getLogger("");
        private final Level before = root.getLevel();

        LoggedTexts() {
            setLevel(Level.ALL);
            root.setLevel(Level.ALL);
            root.addHandler(this);
        }

        @Override
        public void publish(LogRecord entry) {
            texts.add(String.valueOf(entry.getMessage()));
            if (entry.getThrown() != null) {
                texts.addAll(allTexts(entry.getThrown()));
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            root.removeHandler(this);
            root.setLevel(before);
        }
    }
}
