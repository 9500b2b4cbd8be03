package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A file that cannot be used is told of, when the console starts and when it breaks later. */
final class ConfigProblemsTest {
    @TempDir
    private Path home;

    private final List<String> messages = new CopyOnWriteArrayList<>();

    private static JsonNode problems(JsonNode state) {
        return state.path("configuration").path("problems");
    }

    @Test
    void theTerminalAndThePageAreToldAndTakeBackWhatIsMended() throws Exception {
        var file = home.resolve("fairlead.json");
        Files.writeString(file, "{\n  \"mcpServers\": oops");
        try (var page = new Page(home, builder -> builder.messages(messages::add))) {
            assertThat(messages).anySatisfy(message -> assertThat(message).contains(file + ":2"));
            var found = problems(page.get("/api/state"));
            assertThat(found).hasSize(1);
            assertThat(found.path(0).path("severity").asString("")).isEqualTo("error");
            assertThat(found.path(0).path("text").asString("")).contains(file + ":2");

            Files.writeString(file, "{\"mcpServers\": {}}");
            page.await("/api/state", state -> problems(state).isEmpty());

            try (var events = page.events(page.get("/api/state").path("seq").asString(""))) {
                Files.writeString(file, "{\"mcpServers\": {\"s\": {\"command\": \"sh\", \"args\": 7}}}");
                var told =
                        events.await("problems", data -> !data.path("problems").isEmpty());
                assertThat(told.data().path("problems").path(0).path("text").asString(""))
                        .contains("mcpServers.s.args");
            }
        }
    }
}
