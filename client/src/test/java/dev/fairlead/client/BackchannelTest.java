package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.LIMIT;
import static dev.fairlead.client.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.client.handler.NobodyAskedException;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.SamplingResult;
import dev.fairlead.protocol.error.QuestionFailedException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.testkit.Verifies;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The requests that servers of the older revisions make. */
class BackchannelTest {
    private static final String FORM = "{'jsonrpc':'2.0','id':%s,'method':'elicitation/create','params':"
            + "{'message':'?','requestedSchema':{'type':'object','properties':{'n':{'type':'integer','minimum':1}}}}}";
    private static final String DONE = "{'content':[{'type':'text','text':'done'}]}";

    private final ScriptedServer server = ScriptedServer.legacy();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    private McpClient client;

    private void connect(InputHandlers handlers) {
        client = McpClient.connect(
                server.transport(), NegotiationTest.profile().handlers(handlers).build());
        server.awaitNotification("notifications/initialized");
    }

    @AfterEach
    void close() {
        client.close();
    }

    private InputHandlers waiting(AtomicBoolean interrupted) {
        return InputHandlers.none().onForm((form, asking) -> {
            asked.countDown();
            try {
                release.await();
            } catch (InterruptedException stop) {
                interrupted.set(true);
                throw stop;
            }
            return InputResponse.decline();
        });
    }

    private Response answerTo(String id) {
        return (Response) server.await(message -> message instanceof Response response
                && String.valueOf(response.id()).equals(id));
    }

