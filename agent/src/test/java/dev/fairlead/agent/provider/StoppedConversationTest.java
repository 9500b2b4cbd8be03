package dev.fairlead.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.fairlead.agent.Agent;
import dev.fairlead.agent.AgentEvent;
import dev.fairlead.agent.AgentRun;
import dev.fairlead.agent.Approval.Reach;
import dev.fairlead.agent.CallRecord;
import dev.fairlead.agent.CallRecord.Status;
import dev.fairlead.agent.Outcome;
import dev.fairlead.agent.Transcript;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.agent.model.Tuning;
import dev.fairlead.host.Host;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** A conversation that was stopped during a call goes on, with the provider that it began with and with every other. */
@Timeout(120)
class StoppedConversationTest {
    private static final String NAME = "slow__wait";
    private static final ObjectNode SCHEMA = Json.object().put("type", "object");
    private static final String PROVIDERS = "dev.fairlead.agent.provider.ProviderMock#names";

    private static final Semaphore BEGUN = new Semaphore(0);
    private static ProviderMock mock;
    private static Host host;

    @BeforeAll
    static void start() throws InterruptedException {
        mock = ProviderMock.start("session.json");
        var server = FakeServer.named("slow")
                .tool(Tool.of("wait", "Waits.", SCHEMA), call -> {
                    BEGUN.release();
                    call.pause(Duration.ofSeconds(100));
                    return CallToolResult.ofText("It came.");
                })
                .build();
        host = Host.builder().server("slow", server.transport()).open();
        assertThat(host.settled(Duration.ofSeconds(30))).isTrue();
    }

    @AfterAll
    static void stop() {
        if (mock != null) {
            mock.close();
        }
        if (host != null) {
            host.close();
        }
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void everyProviderIsToldThatTheCallWasCancelled(String provider) {
        var stopped = stopped(provider);
        assertThat(stopped.calls())
                .extracting(CallRecord::name, CallRecord::status)
                .containsExactly(tuple(NAME, Status.CANCELLED));

        ProviderMock.names().forEach(other -> assertGoesOn(stopped, other, "Tool execution cancelled"));
    }

    /** As it is left by a program that ended in the middle of the call. */
    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void everyProviderIsToldThatThereIsNoResult(String provider) {
        var stopped = stopped(provider);
        var left = new Transcript(stopped.id(), stopped.began(), stopped.turns().subList(0, 2), List.of());
        assertThat(left.pending()).hasSize(1);

        ProviderMock.names().forEach(other -> assertGoesOn(left, other, "the user went on without it"));
    }

    private static Transcript stopped(String provider) {
        var end = finished(agent(provider).run(Transcript.begin(), "Wait for it."));
        assertThat(end.outcome()).isEqualTo(new Outcome.Stopped());
        return end.transcript();
    }

    private static void assertGoesOn(Transcript before, String provider, String told) {
        var end = finished(agent(provider).run(Transcript.of(before.toJson()), "What became of it?"));

        assertThat(end.outcome())
                .isInstanceOfSatisfying(
                        Outcome.Answered.class,
                        answered -> assertThat(answered.text()).isEqualTo("Nothing became of it."));
        assertThat(end.transcript().calls()).hasSize(1);
        var turns = end.transcript().turns();
        assertThat(turns).hasSize(5);
        var request =
                new ModelRequest("", turns.subList(0, 4), List.of(new ToolSpec(NAME, "Waits.", SCHEMA)), Tuning.USUAL);
        assertAllowed(provider, request, told);
    }

    /** Asserts that what was posted is as the provider's documentation wants it, which the mock does not check. */
    private static void assertAllowed(String provider, ModelRequest request, String told) {
        var registered = Providers.ALL.stream()
                .filter(one -> one.name().equals(provider))
                .findFirst()
                .orElseThrow();
        var body = registered.codec().get().body(registered.usualModel(), request);
        assertThat(Json.write(body)).contains(told);
        switch (provider) {
            case "gemini" -> ProviderRules.gemini(body, provider);
            case "openai" -> ProviderRules.check(Recorded.Provider.OPENAI_CHAT, body, provider);
            case "openai-responses" -> ProviderRules.check(Recorded.Provider.OPENAI_RESPONSES, body, provider);
            case "anthropic" -> ProviderRules.check(Recorded.Provider.ANTHROPIC, body, provider);
            case "ollama" -> ProviderRules.check(Recorded.Provider.OLLAMA, body, provider);
            default -> throw new IllegalArgumentException(provider);
        }
    }

    private static Agent agent(String provider) {
        var providers = mock.providers();
        return Agent.builder(host, providers.model(providers.named(provider))).build();
    }

    /** Reads a run to its end, stopping it as soon as a call has begun. */
    private static AgentEvent.Finished finished(AgentRun run) {
        try (run) {
            while (true) {
                switch (run.next()) {
                    case AgentEvent.ApprovalNeeded(var approval) -> {
                        approval.allow(Reach.ONCE);
                        assertThat(BEGUN.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
                        run.stop();
                    }
                    case AgentEvent.Finished end -> {
                        return end;
                    }
                    default -> {}
                }
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stop);
        }
    }
}
