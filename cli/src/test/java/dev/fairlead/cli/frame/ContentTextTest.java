package dev.fairlead.cli.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.rpc.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public final class ContentTextTest {

    @Test
    void everyKindHasItsText() {
        assertThat(ContentText.of(ContentBlock.text("hello\nworld"))).isEqualTo("hello\nworld");
        assertThat(ContentText.of(ContentBlock.image(new byte[1234], "image/png")))
                .isEqualTo("[image image/png, 1.2 kB]");
        assertThat(ContentText.of(ContentBlock.audio(new byte[3], "audio/wav"))).isEqualTo("[audio audio/wav, 3 B]");
        assertThat(ContentText.of(ContentBlock.link(Resource.of("demo://x", "x"))))
                .isEqualTo("[link] x demo://x");
        assertThat(ContentText.of(ContentBlock.embedded(ResourceContents.text("demo://x", null, "words"))))
                .isEqualTo("[resource] demo://x\nwords");
        assertThat(ContentText.of(ContentBlock.embedded(ResourceContents.blob("demo://x", null, new byte[4]))))
                .isEqualTo("[blob application/octet-stream, 4 B] demo://x");
        assertThat(ContentText.of(ContentBlock.from(Json.parse("{\"type\":\"smell\",\"of\":\"tar\"}"))))
                .isEqualTo("[smell] {\"type\":\"smell\",\"of\":\"tar\"}");
        assertThat(ContentText.of(ContentBlock.from(Json.parse("7")))).isEqualTo("[unknown] 7");
    }

    @Test
    void aServerCannotFakeLinesInALineAboutIt() {
        assertThat(ContentText.of(ContentBlock.image(new byte[1], "image/png]\n[link")))
                .isEqualTo("[image image/png] [link, 1 B]");
    }

    @ParameterizedTest
    @CsvSource({"0, 0 B", "999, 999 B", "1000, 1.0 kB", "999949, 999.9 kB", "999950, 1.0 MB", "3400000000000, 3400.0 GB"
    })
    void sizesAreShort(long bytes, String expected) {
        assertThat(ContentText.size(bytes)).isEqualTo(expected);
    }
}
