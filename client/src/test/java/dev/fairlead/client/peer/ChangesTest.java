package dev.fairlead.client.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.client.handler.Tolerance;
import dev.fairlead.protocol.ServerCapabilities;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Notification;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** News of what a server never said it has are not believed, and not passed over in silence. */
class ChangesTest {
    private final Diary diary = new Diary("s", ConnectionListener.NONE, Tolerance.LENIENT);
    private final List<ServerEvent> told = new ArrayList<>();

    @BeforeEach
    void listen() {
        diary.subscribe(told::add);
    }

    @AfterEach
    void close() {
        diary.close();
    }

    private void tell(String method, String declared) {
        Changes.tell(
                new Notification(method, (ObjectNode) Json.parse("{\"uri\":\"r:a\"}")),
                ServerCapabilities.from(Json.parse(declared)),
                diary);
    }

    @ParameterizedTest
    @CsvSource({
        "notifications/tools/list_changed,     tools,     prompts",
        "notifications/prompts/list_changed,   prompts,   resources",
        "notifications/resources/list_changed, resources, tools",
        "notifications/resources/updated,      resources, prompts"
    })
    void whatChangesHasToBeThere(String method, String kind, String other) {
        tell(method, "{\"" + kind + "\":{}}");
        assertThat(told).hasSize(1);
        assertThat(diary.counts()).isEmpty();

        tell(method, "{\"" + other + "\":{}}");
        assertThat(told).hasSize(1);
        assertThat(diary.counts()).isEqualTo(Map.of(Violation.Kind.STRAY_NOTIFICATION, 1L));
    }

    @Test
    void newsOfSomethingElseAreNoChange() {
        tell("notifications/message", "{\"tools\":{}}");
        assertThat(told).isEmpty();
        assertThat(diary.counts()).isEmpty();
    }
}
