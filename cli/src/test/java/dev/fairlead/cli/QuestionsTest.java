package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.SamplingMessage;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** What a server asks back: answered by the person at the terminal, by what was typed beforehand, or declined. */
@Timeout(120)
class QuestionsTest {
    private static final String FORM = """
        {"type": "object", "required": ["name", "age"], "properties": {
          "name": {"type": "string", "title": "Your name", "description": "As on the door", "minLength": 2, "maxLength": 9},
          "age": {"type": "integer", "minimum": 1, "maximum": 120},
          "mail": {"type": "string", "format": "email"},
          "member": {"type": "boolean", "default": true},
          "size": {"type": "string", "oneOf": [{"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}]},
          "days": {"type": "array", "maxItems": 2, "items": {"type": "string", "enum": ["mon", "tue", "wed"]}}}}
        """;

    @TempDir
    Path folder;

    private static FakeServer.Builder asking(Era era, InputRequest... questions) {
        return FakeServer.named("fake")
                .era(era)
                .tool(Tool.of("ask", "Asks", Json.object().put("type", "object")), call -> {
                    var answers = call.askAll(questions);
                    var text = Json.write(answers.getFirst());
                    return text.contains("decline") ? CallToolResult.failure(text) : CallToolResult.ofText(text);
                });
    }

    private static InputRequest.Form form(String schema) {
        return new InputRequest.Form("Who are you?", FormSchema.from(Json.parse(schema)), null);
    }

    private static InputRequest.Url page(String url) {
        return new InputRequest.Url("Please agree.", url, null);
    }

    private static Shell shell(Era era, InputRequest... questions) {
        return Shell.with(asking(era, questions).build()).variable("COLUMNS", "200");
    }

    private static ObjectNode content(Shell.Run run) {
        return (ObjectNode) Json.parse(run.out()).path("content");
    }

    @EachEra
    void everyFieldIsAskedForAndCheckedAtOnce(Era era) {
        var run = shell(era, form(FORM))
                .attended()
                .input("J\nJoe\nold\n200\n42\nnowhere\njoe@example.com\n\nhuge\nlarge\nmon, sun\n1,3\nyes\n")
                .run("call", "fake", "ask");

        assertThat(run.code()).isZero();
        assertThat(content(run))
                .isEqualTo(Json.parse("{\"name\":\"Joe\",\"age\":42,\"mail\":\"joe@example.com\",\"member\":true,"
                        + "\"size\":\"l\",\"days\":[\"mon\",\"wed\"]}"));
        assertThat(run.err())
                .contains("Server 'fake' asks", "These are its words, not fairlead's:\n  Who are you?\n")
                .contains("1/6 Your name (name): text, 2 to 9 characters", "  As on the door")
                .contains("type 2 to 9 characters; that were 1.")
                .contains("2/6 age: an integer from 1 to 120", "type an integer from 1 to 120.")
                .contains("type an email address.", "[yes] > ", "  1  s  Small")
                .contains("type one of s, l.", "'sun' is none of them")
                .contains("This will be sent to 'fake':", "  days: mon, wed");
    }

    @EachEra
    void whatIsLeftEmptyIsAbsent(Era era) {
        var run = shell(era, form(FORM))
                .attended()
                .input("Joe\n42\n\n:skip\n\n\n\n")
                .run("call", "fake", "ask");

        assertThat(content(run)).isEqualTo(Json.parse("{\"name\":\"Joe\",\"age\":42}"));
    }

    @Test
    void onesMayGoBackAndEdit() {
        var run = shell(Era.MODERN, form(FORM))
                .attended()
                .input("Joe\n:back\nAnn\n7\n\n\n\n\nedit\n\n8\n\n\n\n\nyes\n")
                .run("call", "fake", "ask");

        assertThat(content(run)).isEqualTo(Json.parse("{\"name\":\"Ann\",\"age\":8,\"member\":true}"));
    }

    @EachEra
    void decliningAndGoingAwayAreTold(Era era) {
        var declined = shell(era, form(FORM)).attended().input(":decline\n").run("call", "fake", "ask");
        assertThat(declined.code()).isEqualTo(8);
        assertThat(declined.err()).contains("{\"action\":\"decline\"}");

        var late =
                shell(era, form(FORM)).attended().input("Joe\n42\n\n\n\n\nno\n").run("call", "fake", "ask");
        assertThat(late.code()).isEqualTo(8);

        var gone = shell(era, form(FORM)).attended().input("Joe\n").run("call", "fake", "ask");
        assertThat(gone.code()).isZero();
        assertThat(gone.out()).isEqualTo("{\"action\":\"cancel\"}\n");
    }

