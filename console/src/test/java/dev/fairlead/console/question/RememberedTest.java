package dev.fairlead.console.question;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.console.event.Broadcast;
import dev.fairlead.host.Host;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.trust.ApprovalRequest;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.host.trust.Subject;
import dev.fairlead.host.trust.ToolDefinition;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was decided for good is about the server that was shown, and the list tells what holds. */
final class RememberedTest {
    private final Host host = Host.builder().open();
    private final Remembered remembered = new Remembered(() -> host, new Broadcast("run"));

    @BeforeEach
    void connect() throws Exception {
        become("one");
    }

    @AfterEach
    void end() {
        host.close();
    }

    /** Has another server, or the same again, under the name. */
    private void become(String which) throws InterruptedException {
        host.add(ServerConfig.of(
                "s", new Endpoint.Own(FakeServer.named(which).build().transport())));
    }

    private List<String> held() {
        return remembered
                .all()
                .valueStream()
                .filter(one -> one.path("holds").asBoolean())
                .map(one -> one.path("tool").asString(""))
                .toList();
    }

    private ApprovalRequest request() {
        return new ApprovalRequest(
                null,
                "s",
                host.gate().grants().identity("s"),
                ToolDefinition.of(Tool.of("t", "Does t", Json.object().put("type", "object"))),
                Json.object(),
                new ApprovalRequest.Reason.FirstUse(),
                false,
                false,
                false);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatWasShownIsAllowedAndNoOtherServerOfItsName(boolean all) throws Exception {
        Predicate<ApprovalRequest> allow = all ? remembered::server : remembered::tool;
        var shown = request();

        become("another");

        assertThat(allow.test(shown)).isFalse();
        assertThat(host.gate().grants().list(null)).isEmpty();
        assertThat(allow.test(request())).isTrue();
        assertThat(remembered.all()).hasSize(1);
    }

    @Test
    void whatWasAllowedToAnotherServerDoesNotHoldAndCanBeTakenBack() throws Exception {
        assertThat(remembered.server(request())).isTrue();
        var id = remembered.all().path(0).path("id").asString("");
        host.gate().grants().deny(Subject.of("s", "danger"), Scope.ALWAYS);

        become("another");

        assertThat(held()).as("a denial holds whatever the server is").containsExactly("danger");
        assertThat(remembered.all()).hasSize(2);
        become("one");
        assertThat(held()).as("it is what was allowed again").hasSize(2);
        become("another");
        remembered.forget(id);
        become("one");
        assertThat(remembered.all()).hasSize(1);
    }
}
