package dev.fairlead.agent;

import static dev.fairlead.agent.ScriptedModel.call;
import static dev.fairlead.agent.ScriptedModel.calls;
import static dev.fairlead.agent.ScriptedModel.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.Approval.Reach;
import dev.fairlead.agent.CallRecord.Status;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.host.trust.Subject;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.testkit.FakeServer;
import java.util.ArrayList;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What it means for a chat, and for what is asked in it, that all tools of a server are allowed. */
@Timeout(60)
final class ServerAllowedTest extends AgentScene {
    @Test
    void whatWasAllowedForGoodAndTakenBackIsAskedAboutAgainInTheSameChat() throws Exception {
        open(calculator().build());
        var model = ScriptedModel.saying(
                calls(call("1", "calc__add")), text("done"), calls(call("2", "calc__fail")), text("x"));
        var agent = agent(model);
        var asked = new ArrayList<String>();

        var first = events(agent.run(Transcript.begin(), "go"), approval -> {
            asked.add(approval.request().definition().name());
            approval.allow(Reach.ALWAYS_SERVER);
        });
        host.gate().grants().revoke(Subject.of("calc"));
        var second = events(agent.run(finished(first).transcript(), "go on"), approval -> {
            asked.add(approval.request().definition().name());
            approval.deny("");
        });

        assertThat(asked).containsExactly("add", "fail");
        assertThat(finished(second).transcript().calls())
                .extracting(CallRecord::status)
                .containsExactly(Status.SUCCESS, Status.DENIED);
    }

    @Test
    void aYesForAServerAnswersNoQuestionAboutAToolThatIsToBeAskedAboutAtEveryCall() throws Exception {
        open(FakeServer.named("files")
                .tool(reading("list"), call -> CallToolResult.ofText("a, b"))
                .tool(reading("find"), call -> CallToolResult.ofText("c"))
                .build());
        assertThat(host.gate().grants().ask(Subject.of("files", "find"), Scope.ALWAYS))
                .isTrue();
        var model = ScriptedModel.saying(calls(call("1", "files__list"), call("2", "files__find")), text("done"));
        var asked = new TreeMap<String, Approval>();

        var events = events(agent(model).run(Transcript.begin(), "go"), approval -> {
            asked.put(approval.request().definition().name(), approval);
            if (asked.size() == 2) {
                assertThat(asked.get("list").allow(Reach.CHAT_SERVER)).isTrue();
                assertThat(asked.get("find").deny("")).isTrue();
            }
        });

        assertThat(finished(events).transcript().calls())
                .extracting(CallRecord::status)
                .containsExactly(Status.SUCCESS, Status.DENIED);
    }

    /** Somebody may be changing the arguments of what they were asked about before. */
    @ParameterizedTest
    @EnumSource(
            value = Reach.class,
            names = {"CHAT_SERVER", "ALWAYS_SERVER"})
    void aServerCanBeAllowedWithoutAnAnswerToWhatElseWasAsked(Reach reach) throws Exception {
        open(FakeServer.named("files")
                .tool(reading("list"), call -> CallToolResult.ofText("a, b"))
                .tool(reading("find"), call -> CallToolResult.ofText("c"))
                .build());
        var model = ScriptedModel.saying(
                calls(call("1", "files__list"), call("2", "files__find")),
                calls(call("3", "files__find")),
                text("done"));
        var asked = new ArrayList<Approval>();

        var events = events(agent(model).run(Transcript.begin(), "go"), approval -> {
            asked.add(approval);
            if (asked.size() == 2) {
                assertThat(approval.allowAlone(reach)).isTrue();
                assertThat(asked.getFirst().deny("")).isTrue();
            }
        });

        assertThat(asked).hasSize(2);
        assertThat(finished(events).transcript().calls())
                .extracting(CallRecord::status)
                .containsOnlyOnce(Status.DENIED)
                .last()
                .isEqualTo(Status.SUCCESS);
    }
}
