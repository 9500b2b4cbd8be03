package dev.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.Approval.Reach;
import dev.fairlead.host.trust.Answer;
import dev.fairlead.host.trust.ApprovalRequest;
import dev.fairlead.host.trust.Approver;
import dev.fairlead.host.trust.AuditLog;
import dev.fairlead.host.trust.Grant;
import dev.fairlead.host.trust.Grants;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.host.trust.Subject;
import dev.fairlead.host.trust.ToolDefinition;
import dev.fairlead.host.trust.ToolGate;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.MemoryStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is allowed while it is being asked about. */
@Timeout(60)
final class ChatGrantsTest {
    private final Grants standing = ToolGate.asking(
                    new MemoryStore(),
                    Approver.NOBODY,
                    AuditLog.none(),
                    (server, tool) -> false,
                    server -> "what it is")
            .grants();
    private final ChatGrants grants = new ChatGrants(standing);
    private final Outlet outlet = new Outlet();

    private static ApprovalRequest request() {
        return request("add", false);
    }

    private static ApprovalRequest request(String tool, boolean ruled) {
        return new ApprovalRequest(
                null,
                "calc",
                "what it is",
                ToolDefinition.of(AgentScene.tool(tool)),
                Json.object(),
                new ApprovalRequest.Reason.FirstUse(),
                ruled,
                ruled,
                false);
    }

    /** It is looked up before it is asked, and somebody may say so in between. */
    @ParameterizedTest
    @EnumSource(
            value = Reach.class,
            names = {"CHAT", "CHAT_SERVER", "ALWAYS_SERVER"})
    void whatWasAllowedSinceItWasLookedUpIsShownToNobody(Reach reach) throws Exception {
        grants.note(request(), reach);

        var answer = grants.ask(new Approval("1", request(), grants), outlet);

        assertThat(answer).isEqualTo(new Answer.Allow(Scope.ONCE));
        var last = new AgentEvent.Finished(new Outcome.Stopped(), Transcript.begin());
        outlet.force(last);
        assertThat(outlet.take(() -> {})).isSameAs(last);
    }

    @Test
    void aServerThatWasAllowedForGoodIsLeftToTheStandingDecisionsWhereThatMayBeTakenBack() {
        assertThat(new Approval("1", request(), grants).allow(Reach.ALWAYS_SERVER))
                .isTrue();
        assertThat(standing.list(null)).extracting(Grant::decision).containsExactly(Grant.Decision.ALLOW);
        assertThat(grants.allows(request())).isFalse();
    }

    @Test
    void aServerThatWasAllowedForTheChatTooStaysAllowedThereWhenThatForGoodIsTakenBack() {
        new Approval("1", request(), grants).allow(Reach.CHAT_SERVER);
        new Approval("2", request(), grants).allow(Reach.ALWAYS_SERVER);
        standing.revoke(Subject.of("calc"));

        assertThat(grants.allows(request())).isTrue();
    }

    @Test
    void aServerThatCannotBeAllowedForGoodIsAllowedForTheChat() {
        standing.deny(Subject.of("calc"), Scope.ALWAYS);
        new Approval("1", request(), grants).allow(Reach.ALWAYS_SERVER);

        assertThat(standing.list(null)).extracting(Grant::decision).containsExactly(Grant.Decision.DENY);
        assertThat(grants.allows(request())).isTrue(); // The gate itself refuses what is denied.
    }

    @ParameterizedTest
    @EnumSource(
            value = Reach.class,
            names = {"CHAT_SERVER", "ALWAYS_SERVER"})
    void aToolThatIsToBeAskedAboutAtEveryCallIsNotAllowedWithItsServer(Reach reach) {
        grants.note(request("fail", false), reach);
        assertThat(grants.allows(request("add", true))).isFalse();
        assertThat(grants.allows(request("fail", false))).isTrue();

        grants.keep(request("fail", false), reach);
        assertThat(grants.allows(request("add", true))).isFalse();
        assertThat(grants.allows(request("fail", false))).isEqualTo(reach == Reach.CHAT_SERVER);

        grants.note(request("add", true), Reach.CHAT);
        assertThat(grants.allows(request("add", true))).isTrue();
    }
}
