package dev.fairlead.host.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.McpClient;
import dev.fairlead.host.event.EventFilter;
import dev.fairlead.host.event.EventLog;
import dev.fairlead.host.event.HostEvent;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.host.recording.Recorder;
import dev.fairlead.host.recording.Recording;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program that has neither Micrometer nor OpenTelemetry. */
@Timeout(60)
class WithoutLibrariesTest {

    @TempDir
    Path folder;

    @Test
    void eventsRecordingsAndCallsWork() throws Exception {
        var told = new Bare().run(Program.class, folder.resolve("r.ndjson"));
        assertThat(told).isEqualTo("hi hi [hidden] none");
    }

    @Test
    void theLibrariesAreReallyAbsentThere() {
        assertThatThrownBy(() -> new Bare().loadClass("io.opentelemetry.context.Context"))
                .isInstanceOf(ClassNotFoundException.class);
        assertThatThrownBy(() -> new Bare().run(NeedsMicrometer.class, folder))
                .hasRootCauseInstanceOf(ClassNotFoundException.class);
        assertThat(Libraries.hasOpenTelemetry()).isTrue();
    }

    /** What runs there. */
    public record Program(Path file) implements Callable<String> {
        @Override
        public String call() throws Exception {
            var redactor = Redactor.usual();
            var server = FakeServer.named("bare")
                    .tool(
                            Tool.of("echo", null, Json.object().put("type", "object")),
                            call -> CallToolResult.ofText("hi"))
                    .build();
            String live;
            try (var recorder = Recorder.to(file, redactor);
                    var client = McpClient.connect(recorder.tap(server.transport()), ClientProfile.usual())) {
                live = client.callTool("echo", Map.of()).text();
            }
            String replayed;
            try (var client = McpClient.connect(Recording.read(file).replay(), ClientProfile.usual())) {
                replayed = client.callTool("echo", Map.of()).text();
            }
            var tracing = CallTracing.detected(redactor);
            return "%s %s %s %s"
                    .formatted(live, replayed, event(redactor), tracing.equals(CallTracing.NONE) ? "none" : "otel");
        }

        private static String event(Redactor redactor) throws InterruptedException {
            try (var log = new EventLog(redactor);
                    var hold = redactor.hold("hunter2-secret");
                    var feed = log.subscribe(EventFilter.all(), 0)) {
                log.publish(new HostEvent.Stderr(Instant.EPOCH, "s", "hunter2-secret"));
                return ((HostEvent.Stderr) feed.next(Duration.ZERO).orElseThrow()).line();
            }
        }
    }

    /** Proves that what is absent is noticed where it is needed. */
    public record NeedsMicrometer(Path file) implements Callable<String> {
        @Override
        public String call() {
            return List.of(HostMeters.class.getMethods()).toString();
        }
    }

    /** Loads every class anew, but those of the two libraries. */
    private static final class Bare extends ClassLoader {
        private static final List<String> ABSENT = List.of("io.micrometer.", "io.opentelemetry.");

        Bare() {
            super(ClassLoader.getPlatformClassLoader());
        }

        String run(Class<? extends Callable<String>> program, Path file) throws Exception {
            var loaded = loadClass(program.getName());
            return (String) ((Callable<?>) loaded.getConstructor(Path.class).newInstance(file)).call();
        }

        @Override
        protected @Nullable URL findResource(String name) {
            return WithoutLibrariesTest.class.getClassLoader().getResource(name);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (ABSENT.stream().anyMatch(name::startsWith)) {
                throw new ClassNotFoundException(name);
            }
            var resource = name.replace('.', '/') + ".class";
            try (var bytes = WithoutLibrariesTest.class.getClassLoader().getResourceAsStream(resource)) {
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                var code = bytes.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }
    }
}
