package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.CompletionReference;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.error.InvalidArgumentsException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.Verifies;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a server offers, used in every way it can be reached. */
class ContractTest extends Contract {

    record Pair(int a, int b) {}

    record Sum(int sum) {}

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"B-1", "B-8", "B-17", "A-17"})
    void theServerSaysWhatItIs(Way way) {
        var server = client(way).server();
        assertThat(server.era()).isEqualTo(way.era());
        assertThat(server.implementation().name()).isEqualTo("fairlead-demo");
        assertThat(server.instructions()).startsWith("A server to try things on");
        assertThat(server.capabilities().tools()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"G-1", "G-5", "A-12"})
    void toolsAreListedWithTheirSchemas(Way way) {
        var tools = client(way).listTools();
        assertThat(tools)
                .extracting("name")
                .contains("add", "echo", "ask", "sleep")
                .doesNotHaveDuplicates();
        var add = tools.stream()
                .filter(tool -> tool.name().equals("add"))
                .findFirst()
                .orElseThrow();
        assertThat(add.displayName()).isEqualTo("Add");
        assertThat(add.inputSchema().path("required").size()).isEqualTo(2);
        assertThat(add.outputSchema()).isNotNull();
        assertThat(add.hints().readOnlyHint()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies("G-9")
    void argumentsMayBeAMapAJsonObjectOrAnObjectWithProperties(Way way) {
        var client = client(way);
        for (var arguments :
                List.of(Map.of("a", 2, "b", 40), Json.object().put("a", 2).put("b", 40), new Pair(2, 40))) {
            var result = client.callTool("add", arguments);
            assertThat(result.text()).isEqualTo("42");
            assertThat(result.as(Sum.class)).isEqualTo(new Sum(42));
            assertThat(result.structuredContent()).contains(Json.object().put("sum", 42));
            assertThat(result.duration()).isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void noArgumentsAreAnEmptyObject(Way way) {
        assertThat(client(way).callTool("picture", null).content()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void argumentsThatMakeNoObjectAreRefusedBeforeSending(Way way) {
        for (var wrong : List.of("text", List.of(1), 7)) {
            assertThatThrownBy(() -> client(way).callTool("add", wrong))
                    .isInstanceOf(InvalidArgumentsException.class)
                    .hasMessageContaining("JSON object");
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"G-7", "G-8"})
    void contentIsReadByItsKind(Way way) {
        var picture = client(way).callTool("picture", null);
        assertThat(picture.text()).isEqualTo("A picture:");
        assertThat(picture.content().get(1)).isInstanceOfSatisfying(ContentBlock.Image.class, image -> {
            assertThat(image.mimeType()).isEqualTo("image/png");
            assertThat(image.bytes()).startsWith(0x89, 'P', 'N', 'G');
        });
        var link = client(way).callTool("link", null);
        assertThat(link.content().get(0))
                .isInstanceOfSatisfying(
                        ContentBlock.ResourceLink.class,
                        one -> assertThat(one.resource().uri()).isEqualTo("demo://readme"));
        assertThat(link.content().get(1))
                .isInstanceOfSatisfying(
                        ContentBlock.EmbeddedResource.class,
                        one -> assertThat(one.resource()).isInstanceOf(ResourceContents.Text.class));
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies("G-6")
    void aToolThatFailsIsAValue(Way way) {
        var result = client(way).callTool("fail", null);
        assertThat(result.isError()).isTrue();
        assertThat(result.text()).isEqualTo("This tool always fails.");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"G-6", "A-7", "A-27", "A-31", "A-32"})
    void anUnknownToolIsTheServersError(Way way) {
        assertThatThrownBy(() -> client(way).callTool("nothing", Map.of()))
                .isInstanceOfSatisfying(ServerErrorException.class, error -> {
                    assertThat(error.error().code()).isEqualTo(-32602);
                    assertThat(error).hasMessageContaining("tools/call nothing").hasMessageContaining("Unknown tool");
                });
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"G-17", "G-19"})
    void promptsAreListedAndFilledIn(Way way) {
        var client = client(way);
        assertThat(client.listPrompts()).extracting("name").containsExactly("greet", "review");
        var prompt = client.getPrompt("greet", Map.of("name", "Ada"));
        assertThat(prompt.description()).isEqualTo("A greeting");
        assertThat(prompt.messages().getFirst().role()).isEqualTo("user");
        assertThat(prompt.messages().getFirst().content()).isEqualTo(ContentBlock.text("Please greet Ada."));
        assertThatThrownBy(() -> client.getPrompt("greet", Map.of())).isInstanceOf(ServerErrorException.class);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"G-22", "G-24"})
    void resourcesAreListedAndRead(Way way) {
        var client = client(way);
        assertThat(client.listResources()).extracting("uri").contains("demo://readme", "demo://logo");
        assertThat(client.readResource("demo://readme").contents())
                .singleElement()
                .isInstanceOfSatisfying(
                        ResourceContents.Text.class,
                        text -> assertThat(text.text()).startsWith("# The demo server"));
        assertThat(client.readResource("demo://logo").contents())
                .singleElement()
                .isInstanceOfSatisfying(
                        ResourceContents.Blob.class,
                        blob -> assertThat(blob.bytes()).startsWith(0x89, 'P', 'N', 'G'));
        assertThatThrownBy(() -> client.readResource("demo://missing"))
                .isInstanceOf(ServerErrorException.class)
                .hasMessageContaining("resources/read demo://missing");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies("G-23")
    void templatesAreListedAndExpanded(Way way) {
        var client = client(way);
        var template = client.listResourceTemplates().getFirst();
        assertThat(template.variables()).containsExactly("name");
        var uri = template.expand(Map.of("name", "shopping"));
        assertThat(client.readResource(uri).contents().getFirst())
                .isEqualTo(ResourceContents.text("demo://notes/shopping", "text/plain", "milk, bread, rope"));
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"G-31", "G-32"})
    void argumentsAreCompletedInTheLightOfEarlierOnes(Way way) {
        var review = CompletionReference.prompt("review");
        assertThat(client(way)
                        .complete(review, "style", "th", Map.of("code", "x=1"))
                        .values())
                .containsExactly("th of style after x=1");
        assertThat(client(way).complete(review, "style", "s", Map.of()).values())
                .containsExactly("s of style after nothing");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies("I-3")
    void pingTellsHowLongASignOfLifeTook(Way way) {
        assertThat(client(way).ping()).isPositive();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"A-3", "A-46", "C-10", "C-15"})
    void fiveHundredCallsAtOnceEachGetTheirOwnAnswer(Way way) throws Exception {
        var client = client(way);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = IntStream.range(0, 500)
                    .mapToObj(number ->
                            (Callable<String>) () -> client.callTool("echo", Map.of("text", "call " + number))
                                    .text())
                    .toList();
            var answers = threads.invokeAll(calls);
            for (int number = 0; number < 500; number++) {
                assertThat(answers.get(number).get()).isEqualTo("call " + number);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void oddTextsTravelUnharmed(Way way) {
        for (var text : List.of("", "a\nb\r\nc\td", "\u2028\u0000\uFEFF", "naïve 日本 🚢", "x".repeat(300_000))) {
            assertThat(client(way).callTool("echo", Map.of("text", text)).text())
                    .isEqualTo(text);
        }
    }
}
