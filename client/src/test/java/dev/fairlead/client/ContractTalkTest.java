package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.CallListener;
import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.Verifies;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What goes to and fro while a server is used, in every way it can be reached. */
class ContractTalkTest extends Contract {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"I-4", "I-5", "A-24"})
    void progressIsHeardAndGrows(Way way) {
        var heard = new Recording();
        var options = CallOptions.usual().withListener(heard);
        var result = client(way).callTool("sleep", Map.of("seconds", 0.05, "steps", 5), options);
        assertThat(result.text()).isEqualTo("slept 0.05 s");
        assertThat(heard.progress).extracting(Progress::progress).containsExactly(1.0, 2.0, 3.0, 4.0, 5.0);
        assertThat(heard.progress.getLast().message()).isEqualTo("step 5 of 5");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"G-34", "G-35", "G-36", "A-23"})
    void logsComeFromTheLevelOnThatWasAskedFor(Way way) {
        var client = client(way);
        client.setLogLevel(LogLevel.INFO);
        client.callTool("sleep", Map.of("seconds", 0));
        await().atMost(LIMIT).untilAsserted(() -> assertThat(heard(way).logs).isNotEmpty());
        assertThat(heard(way).logs.getFirst().text()).isEqualTo("falling asleep");
        client.setLogLevel(LogLevel.EMERGENCY);
        heard(way).logs.clear();
        client.callTool("sleep", Map.of("seconds", 0));
        client.ping();
        assertThat(heard(way).logs).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"H-1", "H-13", "H-16", "H-17", "H-40"})
    void aQuestionIsPutToAPersonAndAnswered(Way way) {
        var causes = new CopyOnWriteArrayList<String>();
        person.set((form, asking) -> {
            causes.add(asking.server() + ": " + asking.cause().orElse("unknown"));
            assertThat(form.message()).isEqualTo("Who are you?");
            assertThat(form.schema().fields()).hasSize(2);
            return InputResponse.accept(Json.object().put("name", "Ada").put("colour", "green"));
        });
        assertThat(client(way).callTool("ask", null).text()).isEqualTo("Hello, Ada, friend of green!");
        assertThat(causes).singleElement().asString().endsWith(": tools/call ask");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"H-16", "H-18"})
    void aPersonMayDeclineOrCancel(Way way) {
        person.set((form, asking) -> InputResponse.decline());
        assertThat(client(way).callTool("ask", null).text()).isEqualTo("Never mind.");
        person.set((form, asking) -> InputResponse.cancel());
        assertThat(client(way).callTool("ask", null).text()).isEqualTo("Never mind.");
    }

    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"PIPE_LEGACY", "PIPE_MODERN"})
    @Verifies({"A-26", "A-34", "A-45", "H-10"})
    void withoutAHandlerNothingIsPromisedAndTheFailureIsClear(Way way) {
        try (var client = way.connect(ClientProfile.usual())) {
            assertThat(client.callTool("capabilities", null).text()).isEqualTo("{}");
            if (way.era() == Era.MODERN) {
                assertThatThrownBy(() -> client.callTool("ask", null))
                        .isInstanceOf(ServerErrorException.class)
                        .hasMessageContaining("-32021");
            } else {
                assertThat(client.callTool("ask", null).isError()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"H-24", "H-28"})
    void aServerMayUseOurModel(Way way) {
        assertThat(client(way).callTool("think", null).text()).isEqualTo("tiny says 42");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies("H-35")
    void aServerMaySeeOurFolders(Way way) {
        assertThat(client(way).callTool("folders", null).text()).isEqualTo("one, two");
        client(way).rootsChanged();
        client(way).ping();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"G-28", "I-15", "I-17"})
    void changesOfAResourceAreHeard(Way way) throws Exception {
        var client = client(way);
        try (var changes = client.subscribe(SubscriptionFilter.resource("demo://counter"))) {
            var count = client.callTool("count", null).text();
            assertThat(changes.next(LIMIT)).contains(new ServerEvent.ResourceUpdated("demo://counter"));
            assertThat(client.readResource("demo://counter").contents().getFirst())
                    .isEqualTo(ResourceContents.text("demo://counter", "text/plain", count));
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"G-16", "I-15"})
    void changesOfTheListOfToolsAreHeard(Way way) throws Exception {
        var client = client(way);
        try (var changes = client.subscribe(SubscriptionFilter.toolsChanged())) {
            client.callTool("change", null);
            assertThat(changes.next(LIMIT)).contains(new ServerEvent.ToolsChanged());
        }
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(heard(way).events).contains(new ServerEvent.ToolsChanged()));
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void futuresBringTheSameAnswersAndFailures(Way way) throws Exception {
        var async = client(way).async();
        assertThat(async.callTool("echo", Map.of("text", "later"))
                        .get(20, TimeUnit.SECONDS)
                        .text())
                .isEqualTo("later");
        assertThat(async.listTools().get(20, TimeUnit.SECONDS)).isNotEmpty();
        assertThat(async.listPrompts().get(20, TimeUnit.SECONDS)).hasSize(2);
        assertThat(async.listResources().get(20, TimeUnit.SECONDS)).isNotEmpty();
        assertThat(async.getPrompt("greet", Map.of("name", "Bo"))
                        .thenApply(it -> it.messages().size())
                        .join())
                .isEqualTo(1);
        assertThat(async.readResource("demo://readme").join().contents()).hasSize(1);
        assertThat(async.run(McpClient::ping).join()).isPositive();
        assertThatThrownBy(() -> async.callTool("nothing", null).join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(ServerErrorException.class);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void listenersAndHandlersMayCallTheClient(Way way) {
        var client = client(way);
        var answers = new CopyOnWriteArrayList<String>();
        var listener = new CallListener() {
            @Override
            public void progress(Progress progress) {
                answers.add(client.callTool("echo", Map.of("text", "from a listener"))
                        .text());
            }
        };
        client.callTool(
                "sleep", Map.of("seconds", 0, "steps", 1), CallOptions.usual().withListener(listener));
        person.set((form, asking) -> {
            answers.add(
                    client.callTool("echo", Map.of("text", "from a handler")).text());
            return InputResponse.accept(Json.object().put("name", "Bo"));
        });
        assertThat(client.callTool("ask", null).text()).isEqualTo("Hello, Bo!");
        assertThat(answers).containsExactly("from a listener", "from a handler");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aConnectionListenerMayCallTheClient(Way way) {
        var holder = new AtomicReference<McpClient>();
        var tools = new AtomicReference<List<?>>();
        var listener = new dev.fairlead.client.handler.ConnectionListener() {
            @Override
            public void event(ServerEvent event) {
                tools.set(holder.get().listTools());
            }
        };
        try (var client = way.connect(ClientProfile.builder().listener(listener).build());
                var changes = client.subscribe(SubscriptionFilter.toolsChanged())) {
            holder.set(client);
            client.callTool("change", null);
            assertThat(changes.next(LIMIT)).isPresent();
            await().atMost(LIMIT).until(() -> tools.get() != null);
        } catch (InterruptedException | java.util.concurrent.TimeoutException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies("C-7")
    void statesAreHeardInOrderAndClosingTwiceIsClosingOnce(Way way) {
        var heard = new Recording();
        var client = way.connect(ClientProfile.builder()
                .listener(heard)
                .handlers(InputHandlers.none())
                .build());
        assertThat(client.state()).isEqualTo(new ConnectionState.Ready(client.server()));
        client.close();
        client.close();
        assertThat(client.state()).isEqualTo(new ConnectionState.Disconnected());
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(heard.stateNames()).containsExactly("Connecting", "Ready", "Disconnected"));
        assertThatThrownBy(client::listTools).isInstanceOf(ClientClosedException.class);
        assertThatThrownBy(() -> client.callTool("echo", Map.of("text", "x")))
                .isInstanceOf(ClientClosedException.class)
                .hasMessageContaining("client closed");
    }
}
