package dev.fairlead.console.question;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.question.Approvals.Decision;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.host.trust.ApprovalRequest;
import dev.fairlead.host.trust.ToolDefinition;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** A question is there until it is settled, and is settled once. */
final class ApprovalsTest {
    private static final Decision ONCE = new Decision("once", "", null);
    private static final Decision TOOL = new Decision("tool", "", null);

    private final Approvals approvals = new Approvals(new Broadcast("run"));

    private String ask(Predicate<Decision> decided) {
        var request = new ApprovalRequest(
                null,
                "s",
                "identity",
                ToolDefinition.of(Tool.of("t", "Does t", Json.object().put("type", "object"))),
                Json.object(),
                new ApprovalRequest.Reason.FirstUse(),
                false,
                false,
                false);
        return approvals.ask("c-1", "chat-1", null, request, decided);
    }

    private List<String> asked() {
        return approvals
                .all()
                .valueStream()
                .map(one -> one.path("id").asString())
                .toList();
    }

    @Test
    void aDecisionThatCouldNotBeKeptIsAskedForAgain() {
        var stored = new AtomicBoolean();
        var card = ask(decision -> {
            if (!stored.get()) {
                throw new IllegalStateException("the store is away");
            }
            return true;
        });

        assertThatThrownBy(() -> approvals.decide(card, TOOL)).hasMessage("the store is away");

        assertThat(asked()).containsExactly(card);
        stored.set(true);
        approvals.decide(card, ONCE);
        assertThat(asked()).isEmpty();
        assertThatThrownBy(() -> approvals.decide(card, ONCE)).isInstanceOf(Refusal.class);
    }

    @Test
    void nobodyDecidesOrSeesWhatIsBeingDecided() {
        var id = new AtomicReference<String>();
        var card = ask(decision -> {
            assertThat(asked()).isEmpty();
            assertThatThrownBy(() -> approvals.decide(id.get(), ONCE)).isInstanceOf(Refusal.class);
            assertThatThrownBy(() -> approvals.inChat(id.get())).isInstanceOf(Refusal.class);
            return true;
        });
        id.set(card);

        approvals.decide(card, ONCE);

        assertThat(asked()).isEmpty();
    }

    @Test
    void whatWasTakenBackMeanwhileIsNotAskedAgain() {
        var id = new AtomicReference<String>();
        var card = ask(decision -> {
            approvals.withdraw(id.get());
            throw new IllegalStateException("the store is away");
        });
        id.set(card);

        assertThatThrownBy(() -> approvals.decide(card, TOOL)).hasMessage("the store is away");

        assertThat(asked()).isEmpty();
    }

    @Test
    void whereNobodyWaitedTheDecisionIsRefusedAndTheQuestionGone() {
        var card = ask(decision -> false);
        assertThatThrownBy(() -> approvals.decide(card, ONCE)).isInstanceOf(Refusal.class);
        assertThat(asked()).isEmpty();
    }
}
