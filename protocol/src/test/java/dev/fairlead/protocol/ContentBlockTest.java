package dev.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.rpc.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContentBlockTest {

    @ParameterizedTest
    @CsvSource({
        "Text, '{\"type\":\"text\",\"text\":\"\"}'",
        "Image, '{\"type\":\"image\",\"data\":\"\",\"mimeType\":\"a/b\"}'",
        "Audio, '{\"type\":\"audio\",\"data\":\"\",\"mimeType\":\"a/b\"}'",
        "ResourceLink, '{\"type\":\"resource_link\",\"uri\":\"a:b\",\"name\":\"n\"}'",
        "EmbeddedResource, '{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"text\":\"\"}}'",
        "ToolUse, '{\"type\":\"tool_use\",\"id\":\"1\",\"name\":\"n\",\"input\":{}}'",
        "ToolOutput, '{\"type\":\"tool_result\",\"toolUseId\":\"1\",\"content\":[]}'",
        "Unknown, '{\"type\":\"hologram\"}'",
    })
    void isReadByItsType(String kind, String json) {
        var block = ContentBlock.from(Json.parse(json));
        assertThat(block.getClass().getSimpleName()).isEqualTo(kind);
        assertThat(block.type()).isEqualTo(Json.parse(json).path("type").stringValue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"text\"}",
                "{\"type\":\"text\",\"text\":7}",
                "{\"type\":\"image\",\"data\":\"\"}",
                "{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\"}}",
                "{\"type\":\"resource_link\",\"uri\":\"a:b\"}",
                "{\"type\":\"tool_use\",\"id\":\"1\",\"name\":\"n\",\"input\":[]}",
                "{\"type\":\"tool_result\",\"content\":[]}",
                "{\"type\":7}",
                "{}",
                "\"text\"",
                "null"
            })
    void whatIsBrokenIsKeptAsUnknown(String text) {
        var json = Json.parse(text);
        var type = json.path("type").stringValue("");
        assertThat(ContentBlock.from(json)).isEqualTo(new ContentBlock.Unknown(type, json));
    }

    @Test
    void bytesComeBack() {
        var bytes = new byte[] {0, 1, -1};
        assertThat(ContentBlock.image(bytes, "image/png").bytes()).isEqualTo(bytes);
        assertThat(ContentBlock.audio(bytes, "audio/wav").bytes()).isEqualTo(bytes);
        assertThat(ResourceContents.blob("a:b", null, bytes).bytes()).isEqualTo(bytes);
    }

    @Test
    void whatIsNotBase64IsABadShape() {
        var image = new ContentBlock.Image("%%%", "image/png", null, null, Json.object());
        assertThatThrownBy(image::bytes).isInstanceOf(BadShape.class).hasMessageContaining("base64");
    }

    @Test
    void whatIsBuiltReadsBackTheSame() {
        var link = ContentBlock.link(
                Resource.of("file:///a", "a").withMimeType("text/plain").withSize(3));
        var embedded = ContentBlock.embedded(ResourceContents.text("file:///a", "text/plain", "A"));
        var use = ContentBlock.toolUse("1", "add", Json.object().put("a", 1));
        var output = ContentBlock.toolOutput("1", CallToolResult.failure("no"));
        for (var block : new ContentBlock[] {ContentBlock.text("t"), link, embedded, use, output}) {
            assertThat(ContentBlock.from(block.toJson())).isEqualTo(block);
        }
    }
}
