package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.LIMIT;
import static dev.fairlead.client.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.QuestionFailedException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.TooManyRoundsException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rounds of the modern era, in which a result may be a question. */
class RoundsTest {
    private static final String FORM = "{'method':'elicitation/create','params':{'mode':'form','message':'?',"
            + "'requestedSchema':{'type':'object','properties':{'x':{'type':'string'}}}}}";
    private static final String DONE = "{'resultType':'complete','content':[{'type':'text','text':'done'}]}";

    private final AtomicInteger asked = new AtomicInteger();
    private final InputHandlers person = InputHandlers.none().onForm((form, asking) -> {
        return InputResponse.accept(json("{'x':'%d'}".formatted(asked.incrementAndGet())));
    });

    private static String asking(String questions, String state) {
        return "{'resultType':'input_required'%s%s}"
                .formatted(
                        questions == null ? "" : ",'inputRequests':" + questions,
                        state == null ? "" : ",'requestState':'" + state + "'");
    }

    private static ScriptedServer server(String... results) {
        return ScriptedServer.modern().answeringInTurn("tools/call", results);
    }

    private McpClient connect(ScriptedServer server, InputHandlers handlers) {
        return McpClient.connect(
                server.transport(), NegotiationTest.profile().handlers(handlers).build());
    }

    private void fails(ScriptedServer server, Class<? extends Throwable> how, String words) {
        try (var client = connect(server, person)) {
            assertThatThrownBy(() -> client.callTool("t", null))
                    .isInstanceOf(how)
                    .hasMessageContaining("tools/call t")
                    .hasMessageContaining(words);
            assertThat(client.ping()).isPositive();
        }
    }

    @Test
    @Verifies({"H-1", "H-2", "H-3", "H-5"})
    void eachRoundAnswersTheLatestQuestionsWithTheLatestState() {
        var odd = "\\\\u0000 \\u00e9 {\\\\\\\"a\\\\\\\": 1}  ";
        var server = server(
                asking("{'q1':%s,'q2':%s}".formatted(FORM, FORM), odd), asking("{'q1':" + FORM + "}", null), DONE);
        try (var client = connect(server, person)) {
            assertThat(client.callTool("t", Map.of("k", "v")).text()).isEqualTo("done");
        }
        var calls = server.requests("tools/call");
        assertThat(calls).hasSize(3);
        var sent = json(asking(null, odd)).path("requestState").stringValue();
        assertThat(calls.get(0).params().has("requestState")).isFalse();
        assertThat(calls.get(1).params().path("requestState").stringValue()).isEqualTo(sent);
        assertThat(calls.get(1).params().path("inputResponses"))
                .isEqualTo(json("{'q1':{'action':'accept','content':{'x':'1'}},"
                        + "'q2':{'action':'accept','content':{'x':'2'}}}"));
        assertThat(calls.get(2).params().has("requestState")).isFalse();
        assertThat(calls.get(2).params().path("inputResponses"))
                .isEqualTo(json("{'q1':{'action':'accept','content':{'x':'3'}}}"));
        for (var call : calls) {
            assertThat(call.params().path("name").stringValue()).isEqualTo("t");
            assertThat(call.params().path("arguments")).isEqualTo(json("{'k':'v'}"));
        }
        assertThat(calls.stream().map(call -> call.id())).doesNotHaveDuplicates();
    }

    @Test
    @Verifies({"G-21", "G-30"})
    void promptsAndResourcesMayAskToo() {
        var server = ScriptedServer.modern()
                .answeringInTurn(
                        "prompts/get", asking("{'q':" + FORM + "}", "s"), "{'resultType':'complete','messages':[]}")
                .answeringInTurn(
                        "resources/read", asking("{'q':" + FORM + "}", "s"), "{'resultType':'complete','contents':[]}");
        try (var client = connect(server, person)) {
            assertThat(client.getPrompt("p", Map.of()).messages()).isEmpty();
            assertThat(client.readResource("r:1").contents()).isEmpty();
        }
        assertThat(asked).hasValue(2);
    }

    @Test
    @Verifies("H-5")
    void tenRoundsAreEnoughAndTheLastQuestionIsNotPutToAnybody() {
        var server = server(asking("{'q':" + FORM + "}", "again"));
        fails(server, TooManyRoundsException.class, "10 rounds");
        assertThat(server.requests("tools/call")).hasSize(10);
        assertThat(asked).hasValue(9);
    }

