package dev.fairlead.client.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.CallOptions;
import dev.fairlead.client.VersionPolicy;
import dev.fairlead.client.handler.CallListener;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.InvalidArgumentsException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.wire.Transport;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Interop
@ParameterizedClass
@EnumSource(Everything.class)
@Tag("thorough")
final class EverythingToolsInteropTest {
    record Weather(double temperature, String conditions, double humidity) {}

    @RegisterExtension
    final Connections connections = new Connections();

    private final Everything way;

    EverythingToolsInteropTest(Everything way) {
        this.way = way;
    }

    @Test
    void isSpokenToInTheNewestRevisionItKnows() {
        var client = connections.open(everything());

        assertThat(client.server().version()).isEqualTo(ProtocolVersion.V2025_11_25);
        assertThat(client.server().era()).isEqualTo(Era.LEGACY);
        assertThat(client.server().implementation().name()).isEqualTo("mcp-servers/everything");
        assertThat(client.server().instructions()).contains("Everything Server");
        assertThat(client.ping()).isPositive();
        assertThat(client.listTools())
                .hasSizeGreaterThanOrEqualTo(12)
                .extracting(Tool::name)
                .contains("echo", "get-sum", "trigger-long-running-operation")
                .doesNotContain("get-roots-list", "trigger-sampling-request", "trigger-elicitation-request");
    }

    @ParameterizedTest
    @EnumSource(
            value = ProtocolVersion.class,
            names = {"V2024_11_05", "V2025_03_26", "V2025_06_18", "V2025_11_25"})
    void speaksEveryOlderRevision(ProtocolVersion version) {
        var client = connections.open(everything(), version);

        assertThat(client.server().version()).isEqualTo(version);
        assertThat(client.callTool("echo", Map.of("message", "hi")).text()).isEqualTo("Echo: hi");
    }

    @Test
    void opensWithoutAProbeWhereToldTo() {
        var client = connections.open(everything(), connections.profile().versions(VersionPolicy.legacyOnly()));

        assertThat(client.server().version()).isEqualTo(ProtocolVersion.V2025_11_25);
    }

    @Test
    void toolsAnswerWithEveryKindOfContent() {
        var client = connections.open(everything());

        assertThat(client.callTool("echo", Map.of("message", "grüß 🎈\n\u2028")).text())
                .isEqualTo("Echo: grüß 🎈\n\u2028");
        assertThat(client.callTool("get-sum", Map.of("a", 2, "b", 40)).text()).contains("42");

        var weather = client.callTool("get-structured-content", Map.of("location", "Chicago"));
        assertThat(weather.as(Weather.class)).isEqualTo(new Weather(36, "Light rain / drizzle", 82));

        var image = client.callTool("get-tiny-image", null).content().stream()
                .filter(ContentBlock.Image.class::isInstance)
                .map(ContentBlock.Image.class::cast)
                .findFirst()
                .orElseThrow();
        assertThat(image.mimeType()).isEqualTo("image/png");
        assertThat(image.bytes()).startsWith(0x89, 'P', 'N', 'G');

        var annotated = client.callTool("get-annotated-message", Map.of("messageType", "error", "includeImage", true));
        assertThat(annotated.content()).hasSize(2);
        assertThat(annotated.content().getFirst()).isInstanceOfSatisfying(ContentBlock.Text.class, message -> {
            assertThat(message.annotations().priority()).isEqualTo(1.0);
            assertThat(message.annotations().audience()).containsExactly("user", "assistant");
        });
    }

    @Test
    void linksAndEmbeddedResourcesCanBeFollowed() {
        var client = connections.open(everything());

        var links = client.callTool("get-resource-links", Map.of("count", 4)).content().stream()
                .filter(ContentBlock.ResourceLink.class::isInstance)
                .map(link -> ((ContentBlock.ResourceLink) link).resource())
                .toList();
        assertThat(links).hasSize(4);
        for (var link : links) {
            assertThat(client.readResource(link.uri()).contents())
                    .singleElement()
                    .extracting(ResourceContents::uri)
                    .isEqualTo(link.uri());
        }

        var reference = client.callTool("get-resource-reference", Map.of("resourceType", "Blob", "resourceId", 7));
        assertThat(reference.content())
                .anySatisfy(block -> assertThat(block)
                        .isInstanceOfSatisfying(
                                ContentBlock.EmbeddedResource.class,
                                embedded -> assertThat(embedded.resource())
                                        .isInstanceOfSatisfying(
                                                ResourceContents.Blob.class,
                                                blob -> assertThat(new String(blob.bytes(), StandardCharsets.UTF_8))
                                                        .startsWith("Resource 7:"))));
    }

    @Test
    void argumentsThatDoNotFitAreRefusedBeforeTheyAreSentAndByTheServer() {
        var client = connections.open(everything());
        assertThatThrownBy(() -> client.callTool("get-sum", Map.of("a", "two")))
                .isInstanceOf(InvalidArgumentsException.class);

        var unchecked = connections.open(everything(), connections.profile().checkArguments(false));
        var refused = unchecked.callTool("get-sum", Map.of("a", "two"));
        assertThat(refused.isError()).isTrue();
        assertThat(refused.text()).contains("-32602");
        var unknown = unchecked.callTool("no-such-tool", null);
        assertThat(unknown.isError()).isTrue();
    }

    @Test
    void progressOfALongOperationIsHeard() {
        var client = connections.open(everything());
        var progress = new ArrayList<Progress>();

        var result = client.callTool(
                "trigger-long-running-operation", Map.of("duration", 1, "steps", 4), hearing(progress::add));

        assertThat(result.text()).contains("Long running operation completed");
        assertThat(progress).extracting(Progress::progress).containsExactly(1.0, 2.0, 3.0, 4.0);
        assertThat(progress).extracting(Progress::total).containsOnly(4.0);
    }

    @Test
    void theConnectionGoesOnAfterACallWasCancelled() throws Exception {
        if (way != Everything.STREAMABLE_HTTP) { // where what comes late comes on a stream that is closed
            connections.expectViolations(Violation.Kind.LATE);
        }
        var client = connections.open(everything());
        var begun = new CountDownLatch(1);

        var call = client.async()
                .callTool(
                        "trigger-long-running-operation",
                        Map.of("duration", 2, "steps", 20),
                        hearing(progress -> begun.countDown()));
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        call.cancel(true);

        assertThat(call).isCancelled();
        // This server does not stop: the progress that it goes on to report must not disturb the calls after it.
        var other = client.callTool("trigger-long-running-operation", Map.of("duration", 2.5, "steps", 2));
        assertThat(other.isError()).isFalse();
        assertThat(client.callTool("echo", Map.of("message", "still here")).text())
                .isEqualTo("Echo: still here");
    }

    @Test
    void manyCallsAtOnceEachGetTheirOwnAnswer() {
        var client = connections.open(everything());

        var calls = Stream.iterate(1, number -> number + 1)
                .limit(200)
                .map(number -> client.async().callTool("get-sum", Map.of("a", number, "b", 1000)))
                .toList();

        for (int i = 0; i < calls.size(); i++) {
            assertThat(calls.get(i).join().text()).contains(" is " + (1001 + i) + ".");
        }
    }

    private static CallOptions hearing(Consumer<Progress> listener) {
        return CallOptions.usual().withListener(new CallListener() {
            @Override
            public void progress(Progress progress) {
                listener.accept(progress);
            }
        });
    }

    private Transport everything() {
        return way.reach(connections);
    }
}
