package dev.fairlead.client.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.CallOptions;
import dev.fairlead.client.ToolStart;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.FormField;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.Root;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.SamplingResult;
import dev.fairlead.protocol.Task;
import dev.fairlead.protocol.TaskStatus;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Interop
@ParameterizedClass
@EnumSource(Everything.class)
@Tag("thorough")
final class EverythingQuestionsInteropTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @RegisterExtension
    final Connections connections = new Connections();

    private final Everything way;

    EverythingQuestionsInteropTest(Everything way) {
        this.way = way;
    }

    @Test
    void offersMoreToolsToAClientThatAnswersQuestions() {
        var handlers = InputHandlers.none()
                .onForm((form, asking) -> InputResponse.decline())
                .onUrl((url, asking) -> InputResponse.decline())
                .onSampling((request, asking) -> Optional.empty())
                .onRoots(List::of);

        var client = connections.open(everything(), handlers);

        assertThat(client.listTools())
                .extracting(Tool::name)
                .contains(
                        "get-roots-list",
                        "trigger-sampling-request",
                        "trigger-elicitation-request",
                        "trigger-url-elicitation",
                        "simulate-research-query");
    }

    @Test
    void ourModelAnswersItsSampling() {
        var asked = new CopyOnWriteArrayList<SamplingRequest>();
        var client = connections.open(everything(), InputHandlers.none().onSampling((request, asking) -> {
            asked.add(request);
            assertThat(asking.cause()).contains("tools/call trigger-sampling-request");
            return Optional.of(SamplingResult.ofText("parrot", "Polly says hi"));
        }));

        var result = client.callTool("trigger-sampling-request", Map.of("prompt", "greet me", "maxTokens", 20));

        assertThat(result.text()).contains("Polly says hi", "parrot");
        assertThat(asked).singleElement().satisfies(request -> {
            assertThat(request.maxTokens()).isEqualTo(20);
            assertThat(request.systemPrompt()).isEqualTo("You are a helpful test server.");
        });
    }

    @Test
    void aRefusedSamplingIsTheToolsOwnFailure() {
        var client =
                connections.open(everything(), InputHandlers.none().onSampling((request, asking) -> Optional.empty()));

        var result = client.callTool("trigger-sampling-request", Map.of("prompt", "greet me"));

        assertThat(result.isError()).isTrue();
        assertThat(result.text()).contains("rejected");
    }

    @Test
    void everyFieldOfItsFormIsUnderstoodAndFilledIn() {
        var forms = new CopyOnWriteArrayList<InputRequest.Form>();
        var client = connections.open(everything(), InputHandlers.none().onForm((form, asking) -> {
            forms.add(form);
            return InputResponse.accept(
                    form.schema().defaults().put("name", "Ada").put("check", true));
        }));

        var result = client.callTool("trigger-elicitation-request", null);

        assertThat(result.text())
                .contains("Name: Ada", "Agreed to terms: true", "Favorite Integer: 42", "Favorite Number: 3.14");
        assertThat(forms.getFirst().schema().fields())
                .hasSizeGreaterThan(10)
                .noneMatch(FormField.Other.class::isInstance)
                .anySatisfy(field -> assertThat(field).isInstanceOf(FormField.Choices.class))
                .filteredOn(FormField::required)
                .extracting(FormField::name)
                .containsExactly("name");
    }

    @Test
    void aDeclinedFormIsSaidSo() {
        var client =
                connections.open(everything(), InputHandlers.none().onForm((form, asking) -> InputResponse.decline()));

        assertThat(client.callTool("trigger-elicitation-request", null).text()).contains("User declined");
    }

    @Test
    void urlsAreShownWhenAskedForAndWhenDemandedByAnError() {
        var urls = new CopyOnWriteArrayList<String>();
        var client = connections.open(everything(), InputHandlers.none().onUrl((question, asking) -> {
            urls.add(question.url());
            return InputResponse.accept();
        }));
        var page = "https://example.org/consent";

        assertThat(client.callTool("trigger-url-elicitation", Map.of("url", page))
                        .text())
                .contains("User completed");
        assertThat(urls).containsExactly(page);

        // This server never reports that the demanded visit is over, so the retry comes after the longest silence.
        var impatient = CallOptions.usual().withLimits(Limits.USUAL.withIdle(Duration.ofSeconds(2)));
        var demanded = client.callTool("trigger-url-elicitation", Map.of("url", page, "errorPath", true), impatient);
        assertThat(demanded.text()).contains("User completed");
        assertThat(urls).containsExactly(page, "https://modelcontextprotocol.io", page);
    }

    @Test
    void rootsAreAskedForAgainWhenTheyChange(@TempDir Path folder) {
        var roots = new CopyOnWriteArrayList<>(List.of(Root.of(folder, "first")));
        var client = connections.open(everything(), InputHandlers.none().onRoots(() -> roots));

        assertThat(client.callTool("get-roots-list", null).text()).contains("1 total", "first", folder.toUri() + "");

        roots.add(Root.of(folder, "second"));
        client.rootsChanged();
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(client.callTool("get-roots-list", null).text())
                                .contains("2 total", "second"));
    }

    @Test
    void aToolThatDemandsATaskRunsToItsResult() {
        var client = connections.open(everything(), InputHandlers.none().onForm((form, asking) -> {
            assertThat(form.message()).contains("python");
            return InputResponse.accept(Json.object().put("interpretation", "snake"));
        }));

        var result = client.callTool("simulate-research-query", Map.of("topic", "python", "ambiguous", true));

        assertThat(result.text()).contains("# Research Report: python (snake)");
    }

    @Test
    void aTaskCanBeWatchedAndListed() {
        var client = connections.open(everything());

        var start = client.startTool("simulate-research-query", Map.of("topic", "knots"), CallOptions.usual());

        assertThat(start).isInstanceOfSatisfying(ToolStart.Running.class, running -> {
            var task = running.task();
            assertThat(task.state().status()).isEqualTo(TaskStatus.WORKING);
            assertThat(client.listTasks())
                    .extracting(Task::taskId)
                    .contains(task.created().taskId());
            assertThat(task.await(CallOptions.usual()).text()).contains("# Research Report: knots");
            assertThat(task.state().status()).isEqualTo(TaskStatus.COMPLETED);
        });
    }

    @Test
    void aTaskCanBeCancelled() {
        var client = connections.open(everything());

        var start = client.startTool("simulate-research-query", Map.of("topic", "knots"), CallOptions.usual());

        assertThat(start).isInstanceOfSatisfying(ToolStart.Running.class, running -> {
            running.task().cancel();
            assertThat(running.task().state().status()).isEqualTo(TaskStatus.CANCELLED);
        });
        assertThat(client.ping()).isPositive();
    }

    private Transport everything() {
        return way.reach(connections);
    }
}
