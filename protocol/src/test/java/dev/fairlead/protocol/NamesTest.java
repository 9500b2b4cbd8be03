package dev.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What things are called, and how they are made by hand. */
class NamesTest {

    @Test
    void aTitleIsShownWhereThereIsOne() {
        assertThat(Implementation.of("n", "1").displayName()).isEqualTo("n");
        assertThat(Implementation.of("n", "1").withTitle("T").displayName()).isEqualTo("T");
        assertThat(Prompt.of("n", null).displayName()).isEqualTo("n");
        assertThat(Prompt.of("n", null).withTitle("T").displayName()).isEqualTo("T");
        assertThat(Resource.of("a:/", "n").displayName()).isEqualTo("n");
        assertThat(Resource.of("a:/", "n").withTitle("T").displayName()).isEqualTo("T");
        assertThat(ResourceTemplate.of("a:/{x}", "n").displayName()).isEqualTo("n");
        assertThat(ResourceTemplate.of("a:/{x}", "n").withTitle("T").displayName())
                .isEqualTo("T");
        assertThat(PromptArgument.optional("n", null).displayName()).isEqualTo("n");
        assertThat(PromptArgument.from(Json.parse("{\"name\":\"n\",\"title\":\"T\"}"))
                        .displayName())
                .isEqualTo("T");
    }

    @Test
    void whatIsMadeByHandSaysWhatItWasGiven() {
        assertThat(Resource.of("a:/", "n").withDescription("d").withMimeType("text/x"))
                .returns("a:/", Resource::uri)
                .returns("n", Resource::name)
                .returns("d", Resource::description)
                .returns("text/x", Resource::mimeType);
        assertThat(ResourceTemplate.of("a:/{x}", "n").withDescription("d").withMimeType("text/x"))
                .returns("a:/{x}", ResourceTemplate::uriTemplate)
                .returns("d", ResourceTemplate::description)
                .returns("text/x", ResourceTemplate::mimeType);
        assertThat(PromptArgument.required("n", "d").required()).isTrue();
        assertThat(PromptArgument.optional("n", "d").required()).isFalse();
        var said = ContentBlock.text("hello");
        assertThat(PromptMessage.user(said).role()).isEqualTo("user");
        assertThat(PromptMessage.assistant(said).role()).isEqualTo("assistant");
        assertThat(GetPromptResult.of("d", PromptMessage.user(said)))
                .returns("d", GetPromptResult::description)
                .returns(List.of(PromptMessage.user(said)), GetPromptResult::messages);
        assertThat(ReadResourceResult.of().contents()).isEmpty();
        assertThat(CompletionReference.prompt("p")).isEqualTo(new CompletionReference.OfPrompt("p"));
        assertThat(CompletionReference.resource("a:/{x}")).isEqualTo(new CompletionReference.OfResource("a:/{x}"));
    }

    @Test
    void aServerIsSpokenToInItsRevision() {
        for (var version : ProtocolVersion.values()) {
            var profile = new ServerProfile(version, ServerCapabilities.from(Json.object()), null, null);
            assertThat(profile.revision()).isEqualTo(version.id()).isEqualTo(version.toString());
            assertThat(profile.era()).isEqualTo(version.era());
            assertThat(version.hasStructuredContent()).isEqualTo(version.id().compareTo("2025-06-18") >= 0);
        }
    }
}