    private int errorTo(String id) {
        return ((Response.Failure) answerTo(id)).error().code();
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "\"7\"", "\"\"", "-1", "9007199254740993", "\"é-🚢\""})
    @Verifies("A-5")
    void idsAreRepeatedExactly(String id) {
        connect(InputHandlers.none().onForm((form, asking) -> InputResponse.cancel()));
        server.line().send(FORM.formatted(id));
        assertThat(((Response.Result) answerTo(id)).result()).isEqualTo(json("{'action':'cancel'}"));
    }

    @Test
    @Verifies({"A-11", "H-39"})
    void whatIsUnknownOrUndeclaredIsRefused() {
        connect(InputHandlers.none());
        int id = 0;
        for (var method :
                List.of("what/ever", "roots/list", "sampling/createMessage", "elicitation/create", "tools/list")) {
            server.line().send("{'jsonrpc':'2.0','id':%d,'method':'%s','params':{}}".formatted(++id, method));
            assertThat(errorTo(String.valueOf(id))).isEqualTo(-32601);
        }
        server.line().send("{'jsonrpc':'2.0','method':'notifications/what/ever','params':{}}");
        server.line().send("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':99}}");
        assertThat(client.ping()).isPositive();
        assertThat(server.responses()).hasSize(id);
    }

    @Test
    @Verifies({"I-1", "C-15", "H-42"})
    void aPingIsAnsweredWhileAPersonThinks() throws Exception {
        connect(waiting(new AtomicBoolean()));
        server.line().send(FORM.formatted("1"));
        asked.await();
        server.line().send("{'jsonrpc':'2.0','id':2,'method':'ping'}");
        assertThat(((Response.Result) answerTo("2")).result()).isEqualTo(json("{}"));
        release.countDown();
        answerTo("1");
        assertThat(server.responses())
                .extracting(response -> String.valueOf(response.id()))
                .containsExactly("2", "1");
        assertThat(client.violations()).isEmpty();
    }

    @Test
    @Verifies({"I-11", "I-10"})
    void aQuestionThatIsTakenBackGetsNoAnswer() throws Exception {
        var interrupted = new AtomicBoolean();
        connect(waiting(interrupted));
        server.line().send(FORM.formatted("'a'"));
        asked.await();
        server.line().send("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':'a'}}");
        await().atMost(LIMIT).untilTrue(interrupted);
        client.ping();
        assertThat(server.responses()).isEmpty();
    }

    @Test
    void whatIsAskedWhileTheClientClosesIsNotBegun() {
        var begun = new AtomicInteger();
        var handlers = InputHandlers.none().onForm((form, asking) -> {
            begun.incrementAndGet();
            release.await();
            return InputResponse.decline();
        });
        server.on("shutdown", (request, line) -> {
            line.send(FORM.formatted("1"));
            line.result(request, "{}");
        });
        client = McpClient.connect(
                server.transport(),
                NegotiationTest.profile()
                        .handlers(handlers)
                        .politeShutdown(true)
                        .build());
        client.close();
        assertThat(server.requests("shutdown")).hasSize(1);
        assertThat(begun).hasValue(0);
    }

    @Test
    void nobodyIsAskedAnyLongerByAServerThatIsGone() throws Exception {
        var interrupted = new AtomicBoolean();
        connect(waiting(interrupted));
        server.line().send(FORM.formatted("1"));
        asked.await();
        server.line().hangUp();
        await().atMost(LIMIT).untilTrue(interrupted);
    }

    @Test
    void aHundredQuestionsAtOnceAreBounded() {
        var open = new AtomicInteger();
        var most = new AtomicInteger();
        var handlers = InputHandlers.none().onForm((form, asking) -> {
            most.accumulateAndGet(open.incrementAndGet(), Math::max);
            release.await();
            open.decrementAndGet();
            return InputResponse.decline();
        });
        connect(handlers);
        for (int id = 1; id <= 100; id++) {
            server.line().send(FORM.formatted(id));
        }
        await().atMost(LIMIT).untilAsserted(() -> assertThat(server.responses()).hasSize(36));
        assertThat(server.responses()).allMatch(Response.Failure.class::isInstance);
        assertThat(client.ping()).isPositive();
        release.countDown();
        await().atMost(LIMIT).untilAsserted(() -> assertThat(server.responses()).hasSize(100));
        assertThat(most.get()).isLessThanOrEqualTo(64);
    }

    @Test
    void aQuestionThatComesTwiceIsPutOnceAndAnsweredOnce() throws Exception {
        connect(waiting(new AtomicBoolean()));
        server.line().send(FORM.formatted("'s-1'"));
        asked.await();
        server.line().send(FORM.formatted("'s-1'"));
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(client.violations()).containsEntry(Violation.Kind.FORBIDDEN_REQUEST, 1L));
        assertThat(server.responses()).isEmpty();
        release.countDown();
        assertThat(((Response.Result) answerTo("\"s-1\"")).result()).isEqualTo(json("{'action':'decline'}"));
        client.ping();
        assertThat(server.responses()).hasSize(1);
    }

    @Test
    void ofHugeQuestionsAsManyAreKeptAsFit() {
        connect(waiting(new AtomicBoolean()));
        var huge = FORM.replace("'?'", "'" + "?".repeat(12 << 20) + "'");
        for (int id = 1; id <= 4; id++) {
            server.line().send(huge.formatted(id));
        }
        await().atMost(LIMIT).untilAsserted(() -> assertThat(server.responses()).hasSize(2));
        assertThat(errorTo("3")).isEqualTo(-32603);
        release.countDown();
        await().atMost(LIMIT).untilAsserted(() -> assertThat(server.responses()).hasSize(4));
        server.line().send(huge.formatted(5));
        assertThat(((Response.Result) answerTo("5")).result()).isEqualTo(json("{'action':'decline'}"));
    }

    @Test
    void aHugeMethodThatIsUnknownIsNotRepeated() {
        connect(InputHandlers.none());
        server.line().send("{'jsonrpc':'2.0','id':1,'method':'%s'}".formatted("x".repeat(8 << 20)));
        assertThat(((Response.Failure) answerTo("1")).error().message()).hasSizeLessThan(10_000);
    }

    @Test
    @Verifies({"H-15", "H-39"})
    void anAnswerIsCheckedAgainstTheForm() {
        var answers = List.of("{'n':0}", "{'n':'x'}").iterator();
        connect(InputHandlers.none().onForm((form, asking) -> InputResponse.accept(json(answers.next()))));
        server.line().send(FORM.formatted("1"));
        assertThat(errorTo("1")).isEqualTo(-32603);
        server.line().send(FORM.formatted("2"));
        assertThat(errorTo("2")).isEqualTo(-32603);
        server.line().send(FORM.formatted("3"));
        assertThat(errorTo("3")).isEqualTo(-32603);
    }

    @Test
    @Verifies({"H-39", "H-16"})
    void aCarelessHandlerLeavesNoServerWaiting() {
        connect(InputHandlers.none().onForm((form, asking) -> null).onRoots(() -> {
            throw new AssertionError("a grave defect");
        }));
        server.line().send(FORM.formatted("1"));
        assertThat(errorTo("1")).isEqualTo(-32603);
        server.line().send("{'jsonrpc':'2.0','id':2,'method':'roots/list'}");
        assertThat(errorTo("2")).isEqualTo(-32603);
    }

    @Test
    void whatGoesWrongInTheApplicationIsNotForTheServerToRead() {
        connect(InputHandlers.none()
                .onForm((form, asking) -> InputResponse.accept(json("{'n':0,'canary':1}")))
                .onRoots(() -> {
                    throw new IllegalStateException("canary");
                }));
        server.line().send(FORM.formatted("1"));
        server.line().send("{'jsonrpc':'2.0','id':2,'method':'roots/list'}");
        assertThat(((Response.Failure) answerTo("1")).error().message()).isEqualTo("the answer does not fit the form");
        assertThat(((Response.Failure) answerTo("2")).error().message()).isEqualTo("the handler failed");
    }

    @Test
    void aQuestionThatNobodyWasAskedIsNotAnsweredAsIfSomebodyHadDeclined() {
        connect(InputHandlers.none()
                .onForm((form, asking) -> {
                    throw new NobodyAskedException("too many are open");
                })
                .onRoots(() -> {
                    throw new NobodyAskedException("too many are open");
                }));
        server.line().send(FORM.formatted("1"));
        server.line().send("{'jsonrpc':'2.0','id':2,'method':'roots/list'}");
        for (var id : List.of("1", "2")) {
            assertThat(((Response.Failure) answerTo(id)).error().message())
                    .isEqualTo("nobody was asked: too many are open");
        }
    }

    @Test
    void questionsThatWereTakenBackCountUntilTheirHandlersEnd() {
        var running = new AtomicInteger();
        connect(InputHandlers.none().onForm((form, asking) -> {
            running.incrementAndGet();
            boolean released = false;
            while (!released) {
                try {
                    released = release.await(20, TimeUnit.SECONDS);
                } catch (InterruptedException deaf) {
                    released = false;
                }
            }
            running.decrementAndGet();
            return InputResponse.decline();
        }));
        for (int id = 1; id <= 64; id++) {
            server.line().send(FORM.formatted(id));
        }
        await().atMost(LIMIT).until(() -> running.get() == 64);
        for (int id = 1; id <= 64; id++) {
            server.line()
                    .send("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':%d}}"
                            .formatted(id));
        }
        server.line().send(FORM.formatted("65"));
        assertThat(errorTo("65")).isEqualTo(-32603);
        assertThat(running).hasValue(64);
        release.countDown();
        await().atMost(LIMIT).until(() -> running.get() == 0);
        await().atMost(LIMIT).until(() -> {
            server.line().send(FORM.formatted("'again'"));
            return server.responses().stream().anyMatch(Response.Result.class::isInstance);
        });
    }

    @Test
    @Verifies({"H-12", "H-11"})
    void aModeThatWasNotDeclaredIsRefused() {
        connect(InputHandlers.none().onForm((form, asking) -> InputResponse.decline()));
        server.line()
                .send("{'jsonrpc':'2.0','id':1,'method':'elicitation/create','params':"
                        + "{'mode':'url','message':'?','url':'https://x.example','elicitationId':'e'}}");
        assertThat(errorTo("1")).isEqualTo(-32602);
        server.line()
                .send("{'jsonrpc':'2.0','id':2,'method':'elicitation/create','params':{'mode':'dance','message':'?'}}");
        assertThat(errorTo("2")).isEqualTo(-32602);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'maxTokens':5,'messages':[{'role':'user','content':{'type':'text','text':'no'}}] | -1",
                "'maxTokens':5,'messages':[],'tools':[{'name':'t','inputSchema':{'type':'object'}}] | -32602",
                "'maxTokens':5,'messages':[],'toolChoice':{'mode':'auto'} | -32602",
                "'messages':7 | -32602"
            })
    @Verifies({"H-29", "H-30", "H-32"})
    void samplingIsRefusedByTheRules(String params, int code) {
        connect(InputHandlers.none().onSampling((request, asking) -> Optional.empty()));
        server.line()
                .send("{'jsonrpc':'2.0','id':1,'method':'sampling/createMessage','params':{%s}}".formatted(params));
        assertThat(errorTo("1")).isEqualTo(code);
    }

    @Test
    @Verifies({"H-29", "H-30", "H-31"})
    void samplingWithToolsChecksThatEveryUseIsAnswered() {
        connect(InputHandlers.none()
                .onSamplingWithTools((request, asking) -> Optional.of(SamplingResult.ofText("tiny", "ok"))));
        var use = "{'role':'assistant','content':{'type':'tool_use','id':'u1','name':'t','input':{}}}";
        var request = "{'jsonrpc':'2.0','id':%d,'method':'sampling/createMessage','params':{'maxTokens':5,"
                + "'tools':[{'name':'t','inputSchema':{'type':'object'}}],'messages':[%s]}}";
        server.line().send(request.formatted(1, use + ",{'role':'user','content':{'type':'text','text':'x'}}"));
        assertThat(errorTo("1")).isEqualTo(-32602);
        server.line().send(request.formatted(2, "{'role':'user','content':{'type':'text','text':'x'}}"));
        assertThat(((Response.Result) answerTo("2")).result().path("model").stringValue())
                .isEqualTo("tiny");
    }

    private void demandVisits(String data) {
        var turn = new AtomicInteger();
        server.answering("tools/list", "{'tools':[{'name':'t','inputSchema':{'type':'object'}}]}");
        server.on("tools/call", (request, line) -> {
            if (turn.getAndIncrement() == 0) {
                line.refuse(request, -32042, "visit first", data);
            } else {
                line.result(request, DONE);
            }
        });
    }

    private static final String VISIT =
            "{'elicitations':[{'mode':'url','message':'?','url':'https://x.example/','elicitationId':'e1'}]}";

    @Test
    @Verifies({"A-30", "H-21", "H-22"})
    void aDemandedVisitIsMadeAndTheCallRetriedWhenTheServerSaysSo() throws Exception {
        demandVisits(VISIT);
        var handlers = InputHandlers.none().onUrl((url, asking) -> {
            assertThat(url.url()).isEqualTo("https://x.example/");
            asked.countDown();
            return InputResponse.accept();
        });
        connect(handlers);
        var call = client.async().callTool("t", null);
        asked.await();
        var complete =
                "{'jsonrpc':'2.0','method':'notifications/elicitation/complete','params':{'elicitationId':'%s'}}";
        server.line().send(complete.formatted("unknown"));
        server.line().send(complete.formatted("e1"));
        assertThat(call.get(20, TimeUnit.SECONDS).text()).isEqualTo("done");
        server.line().send(complete.formatted("e1"));
        assertThat(server.requests("tools/call")).hasSize(2);
        assertThat(client.ping()).isPositive();
    }

    @Test
    @Verifies("H-22")
    void withoutWordOfItsEndAVisitIsGivenSomeTime() {
        demandVisits(VISIT);
        var patience = new Limits(Duration.ofSeconds(20), Duration.ofMillis(200), Duration.ofSeconds(40));
        connect(InputHandlers.none().onUrl((url, asking) -> InputResponse.accept()));
        var result = client.callTool("t", null, CallOptions.usual().withLimits(patience));
        assertThat(result.text()).isEqualTo("done");
        assertThat(result.duration()).isGreaterThanOrEqualTo(Duration.ofMillis(200));
    }

    @Test
    @Verifies("H-18")
    void aVisitThatIsDeclinedEndsTheCall() {
        demandVisits(VISIT);
        connect(InputHandlers.none().onUrl((url, asking) -> InputResponse.decline()));
        assertThatThrownBy(() -> client.callTool("t", null))
                .isInstanceOf(QuestionFailedException.class)
                .hasMessageContaining("declined");
        assertThat(server.requests("tools/call")).hasSize(1);
    }

    @Test
    @Verifies("A-30")
    void aDemandForMoreVisitsThanAnybodyMakesIsTheServersError() {
        var visit = "{'mode':'url','message':'?','url':'https://x.example/','elicitationId':'e%d'}";
        var visits = IntStream.range(0, 17).mapToObj(visit::formatted).collect(Collectors.joining(","));
        demandVisits("{'elicitations':[" + visits + "]}");
        connect(InputHandlers.none().onUrl((url, asking) -> {
            asked.countDown();
            return InputResponse.accept();
        }));
        assertThatThrownBy(() -> client.callTool("t", null)).isInstanceOf(ServerErrorException.class);
        assertThat(asked.getCount()).isEqualTo(1);
    }

    @Test
    @Verifies("A-30")
    void aDemandWithoutReadableVisitsIsTheServersError() {
        demandVisits("{'elicitations':[{'mode':'url'}]}");
        connect(InputHandlers.none().onUrl((url, asking) -> InputResponse.accept()));
        assertThatThrownBy(() -> client.callTool("t", null))
                .isInstanceOf(ServerErrorException.class)
                .hasMessageContaining("visit first");
    }

    @Test
    @Verifies({"A-8", "A-5"})
    void aBatchOfMessagesIsReadOneByOne() {
        connect(InputHandlers.none());
        server.line().send("[{'jsonrpc':'2.0','id':1,'method':'ping'},{'jsonrpc':'2.0','id':2,'method':'ping'}]");
        answerTo("1");
        answerTo("2");
        assertThat(client.violations()).isEmpty();
    }
}