    @Test
    void oneMoreEnterIsNoYesWhereNothingWasTyped() {
        var run = shell(Era.MODERN, form("{\"type\":\"object\",\"properties\":{}}"))
                .attended()
                .input("\n\nyes\n")
                .run("call", "fake", "ask");

        assertThat(run.out()).isEqualTo("{\"action\":\"accept\",\"content\":{}}\n");
        assertThat(run.err()).contains("Type one of: yes, no, cancel.");
    }

    @EachEra
    void nobodyDeclinesAndIsToldHowToAnswer(Era era) {
        var run = shell(era, form(FORM)).run("call", "fake", "ask");

        assertThat(run.code()).isEqualTo(8);
        assertThat(run.err())
                .contains("fairlead: server 'fake' asks: Who are you?\nNobody is here to answer, so that is declined.")
                .contains("--answer name=TEXT --answer age=NUMBER --answer mail=TEXT --answer member=yes|no"
                        + " --answer size=s|l --answer days=mon|tue|wed");
    }

    @EachEra
    void programsAreNotAsked(Era era) {
        var run = shell(era, form(FORM)).attended().input("Joe\n").run("call", "fake", "ask", "--json");

        assertThat(run.code()).isEqualTo(8);
        assertThat(run.out()).hasLineCount(1);
        assertThat(run.err()).contains("Nobody is here to answer");
    }

    @EachEra
    void answersMayBeTypedBeforehand(Era era) {
        var run = shell(era, form(FORM))
                .attended()
                .run(
                        "call",
                        "fake",
                        "ask",
                        "--answer",
                        "name=Joe",
                        "--answer",
                        "age=42",
                        "--answer",
                        "days=mon",
                        "--answer",
                        "days=wed",
                        "--answer",
                        "size:=\"l\"");

        assertThat(run.err()).isEmpty();
        assertThat(content(run))
                .isEqualTo(Json.parse(
                        "{\"member\":true,\"name\":\"Joe\",\"age\":42,\"size\":\"l\",\"days\":[\"mon\",\"wed\"]}"));
    }

    @EachEra
    void answersThatDoNotFitEndTheCall(Era era) {
        var wrong = shell(era, form(FORM))
                .run("call", "fake", "ask", "--answer", "name=Joe", "--answer", "age=old", "--json");
        assertThat(wrong.code()).isEqualTo(6);
        var error = Json.parse(wrong.out()).path("error");
        assertThat(error.path("type").asString()).isEqualTo("invalid-answer");
        assertThat(error.path("message").asString())
                .isEqualTo("--answer age: 'old' does not fit; type an integer from 1 to 120");

        var missing = shell(era, form(FORM)).run("call", "fake", "ask", "--answer", "name=Joe");
        assertThat(missing)
                .isEqualTo(new Shell.Run(
                        6,
                        "",
                        "fairlead: the server asks for 'age' too, which is required; type --answer age=NUMBER\n"));

        var mistyped = shell(era, form(FORM)).run("call", "fake", "ask", "--answer", "nmae=Joe");
        assertThat(mistyped)
                .isEqualTo(new Shell.Run(
                        6, "", "fairlead: the server asks for 'name', not for 'nmae'; type --answer name=VALUE\n"));
    }

    @Test
    void answersThatMakeNoSenseAreRefusedBeforeAnythingIsStarted() {
        for (var answer : List.of("name", "=x", ":=1", "@link=accept", "@url=perhaps", "a:={", "a=@no-such-file")) {
            var server = asking(Era.MODERN, form(FORM)).build();
            var run = Shell.with(server).run("call", "fake", "ask", "--answer", answer);
            assertThat(run.code()).as(answer).isEqualTo(2);
            assertThat(run.err()).startsWith("fairlead: --answer ").hasLineCount(1);
            assertThat(server.received()).isEmpty();
        }
    }

    @Test
    void answersThatNobodyAskedForAreTold() {
        var run = shell(Era.MODERN, form(FORM))
                .run("call", "fake", "ask", "--answer", "name=Joe", "--answer", "age=4", "--answer", "hat=red");

        assertThat(run.code()).isZero();
        assertThat(run.err()).isEqualTo("fairlead: the server did not ask for what --answer hat answers\n");
    }

    @Test
    void whoAnsweredHalfOfItIsAskedForTheRest() {
        var run = shell(Era.MODERN, form(FORM))
                .attended()
                .input("\n42\n\n\n\n\n\n")
                .run("call", "fake", "ask", "--answer", "name=Joe");

        assertThat(run.err()).contains("[Joe] > ");
        assertThat(content(run).path("name").asString()).isEqualTo("Joe");
    }