    @Test
    @Verifies("H-5")
    void sixteenQuestionsAtOnceAreEnough() {
        var many = IntStream.range(0, 17)
                .mapToObj(key -> "'q%d':%s".formatted(key, FORM))
                .collect(Collectors.joining(",", "{", "}"));
        fails(server(asking(many, "s")), ProtocolViolationException.class, "17 questions");
        assertThat(asked).hasValue(0);
    }

    @Test
    @Verifies("H-5")
    void ofATaskTheyAreEnoughToo() {
        var many = IntStream.range(0, 17)
                .mapToObj(key -> "'q%d':%s".formatted(key, FORM))
                .collect(Collectors.joining(",", "{", "}"));
        var server =
                server("{'resultType':'task','taskId':'x','status':'input_required','inputRequests':" + many + "}");
        var profile = NegotiationTest.profile().handlers(person).tasks().build();
        try (var client = McpClient.connect(server.transport(), profile)) {
            assertThatThrownBy(() -> client.callTool("t", null))
                    .isInstanceOf(ProtocolViolationException.class)
                    .hasMessageContaining("17 questions");
        }
        assertThat(asked).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'method':'tools/call','params':{}}",
                "{'method':'ping'}",
                "{}",
                "{'method':'elicitation/create','params':{'mode':'carrier-pigeon','message':'?'}}",
                "{'method':'elicitation/create','params':{'message':'?'}}",
                "{'method':'elicitation/create'}",
                "7"
            })
    @Verifies({"H-6", "H-12"})
    void whatCannotBeUnderstoodIsNotAnswered(String question) {
        var server = server(asking("{'q':" + question + "}", "s"), DONE);
        fails(server, ProtocolViolationException.class, "cannot be read");
        assertThat(server.requests("tools/call")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'method':'sampling/createMessage','params':{'messages':[],'maxTokens':5}}",
                "{'method':'roots/list'}",
                "{'method':'elicitation/create','params':{'mode':'url','message':'?','url':'https://x.example/'}}"
            })
    @Verifies({"H-6", "H-7", "H-12", "H-39"})
    void whatWasNotDeclaredIsNotAnswered(String question) {
        var server = server(asking("{'q':" + question + "}", "s"), DONE);
        fails(server, QuestionFailedException.class, "");
        assertThat(server.requests("tools/call")).hasSize(1);
    }

    @Test
    @Verifies({"H-7", "H-32"})
    void whatAPersonRejectsIsNotRetried() {
        var server = server(
                asking("{'q':{'method':'sampling/createMessage','params':{'messages':[],'maxTokens':5}}}", "s"), DONE);
        try (var client = connect(server, person.onSampling((request, asking) -> Optional.empty()))) {
            assertThatThrownBy(() -> client.callTool("t", null))
                    .isInstanceOf(QuestionFailedException.class)
                    .hasMessageContaining("rejected");
        }
        assertThat(server.requests("tools/call")).hasSize(1);
    }

    @Test
    @Verifies({"H-7", "H-15"})
    void anAnswerThatDoesNotFitOrAHandlerThatFailsEndsTheCall() {
        var question = asking("{'q':" + FORM + "}", "s");
        List<InputHandlers> careless = List.of(
                InputHandlers.none().onForm((form, asking) -> InputResponse.accept(json("{'x':7}"))),
                InputHandlers.none().onForm((form, asking) -> null),
                InputHandlers.none().onForm((form, asking) -> new InputResponse.RootList(List.of())),
                InputHandlers.none().onForm((form, asking) -> {
                    throw new IllegalStateException("a defect");
                }),
                InputHandlers.none().onForm((form, asking) -> {
                    throw new AssertionError("a grave defect");
                }));
        for (var handlers : careless) {
            var server = server(question, DONE);
            try (var client = connect(server, handlers)) {
                assertThatThrownBy(() -> client.callTool("t", null)).isInstanceOf(QuestionFailedException.class);
            }
            assertThat(server.requests("tools/call")).hasSize(1);
        }
    }

    @Test
    @Verifies({"H-16", "H-21", "H-23"})
    void consentToAVisitHasNoContent() {
        var server = server(
                asking(
                        "{'q':{'method':'elicitation/create','params':{'mode':'url','message':'?','url':'https://x.example/'}}}",
                        "s"),
                DONE);
        try (var client = connect(
                server,
                InputHandlers.none()
                        .onUrl((url, asking) -> InputResponse.accept(json("{'url':'" + url.url() + "'}"))))) {
            assertThat(client.callTool("t", null).text()).isEqualTo("done");
        }
        assertThat(server.requests("tools/call").getLast().params().path("inputResponses"))
                .isEqualTo(json("{'q':{'action':'accept'}}"));
    }

    @Test
    @Verifies("H-1")
    void stateWithoutQuestionsIsHandedBackAfterAPause() {
        var server = server(asking(null, "one"), asking("{}", "two"), DONE);
        try (var client = connect(server, person)) {
            var result = client.callTool("t", null);
            assertThat(result.text()).isEqualTo("done");
            assertThat(result.duration()).isGreaterThanOrEqualTo(Duration.ofMillis(300));
        }
        var calls = server.requests("tools/call");
        assertThat(calls.get(1).params().path("requestState").stringValue()).isEqualTo("one");
        assertThat(calls.get(2).params().path("requestState").stringValue()).isEqualTo("two");
        assertThat(calls.get(1).params().has("inputResponses")).isFalse();
        assertThat(calls.get(2).params().has("inputResponses")).isFalse();
    }

    @Test
    void aPauseEndsWithTheTotalLimitOrTheConnection() throws Exception {
        var server = server(asking(null, "wait"));
        var client = connect(server, person);
        assertThatThrownBy(() -> client.callTool("t", null, CallOptions.within(Duration.ofSeconds(1))))
                .isInstanceOf(CallTimeoutException.class)
                .hasMessageContaining("none within 1 s");
        var call = client.async().callTool("t", null);
        org.awaitility.Awaitility.await()
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(server.requests("tools/call")).hasSizeGreaterThan(5));
        client.close();
        assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(ClientClosedException.class);
    }

    @Test
    @Verifies("H-8")
    void aQuestionWithoutQuestionsAndStateIsInvalid() {
        fails(server(asking(null, null)), ProtocolViolationException.class, "neither questions nor state");
        fails(
                server("{'resultType':'input_required','requestState':7}"),
                ProtocolViolationException.class,
                "unreadable questions");
        fails(
                server("{'resultType':'input_required','inputRequests':[]}"),
                ProtocolViolationException.class,
                "unreadable questions");
    }

    @Test
    @Verifies("A-16")
    void listsMayNotAsk() {
        var server = ScriptedServer.modern().answering("tools/list", asking("{'q':" + FORM + "}", "s"));
        try (var client = connect(server, person)) {
            assertThatThrownBy(client::listTools)
                    .isInstanceOf(ProtocolViolationException.class)
                    .hasMessageContaining("tools/list");
        }
        assertThat(asked).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"'later'", "'task'", "''", "7", "null", "{}"})
    @Verifies({"A-13", "A-15", "B-15"})
    void anUnknownKindOfResultIsAnErrorNotAHollowSuccess(String kind) {
        fails(
                server("{'resultType':%s,'content':[],'taskId':'x','status':'working'}".formatted(kind)),
                ProtocolViolationException.class,
                "");
    }

    @Test
    @Verifies("A-14")
    void aResultWithoutKindIsCompleteAndReported() {
        var server = server("{'content':[{'type':'text','text':'done'}]}");
        try (var client = connect(server, person)) {
            assertThat(client.callTool("t", null).text()).isEqualTo("done");
            assertThat(client.violations()).containsEntry(Violation.Kind.BAD_SHAPE, 1L);
        }
    }

    @Test
    @Verifies({"H-4", "H-42"})
    void callsAtTheSameTimeDoNotMixTheirAnswers() throws Exception {
        var server = ScriptedServer.modern().on("tools/call", (request, line) -> {
            var name = request.params().path("arguments").path("n").asString();
            if (!request.params().has("inputResponses")) {
                var form = FORM.replace("'?'", "'" + name + "'");
                line.result(request, asking("{'q':" + form + "}", "state of " + name));
                return;
            }
            var answer = request.params()
                    .path("inputResponses")
                    .path("q")
                    .path("content")
                    .path("x")
                    .stringValue();
            var state = request.params().path("requestState").stringValue();
            line.result(request, DONE.replace("'done'", "'%s, %s'".formatted(answer, state)));
        });
        var echoing = InputHandlers.none()
                .onForm((form, asking) -> InputResponse.accept(json("{'x':'" + form.message() + "'}")));
        try (var client = connect(server, echoing);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = IntStream.range(0, 100)
                    .mapToObj(n -> (Callable<String>)
                            () -> client.callTool("t", Map.of("n", n)).text())
                    .toList();
            var answers = threads.invokeAll(calls);
            for (int n = 0; n < 100; n++) {
                assertThat(answers.get(n).get()).isEqualTo("%d, state of %d".formatted(n, n));
            }
        }
    }

    @Test
    @Verifies({"A-10", "A-9"})
    void aRequestOfAModernServerIsReportedAndNotAnswered() {
        var server = ScriptedServer.modern().on("tools/call", (request, line) -> {
            line.send("{'jsonrpc':'2.0','id':1,'method':'ping'}");
            line.send("{'jsonrpc':'2.0','id':2,'method':'roots/list'}");
            line.result(request, DONE);
        });
        try (var client = connect(server, person.onRoots(List::of))) {
            client.callTool("t", null);
            org.awaitility.Awaitility.await()
                    .atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(client.violations()).containsEntry(Violation.Kind.FORBIDDEN_REQUEST, 2L));
            client.ping();
            assertThat(server.responses()).isEmpty();
        }
    }

    @Test
    @Verifies("H-1")
    void whereTheAnswersAreRefusedTheCallMayHaveBeenCarriedOut() {
        var turn = new AtomicInteger();
        try (var server = ScriptedHttp.modern().on("tools/call", exchange -> {
                    if (turn.getAndIncrement() == 0) {
                        ScriptedHttp.result(asking("{'q':%s}".formatted(FORM), "s"))
                                .handle(exchange);
                    } else {
                        exchange.answer(400);
                    }
                });
                var client = McpClient.connect(
                        HttpTransport.to(server.url()),
                        NegotiationTest.profile().handlers(person).build())) {
            assertThatThrownBy(() -> client.callTool("t", null))
                    .isInstanceOfSatisfying(HttpStatusException.class, failure -> {
                        assertThat(failure.status()).isEqualTo(400);
                        assertThat(failure.maybeExecuted()).isTrue();
                    });
            assertThat(server.rpc("tools/call")).hasSize(2);
        }
    }

    @Test
    @Verifies("H-1")
    void anErrorInAnswerToTheAnswersDoesNotMakeTheCallSafeToRepeat() {
        var turn = new AtomicInteger();
        var server = ScriptedServer.modern().on("tools/call", (request, line) -> {
            if (turn.getAndIncrement() == 0) {
                line.result(request, asking("{'q':%s}".formatted(FORM), "s"));
            } else {
                line.refuse(request, ErrorCode.INVALID_PARAMS, "the state is too old", null);
            }
        });
        try (var client = connect(server, person)) {
            assertThatThrownBy(() -> client.callTool("t", null))
                    .isInstanceOfSatisfying(ServerErrorException.class, failure -> {
                        assertThat(failure.error().code()).isEqualTo(ErrorCode.INVALID_PARAMS);
                        assertThat(failure.maybeExecuted()).isTrue();
                        assertThat(failure).hasMessageContainingAll("tools/call t", "the state is too old");
                    });
        }
    }

    @Test
    @Verifies({"H-1", "D-41"})
    void aCallThatHasAskedIsNotBegunAnewWhereItsHeadersAreRefused() {
        var turn = new AtomicInteger();
        try (var server = ScriptedHttp.modern().on("tools/call", exchange -> {
                    var answer = turn.getAndIncrement() == 0
                            ? ScriptedHttp.result(asking("{'q':%s}".formatted(FORM), "s"))
                            : ScriptedHttp.refusal(400, ErrorCode.HEADER_MISMATCH, "odd", "null");
                    answer.handle(exchange);
                });
                var client = McpClient.connect(
                        HttpTransport.to(server.url()),
                        NegotiationTest.profile().handlers(person).build())) {
            assertThatThrownBy(() -> client.callTool("t", null))
                    .isInstanceOfSatisfying(ServerErrorException.class, failure -> {
                        assertThat(failure.error().code()).isEqualTo(ErrorCode.HEADER_MISMATCH);
                        assertThat(failure.maybeExecuted()).isTrue();
                    });
            assertThat(server.rpc("tools/call")).hasSize(2);
            assertThat(asked).hasValue(1);
        }
    }
}
