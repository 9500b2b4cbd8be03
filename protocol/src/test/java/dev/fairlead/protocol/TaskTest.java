package dev.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.RpcError;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskTest {

    private static Task task(String members) {
        return Task.from(Json.parse("{\"taskId\":\"1\",\"createdAt\":\"c\",\"lastUpdatedAt\":\"u\"," + members + "}"));
    }

    @Test
    void readsDurationsOfBothForms() {
        var core = task("\"status\":\"working\",\"ttl\":60000,\"pollInterval\":500");
        var extension = task("\"status\":\"working\",\"ttlMs\":60000,\"pollIntervalMs\":500");
        for (var task : new Task[] {core, extension}) {
            assertThat(task.ttl()).isEqualTo(Duration.ofMinutes(1));
            assertThat(task.pollInterval()).isEqualTo(Duration.ofMillis(500));
        }
        assertThat(task("\"status\":\"working\",\"ttl\":null").ttl()).isNull();
        assertThat(task("\"status\":\"working\",\"ttl\":-5,\"pollInterval\":\"x\"")
                        .pollInterval())
                .isNull();
    }

    @Test
    void anUnknownStatusIsAskedForAgainAndKept() {
        var task = task("\"status\":\"pondering\",\"ttl\":null");
        assertThat(task.status()).isEqualTo(TaskStatus.WORKING);
        assertThat(task.toJson().path("status").stringValue()).isEqualTo("pondering");
        assertThat(task.withStatus(TaskStatus.FAILED, null)
                        .toJson()
                        .path("status")
                        .stringValue())
                .isEqualTo("failed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"status\":7", "\"x\":1"})
    void aMissingStatusIsRefused(String members) {
        assertThatThrownBy(() -> task(members)).isInstanceOf(BadShape.class).hasMessageContaining("'status'");
    }

    @Test
    void theExtensionCarriesItsOutcome() {
        assertThat(task("\"status\":\"completed\",\"ttlMs\":1,\"result\":{\"content\":[]}")
                        .result())
                .contains(Json.object().set("content", Json.parse("[]")));
        assertThat(
                        task("\"status\":\"failed\",\"ttlMs\":1,\"error\":{\"code\":-32603,\"message\":\"no\",\"data\":null}")
                                .error())
                .contains(new RpcError(-32603, "no", Json.parse("null")));
        assertThat(task("\"status\":\"input_required\",\"inputRequests\":{\"q\":{\"method\":\"roots/list\"}}")
                        .inputRequests())
                .containsEntry("q", new InputRequest.Roots());
    }

    @Test
    void withoutAnOutcomeThereIsNone() {
        var task = task("\"status\":\"working\"");
        assertThat(task.result()).isEmpty();
        assertThat(task.error()).isEmpty();
        assertThat(task.inputRequests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "{}", "{\"code\":\"x\",\"message\":\"\"}", "{\"code\":99999999999,\"message\":\"\"}"})
    void whatIsNoErrorIsABadShape(String error) {
        var task = task("\"status\":\"failed\",\"error\":" + error);
        assertThatThrownBy(task::error).isInstanceOf(BadShape.class);
    }

    @Test
    void whatIsBuiltIsWrittenInEitherForm() {
        var task = new Task("1", TaskStatus.WORKING, null, "c", "u", Duration.ofSeconds(1), null, Json.object());
        assertThat(task.toJson()).isEqualTo(Json.parse("""
            {"taskId":"1","status":"working","createdAt":"c","lastUpdatedAt":"u","ttl":1000}\
            """));
        assertThat(Task.of("1", TaskStatus.INPUT_REQUIRED, "c", "u").toExtensionJson())
                .isEqualTo(Json.parse("""
                    {"taskId":"1","status":"input_required","createdAt":"c","lastUpdatedAt":"u","ttlMs":null}\
                    """));
    }

    @Test
    void statusesAreKnownByTheirWords() {
        for (var status : TaskStatus.values()) {
            assertThat(TaskStatus.of(status.name().toLowerCase(Locale.ROOT))).contains(status);
        }
        assertThat(TaskStatus.of("WORKING")).isEmpty();
        assertThat(Arrays.stream(TaskStatus.values()).filter(TaskStatus::terminal))
                .containsExactly(TaskStatus.COMPLETED, TaskStatus.FAILED, TaskStatus.CANCELLED);
    }
}