    @EachEra
    void pagesAreShownWholeAndOpenedOnlyWhenAgreedTo(Era era) {
        var opened = new CopyOnWriteArrayList<String>();
        var shell =
                shell(era, page("https://example.com/agree?id=1")).attended().browser(opened::add);

        assertThat(shell.input("no\n").run("call", "fake", "ask").code()).isEqualTo(8);
        assertThat(opened).isEmpty();

        var run = shell.input("\nopen\n\n").run("call", "fake", "ask");
        assertThat(run.out()).isEqualTo("{\"action\":\"accept\"}\n");
        assertThat(run.err()).contains("Please agree.", "https://example.com/agree?id=1", "at example.com.");
        assertThat(opened).containsExactly("https://example.com/agree?id=1");
    }

    @Test
    void pagesThatAreNoneAreDeclinedWhateverWasTyped() {
        for (var url :
                List.of("javascript:alert(1)", "file:///etc/passwd", "https://ex\u0430mple.com/", "https:///x", "x")) {
            var opened = new CopyOnWriteArrayList<String>();
            var run = shell(Era.MODERN, page(url))
                    .attended()
                    .browser(opened::add)
                    .input("open\n\n")
                    .run("call", "fake", "ask", "--answer", "@url=accept");
            assertThat(run.code()).as(url).isEqualTo(8);
            assertThat(run.err()).contains("which is no address of the web");
            assertThat(opened).isEmpty();
        }
    }

    @EachEra
    void pagesCanBeAgreedToBeforehand(Era era) {
        var opened = new CopyOnWriteArrayList<String>();
        var shell = shell(era, page("https://example.com/agree")).browser(opened::add);

        var run = shell.run("call", "fake", "ask", "--answer", "@url=accept");
        assertThat(run.out()).isEqualTo("{\"action\":\"accept\"}\n");
        assertThat(run.err()).isEqualTo("fairlead: server 'fake' wants you to visit https://example.com/agree\n");
        assertThat(shell.run("call", "fake", "ask").err()).contains("type --answer @url=accept");
        assertThat(shell.run("call", "fake", "ask", "--answer", "@url=decline").code())
                .isEqualTo(8);
        assertThat(opened).isEmpty();
    }

    @EachEra
    void aPersonMaySpeakForTheModel(Era era) {
        var question = new InputRequest.Sampling(
                SamplingRequest.of(100, SamplingMessage.user(ContentBlock.text("What is a fairlead?"))));
        var shell = shell(era, question).attended();

        var run = shell.input("A ring\nfor ropes.\n.\n").run("call", "fake", "ask");
        assertThat(run.err()).contains("There is no model here.", "user:\n  What is a fairlead?");
        var answer = Json.parse(run.out());
        assertThat(answer.path("content").path("text").asString()).isEqualTo("A ring\nfor ropes.");
        assertThat(answer.path("model").asString()).isEqualTo("human");

        assertThat(shell.input(":decline\n").run("call", "fake", "ask").code()).isEqualTo(8);
        assertThat(shell.run("call", "fake", "ask", "--answer", "@sampling=A ring.")
                        .out())
                .contains("A ring.");
        assertThat(shell(era, question).run("call", "fake", "ask").err()).contains("type --answer @sampling=TEXT");
    }

    @EachEra
    void foldersAreToldByWhereTheyAre(Era era) throws Exception {
        var real =
                Files.createDirectories(folder.resolve("real").resolve("inner")).toRealPath();
        var link = Files.createSymbolicLink(folder.resolve("link"), real);
        var around = link.resolve("..").resolve("inner").toString();
        var shell = shell(era, new InputRequest.Roots());

        for (var way : List.of(link.toString(), around)) {
            assertThat(shell.run("call", "fake", "ask", "--root", way).out())
                    .contains(real.toUri().toString().replaceFirst("/$", ""))
                    .doesNotContain("link", "..");
        }
    }

    @EachEra
    void foldersAreToldOnlyWhenTheyWereGiven(Era era) throws Exception {
        var shell = shell(era, new InputRequest.Roots());

        var run = shell.run("call", "fake", "ask", "--root", folder.toString());
        assertThat(run.out()).contains(folder.toRealPath().toUri().toString().replaceFirst("/$", ""));
        assertThat(shell.run("call", "fake", "ask").code()).isNotZero();
        assertThat(shell.run(
                                "call",
                                "fake",
                                "ask",
                                "--root",
                                folder.resolve("gone").toString())
                        .code())
                .isEqualTo(2);
    }

