package dev.fairlead.client.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.CallOptions;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.SamplingResult;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.http.HttpStrategy;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Interop
@Tag("thorough")
final class SdkExamplesHttpInteropTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @RegisterExtension
    final Connections connections = new Connections();

    @Test
    void aServerWithSessionsAndAnEventStoreIsUsedInFull() {
        var client = connections.open(example("simpleStreamableHttp", "/mcp"), handlers());

        assertThat(client.server().implementation().name()).isEqualTo("simple-streamable-http-server");
        assertThat(client.callTool("greet", Map.of("name", "Ada")).text()).isEqualTo("Hello, Ada!");
        assertThat(client.listPrompts()).extracting(Prompt::name).containsExactly("greeting-template");
        assertThat(client.readResource("https://example.com/greetings/default").contents())
                .singleElement()
                .isInstanceOfSatisfying(
                        ResourceContents.Text.class,
                        greeting -> assertThat(greeting.text()).isEqualTo("Hello, world!"));
        assertThat(client.callTool("collect-user-info", Map.of("infoType", "contact"))
                        .text())
                .contains("Collected contact information", "\"name\": \"Ada\"");
        assertThat(client.callTool("delay", Map.of("duration", 300)).text()).isEqualTo("Completed 300ms delay");
    }

    @Test
    void logEntriesOfACallAreHeardOverItsSession() {
        var client = connections.open(example("simpleStreamableHttp", "/mcp"));

        var result = client.callTool("start-notification-stream", Map.of("interval", 10, "count", 20));

        assertThat(result.text()).contains("every 10ms");
        hearsPeriodic(20);
    }

    @Test
    void anAnswerWhoseStreamBrokeIsFetchedFromTheEventStore() throws Exception {
        try (var door = new Doorkeeper(connections.shared(NodeServers.sdkExampleByUrl("simpleStreamableHttp.js")))) {
            var client = connections.open(HttpTransport.to(door.url("/mcp")));
            var call = client.async().callTool("multi-greet", Map.of("name", "Ada"));
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(connections.heard().logs())
                            .extracting(LogEntry::text)
                            .contains("Starting multi-greet for Ada"));

            door.cut();

            assertThat(call.join().text()).isEqualTo("Good morning, Ada!");
        }
    }

    @Test
    void closingEndsTheSession() {
        var server = connections.start(NodeServers.sdkExampleByUrl("simpleStreamableHttp.js"));
        var client = connections.open(HttpTransport.to(server.url("/mcp")));

        client.close();

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(server.output()).contains("Received session termination request for session"));
    }

    @Test
    void answersInJsonAreUnderstoodAndNoNewsStreamIsNeeded() {
        var client = connections.open(example("jsonResponseStreamableHttp", "/mcp"));

        assertThat(client.callTool("greet", Map.of("name", "Ada")).text()).isEqualTo("Hello, Ada!");
        assertThat(client.callTool("multi-greet", Map.of("name", "Ada")).text()).isEqualTo("Good morning, Ada!");
    }

    @Test
    void aServerWithoutSessionsIsSpokenToWithoutOne() {
        var client = connections.open(example("simpleStatelessStreamableHttp", "/mcp"));

        assertThat(client.server().version()).isEqualTo(ProtocolVersion.V2025_11_25);
        // What it logs on the way is not asserted: nothing says in which stream, if in any, it does.
        var result = client.callTool("start-notification-stream", Map.of("interval", 10, "count", 5));
        assertThat(result.text()).contains("every 10ms");
        assertThat(client.getPrompt("greeting-template", Map.of("name", "Ada")).messages())
                .hasSize(1);
        assertThat(client.listResources()).hasSize(1);
    }

    @Test
    void newsComeOnAStreamOfTheirOwn() throws Exception {
        var client = connections.open(example("standaloneSseWithGetStreamableHttp", "/mcp"));
        assertThat(client.listResources()).hasSize(1);

        try (var changes = client.subscribe(SubscriptionFilter.resourcesChanged())) {
            assertThat(changes.next(PATIENCE)).contains(new ServerEvent.ResourcesChanged());
        }

        assertThat(client.listResources()).hasSizeGreaterThan(1);
    }

    @Test
    void aStreamThatTheServerClosesIsTakenUpAgain() {
        var client = connections.open(example("ssePollingExample", "/mcp"));

        assertThat(client.callTool("long-task", null).text()).isEqualTo("Long task completed successfully!");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(connections.heard().logs())
                        .extracting(LogEntry::text)
                        .satisfiesExactly(
                                text -> assertThat(text).contains("25%"),
                                text -> assertThat(text).contains("50%"),
                                text -> assertThat(text).contains("75%"),
                                text -> assertThat(text).contains("100%")));
    }

    @Test
    void aCallMayEndWhileItsStreamIsClosed() {
        var client = connections.open(example("ssePollingExample", "/mcp"));

        // Two seconds to the closing, at least two more until the stream is asked for again.
        assertThatThrownBy(() -> client.callTool("long-task", null, CallOptions.within(Duration.ofSeconds(3))))
                .isInstanceOf(CallTimeoutException.class);
        assertThat(client.ping()).isPositive();
    }

    @Test
    void aServerWithBothTransportsIsReachedOverEither() {
        var server = connections.shared(NodeServers.sdkExampleByUrl("sseAndStreamableHttpCompatibleServer.js"));

        var current = connections.open(HttpTransport.to(server.url("/mcp")));
        assertThat(current.opening().transport()).isEqualTo("streamable HTTP");
        countsTo(3, current);

        var old = connections.open(HttpTransport.to(server.url("/sse")));
        assertThat(old.opening().transport()).isEqualTo("HTTP+SSE");
        countsTo(3, old);
        hearsPeriodic(6);
    }

    @Test
    void theOldTransportIsFoundBehindAPathThatLooksNew() {
        var client = connections.open(example("simpleSseServer", "/mcp"));

        assertThat(client.opening().transport()).isEqualTo("HTTP+SSE");
        assertThat(client.callTool("start-notification-stream", Map.of("interval", 10, "count", 3))
                        .text())
                .isEqualTo("Completed sending 3 notifications every 10ms");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(connections.heard().logs()).hasSize(4));

        var told = connections.open(example("simpleSseServer", "/mcp").withStrategy(HttpStrategy.SSE_ONLY));
        assertThat(told.ping()).isPositive();
    }

    @Test
    void formsInSeveralStepsAreFilledIn() {
        var client = connections.open(
                example("elicitationFormExample", "/mcp"),
                InputHandlers.none()
                        .onForm((form, asking) -> InputResponse.accept(
                                switch (form.message().substring(0, 6)) {
                                    case "Step 1" -> Json.object().put("title", "Launch");
                                    case "Step 2" ->
                                        Json.object()
                                                .put("date", "2026-07-28")
                                                .put("startTime", "10:00")
                                                .put("duration", 30);
                                    default ->
                                        Json.object()
                                                .put("username", "ada")
                                                .put("email", "ada@example.org")
                                                .put("password", "correct horse")
                                                .put("newsletter", true);
                                })));

        assertThat(client.callTool("register_user", null).text())
                .contains("Registration successful!", "Username: ada", "Newsletter: Yes");
        assertThat(client.callTool("create_event", null).text())
                .contains("Event created successfully!", "\"title\": \"Launch\"", "\"duration\": 30");
    }

    @Test
    void aFormThatIsDeclinedEndsTheStory() {
        var client = connections.open(
                example("elicitationFormExample", "/mcp"),
                InputHandlers.none().onForm((form, asking) -> InputResponse.decline()));

        assertThat(client.callTool("register_user", null).text()).isEqualTo("Registration cancelled by user.");
    }

    @Test
    void questionsOfATaskAreAnswered() {
        var client = connections.open(example("simpleTaskInteractive", "/mcp"), handlers());

        assertThat(client.callTool("confirm_delete", Map.of("filename", "old.txt"))
                        .text())
                .isEqualTo("Deleted 'old.txt'");
        assertThat(client.callTool("write_haiku", Map.of("topic", "knots")).text())
                .isEqualTo("Haiku:\nold pond");
    }

    private HttpTransport example(String name, String path) {
        return HttpTransport.to(
                connections.shared(NodeServers.sdkExampleByUrl(name + ".js")).url(path));
    }

    private static InputHandlers handlers() {
        return InputHandlers.none()
                .onForm((form, asking) -> InputResponse.accept(
                        form.schema().fields().getFirst().name().equals("confirm")
                                ? Json.object().put("confirm", true)
                                : Json.object().put("name", "Ada").put("email", "ada@example.org")))
                .onSampling((request, asking) -> Optional.of(SamplingResult.ofText("poet", "old pond")))
                .onRoots(List::of);
    }

    private static void countsTo(int count, McpClient client) {
        assertThat(client.callTool("start-notification-stream", Map.of("interval", 10, "count", count))
                        .isError())
                .isFalse();
    }

    private void hearsPeriodic(int count) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(connections.heard().logs())
                        .extracting(LogEntry::text)
                        .filteredOn(text -> text.startsWith("Periodic notification"))
                        .hasSize(count));
    }
}
