package dev.fairlead.agent.tool;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MediaKindTest {
    @ParameterizedTest
    @CsvSource({
        "image/png, image/png",
        "Image/PNG; q=1, image/png",
        "image/jpg, image/jpeg",
        "image/pjpeg, image/jpeg",
        "audio/wav, audio/wav"
    })
    void aTypeHasOneName(String called, String proper) {
        assertThat(MediaKind.proper(called)).isEqualTo(proper);
    }

    @ParameterizedTest
    @CsvSource({
        "\u0089PNG\\r\\n\\032\\n, image/png",
        "\u00FF\u00D8\u00FF\u00E0, image/jpeg",
        "GIF87a, image/gif",
        "GIF89a, image/gif",
        "RIFF----WEBPVP8, image/webp",
        "%PDF-1.7, application/pdf",
        "made by hand\\n%PDF-1.4, application/pdf"
    })
    void itsFirstBytesTellWhatItIs(String head, String type) {
        var bytes = head.translateEscapes().getBytes(ISO_8859_1);

        assertThat(MediaKind.of("application/octet-stream", bytes)).contains(type);
        assertThat(MediaKind.of("image/bmp", bytes)).contains(type);
        assertThat(MediaKind.of("image/png", bytes)).contains(type);
    }

    @Test
    void whatCannotBeSeenIsBelieved() {
        assertThat(MediaKind.of("image/svg+xml", "<svg/>".getBytes(ISO_8859_1))).contains("image/svg+xml");
        assertThat(MediaKind.of("text/plain", "%PDF-1.7 is how a document begins".getBytes(ISO_8859_1)))
                .contains("text/plain");
        assertThat(MediaKind.of("application/octet-stream", new byte[3])).contains("application/octet-stream");
    }

    @ParameterizedTest
    @CsvSource({"image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf"})
    void whatShouldBeSeenAndIsNotThereIsNot(String called) {
        assertThat(MediaKind.of(called, "RIFF----WAVE".getBytes(ISO_8859_1))).isEmpty();
        assertThat(MediaKind.of(called, new byte[0])).isEmpty();
    }
}
