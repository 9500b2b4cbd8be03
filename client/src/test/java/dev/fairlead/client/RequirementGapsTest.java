package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.CacheHint;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.Root;
import dev.fairlead.protocol.SamplingResult;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.QuestionFailedException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** What the protocol demands of questions, metadata and kept results, seen from the server. */
class RequirementGapsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String FORM = "{'type':'object','properties':{'name':{'type':'string'}}}";
    private static final String DONE = "{'resultType':'complete','content':[{'type':'text','text':'done'}]}";
    private static final InputRequest NAME =
            new InputRequest.Form("Who?", FormSchema.from(ScriptedServer.json(FORM)), null);
    private static final InputHandlers PERSON = InputHandlers.none()
            .onForm((form, asking) -> InputResponse.accept(Json.object().put("name", "Ada")));

    private static McpClient connect(ScriptedServer server, InputHandlers handlers) {
        return McpClient.connect(server.transport(), profile(handlers).build());
    }

    private static ClientProfile.Builder profile(InputHandlers handlers) {
        return ClientProfile.builder().handlers(handlers).eraMemory(new EraMemory(InstantSource.system()));
    }

    /** Returns the result that asks these things, given as entries of an object. */
    private static String asking(String questions) {
        return "{'resultType':'input_required','inputRequests':{%s}}".formatted(questions);
    }

    private static String form(String key) {
        return "'%s':{'method':'elicitation/create','params':{'message':'Who?','requestedSchema':%s}}"
                .formatted(key, FORM);
    }

    /** Returns what was asked for, without the metadata and without what belongs to the round. */
    private static ObjectNode bare(Request request) {
        var params = request.params().deepCopy();
        params.remove(List.of("_meta", "inputResponses", "requestState"));
        return params;
    }

    @Test
    @Verifies("A-20")
    void reservedMetadataOfAnyShapeDisturbsNoResult() {
        var server = ScriptedServer.modern().answering("tools/call", """
            {'resultType':'complete','content':[{'type':'text','text':'done'}],'_meta':{
            'io.modelcontextprotocol/serverInfo':7,'io.modelcontextprotocol/subscriptionId':{},
            'io.modelcontextprotocol/protocolVersion':'1999-01-01','io.modelcontextprotocol/future':[null]}}\
            """);
        try (var client = connect(server, InputHandlers.none())) {
            assertThat(client.callTool("work", null).text()).isEqualTo("done");
            assertThat(client.server().version().id()).isEqualTo("2026-07-28");
        }
    }

    @EachEra
    @Verifies({"A-18", "A-19", "C-13"})
    void theMetadataWeWriteHasDefinedKeysOnly(Era era) {
        var server = FakeServer.named("watching")
                .era(era)
                .logging()
                .tool(Tool.of("work", null, Json.object().put("type", "object")), call -> CallToolResult.ofText("done"))
                .resource(Resource.of("a:1", "one"), (uri, call) -> ReadResourceResult.of())
                .build();
        try (var client = McpClient.connect(server.transport(), profile(PERSON).build())) {
            client.callTool("work", Map.of());
            client.readResource("a:1");
            client.ping();
        }
        var keys = new TreeSet<String>();
        var requests = requests(server);
        requests.forEach(request -> {
            if (request.params() != null) {
                keys.addAll(request.params().path("_meta").propertyNames());
            }
        });
        var envelope = List.of(MetaKey.PROTOCOL_VERSION, MetaKey.CLIENT_INFO, MetaKey.CLIENT_CAPABILITIES);
        assertThat(keys).allMatch(MetaKey::wellFormed).contains(MetaKey.PROGRESS_TOKEN);
        assertThat(keys.stream().filter(MetaKey::reserved)).containsExactlyInAnyOrderElementsOf(envelope);
        var afterTheProbe = requests.subList(1, requests.size());
        if (era == Era.MODERN) {
            assertThat(afterTheProbe)
                    .allSatisfy(
                            request -> assertThat(request.params().path("_meta").propertyNames())
                                    .containsAll(envelope));
        } else {
            assertThat(afterTheProbe.getFirst().method()).isEqualTo("initialize");
            assertThat(afterTheProbe)
                    .noneMatch(request -> request.params() != null
                            && request.params().path("_meta").has(MetaKey.PROTOCOL_VERSION));
        }
        assertThat(server.complaints()).isEmpty();
    }

    @Test
    @Verifies({"H-1", "H-2", "H-3", "H-4", "H-5", "H-9", "H-11"})
    void eachRoundRepeatsTheCallWithItsOwnAnswersAndState() {
        var state = "{\"a\": 01} \u2028\u0000 ü \\n%7B==";
        var first = ScriptedServer.json(asking(form("q1") + "," + form("q2"))).put("requestState", state);
        var server = ScriptedServer.modern().answeringInTurn("tools/call", Json.write(first), asking(form("q3")), DONE);
        try (var client = connect(server, PERSON)) {
            assertThat(client.callTool("work", Map.of("n", 1)).text()).isEqualTo("done");
            assertThat(client.callTool("work", Map.of("n", 1)).text()).isEqualTo("done");
        }
        var calls = server.requests("tools/call");
        assertThat(calls).hasSize(4);
        assertThat(calls).extracting(Request::id).doesNotHaveDuplicates();
        assertThat(calls)
                .extracting(call -> call.params().path("_meta").path("progressToken"))
                .doesNotHaveDuplicates();
        assertThat(calls).extracting(RequirementGapsTest::bare).containsOnly(bare(calls.getFirst()));
        assertThat(calls.get(0).params().propertyNames()).doesNotContain("inputResponses", "requestState");
        assertThat(calls.get(1).params().path("inputResponses").propertyNames()).containsExactly("q1", "q2");
        assertThat(calls.get(1).params().path("inputResponses").path("q1"))
                .isEqualTo(ScriptedServer.json("{'action':'accept','content':{'name':'Ada'}}"));
        assertThat(calls.get(1).params().path("requestState").stringValue()).isEqualTo(state);
        assertThat(calls.get(2).params().path("inputResponses").propertyNames()).containsExactly("q3");
        assertThat(calls.get(2).params().has("requestState")).isFalse();
        assertThat(calls.get(3).params().propertyNames()).doesNotContain("inputResponses", "requestState");
    }

    @Test
    @Verifies({"G-39", "G-40", "G-41"})
    void aKeptResultServesTheSameClientAndTheSameParametersOnly() {
        var server = FakeServer.named("lasting")
                .era(Era.MODERN)
                .cache(new CacheHint(Duration.ofHours(1), false))
                .resource(Resource.of("a:1", "one"), (uri, call) -> contents(uri))
                .resource(Resource.of("a:2", "two"), (uri, call) -> contents(uri))
                .build();
        try (var one = McpClient.connect(server.transport(), profile(PERSON).build());
                var other =
                        McpClient.connect(server.transport(), profile(PERSON).build())) {
            assertThat(one.readResource("a:1")).isEqualTo(one.readResource("a:1"));
            assertThat(reads(server)).isEqualTo(1);
            assertThat(one.readResource("a:2").contents())
                    .containsExactly(ResourceContents.text("a:2", "text/plain", "at a:2"));
            assertThat(reads(server)).isEqualTo(2);
            assertThat(other.readResource("a:1").contents()).hasSize(1);
            assertThat(reads(server)).isEqualTo(3);
        }
    }

    @Test
    @Verifies("G-42")
    void aResultThatTookAnswersIsNotKept() {
        var server = FakeServer.named("lasting")
                .era(Era.MODERN)
                .cache(new CacheHint(Duration.ofHours(1), true))
                .resource(Resource.of("a:1", "one"), (uri, call) -> {
                    var name = call.ask(NAME).path("content").path("name").stringValue();
                    return ReadResourceResult.of(ResourceContents.text(uri, "text/plain", "For " + name));
                })
                .build();
        var people = List.of("Ada", "Bo").iterator();
        var handlers = InputHandlers.none()
                .onForm((form, asking) -> InputResponse.accept(Json.object().put("name", people.next())));
        try (var client =
                McpClient.connect(server.transport(), profile(handlers).build())) {
            assertThat(client.readResource("a:1").contents())
                    .containsExactly(ResourceContents.text("a:1", "text/plain", "For Ada"));
            assertThat(client.readResource("a:1").contents())
                    .containsExactly(ResourceContents.text("a:1", "text/plain", "For Bo"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "elicitation/create; {'mode':'url','message':'Go','url':'https://example.com/','elicitationId':'e1'}",
                "elicitation/create; {'mode':'telepathy','message':'Go'}"
            })
    @Verifies("H-12")
    void aModeThatWasNotDeclaredIsRefused(String method, String params) {
        assertThat(refusalOf(method, params, PERSON)).isEqualTo(-32602);
        assertThatNothingIsRepeated(method, params, PERSON);
    }

    @ParameterizedTest
    @ValueSource(strings = {"'tools':[{'name':'t','inputSchema':{'type':'object'}}]", "'toolChoice':{'mode':'auto'}"})
    @Verifies("H-29")
    void samplingWithToolsThatWasNotDeclaredIsRefused(String wish) {
        var model = InputHandlers.none().onSampling((request, asking) -> Optional.of(SamplingResult.ofText("m", "no")));
        var params =
                "{'maxTokens':5,'messages':[{'role':'user','content':{'type':'text','text':'x'}}],%s}".formatted(wish);
        assertThat(refusalOf("sampling/createMessage", params, model)).isEqualTo(-32602);
        assertThatNothingIsRepeated("sampling/createMessage", params, model);
    }

    @Test
    @Verifies("H-30")
    void toolResultsAmongOtherContentAreRefused() {
        var model = InputHandlers.none()
                .onSamplingWithTools((request, asking) -> Optional.of(SamplingResult.ofText("m", "no")));
        var params = """
            {'maxTokens':5,'messages':[
            {'role':'assistant','content':[{'type':'tool_use','id':'u1','name':'t','input':{}}]},
            {'role':'user','content':[{'type':'tool_result','toolUseId':'u1','content':[]},
            {'type':'text','text':'and also'}]}]}\
            """;
        assertThat(refusalOf("sampling/createMessage", params, model)).isEqualTo(-32602);
        assertThatNothingIsRepeated("sampling/createMessage", params, model);
    }

    @ParameterizedTest
    @CsvSource({"auto,endTurn", "required,toolUse", "none,somethingNew"})
    @Verifies({"H-24", "H-31"})
    void toolChoicesReachTheModelAndItsReasonToStopReachesTheServer(String choice, String reason) {
        var model = InputHandlers.none()
                .onSamplingWithTools((request, asking) -> Optional.of(SamplingResult.of(
                        "m", reason, ContentBlock.text(request.toolChoice().mode()))));
        var server = ScriptedServer.legacy();
        try (var client = connect(server, model)) {
            server.line().send("""
                {'jsonrpc':'2.0','id':'s1','method':'sampling/createMessage','params':{'maxTokens':5,
                'messages':[],'tools':[{'name':'t','inputSchema':{'type':'object'}}],'toolChoice':{'mode':'%s'}}}\
                """.replace("\n", "").formatted(choice));
            var answer = (Response.Result) server.await(Response.class::isInstance);
            assertThat(answer.result().path("stopReason").stringValue()).isEqualTo(reason);
            assertThat(answer.result().path("content").path("text").stringValue())
                    .isEqualTo(choice);
            assertThat(client.server().era()).isEqualTo(Era.LEGACY);
        }
        assertThat(server.requests("initialize")
                        .getFirst()
                        .params()
                        .path("capabilities")
                        .path("sampling"))
                .isEqualTo(ScriptedServer.json("{'tools':{}}"));
    }

    @Test
    @Verifies({"A-30", "H-22"})
    void visitsThatAServerDemandsComeFirst() throws Exception {
        var turn = new AtomicInteger();
        var server = ScriptedServer.legacy().on("tools/call", (request, line) -> {
            if (turn.getAndIncrement() == 0) {
                line.refuse(request, -32042, "visit first", """
                    {'elicitations':[{'mode':'url','elicitationId':'e1','message':'Please grant',
                    'url':'https://example.com/grant'}]}\
                    """);
            } else {
                line.result(request, DONE);
            }
        });
        var visited = new CountDownLatch(1);
        var handlers = InputHandlers.none().onUrl((url, asking) -> {
            assertThat(url.url()).isEqualTo("https://example.com/grant");
            visited.countDown();
            return InputResponse.accept();
        });
        try (var client = connect(server, handlers)) {
            var result = client.async().callTool("work", Map.of("n", 1));
            assertThat(visited.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            complete(server, "unheard-of");
            assertThat(server.requests("tools/call")).hasSize(1);
            complete(server, "e1");
            assertThat(result.get(LIMIT.toSeconds(), TimeUnit.SECONDS).text()).isEqualTo("done");
            complete(server, "e1");
            assertThat(client.violations()).isEmpty();
        }
        var calls = server.requests("tools/call");
        assertThat(calls).hasSize(2);
        assertThat(calls.get(1).params().propertyNames()).doesNotContain("inputResponses", "requestState");
        assertThat(bare(calls.get(1))).isEqualTo(bare(calls.get(0)));
    }

    @Test
    @Verifies("H-37")
    void aLegacyServerHearsThatTheRootsHaveChanged() throws Exception {
        var server = FakeServer.named("rooted").era(Era.LEGACY).build();
        var handlers = InputHandlers.none().onRoots(() -> List.of(Root.of(Path.of("one"))));
        try (var client =
                McpClient.connect(server.transport(), profile(handlers).build())) {
            client.rootsChanged();
            Message told = server.awaitReceived(
                    message -> message instanceof Notification news
                            && news.method().equals("notifications/roots/list_changed"),
                    LIMIT);
            assertThat(told).isNotNull();
        }
        assertThat(server.complaints()).isEmpty();
    }

    @Test
    @Verifies("H-36")
    void rootsAreFileUris() {
        var server = ScriptedServer.legacy();
        var folder = Path.of("a folder").toAbsolutePath();
        try (var client = connect(server, InputHandlers.none().onRoots(() -> List.of(Root.of(folder, "mine"))))) {
            server.line().send("{'jsonrpc':'2.0','id':'s1','method':'roots/list'}");
            var root = ((Response.Result) server.await(Response.class::isInstance))
                    .result()
                    .path("roots")
                    .path(0);
            assertThat(root.path("uri").stringValue()).startsWith("file:///").endsWith("/a%20folder");
            assertThat(root.path("name").stringValue()).isEqualTo("mine");
            assertThat(client.server().era()).isEqualTo(Era.LEGACY);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Root.of(URI.create("https://example.com/"), null));
    }

    @Test
    @Verifies({"I-15", "I-17", "C-10"})
    void subscriptionsAtTheSameTimeHearEachItsOwn() throws Exception {
        var server = FakeServer.named("lively")
                .era(Era.MODERN)
                .resource(Resource.of("a:1", "one"), (uri, call) -> contents(uri))
                .resource(Resource.of("a:2", "two"), (uri, call) -> contents(uri))
                .build();
        try (var client = McpClient.connect(server.transport(), profile(PERSON).build());
                var one = client.subscribe(SubscriptionFilter.resource("a:1"));
                var two = client.subscribe(SubscriptionFilter.resource("a:2"))) {
            server.tell(new ServerEvent.ResourceUpdated("a:2"));
            server.tell(new ServerEvent.ResourceUpdated("a:1"));
            server.tell(new ServerEvent.ResourceUpdated("a:2"));
            server.endSubscriptions();
            assertThat(all(one)).containsExactly(new ServerEvent.ResourceUpdated("a:1"));
            assertThat(all(two))
                    .containsExactly(new ServerEvent.ResourceUpdated("a:2"), new ServerEvent.ResourceUpdated("a:2"));
        }
    }

    @EachEra
    @Verifies({"C-3", "C-4"})
    void nothingButMessagesIsWrittenToAServer(Era era, @TempDir Path folder) throws Exception {
        var file = folder.resolve("input");
        var command = StdioTransport.of(ServerCommand.of(KeepingServer.command(era, file)));
        try (var client = McpClient.connect(command, profile(PERSON).build())) {
            client.callTool("echo", Map.of("text", "a\nb\r\n\u2028"));
            client.callTool("ask", null);
            assertThatThrownBy(() ->
                            client.callTool("sleep", Map.of("seconds", 60), CallOptions.within(Duration.ofMillis(500))))
                    .isInstanceOf(CallTimeoutException.class);
            client.ping();
        }
        var input = Files.readString(file);
        assertThat(input).endsWith("\n").contains("notifications/cancelled").doesNotContain("\r");
        assertThat(input.split("\n"))
                .hasSizeGreaterThan(5)
                .allSatisfy(line -> assertThat(MessageCodec.decode(line)).isNotInstanceOf(Message.Malformed.class));
    }

    private static List<ServerEvent> all(Subscription subscription) throws Exception {
        var events = new ArrayList<ServerEvent>();
        for (var next = subscription.next(LIMIT); next.isPresent(); next = subscription.next(LIMIT)) {
            events.add(next.get());
        }
        return events;
    }

    /** Asks outside of any call, as a legacy server may, and returns the code of the refusal. */
    private static int refusalOf(String method, String params, InputHandlers handlers) {
        var server = ScriptedServer.legacy();
        try (var client = connect(server, handlers)) {
            server.line()
                    .send("{'jsonrpc':'2.0','id':'s1','method':'%s','params':%s}"
                            .formatted(method, params.replace("\n", "")));
            var refusal = (Response.Failure) server.await(Response.class::isInstance);
            assertThat(client.server().era()).isEqualTo(Era.LEGACY);
            return refusal.error().code();
        }
    }

    private static void assertThatNothingIsRepeated(String method, String params, InputHandlers handlers) {
        var server = ScriptedServer.modern()
                .answering("tools/call", asking("'q':{'method':'%s','params':%s}".formatted(method, params)));
        try (var client = connect(server, handlers)) {
            assertThatThrownBy(() -> client.callTool("work", null))
                    .isInstanceOfAny(QuestionFailedException.class, ProtocolViolationException.class);
        }
        assertThat(server.requests("tools/call")).hasSize(1);
    }

    /** Reports a visit as over, and returns when the client has read that. */
    private static void complete(ScriptedServer server, String visit) {
        int before = server.responses().size();
        server.line()
                .send("{'jsonrpc':'2.0','method':'notifications/elicitation/complete','params':{'elicitationId':'%s'}}"
                        .formatted(visit));
        server.line().send("{'jsonrpc':'2.0','id':'after-%s-%d','method':'ping'}".formatted(visit, before));
        await().atMost(LIMIT).until(() -> server.responses().size() > before);
    }

    private static ReadResourceResult contents(String uri) {
        return ReadResourceResult.of(ResourceContents.text(uri, "text/plain", "at " + uri));
    }

    private static long reads(FakeServer server) {
        return requests(server).stream()
                .filter(request -> request.method().equals("resources/read"))
                .count();
    }

    private static List<Request> requests(FakeServer server) {
        return server.received().stream()
                .filter(Request.class::isInstance)
                .map(Request.class::cast)
                .toList();
    }
}
