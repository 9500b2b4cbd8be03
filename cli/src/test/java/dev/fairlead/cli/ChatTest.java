package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.GetPromptResult;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.PromptArgument;
import dev.fairlead.protocol.PromptMessage;
import dev.fairlead.protocol.SamplingMessage;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.http.HttpServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** A chat without anybody at a terminal, and with somebody who types lines. */
@Timeout(120)
class ChatTest {
    private static final String ANSWER = """
        {"id":"1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,\
        "delta":{"role":"assistant","content":"Good morning."},"finish_reason":null}]}\
        """;
    private static final String END = """
        {"id":"1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{},\
        "finish_reason":"stop"}]}\
        """;

    @TempDir
    private Path folder;

    private Path home;

    @BeforeEach
    void makeHome() throws Exception {
        home = Files.createDirectory(
                folder.resolve("home"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private Shell shell() {
        return Shell.with(DemoServer.script().build()).home(home);
    }

    /** Returns a server whose one tool changes something, and says so to nobody. */
    private static FakeServer counting(AtomicInteger count) {
        return FakeServer.named("counting")
                .tool(
                        Tool.of("count", "Counts", Json.object().put("type", "object")),
                        call -> CallToolResult.ofText("count is " + count.incrementAndGet()))
                .build();
    }

    @Test
    void theWholeLoopRunsWithoutKeyAndNetwork() {
        var run = shell().run("chat", "fake", "--once", "add 2 and 3");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("5");
        assertThat(run.err())
                .contains(
                        "no key for a model",
                        "no language model",
                        "-> fake add {\"a\":2,\"b\":3}",
                        "<- fake add success");
    }

    @Test
    void programsGetOneDocument() {
        var run = shell().run("chat", "fake", "--once", "add 2 and 3", "--json");

        assertThat(run.code()).isZero();
        var document = Json.parse(run.out());
        assertThat(document.path("success").asBoolean()).isTrue();
        assertThat(document.path("answer").stringValue()).contains("5");
        assertThat(document.path("outcome").stringValue()).isEqualTo("answered");
        assertThat(document.path("steps").intValue()).isEqualTo(1);
        assertThat(document.at("/calls/0/tool").stringValue()).isEqualTo("add");
        assertThat(document.at("/calls/0/status").stringValue()).isEqualTo("success");
        assertThat(run.err()).doesNotContain("->");
    }

    @Test
    void whatNobodyAllowedIsNotCalled() {
        var count = new AtomicInteger();
        var run = Shell.with(counting(count)).home(home).run("chat", "fake", "--once", "count");

        assertThat(run.code()).isEqualTo(8);
        assertThat(run.err())
                .contains("nobody was there to allow what the model wanted", "--yes", "<- fake count denied");
        assertThat(count).hasValue(0);
    }

    @Test
    void yesAllowsWhatWouldBeAsked() {
        var count = new AtomicInteger();
        var run = Shell.with(counting(count)).home(home).run("chat", "fake", "--once", "count", "--yes");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("count is 1");
    }

    @Test
    void aPersonIsAskedOnceOrForTheChat() {
        var count = new AtomicInteger();
        var run = Shell.with(counting(count))
                .home(home)
                .attended()
                .input("count\nx\ny\ncount\nc\ncount\n/quit\n")
                .run("chat", "fake");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(count).hasValue(3);
        assertThat(run.err())
                .contains(
                        "the model wants to call 'count' of server 'fake', for the first time", "type y for this call")
                .contains("Allow 'count' of 'fake'?")
                .doesNotContain("[a]lways");
        assertThat(run.err().split("wants to call", -1)).hasSize(3);
    }

    @Test
    void aDenialIsToldToTheModelWithItsReason() {
        var count = new AtomicInteger();
        var run = Shell.with(counting(count))
                .home(home)
                .attended()
                .input("count\nn\nnot on Sundays\n")
                .run("chat", "fake");

        assertThat(run.out()).contains("not on Sundays");
        assertThat(count).hasValue(0);
    }

    @Test
    void argumentsCanBeEdited() {
        var seen = new CopyOnWriteArrayList<String>();
        var server = FakeServer.named("writer")
                .tool(
                        Tool.of("write", "Writes a text", (ObjectNode)
                                Json.parse("{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}}}")),
                        call -> {
                            seen.add(call.arguments().path("text").stringValue());
                            return CallToolResult.ofText("written");
                        })
                .build();
        var run = Shell.with(server)
                .home(home)
                .attended()
                .input("write \"one\"\ne\n[]\ne\n{\"text\":\"two\"}\n")
                .run("chat", "fake");

        assertThat(run.err()).contains("arguments are a JSON object");
        assertThat(seen).containsExactly("two");
    }

    @Test
    void whatIsAllowedForGoodIsAskedTwice() throws Exception {
        Files.writeString(
                home.resolve("fairlead.json"),
                Json.write(Json.object()
                        .set("mcpServers", Json.object().set("mine", ServersTest.command(DemoServer.command())))));
        var first = new Shell()
                .home(home)
                .attended()
                .input("count\na\nt\nn\na\nt\ny\n")
                .run("chat", "mine");
        assertThat(first.err()).contains("Really always?");
        assertThat(first.err().substring(0, first.err().indexOf("Always for t")))
                .as("what is said before the choice")
                .contains("its definition: {");
        assertThat(first.out()).contains("1");

        var second = new Shell().home(home).run("chat", "mine", "--once", "count");
        assertThat(second.code()).as(second.err()).isZero();
    }

    @Test
    void linesOfAPipeAreQuestions() {
        var run = shell().input("add 1 and 2\n\n/tools\nadd 20 and 3\n").run("chat", "fake");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("3").contains("23").contains("fake__add").contains("tokens in every request");
    }

    @Test
    void toolsAreChosen() {
        var all = shell().run("chat", "fake", "--once", "what tools do you have");
        assertThat(all.out()).contains("fake__add", "fake__echo");

        var chosen = shell().run("chat", "fake", "--tool", "e*", "--once", "what tools do you have");
        assertThat(chosen.out()).contains("fake__echo").doesNotContain("fake__add");

        var later = shell().input("/off fake__echo\nwhat tools do you have\n/on fake__echo\n/off nothing\n")
                .run("chat", "fake");
        assertThat(later.out()).contains("- fake__add").doesNotContain("- fake__echo");
        assertThat(later.err()).contains("there is no tool and no server 'nothing'");
    }

    @Test
    void promptsAndResourcesAreTyped() throws Exception {
        var file = folder.resolve("talk.json");
        var run = shell().input("""
            /prompts
            /resources
            /nothing
            /fake__greet
            /fake__greet Ada
            look at @demo://readme.
            /help
            """).run("chat", "fake", "--transcript", file.toString());

        assertThat(run.err()).contains("there is no prompt and no command '/nothing'", "/fake__greet needs name");
        assertThat(run.out())
                .contains("/off NAME", "/fake__greet name=…  Greets somebody", "@demo://readme  of fake: readme");
        assertThat(Files.readString(file)).contains("Please greet Ada.", "demo://readme", "have `ask` ask you");
    }

    @Test
    void aConversationIsKeptForItsOwnerAndContinued() throws Exception {
        var file = folder.resolve("talk.json");
        var first = shell().run("chat", "fake", "--once", "add 2 and 3", "--transcript", file.toString());
        assertThat(first.code()).isZero();
        var before = Json.parse(Files.readString(file));
        var second = shell().run("chat", "fake", "--once", "add 4 and 5", "--transcript", file.toString());
        assertThat(second.code()).isZero();

        assertThat(Json.parse(Files.readString(file)).path("turns").size())
                .isEqualTo(2 * before.path("turns").size());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        try (var files = Files.list(folder)) {
            assertThat(files.map(one -> one.getFileName().toString())).containsExactlyInAnyOrder("home", "talk.json");
        }
    }

    @Test
    void twoChatsDoNotKeepTheirConversationsInOneFile() throws Exception {
        var file = folder.resolve("talk.json");
        var calling = new CountDownLatch(1);
        var hold = new CountDownLatch(1);
        var slow = FakeServer.named("slow")
                .tool(Tool.of("count", "Counts", Json.object().put("type", "object")), call -> {
                    calling.countDown();
                    hold.await();
                    return CallToolResult.ofText("count is 1");
                })
                .build();
        var first = Shell.with(slow)
                .home(home)
                .begin("chat", "fake", "--yes", "--once", "count", "--transcript", file.toString());
        calling.await();

        var again = folder.resolve("home").resolve("..").resolve("talk.json").toString();
        var second = shell().run("chat", "fake", "--once", "add 2 and 3", "--transcript", again);
        hold.countDown();

        assertThat(second.code()).isEqualTo(2);
        assertThat(second.err()).contains("another chat keeps its conversation there", "name another file");
        assertThat(first.get().code()).isZero();
        var third = shell().run("chat", "fake", "--once", "add 2 and 3", "--transcript", again);
        assertThat(third.code()).as(third.err()).isZero();
        assertThat(file).content().contains("count is 1", "add 2 and 3");
    }

    @Test
    void aCallThatIsDeniedBecauseNoDecisionCanBeReadIsNoSuccess() throws Exception {
        Files.writeString(home.resolve("fairlead.db"), "no database, and longer than the head of one ".repeat(100));

        var run = shell().run("chat", "fake", "--once", "add 2 and 3", "--json");

        assertThat(run.code()).as(run.out()).isEqualTo(9);
        var document = Json.parse(run.out());
        assertThat(document.path("success").asBoolean()).isFalse();
        assertThat(document.at("/error/type").stringValue()).isEqualTo("store");
        assertThat(document.at("/calls/0/status").stringValue()).isEqualTo("denied");
        assertThat(shell().input("add 2 and 3\n").run("chat", "fake").code()).isEqualTo(9);
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(2, "no model of a provider", List.of("fake", "--model", "nobody/x", "--once", "hi")),
                Arguments.of(3, "set GEMINI_API_KEY", List.of("fake", "--model", "gemini", "--once", "hi")),
                Arguments.of(2, "there is no server 'fale'", List.of("fale", "--once", "hi")),
                Arguments.of(2, "--once QUESTION", List.of("fake", "--json")),
                Arguments.of(2, "needs a question", List.of("fake", "--once", " ")),
                Arguments.of(2, "less than 0", List.of("fake", "--once", "hi", "--max-steps", "-1")),
                Arguments.of(2, "no such folder", List.of("fake", "--once", "hi", "--transcript", "no-such/t.json")),
                Arguments.of(2, "no conversation", List.of("fake", "--once", "hi", "--transcript", "pom.xml")),
                Arguments.of(
                        7, "--max-steps allows more", List.of("fake", "--once", "add 1 and 2", "--max-steps", "0")),
                Arguments.of(4, "no server that was typed", List.of("http://127.0.0.1:1/mcp", "--once", "hi")));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void mistakesAreToldInWordsAndCodes(int code, String words, List<String> typed) {
        var all = Stream.concat(Stream.of("chat"), typed.stream()).toArray(String[]::new);
        var run = shell().run(all);

        assertThat(run.code()).as(run.err() + run.out()).isEqualTo(code);
        assertThat(run.err() + run.out()).contains(words);
    }

    @Test
    void aServersQuestionIsAnsweredBeforehand() {
        var run =
                shell().run("chat", "fake", "--once", "ask", "--yes", "--answer", "name=Ada", "--answer", "colour=red");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("Ada").contains("red");
    }

    @Test
    void anAnswerThatDoesNotFitEndsIt() {
        var run = shell().run(
                        "chat", "fake", "--once", "ask", "--yes", "--answer", "name=Ada", "--answer", "colour=pink");

        assertThat(run.code()).as(run.err()).isEqualTo(6);
        assertThat(run.err()).contains("colour");
    }

    private Shell sampling() {
        var question = new InputRequest.Sampling(
                SamplingRequest.of(100, SamplingMessage.user(ContentBlock.text("what tools do you have"))));
        return Shell.with(FakeServer.named("curious")
                        .tool(
                                Tool.of("wonder", "Wonders", Json.object().put("type", "object")),
                                call -> CallToolResult.ofText(
                                        Json.write(call.askAll(question).getFirst())))
                        .build())
                .home(home);
    }

    @Test
    void aServerUsesTheModelOnlyIfAPersonHasSeenWhatFor() {
        var allowed = sampling().attended().input("wonder\ny\ny\n").run("chat", "fake");
        assertThat(allowed.err())
                .contains(
                        "Server 'fake' asks", "because of", "user:\n  what tools do you have", "Let demo/rules answer");
        assertThat(allowed.out()).contains("I have no tools");

        var declined = sampling().attended().input("wonder\ny\nn\n").run("chat", "fake");
        assertThat(declined.out()).doesNotContain("I have no tools");

        var unattended = sampling().run("chat", "fake", "--once", "wonder", "--yes");
        assertThat(unattended.code()).isEqualTo(8);
        assertThat(unattended.err()).contains("Nobody is here to agree");
    }

    @Test
    void theAnswerOfAModelCanBeTypedBeforehand() {
        var run = sampling().run("chat", "fake", "--once", "wonder", "--yes", "--answer", "@sampling=A ring.");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("A ring.");
        assertThat(run.err()).doesNotContain("did not ask");
    }

    @Test
    void answersInVainAreToldOnce() {
        var run = shell().input("add 1 and 2\nadd 3 and 4\n").run("chat", "fake", "--answer", "name=Ada");

        assertThat(run.err().split("did not ask for what --answer name", -1)).hasSize(2);
    }

    @Test
    void aFormThatNobodyCouldAnswerIsNoSuccess() {
        var run = shell().run("chat", "fake", "--once", "ask", "--yes");

        assertThat(run.code()).isEqualTo(8);
        assertThat(run.err()).contains("--answer answers it").doesNotContain("--yes allows");
    }

    @ParameterizedTest
    @CsvSource({
        "content_filter, '', 4, 'will not, or may not, answer'",
        "stop, '', 4, 'said nothing'",
        "length, Half of it, 0, 'cut off'"
    })
    void anAnswerThatIsNoneIsNotTakenForOne(String reason, String text, int code, String words) throws Exception {
        try (var provider = HttpServer.start(exchange -> exchange.answer(
                200,
                Map.of("Content-Type", "text/event-stream"),
                "data: %s\n\ndata: %s\n\ndata: [DONE]\n\n"
                        .formatted(ANSWER.replace("Good morning.", text), END.replace("stop", reason))))) {
            var run = shell().variable("OPENAI_BASE_URL", provider.origin() + "/v1")
                    .run("chat", "fake", "--model", "openai/m", "--once", "hello");

            assertThat(run.code()).as(run.err()).isEqualTo(code);
            assertThat(run.err()).contains(words);
        }
    }

    @Test
    void whatServersWriteIntoQuestionsDrivesNoTerminal() {
        var server = FakeServer.named("nasty")
                .prompt(
                        Prompt.of("p", "Prompts", PromptArgument.required("a", "\u001b]0;owned\u0007\u009b2J\u202e")),
                        call -> GetPromptResult.of("x", PromptMessage.user(ContentBlock.text("hi"))))
                .build();

        var run =
                Shell.with(server).home(home).attended().input("/fake__p\nx\n").run("chat", "fake");

        assertThat(run.err()).contains("a (").doesNotContain("\u001b", "\u0007", "\u009b", "\u202e");
    }

    @Test
    void aSingleQuestionMayBeAPromptOrACommand() {
        assertThat(shell().run("chat", "fake", "--once", "/tools").out())
                .contains("fake__add", "tokens in every request");
        assertThat(shell().run("chat", "fake", "--once", "/nothing").code()).isEqualTo(2);
        assertThat(shell().run("chat", "fake", "--once", "/tools", "--json").code())
                .isEqualTo(2);
        assertThat(shell().run("chat", "fake", "--once", "weather @demo://nosuch")
                        .err())
                .contains("no server has a resource 'demo://nosuch'");
    }

    @Test
    void whatIsSwitchedLastCounts() {
        var run = shell().input("/off fake\n/on add\n/tools\n/off *__add\n/tools\n")
                .run("chat", "fake", "--tool", "e*");

        assertThat(run.out()).contains("all tools of 'fake' are off", "on: fake__add", "off: fake__add");
        var first = run.out().substring(0, run.out().indexOf("off: fake__add"));
        assertThat(first).containsPattern("fake__add +[0-9]+ ").contains("not told to the model");
        assertThat(run.out().substring(first.length())).doesNotContainPattern("fake__add +[0-9]+ ");
    }

    @Test
    void keysComeFromTheConfigurationAndTheKeyring() throws Exception {
        Files.writeString(
                home.resolve("fairlead.json"),
                "{\"mcpServers\": {}, \"models\": {\"use\": \"openai/m\", \"keys\": {\"openai\": \"${MY_KEY}\"}}}");
        var keys = new CopyOnWriteArrayList<String>();
        try (var provider = HttpServer.start(exchange -> {
            keys.add(exchange.request().header("authorization").orElse(""));
            exchange.answer(
                    200,
                    Map.of("Content-Type", "text/event-stream"),
                    "data: %s\n\ndata: %s\n\ndata: [DONE]\n\n".formatted(ANSWER, END));
        })) {
            var there = shell().variable("OPENAI_BASE_URL", provider.origin() + "/v1");

            var configured = there.variable("MY_KEY", "sk-configured").run("chat", "fake", "--once", "hello");
            assertThat(configured.code()).as(configured.err()).isZero();
            assertThat(configured.out()).isEqualTo("Good morning.\n");

            var pocket = new MemoryKeyring();
            pocket.write("fairlead-models", "openai", "sk-kept");
            var unset = there.without("MY_KEY").keyring(pocket).run("chat", "fake", "--once", "hello");
            assertThat(unset.code()).as(unset.err()).isZero();
            assertThat(unset.err()).contains("the key for openai is not usable").doesNotContain("sk-");
        }
        assertThat(keys).containsExactly("Bearer sk-configured", "Bearer sk-kept");
    }
}
