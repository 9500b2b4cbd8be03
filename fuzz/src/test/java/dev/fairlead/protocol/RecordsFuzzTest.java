package dev.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.fairlead.fuzz.Foreign;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Whatever a server says becomes records that say the same, or is refused in words that can be shown. */
class RecordsFuzzTest {
    private static final int LONGEST_REFUSAL = 2000;

    /** What becomes of JSON that was read and written. */
    private static final List<UnaryOperator<JsonNode>> RECORDS = List.of(
            json -> Tool.from(json).toJson(),
            json -> CallToolResult.from(json).toJson(),
            json -> ContentBlock.from(json).toJson(),
            json -> Prompt.from(json).toJson(),
            json -> GetPromptResult.from(json).toJson(),
            json -> Resource.from(json).toJson(),
            json -> ResourceTemplate.from(json).toJson(),
            json -> ReadResourceResult.from(json).toJson(),
            json -> Completion.from(json).toJson(),
            json -> SamplingRequest.from(json).toJson(),
            json -> FormSchema.from(json).toJson(),
            json -> Task.from(json).toJson(),
            json -> Progress.from(json).toJson(),
            json -> LogEntry.from(json).toJson(),
            json -> Implementation.from(json).toJson());

    /** What can be read of JSON, and is never written. */
    private static final List<Function<JsonNode, Object>> READINGS = List.of(
            ServerCapabilities::from,
            SubscriptionFilter::from,
            Skill::from,
            CacheHint::from,
            json -> InputRequest.from("elicitation/create", json),
            json -> InputRequest.from("sampling/createMessage", json),
            json -> ServerEvent.from("notifications/resources/updated", json));

    @DictionaryEntries({
        "\"name\":\"a\",",
        "\"title\":\"b\",",
        "\"description\":\"c\",",
        "\"inputSchema\":{\"type\":\"object\"},",
        "\"annotations\":{\"readOnlyHint\":true},",
        "\"icons\":[{\"src\":\"https://example.com/a.png\",\"sizes\":[\"48x48\"]}],",
        "\"_meta\":{\"a/b\":1},",
        "\"content\":[{\"type\":\"text\",\"text\":\"a\"}],",
        "\"type\":\"image\",\"data\":\"AAAA\",\"mimeType\":\"image/png\"",
        "\"type\":\"resource_link\",\"uri\":\"file:///a\"",
        "\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"text\":\"\"}",
        "\"structuredContent\":{},",
        "\"isError\":true,",
        "\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"a\"}}],",
        "\"uri\":\"file:///a\",",
        "\"uriTemplate\":\"file:///{a}\",",
        "\"contents\":[{\"uri\":\"a:b\",\"blob\":\"AA==\"}],",
        "\"completion\":{\"values\":[\"a\"],\"total\":1,\"hasMore\":false},",
        "\"maxTokens\":100,",
        "\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}},",
        "\"taskId\":\"1\",\"status\":\"working\",\"createdAt\":\"2026-01-01T00:00:00Z\",\"ttl\":1,",
        "\"progressToken\":1,\"progress\":0.5,\"total\":1,",
        "\"level\":\"info\",\"data\":1,",
        "\"version\":\"1\",",
        "null",
        "1e400",
        "9223372036854775808",
        "-1",
        "[]",
        "{}"
    })
    @FuzzTest
    void read(byte[] input) {
        Foreign.object(input).ifPresent(json -> {
            for (var record : RECORDS) {
                assertSaysTheSameAgain(record, json);
            }
            READINGS.forEach(reading -> assertReadOrRefused(reading, json));
        });
    }

    private static void assertSaysTheSameAgain(UnaryOperator<JsonNode> record, JsonNode json) {
        JsonNode said;
        try {
            said = record.apply(json);
        } catch (BadShape refused) {
            Foreign.assertShowable(refused.getMessage(), LONGEST_REFUSAL);
            return;
        }
        assertThat(record.apply(said)).isEqualTo(said);
    }

    private static void assertReadOrRefused(Function<JsonNode, Object> reading, JsonNode json) {
        try {
            assertThat(reading.apply(json)).isNotNull();
        } catch (BadShape refused) {
            Foreign.assertShowable(refused.getMessage(), LONGEST_REFUSAL);
        }
    }

    @DictionaryEntries({
        "{a}", "{+a}", "{#a,b}", "{.a}", "{/a*}", "{;a:3}", "{?a,b}", "{&a}", "{", "}", "%41", "%", "é", "\\ud800",
        "a.b", ":10000", "*"
    })
    @FuzzTest
    void expandsTemplates(byte[] input) {
        var parts = Foreign.text(input).split("\n", 2);
        UriTemplate template;
        try {
            template = UriTemplate.of(parts[0]);
        } catch (BadShape refused) {
            Foreign.assertShowable(refused.getMessage(), LONGEST_REFUSAL);
            return;
        }
        var value = parts.length < 2 ? "" : parts[1];
        Map<String, Object> values =
                template.variables().stream().collect(Collectors.toMap(name -> name, name -> value));
        assertUri(template.expand(values));
        assertUri(template.expand(Map.of()));
    }

    private static void assertUri(String text) {
        assertThat(text.replaceAll("%[0-9a-fA-F]{2}", "")).matches("[!#$&'()*+,/:;=?@\\[\\]A-Za-z0-9._~-]*");
    }
}
