package dev.fairlead.client.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.RequestId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Which call news are about, and which news say the same thing again. */
class RequestIdsTest {
    private final RequestIds ids = new RequestIds();

    private static Notification news(String method, String params) {
        return new Notification(method, (ObjectNode) Json.parse(params.replace('\'', '"')));
    }

    @Test
    void progressIsAboutItsToken() {
        var progress = news("notifications/progress", "{'progressToken':7,'progress':1}");
        assertThat(ids.exchangeOf(progress)).contains(RequestId.of(7));
        assertThat(ids.subjectOf(progress)).contains(Json.parse("7"));
        assertThat(ids.subjectOf(news("notifications/progress", "{'progress':1}")))
                .isEmpty();
    }

    @Test
    void otherNewsEachCount() {
        var log = news("notifications/message", "{'progressToken':7,'_meta':{'progressToken':7}}");
        assertThat(ids.subjectOf(log)).isEmpty();
        assertThat(ids.subjectOf(new Notification("notifications/progress", null)))
                .isEmpty();
        assertThat(ids.exchangeOf(new Notification("notifications/progress", null)))
                .isEmpty();
    }

    @Test
    void newsOfAStreamNameIt() {
        assertThat(ids.exchangeOf(news(
                        "notifications/tools/list_changed",
                        "{'_meta':{'io.modelcontextprotocol/subscriptionId':'x'}}")))
                .contains(RequestId.of("x"));
        assertThat(ids.exchangeOf(news("notifications/tools/list_changed", "{}")))
                .isEmpty();
    }

    @Test
    void onlyAStreamCanBeEndedByTheServersCancelling() {
        var cancelled = news("notifications/cancelled", "{'requestId':1}");
        assertThat(ids.exchangeOf(cancelled)).isEmpty();
        ids.openedSubscription(RequestId.of(1));
        assertThat(ids.exchangeOf(cancelled)).contains(RequestId.of(1));
        ids.closed(RequestId.of(1));
        assertThat(ids.exchangeOf(cancelled)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "1e300", "9223372036854775808", "true", "null", "[1]", "{}"})
    void whatIsNoIdIsNone(String id) {
        assertThat(RequestIds.idIn(Json.parse(id))).isEmpty();
    }

    @Test
    void numbersAreWhatTheyAreHoweverTheyAreWritten() {
        assertThat(RequestIds.idIn(Json.parse("1.0"))).contains(RequestId.of(1));
        assertThat(RequestIds.idIn(Json.parse("9223372036854775807"))).contains(RequestId.of(Long.MAX_VALUE));
        assertThat(RequestIds.idIn(null)).isEmpty();
    }
}
