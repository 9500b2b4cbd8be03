package dev.fairlead.agent;

import static dev.fairlead.agent.ScriptedModel.call;
import static dev.fairlead.agent.ScriptedModel.calls;
import static dev.fairlead.agent.ScriptedModel.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.Approval.Reach;
import dev.fairlead.agent.model.CallResult;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.host.Host;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.HostileHttp;
import dev.fairlead.wire.http.HttpTransport;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;

/** Servers that want to lead the model, or to use it up. */
@Timeout(120)
class HostileServersTest extends AgentScene {

    private HostileHttp openHostile(Era era, String mode, String... options) throws InterruptedException {
        var all =
                Stream.concat(Stream.of(options), Stream.of("--era", era.name().toLowerCase(Locale.ROOT)));
        var hostile = HostileHttp.mode(mode, all.toArray(String[]::new));
        open(Host.builder().server("s", HttpTransport.to(hostile.url()).named("s")));
        return hostile;
    }

    @EachEra
    void ordersInAResultRunNothingThatNobodyAllowed(Era era) throws Exception {
        try (var hostile = openHostile(era, "prompt-inject")) {
            // It obeys whatever it reads.
            var model = new ScriptedModel(request -> request.turns().getLast() instanceof Turn.Asked
                    ? calls(call("1", "s__echo"))
                    : request.turns().size() < 5 && request.turns().toString().contains("injected")
                            ? calls(call("2", "s__charge", Json.object().put("key", "injected")))
                            : text("done"));

            var events = events(agent(model).run(Transcript.begin(), "go"), approval -> {
                if (approval.request().definition().tool().name().equals("echo")) {
                    yes(approval);
                } else {
                    approval.deny("no");
                }
            });

            assertThat(model.asked)
                    .as("the model was asked after the orders had come")
                    .hasSizeGreaterThan(2);
            assertThat(hostile.charged("injected")).isZero();
            assertThat(hostile.canary()).as("what was fetched").isEmpty();
            assertThat(outcome(events)).isInstanceOf(Outcome.Answered.class);
        }
    }

    @EachEra
    void whatIsHiddenInDefinitionsAndResultsIsNotHandedToTheModel(Era era) throws Exception {
        for (var mode : List.of("tool-poison", "prompt-inject")) {
            try (var hostile = openHostile(era, mode)) {
                var model = new ScriptedModel(HostileServersTest::once);

                events(agent(model).run(Transcript.begin(), "go"), AgentScene::yes);

                assertThat(model.asked).hasSizeGreaterThan(1);
                if (mode.equals("tool-poison")) {
                    // Tags, letters without width, text that is turned around: all of it comes from the server.
                    assertThat(unseen(host.catalog().tools().toString()))
                            .contains("U+E0042", "U+200B", "U+200C", "U+202E", "U+202C");
                }
                assertThat(unseen(model.asked.toString()))
                        .as("%s: what nobody sees reaches the model", mode)
                        .isEmpty();
            } finally {
                host.close();
            }
        }
    }

    /** Lists the characters of a text that leave no mark where it is shown. */
    private static Set<String> unseen(String text) {
        return text.codePoints()
                .filter(point -> Character.getType(point) == Character.FORMAT
                        || (Character.isISOControl(point) && point != '\n' && point != '\t')
                        || (point >= 0xE0000 && point <= 0xE0FFF))
                .mapToObj("U+%04X"::formatted)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<ReplyPiece> once(dev.fairlead.agent.model.ModelRequest request) {
        return request.turns().getLast() instanceof Turn.Asked ? calls(call("1", "s__echo")) : text("done");
    }

    @EachEra
    void ofFiveCallsTheOneThatNobodyKnowsTheEndOfIsToldAsThatAndTheOthersAsTheyEnded(Era era) throws Exception {
        try (var hostile =
                HostileHttp.mode("http-exec-then-drop", "--era", era.name().toLowerCase(Locale.ROOT))) {
            open(Host.builder()
                    .server("s", HttpTransport.to(hostile.url()).named("s"))
                    .server("calc", calculator().build().transport()));
            var sum = Json.object().put("a", 2).put("b", 3);
            var model = ScriptedModel.saying(
                    calls(
                            call("1", "calc__add", sum),
                            call("2", "s__ledger"),
                            call("3", "s__charge", Json.object().put("key", "k")),
                            call("4", "calc__add", sum),
                            call("5", "s__ledger")),
                    text("done"));

            events(agent(model).run(Transcript.begin(), "go"), approval -> approval.allow(Reach.CHAT));

            var told = ((Turn.Results) model.asked.get(1).turns().getLast()).results();
            assertThat(told).extracting(CallResult::id).containsExactly("1", "2", "3", "4", "5");
            assertThat(told).extracting(CallResult::failed).containsExactly(false, false, true, false, false);
            assertThat(Transcript.text(told.get(2).parts()))
                    .contains("It is not known whether the call was carried out")
                    .contains("Do not repeat it without asking");
            assertThat(Transcript.text(told.get(3).parts())).contains("5.0");
            assertThat(hostile.charged("k")).isEqualTo(1);
        }
    }

    @EachEra
    void aServerThatAsksForEverythingGetsNoTokensBeyondTheBudget(Era era) throws Exception {
        for (var mode : List.of("sampling-abuse", "server-request-flood")) {
            // With this seed half of the flood are wishes for the model; with others there may be none.
            try (var hostile = openHostile(era, mode, "--n", "10", "--ms", "3000", "--seed", "6")) {
                var model = new ScriptedModel(request -> request.tools().isEmpty() ? text("ok") : once(request));
                var agent = Agent.builder(host, model)
                        .desk(desk)
                        .budget(Budget.USUAL.withTokens(60L))
                        .build();

                var wishes = new AtomicInteger();
                try (var run = agent.run(Transcript.begin(), "go")) {
                    run.forEachRemaining(event -> {
                        switch (event) {
                            case AgentEvent.ApprovalNeeded(var approval) -> yes(approval);
                            case AgentEvent.QuestionAsked(ServerQuestion.Sampling wish) -> {
                                wishes.incrementAndGet();
                                wish.allow();
                            }
                            default -> {}
                        }
                    });
                }

                var ofServer = model.asked.stream()
                        .filter(request -> request.tools().isEmpty())
                        .toList();
                // Servers of the modern era ask in results; whatever they ask otherwise is not heard.
                if (era == Era.LEGACY || mode.equals("sampling-abuse")) {
                    assertThat(wishes)
                            .as("%s: what the server wished of the model", mode)
                            .hasPositiveValue();
                    assertThat(ofServer).as(mode).hasSizeBetween(1, 4);
                } else {
                    assertThat(wishes).hasValue(0);
                    assertThat(ofServer).isEmpty();
                }
                assertThat(ofServer)
                        .allSatisfy(request ->
                                assertThat(request.tuning().maxOutputTokens()).isLessThanOrEqualTo(60));
                assertThat(hostile.canary()).isEmpty();
            } finally {
                host.close();
            }
        }
    }
}
