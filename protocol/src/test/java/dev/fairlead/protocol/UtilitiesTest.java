package dev.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.rpc.Json;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UtilitiesTest {

    @Nested
    class OfProgress {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "{\"progress\":3}                                              | 3",
                    "{\"progress\":3,\"total\":10}                                 | 3 of 10",
                    "{\"progress\":0.25,\"total\":1.0,\"message\":\"copying\"}     | 0.25 of 1: copying",
                    "{\"progress\":100,\"message\":\"a\\nb\"}                      | 100: a\\u000ab",
                    "{\"progress\":-1}                                             | -1",
                    "{\"progress\":1e300,\"total\":1e400}                          | 1.0E300",
                    "{\"progress\":1e-400,\"total\":\"many\"}                      | 0",
                    "{\"progress\":12345678901234567890}                           | 1.2345678901234567E19",
                })
        void isSaidInWords(String params, String words) {
            assertThat(Progress.from(Json.parse(params)).words()).isEqualTo(words);
        }

        @ParameterizedTest
        @ValueSource(strings = {"{}", "{\"progress\":\"1\"}", "{\"progress\":1e400}", "{\"progress\":null}", "[]"})
        void withoutANumberIsRefused(String params) {
            assertThatThrownBy(() -> Progress.from(Json.parse(params))).isInstanceOf(BadShape.class);
        }

        @Test
        void thatIsNoNumberIsRefused() {
            var params = Json.object().put("progress", Double.NaN);
            assertThatThrownBy(() -> Progress.from(params)).isInstanceOf(BadShape.class);
            var endless = Json.object().put("progress", 1).put("total", Double.POSITIVE_INFINITY);
            assertThat(Progress.from(endless).total()).isNull();
            assertThat(new Progress(Double.NaN, Double.NEGATIVE_INFINITY, null).words())
                    .isNotEmpty();
        }
    }

    @Nested
    class OfLogging {
        @Test
        void levelsAreOrderedAndKnownByTheirWords() {
            assertThat(List.of(LogLevel.values()).stream().map(LogLevel::id))
                    .containsExactly("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");
            assertThat(LogLevel.of("warning")).contains(LogLevel.WARNING);
            assertThat(LogLevel.of("warn")).isEmpty();
        }

        @Test
        void entriesHoldAnyData() {
            assertThat(LogEntry.from(Json.parse("{\"level\":\"error\",\"data\":\"gone\"}"))
                            .text())
                    .isEqualTo("gone");
            assertThat(LogEntry.from(Json.parse("{\"level\":\"error\",\"data\":{\"a\":1}}"))
                            .text())
                    .isEqualTo("{\"a\":1}");
            assertThat(LogEntry.from(Json.parse("{\"level\":\"loud\",\"data\":null}"))
                            .level())
                    .isEqualTo(LogLevel.INFO);
            assertThatThrownBy(() -> LogEntry.from(Json.parse("{\"level\":\"info\"}")))
                    .isInstanceOf(BadShape.class);
        }
    }

    @Nested
    class OfVersions {
        @Test
        void newestComesFirst() {
            assertThat(ProtocolVersion.newestFirst())
                    .extracting(ProtocolVersion::id)
                    .containsExactly("2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");
        }

        @Test
        void areKnownByTheirDates() {
            for (var version : ProtocolVersion.values()) {
                assertThat(ProtocolVersion.of(version.id())).contains(version);
            }
            assertThat(ProtocolVersion.of("2025-06-19")).isEmpty();
        }

        @ParameterizedTest
        @CsvSource({
            "V2024_11_05, LEGACY, false, false, false, false",
            "V2025_03_26, LEGACY, true,  false, false, false",
            "V2025_06_18, LEGACY, true,  true,  false, false",
            "V2025_11_25, LEGACY, true,  true,  true,  true",
            "V2026_07_28, MODERN, true,  true,  true,  false",
        })
        void knowWhatTheyHave(
                ProtocolVersion version, Era era, boolean completions, boolean context, boolean modes, boolean tasks) {
            assertThat(version.era()).isEqualTo(era);
            assertThat(version.hasCompletionsCapability()).isEqualTo(completions);
            assertThat(version.hasCompletionContext()).isEqualTo(context);
            assertThat(version.hasElicitationModes()).isEqualTo(modes);
            assertThat(version.hasTasks()).isEqualTo(tasks);
        }
    }

    @Nested
    class OfCapabilities {
        @Test
        void anObjectOrTrueIsADeclaration() {
            var some = ServerCapabilities.from(Json.parse("""
                {"tools":{"listChanged":true},"prompts":{},"resources":{"subscribe":true,"listChanged":false},
                 "completions":true,"logging":null,"tasks":{"cancel":{},"requests":{"tools":{"call":{}}}},
                 "extensions":{"a.example/x":{"k":1},"a.example/y":7}}\
                """));
            assertThat(some.tools()).isTrue();
            assertThat(some.toolsListChanged()).isTrue();
            assertThat(some.prompts()).isTrue();
            assertThat(some.promptsListChanged()).isFalse();
            assertThat(some.resources()).isTrue();
            assertThat(some.resourcesSubscribe()).isTrue();
            assertThat(some.resourcesListChanged()).isFalse();
            assertThat(some.completions()).isTrue();
            assertThat(some.logging()).isFalse();
            assertThat(some.taskCalls()).isTrue();
            assertThat(some.taskCancel()).isTrue();
            assertThat(some.taskList()).isFalse();
            assertThat(some.extension("a.example/x")).contains(Json.object().put("k", 1));
            assertThat(some.extension("a.example/y")).isEmpty();
            assertThat(some.extension("a.example/z")).isEmpty();
        }

        @Test
        void aServerMayHaveNone() {
            assertThat(ServerCapabilities.none().tools()).isFalse();
            assertThat(ServerCapabilities.none().extension("x")).isEmpty();
        }
    }

    @Nested
    class OfSubscriptions {
        @Test
        void filtersAddUp() {
            var filter = SubscriptionFilter.toolsChanged()
                    .and(SubscriptionFilter.resource("file:///a"))
                    .and(SubscriptionFilter.resource("file:///b"));
            assertThat(filter).isEqualTo(new SubscriptionFilter(true, false, false, Set.of("file:///b", "file:///a")));
            assertThat(filter.toJson())
                    .isEqualTo(Json.parse(
                            "{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"file:///a\",\"file:///b\"]}"));
            assertThat(SubscriptionFilter.promptsChanged()
                            .and(SubscriptionFilter.resourcesChanged())
                            .and(SubscriptionFilter.toolsChanged()))
                    .isEqualTo(SubscriptionFilter.all());
        }

        @Test
        void whatWasNotAcceptedIsTheDifference() {
            var asked = SubscriptionFilter.all().and(SubscriptionFilter.resource("file:///a"));
            assertThat(asked.without(SubscriptionFilter.all())).isEqualTo(SubscriptionFilter.resource("file:///a"));
            assertThat(asked.without(asked).isEmpty()).isTrue();
            assertThat(asked.isEmpty()).isFalse();
        }

        @Test
        void eventsAreReadByTheirMethod() {
            assertThat(ServerEvent.from("notifications/tools/list_changed", null))
                    .contains(new ServerEvent.ToolsChanged());
            assertThat(ServerEvent.from("notifications/prompts/list_changed", Json.object()))
                    .contains(new ServerEvent.PromptsChanged());
            assertThat(ServerEvent.from("notifications/resources/list_changed", null))
                    .contains(new ServerEvent.ResourcesChanged());
            assertThat(ServerEvent.from(
                            "notifications/resources/updated", Json.object().put("uri", "a:b")))
                    .contains(new ServerEvent.ResourceUpdated("a:b"));
            assertThat(ServerEvent.from("notifications/message", null)).isEmpty();
            var longest = "x".repeat(16_384);
            assertThat(ServerEvent.from(
                            "notifications/resources/updated", Json.object().put("uri", longest)))
                    .contains(new ServerEvent.ResourceUpdated(longest));
            assertThatThrownBy(() -> ServerEvent.from(
                            "notifications/resources/updated", Json.object().put("uri", longest + "x")))
                    .isInstanceOf(BadShape.class)
                    .hasMessage("update of a resource: its URI has 16385 characters, more than 16384");
            assertThatThrownBy(() -> ServerEvent.from("notifications/resources/updated", null))
                    .isInstanceOf(BadShape.class);
        }
    }

    @Nested
    class OfCompletions {
        @Test
        void valuesAreCapped() {
            assertThat(Completion.of(Collections.nCopies(101, "x")).values()).hasSize(100);
        }

        @Test
        void areReadFromAResult() {
            assertThat(Completion.fromResult(Json.parse("{\"completion\":{\"values\":[\"a\"],\"total\":5}}")))
                    .isEqualTo(new Completion(List.of("a"), 5L, null, Json.object()));
            assertThatThrownBy(() -> Completion.fromResult(Json.parse("{\"values\":[]}")))
                    .isInstanceOf(BadShape.class);
        }

        @Test
        void referencesOfUnknownTypeAreRefused() {
            assertThatThrownBy(() -> CompletionReference.from(Json.parse("{\"type\":\"ref/tool\",\"name\":\"n\"}")))
                    .isInstanceOf(BadShape.class);
        }
    }
}
