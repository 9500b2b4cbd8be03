package dev.fairlead.client.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.CompletionReference;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionEnd;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.wire.Transport;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Interop
@ParameterizedClass
@EnumSource(Everything.class)
@Tag("thorough")
final class EverythingContextInteropTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @RegisterExtension
    final Connections connections = new Connections();

    private final Everything way;

    EverythingContextInteropTest(Everything way) {
        this.way = way;
    }

    @Test
    void promptsAreListedAndFilledIn() {
        var client = connections.open(everything());

        assertThat(client.listPrompts())
                .extracting(Prompt::name)
                .contains("simple-prompt", "args-prompt", "completable-prompt", "resource-prompt");
        assertThat(client.getPrompt("simple-prompt", Map.of()).messages())
                .singleElement()
                .satisfies(message -> assertThat(message.role()).isEqualTo("user"));
        assertThat(client.getPrompt("args-prompt", Map.of("city", "Ulm", "state", "BW"))
                        .messages())
                .singleElement()
                .satisfies(message -> assertThat(message.content())
                        .isInstanceOfSatisfying(
                                ContentBlock.Text.class,
                                words -> assertThat(words.text()).isEqualTo("What's weather in Ulm, BW?")));
        assertThat(client.getPrompt("resource-prompt", Map.of("resourceType", "Text", "resourceId", "3"))
                        .messages())
                .last()
                .satisfies(message -> assertThat(message.content())
                        .isInstanceOfSatisfying(
                                ContentBlock.EmbeddedResource.class,
                                embedded -> assertThat(embedded.resource().uri())
                                        .isEqualTo("demo://resource/dynamic/text/3")));
    }

    @Test
    void resourcesAreListedAndRead() {
        var client = connections.open(everything());

        var listed = client.listResources();
        assertThat(listed).isNotEmpty();
        for (var resource : listed) {
            assertThat(client.readResource(resource.uri()).contents())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            ResourceContents.Text.class,
                            document -> assertThat(document.text()).isNotBlank());
        }
    }

    @Test
    void templatesAreExpandedAndRead() {
        var client = connections.open(everything());

        var templates = client.listResourceTemplates();
        assertThat(templates).hasSize(2).allSatisfy(template -> {
            assertThat(template.variables()).containsExactly("resourceId");
            var uri = template.expand(Map.of("resourceId", 5));
            assertThat(client.readResource(uri).contents())
                    .singleElement()
                    .extracting(ResourceContents::uri)
                    .isEqualTo(uri);
        });
    }

    @Test
    void argumentsAreCompletedOneAfterTheOther() {
        var client = connections.open(everything());
        var prompt = CompletionReference.prompt("completable-prompt");

        assertThat(client.complete(prompt, "department", "S", Map.of()).values())
                .containsExactly("Sales", "Support");
        assertThat(client.complete(prompt, "name", "", Map.of("department", "Sales"))
                        .values())
                .containsExactly("David", "Eve", "Frank");
        assertThat(client.complete(
                                CompletionReference.resource("demo://resource/dynamic/text/{resourceId}"),
                                "resourceId",
                                "12",
                                Map.of())
                        .values())
                .containsExactly("12");
    }

    @Test
    void logEntriesAreHeard() {
        var client = connections.open(everything());
        client.setLogLevel(LogLevel.DEBUG);

        assertThat(client.callTool("toggle-simulated-logging", null).isError()).isFalse();

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(connections.heard().logs())
                        .anySatisfy(entry -> assertThat(entry.text()).contains("message")));
        assertThat(client.callTool("toggle-simulated-logging", null).text()).contains("Stopped");
    }

    @Test
    void updatesOfASubscribedResourceArrive() throws Exception {
        var client = connections.open(everything());
        var uri = "demo://resource/dynamic/text/1";

        var subscription = client.subscribe(SubscriptionFilter.resource(uri));
        assertThat(client.callTool("toggle-subscriber-updates", null).text()).contains("Started");

        assertThat(subscription.next(PATIENCE)).contains(new ServerEvent.ResourceUpdated(uri));
        subscription.close();
        assertThat(subscription.next(PATIENCE)).isEmpty();
        assertThat(subscription.end()).containsInstanceOf(SubscriptionEnd.Cancelled.class);
        assertThat(client.callTool("toggle-subscriber-updates", null).text()).contains("Stopped");
    }

    @Test
    void aNewResourceIsAnnouncedAndReadable() throws Exception {
        var client = connections.open(everything());

        try (var subscription = client.subscribe(SubscriptionFilter.resourcesChanged())) {
            var link = client.callTool(
                    "gzip-file-as-resource",
                    Map.of(
                            "name",
                            "hello.txt.gz",
                            "data",
                            "data:text/plain;base64,aGVsbG8=",
                            "outputType",
                            "resourceLink"));

            assertThat(link.isError()).as(link.text()).isFalse();
            assertThat(subscription.next(PATIENCE)).contains(new ServerEvent.ResourcesChanged());
            var zipped = (ContentBlock.ResourceLink) link.content().getFirst();
            assertThat(client.readResource(zipped.resource().uri()).contents())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            ResourceContents.Blob.class,
                            blob -> assertThat(blob.bytes()).startsWith(0x1f, 0x8b));
        }
    }

    private Transport everything() {
        return way.reach(connections);
    }
}