    @Test
    void endlessQuestionsComeToAnEnd() {
        var server = FakeServer.named("fake")
                .era(Era.LEGACY)
                .tool(Tool.of("ask", "Asks", Json.object().put("type", "object")), call -> {
                    for (int i = 0; i < 100; i++) {
                        call.ask(form(FORM));
                    }
                    return CallToolResult.failure("tired");
                })
                .build();
        var run = Shell.with(server).attended().input(":decline\n".repeat(100)).run("call", "fake", "ask");

        assertThat(run.code()).isEqualTo(8);
        assertThat(run.err()).containsOnlyOnce("has asked 25 questions; all others are declined");
        assertThat(run.err().split("These are its words", -1)).hasSize(26);
    }

    @Test
    void formsThatNobodyFillsInAreDeclined() {
        var many = Json.object().put("type", "object");
        var properties = many.putObject("properties");
        for (int i = 0; i < 10_000; i++) {
            properties.putObject("f" + i).put("type", "string");
        }
        var run = shell(Era.MODERN, form(Json.write(many)))
                .attended()
                .input("x\n")
                .run("call", "fake", "ask");
        assertThat(run.err()).contains("asks for 10000 fields at once, more than 100; declined");
        assertThat(run.code()).isEqualTo(8);

        var burning = "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"string\",\"pattern\":\"^(a+)+$\"}}}";
        var slow = shell(Era.MODERN, form(burning))
                .attended()
                .input("a".repeat(5_000) + "!\naaa\nyes\n")
                .run("call", "fake", "ask");
        assertThat(slow.err()).contains("That does not fit");
        assertThat(content(slow).path("x").asString()).isEqualTo("aaa");
    }

    @Test
    void nothingOfAServerDrivesTheTerminal() {
        for (int times : List.of(20, 50_000)) {
            nothingDrivesTheTerminal("\u001b[2J\u202e\u0007\u009b31m".repeat(times));
        }
    }

    private static void nothingDrivesTheTerminal(String evil) {
        var schema = Json.object().put("type", "object");
        var field = schema.putObject("properties").putObject(evil.substring(0, 40));
        field.put("type", "string").put("title", evil).put("description", evil).put("default", evil);
        field.putArray("enum").add(evil).add("plain");
        var question = new InputRequest.Form(evil, FormSchema.from(schema), null);
        for (var shell : List.of(
                shell(Era.MODERN, question),
                shell(Era.MODERN, question).attended().input("plain\nyes\n"))) {
            var run = shell.run("call", "fake", "ask");
            assertThat(run.err()).doesNotContainPattern("[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f\\u202e]");
            assertThat(run.err().length()).isLessThan(40_000);
        }
    }

    @Test
    void fieldsThatLookLikeSecretsAreWarnedOf() {
        var schema =
                "{\"type\":\"object\",\"properties\":{\"api_key\":{\"type\":\"string\"},\"spinach\":{\"type\":\"string\"}}}";
        var run = shell(Era.MODERN, form(schema)).attended().input("\n\nno\n").run("call", "fake", "ask");

        assertThat(run.err()).containsOnlyOnce("Careful: this looks like a secret");
    }

    @EachEra
    void questionsWaitForEachOther(Era era) {
        var run = shell(era, form(FORM), page("https://example.com/"))
                .attended()
                .input("Joe\n42\n\n\n\n\n\nself\n\n")
                .run("call", "fake", "ask");

        assertThat(run.code()).isZero();
        assertThat(run.err().indexOf("Visit it?")).isGreaterThan(run.err().indexOf("Send it?"));
    }

    @Test
    void ctrlCTakesTheQuestionBackAndTellsTheServer() throws Exception {
        var server = FakeServer.named("fake")
                .era(Era.LEGACY)
                .tool(Tool.of("ask", "Asks", Json.object().put("type", "object")), call -> {
                    return CallToolResult.ofText(Json.write(call.ask(form(FORM))));
                })
                .build();
        try (var keys = new PipedOutputStream();
                InputStream in = new PipedInputStream(keys)) {
            var shell = Shell.with(server).attendedBy(in);
            var running = shell.begin("call", "fake", "ask");
            shell.awaitError("1/6");
            keys.write("Joe\n".getBytes(StandardCharsets.UTF_8));
            keys.flush();
            shell.awaitError("2/6");
            shell.interrupt();
            var run = running.get(60, TimeUnit.SECONDS);
            assertThat(run.code()).isEqualTo(130);
            // Whoever leaves does not wait for the one who asks to notice.
            shell.awaitError("The question was taken back.");
        }
        var cancelled = server.awaitReceived(
                message -> message.toString().contains("notifications/cancelled"), Duration.ofSeconds(30));
        assertThat(cancelled).isNotInstanceOf(Request.class);
    }
}
