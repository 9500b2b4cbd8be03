package dev.fairlead.langchain4j;

import static dev.fairlead.langchain4j.ScriptedChat.call;
import static dev.fairlead.langchain4j.ScriptedChat.calls;
import static dev.fairlead.langchain4j.ScriptedChat.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.host.HostResult;
import dev.fairlead.host.trust.Answer;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.protocol.CallToolResult;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolProvider;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class HostToolProviderTest extends Scene {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** What AiServices implements. */
    interface Assistant {
        String chat(String question);
    }

    @BeforeEach
    void begin() throws InterruptedException {
        open();
    }

    private static ToolExecutionResult execute(ToolProvider provider, String name, String arguments) {
        return tool(provider, name).toolExecutor().executeWithContext(call("1", name, arguments), null);
    }

    private static AiServiceTool tool(ToolProvider provider, String name) {
        return provider.provideTools(null).aiServiceTools().stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyToolOfTheCatalogueIsProvidedAndCanBeCalled() {
        var provider = HostToolProvider.of(host);

        assertThat(provider.provideTools(null).aiServiceTools())
                .extracting(AiServiceTool::name)
                .hasSameSizeAs(host.catalog().tools())
                .contains("demo__add", "other__count");
        var result = execute(provider, "demo__add", "{\"a\":2,\"b\":3}");
        assertThat(result.isError()).isFalse();
        assertThat(result.resultText()).contains("5");
        assertThat(((HostResult) result.result()).success()).isTrue();
        assertThat(tool(provider, "demo__add")
                        .toolExecutor()
                        .execute(call("1", "demo__add", "{\"a\":2,\"b\":3}"), "me"))
                .isEqualTo(result.resultText());
        assertThat(tool(provider, "demo__add").toolSpecification().parameters().required())
                .containsExactly("a", "b");
    }

    @Test
    void aToolThatFailsIsAnErrorThatSaysSo() {
        var result = execute(HostToolProvider.of(host), "demo__fail", "{}");

        assertThat(result.isError()).isTrue();
        assertThat(result.resultText()).contains("Tool execution failed: This tool always fails.");
    }

    @Test
    void whatIsDeniedIsNotRunAndTheModelHearsWhy() {
        var provider = HostToolProvider.builder(host)
                .asking(request -> new Answer.Deny(Scope.ONCE, "not on a Sunday"))
                .build();

        var result = execute(provider, "other__count", null);

        assertThat(result.isError()).isTrue();
        assertThat(result.resultText()).contains("not allowed", "not on a Sunday");
        assertThat(runs).hasValue(0);
    }

    @Test
    void anUnknownOutcomeIsToldAsUnknown() {
        var result = execute(HostToolProvider.of(host), "other__vanish", "");

        assertThat(runs).hasValue(1);
        assertThat(result.isError()).isTrue();
        assertThat(result.resultText()).contains("It is not known whether the call was carried out");
        assertThat(((HostResult) result.result()).unknown()).isTrue();
    }

    @Test
    void argumentsThatAreNoObjectReachNoServer() {
        for (var nonsense : new String[] {"[1]", "{\"a\":", "nil", "yes"}) {
            var result = execute(HostToolProvider.of(host), "other__count", nonsense);
            assertThat(result.isError()).as(nonsense).isTrue();
            assertThat(result.resultText()).contains("no JSON object");
        }
        assertThat(runs).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", " null\n", "{}"})
    void noArgumentsAreSaidInManyWays(String none) {
        assertThat(execute(HostToolProvider.of(host), "other__count", none).isError())
                .isFalse();
        assertThat(runs).hasValue(1);
    }

    @Test
    void picturesAreShownToModelsThatTakeThem() {
        var blind = execute(HostToolProvider.of(host), "demo__picture", "{}");
        var seeing = execute(
                HostToolProvider.builder(host).provider(ModelProvider.ANTHROPIC).build(), "demo__picture", "{}");

        assertThat(blind.resultText()).contains("A picture:", "image/png", "not shown");
        assertThat(seeing.resultContents()).hasExactlyElementsOfTypes(TextContent.class, ImageContent.class);
    }

    @Test
    void onlyWhatIsChosenIsProvidedAndTheRestIsExplained() {
        var provider = HostToolProvider.builder(host)
                .tools(tool -> tool.server().equals("demo"))
                .mostTools(2)
                .build();

        assertThat(provider.provideTools(null).aiServiceTools()).hasSize(2);
        assertThat(provider.leftOut()).hasSize(host.catalog().tools().size() - 2);
    }

    @Test
    void whatAServerOffersLaterIsProvidedLater() {
        var provider = HostToolProvider.of(host);
        assertThat(provider.isDynamic()).isTrue();

        other.add(tool("late", "{'type':'object'}"), call -> CallToolResult.ofText("better than never"));

        await().atMost(LIMIT)
                .until(() -> provider.provideTools(null).aiServiceTools().stream()
                        .anyMatch(tool -> tool.name().equals("other__late")));
        assertThat(execute(provider, "other__late", "{}").resultText()).contains("better than never");
    }

    @Test
    void aServiceOfLangChain4jUsesTheToolsOfTheHost() {
        var chat = ScriptedChat.saying(
                calls(call("1", "demo__add", "{\"a\":2,\"b\":3}"), call("2", "demo__fail", "{}")), text("It is 5."));
        var assistant = AiServices.builder(Assistant.class)
                .chatModel(chat)
                .toolProvider(HostToolProvider.of(host))
                .build();

        assertThat(assistant.chat("add 2 and 3")).isEqualTo("It is 5.");

        var results = chat.asked.get(1).messages().stream()
                .filter(ToolExecutionResultMessage.class::isInstance)
                .map(ToolExecutionResultMessage.class::cast)
                .toList();
        assertThat(results).extracting(ToolExecutionResultMessage::isError).containsExactly(false, true);
        assertThat(results.getFirst().text()).contains("5");
        assertThat(chat.asked.getFirst().toolSpecifications()).isNotEmpty();
    }
}
