package dev.fairlead.client.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.CallOptions;
import dev.fairlead.client.VersionPolicy;
import dev.fairlead.client.handler.CallListener;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.CompletionReference;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.Root;
import dev.fairlead.protocol.SamplingResult;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionEnd;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.VersionException;
import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Interop
@Tag("thorough")
final class DualEraInteropTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String COUNTER = "memo://counter";

    @RegisterExtension
    final Connections connections = new Connections();

    @ParameterizedTest
    @EnumSource(
            value = DualEra.class,
            names = {"MODERN_STDIO", "MODERN_HTTP"})
    void isSpokenToInTheNewestRevisionByItself(DualEra way) {
        var client = connections.open(way.reach(connections));

        assertThat(client.server().version()).isEqualTo(ProtocolVersion.V2026_07_28);
        assertThat(client.server().era()).isEqualTo(Era.MODERN);
        assertThat(client.server().implementation().name()).isEqualTo("dual-era");
        assertThat(client.server().instructions()).isEqualTo("Greet first.");
        assertThat(client.callTool("greet", Map.of("name", "Ada")).text()).isEqualTo("Hello Ada (modern)");
        assertThat(client.ping()).isPositive();
    }

    @ParameterizedTest
    @EnumSource(ProtocolVersion.class)
    void speaksWhicheverRevisionIsPinned(ProtocolVersion version) {
        speaksPinned(DualEra.MODERN_STDIO, version);
    }

    @ParameterizedTest
    @EnumSource(ProtocolVersion.class)
    void speaksWhicheverRevisionIsPinnedOverHttp(ProtocolVersion version) {
        speaksPinned(DualEra.MODERN_HTTP, version);
    }

    private void speaksPinned(DualEra way, ProtocolVersion version) {
        var client = connections.open(way.reach(connections), version);

        assertThat(client.server().version()).isEqualTo(version);
        assertThat(client.callTool("greet", Map.of("name", "Ada")).text())
                .isEqualTo(version.era() == Era.MODERN ? "Hello Ada (modern)" : "Hello Ada (legacy)");
    }

    @ParameterizedTest
    @EnumSource(
            value = DualEra.class,
            names = {"MODERN_STDIO", "MODERN_HTTP"})
    void aServerThatRefusesOlderRevisionsIsUnderstood(DualEra way) {
        var client = connections.open(way.reach(connections, "--modern-only"));
        assertThat(client.server().version()).isEqualTo(ProtocolVersion.V2026_07_28);

        assertThatThrownBy(() -> connections.open(way.reach(connections, "--modern-only"), ProtocolVersion.V2025_11_25))
                .isInstanceOf(VersionException.class);
    }

    @ParameterizedTest
    @EnumSource(DualEra.class)
    void toolsAnswerAndFail(DualEra way) {
        var client = connections.open(way.reach(connections), way.version());

        var measured = client.callTool("measure", Map.of("word", "knot"));
        assertThat(measured.structuredContent().orElseThrow().path("length").intValue())
                .isEqualTo(4);
        var failed = client.callTool("fail", null);
        assertThat(failed.isError()).isTrue();
        assertThat(failed.text()).contains("always fails");
    }

    @ParameterizedTest
    @EnumSource(DualEra.class)
    void progressAndLogOfACallAreHeard(DualEra way) {
        var client = connections.open(way.reach(connections), way.version());
        var progress = new ArrayList<Progress>();
        var logs = new CopyOnWriteArrayList<LogEntry>();
        if (way.era() == Era.LEGACY) {
            client.setLogLevel(LogLevel.INFO);
        }

        var result = client.callTool(
                "count",
                Map.of("to", 3),
                CallOptions.usual().withLogLevel(LogLevel.INFO).withListener(new CallListener() {
                    @Override
                    public void progress(Progress step) {
                        progress.add(step);
                    }

                    @Override
                    public void log(LogEntry entry) {
                        logs.add(entry);
                    }
                }));

        assertThat(result.text()).isEqualTo("counted to 3");
        assertThat(progress)
                .containsExactly(
                        new Progress(1, 3.0, "at 1"), new Progress(2, 3.0, "at 2"), new Progress(3, 3.0, "at 3"));
        // On a line shared by all calls a log entry does not say which one it is about.
        await().atMost(PATIENCE).untilAsserted(() -> {
            var all = new ArrayList<>(logs);
            all.addAll(connections.heard().logs());
            assertThat(all).extracting(LogEntry::text).containsExactly("counted 1", "counted 2", "counted 3");
        });
    }

    @ParameterizedTest
    @EnumSource(value = DualEra.class, mode = EnumSource.Mode.EXCLUDE, names = "LEGACY_HTTP")
    void cancellationReachesTheServer(DualEra way) throws Exception {
        var client = connections.open(way.reach(connections), way.version());
        var begun = new CountDownLatch(1);
        var call = client.async().callTool("wait", null, CallOptions.usual().withListener(new CallListener() {
            @Override
            public void progress(Progress step) {
                begun.countDown();
            }
        }));
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();

        call.cancel(true);

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(client.callTool("cancellations", null).text())
                                .isEqualTo("1"));
    }

    @ParameterizedTest
    @EnumSource(value = DualEra.class, mode = EnumSource.Mode.EXCLUDE, names = "LEGACY_HTTP")
    void questionsInSeveralRoundsAreAnswered(DualEra way) {
        var asked = new CopyOnWriteArrayList<String>();
        var client = connections.open(
                way.reach(connections),
                connections
                        .profile()
                        .versions(VersionPolicy.exactly(way.version()))
                        .handlers(InputHandlers.none().onForm((form, asking) -> {
                            asked.add(form.message());
                            return answer(form);
                        })));

        assertThat(client.callTool("order", Map.of("dish", "soup")).text()).isEqualTo("ordered: large soup");
        assertThat(asked).containsExactly("Which size of soup?", "Order large soup?");

        var letter = client.getPrompt("letter", Map.of());
        assertThat(Json.write(letter.toJson())).contains("Write to Ada");
    }

    @ParameterizedTest
    @EnumSource(
            value = DualEra.class,
            names = {"MODERN_STDIO", "MODERN_HTTP"})
    void aDeclinedQuestionIsToldToTheServer(DualEra way) {
        var client = connections.open(
                way.reach(connections), InputHandlers.none().onForm((form, asking) -> InputResponse.decline()));

        assertThat(client.callTool("order", Map.of("dish", "soup")).text()).isEqualTo("no size, no order");
    }

    @ParameterizedTest
    @EnumSource(value = DualEra.class, mode = EnumSource.Mode.EXCLUDE, names = "LEGACY_HTTP")
    void aModelFoldersAndAVisitAreAskedForAtOnce(DualEra way, @TempDir Path folder) {
        var client = connections.open(
                way.reach(connections),
                connections
                        .profile()
                        .versions(VersionPolicy.exactly(way.version()))
                        .handlers(InputHandlers.none()
                                .onSampling((request, asking) -> Optional.of(SamplingResult.ofText("terse", "word")))
                                .onRoots(() -> List.of(Root.of(folder, "home")))
                                .onUrl((url, asking) -> InputResponse.accept())));

        assertThat(client.callTool("everyone", null).text()).isEqualTo("word; home; accept");
    }

    @ParameterizedTest
    @EnumSource(DualEra.class)
    void promptsTemplatesAndCompletionsWork(DualEra way) {
        var client = connections.open(way.reach(connections), way.version());

        assertThat(client.listPrompts()).extracting(Prompt::name).containsExactly("review", "letter");
        assertThat(Json.write(client.getPrompt("review", Map.of("code", "x++")).toJson()))
                .contains("Review x++");
        var template = client.listResourceTemplates().getFirst();
        assertThat(text(client.readResource(template.expand(Map.of("number", 12)))))
                .isEqualTo("144");
        assertThat(client.complete(CompletionReference.resource(template.uriTemplate()), "number", "12", Map.of())
                        .values())
                .containsExactly("12", "123");
    }

    @ParameterizedTest
    @EnumSource(
            value = DualEra.class,
            names = {"MODERN_STDIO", "MODERN_HTTP"})
    void aResourceIsReadAgainOnlyOnceItChanged(DualEra way) throws Exception {
        var client = connections.open(way.reach(connections));
        assertThat(text(client.readResource(COUNTER))).isEqualTo("read 1");
        assertThat(text(client.readResource(COUNTER))).as("kept for a minute").isEqualTo("read 1");

        try (var subscription = client.subscribe(SubscriptionFilter.resource(COUNTER))) {
            assertThat(client.callTool("touch", null).text()).isEqualTo("touched");
            assertThat(subscription.next(PATIENCE)).contains(new ServerEvent.ResourceUpdated(COUNTER));
        }

        assertThat(text(client.readResource(COUNTER))).isEqualTo("read 2");
    }

    @ParameterizedTest
    @EnumSource(value = DualEra.class, mode = EnumSource.Mode.EXCLUDE, names = "LEGACY_HTTP")
    void changesAreHeardByThoseWhoListen(DualEra way) throws Exception {
        var client = connections.open(way.reach(connections), way.version());

        var tools = client.subscribe(SubscriptionFilter.toolsChanged());
        var counter = client.subscribe(SubscriptionFilter.resource(COUNTER));
        assertThat(client.callTool("learn", Map.of("name", "juggle")).text()).isEqualTo("learned");
        assertThat(client.callTool("touch", null).text()).isEqualTo("touched");

        assertThat(tools.next(PATIENCE)).contains(new ServerEvent.ToolsChanged());
        assertThat(counter.next(PATIENCE)).contains(new ServerEvent.ResourceUpdated(COUNTER));
        assertThat(client.callTool("juggle", null).text()).isEqualTo("I am juggle");

        counter.close();
        assertThat(counter.end()).containsInstanceOf(SubscriptionEnd.Cancelled.class);
        assertThat(client.callTool("learn", Map.of("name", "sing")).text()).isEqualTo("learned");
        assertThat(tools.next(PATIENCE)).as("the other subscription goes on").contains(new ServerEvent.ToolsChanged());
        tools.close();
    }

    private static InputResponse answer(InputRequest.Form form) {
        var content = Json.object();
        for (var field : form.schema().fields()) {
            switch (field.name()) {
                case "size" -> content.put("size", "large");
                case "sure" -> content.put("sure", true);
                default -> content.put(field.name(), "Ada");
            }
        }
        return InputResponse.accept(content);
    }

    private static String text(ReadResourceResult result) {
        return ((ResourceContents.Text) result.contents().getFirst()).text();
    }
}
