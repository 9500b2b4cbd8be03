package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said when something was typed that makes no sense: what to type instead. */
final class UsageTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "tools | 2 | no server is named; type 'fairlead tools URL', 'fairlead tools demo' or 'fairlead tools --"
                        + " COMMAND'",
                "call | 2 | no server is named; type 'fairlead call URL TOOL', 'fairlead call demo TOOL' or 'fairlead"
                        + " call TOOL -- COMMAND'",
                "tools nope | 2 | there is no server named 'nope', only demo; to add it, type 'fairlead add nope URL'"
                        + " or 'fairlead add nope -- COMMAND'",
                "tools nope x | 2 | there is no server named 'nope', only demo; to start one by its command, type"
                        + " 'fairlead tools -- nope x'",
                "tools demmo | 2 | there is no server named 'demmo'; did you mean 'demo'?",
                "call dmeo add a=1 | 2 | there is no server named 'dmeo'; did you mean 'demo'?",
                "call nope add a=1 | 2 | there is no server named 'nope', only demo; to add it, type 'fairlead add nope"
                        + " URL' or 'fairlead add nope -- COMMAND'",
                "tools no-such.py | 4 | Server script not found: no-such.py",
                "tools ./server x | 2 | a server's program goes after --; type 'fairlead tools -- ./server x'",
                "tools demo x | 2 | 'x' is one word too many; type 'fairlead tools demo'",
                "tools demo -- x | 2 | 'demo' and the command after -- both name a server; drop one of them",
                "tools -- | 2 | nothing follows --; type the command that starts the server, such as 'fairlead tools"
                        + " -- python3 server.py'",
                "call add a=1 | 2 | there is no server named 'add', only demo; a server goes first: type 'fairlead call"
                        + " SERVER add a=1'",
                "call ./server add a=1 | 2 | a server's program goes after --; type 'fairlead call add a=1 --"
                        + " ./server'",
                "call ./server | 2 | a server's program goes after --; type 'fairlead call TOOL -- ./server'",
                "call demo | 2 | no tool is named; type 'fairlead call demo TOOL KEY=VALUE...' ('fairlead tools demo'"
                        + " lists them)",
                "call -- node x | 2 | no tool is named; type 'fairlead call TOOL KEY=VALUE... -- node x' ('fairlead"
                        + " tools -- node x' lists them)",
                "call demo add a=1 -- node x | 2 | 'demo' and the command after -- both name a server; type 'fairlead"
                        + " call add a=1 -- node x'",
                "call demo add 5 | 2 | '5' is not an argument; type KEY=VALUE, or KEY:=JSON",
                "call add 5 -- node x | 2 | '5' is not an argument; type KEY=VALUE, or KEY:=JSON",
                "tools demo --protocol 1999 | 2 | there is no protocol revision '1999'; there are 2026-07-28,"
                        + " 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05",
                "ping demo --count 0 | 2 | --count is at least 1, not 0",
                "info demo x | 2 | 'x' is one word too many; type 'fairlead info demo'",
                "ping -- https://host/mcp | 2 | a URL is no command, and goes without --; type 'fairlead ping"
                        + " https://host/mcp'",
                "tools http://host/mcp?key=1 -- x | 2 | 'http://host/mcp?…' and the command after -- both name a"
                        + " server; drop one of them",
                "call http://u:p@host/ add -- x | 2 | 'http://host/' and the command after -- both name a server;"
                        + " type 'fairlead call add -- x'",
                "call http://host/mcp#x | 2 | no tool is named; type 'fairlead call http://host/mcp?… TOOL"
                        + " KEY=VALUE...' ('fairlead tools http://host/mcp?…' lists them)",
                "tools http://host/mcp x | 2 | 'x' is one word too many; type 'fairlead tools http://host/mcp'",
                "tools http://host/s/ZjE0YzA3Yjct9d8aNDQ3My1hMGZl/mcp x | 2 | 'x' is one word too many; type"
                        + " 'fairlead tools http://host/s/••••/mcp'",
                "tools http:// | 2 | not an http or https URL: http://",
                "tools ws://u:p@host/mcp | 2 | the URL of a server begins with http:// or https://, not with ws://",
                "tools localhost:3000/mcp?k=1 | 2 | the URL of a server begins with http:// or https://; type"
                        + " 'http://localhost:3000/mcp?…'",
                "tools example.com/mcp | 2 | the URL of a server begins with http:// or https://; type"
                        + " 'https://example.com/mcp'",
                "tools http://host/ --transport websocket | 2 | --transport is one of http-first, sse-first,"
                        + " http-only, sse-only, not 'websocket'",
                "tools http://host/ --header Secret | 2 | a header is missing its name or its colon; type --header"
                        + " 'NAME: VALUE'",
                "tools http://host/ --header-env Authorization | 2 | a header from the environment is typed"
                        + " --header-env NAME=VARIABLE",
                "tools http://host/ --header-env X=NO_SUCH | 2 | there is no environment variable 'NO_SUCH' for the"
                        + " header X",
                "tools http://host/ --cert x.pem | 2 | --cert and --key go together; type both",
                "tools demo --http2 | 2 | --http2 is for servers with a URL, which 'demo' is not; drop it",
                "tools --transport sse-only --header A:b -- node x | 2 | --transport is for servers with a URL, which a"
                        + " command is not; drop it",
                "servers -- x | 2 | 'fairlead servers' is about configured servers; drop what follows --",
                "servers --config no-such.json | 2 | --config no-such.json: there is no such file, or it may not be"
                        + " read",
                "approve | 2 | no server is named; type 'fairlead approve NAME' ('fairlead servers' lists them)",
                "approve a b | 2 | there is no server named 'a': none is configured; 'fairlead servers' says where to",
                "approve a --all | 2 | --all and 'a' both say which servers; drop one of them",
                "approve a b --yes 12 | 2 | --yes is for one server: a hash was shown for one",
                "remove | 2 | no server is named; type 'fairlead remove NAME' ('fairlead servers' lists them)",
                "enable a | 2 | there is no server named 'a': none is configured",
                "disable a -- x | 2 | 'fairlead disable' is about configured servers; drop what follows --",
                "import x -- y | 2 | 'fairlead import' is about configured servers; drop what follows --",
                "grep | 2 | nothing says what to look for; type 'fairlead grep PATTERN'",
                "grep x | 2 | no server is configured; name one, as in 'fairlead grep PATTERN demo', or configure some"
                        + " with 'fairlead add'",
                "grep /(/ demo | 2 | the pattern is no regular expression: Unclosed group at character 2",
                "approve a -- x | 2 | 'fairlead approve' is about configured servers; drop what follows --",
                "approve a --yes 12 --deny | 2 | --yes and --deny say the opposite; drop one of them",
                "approve a | 2 | there is no server named 'a': none is configured; 'fairlead servers' says where to",
                "tools http://host/ --config pom.xml | 2 | --config is for servers with a configured name, which a URL"
                        + " is not; drop it",
                "tools --config pom.xml -- node x | 2 | --config is for servers with a configured name, which a"
                        + " command is not; drop it",
                "login | 2 | no server is named; type 'fairlead login URL'",
                "logout | 2 | no server is named; type 'fairlead logout URL'",
                "login demo | 2 | only servers with a URL know logins; type 'fairlead login URL'",
                "login nope | 2 | only servers with a URL know logins; type 'fairlead login URL'",
                "logout x.js | 2 | only servers with a URL know logins; type 'fairlead logout URL'",
                "logout -- node x | 2 | only servers with a URL know logins; type 'fairlead logout URL'",
                "whoami demo | 2 | only servers with a URL know logins; type 'fairlead whoami URL'",
                "login example.com/mcp | 2 | the URL of a server begins with http:// or https://; type"
                        + " 'https://example.com/mcp'",
                "login http://host/mcp x | 2 | 'x' is one word too many; type 'fairlead login http://host/mcp'",
                "login http://host/mcp -- x | 2 | 'http://host/mcp' and the command after -- both name a server; drop"
                        + " one of them",
                "tools demo --no-login | 2 | --no-login is for servers with a URL, which 'demo' is not; drop it",
                "tools -- gone.py | 4 | Server script not found: gone.py",
                "tools -- fairlead-no-such-program | 4 | Failed to start server: command 'fairlead-no-such-program'"
                        + " was not found on PATH (install it, add its folder to PATH, or give its full path)",
            })
    void isOneSentence(String line, int code, String sentence) {
        assertThat(new Shell().run(line.split(" "))).isEqualTo(new Shell.Run(code, "", "fairlead: " + sentence + "\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "tools --bad | fairlead tools | 'fairlead tools' has no option '--bad'",
                "tools --jsn | fairlead tools | 'fairlead tools' has no option '--jsn'; did you mean '--json'?",
                "tools --timeuot=5 | fairlead tools | 'fairlead tools' has no option '--timeuot=5'; did you mean"
                        + " '--timeout'?",
                "--nope | fairlead | 'fairlead' has no option '--nope'",
                "tolos demo | fairlead | there is no verb 'tolos'; did you mean 'tools'?",
                "tools demo --timeout 8x | fairlead tools | --timeout: '8x' is not a duration; write for instance"
                        + " 500ms, 8s or 2m",
                "call demo add --timeout | fairlead call | --timeout needs a value: type --timeout TIME",
            })
    void pointsToTheHelp(String line, String command, String sentence) {
        var run = new Shell().run(line.split(" "));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .isEqualToNormalizingNewlines("fairlead: %s\nTry '%s --help'.\n".formatted(sentence, command));
    }

    @Test
    void nothingTypedIsWrongToo() {
        var run = new Shell().run();

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("fairlead: a verb is missing; try 'fairlead tools demo'");
    }

    @Test
    void isADocumentForPrograms() {
        for (var line :
                new String[] {"tools --bad --json", "tools --json nope", "call --json demo", "call demo add 5 --json"
                }) {
            var run = new Shell().run(line.split(" "));

            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).isEmpty();
            assertThat(run.out()).hasLineCount(1);
            var document = Json.parse(run.out());
            assertThat(document.path("success").booleanValue(true)).isFalse();
            assertThat(document.path("error").path("type").stringValue()).isEqualTo("usage");
        }
    }

    @Test
    void helpListsVerbsAndExitCodes() {
        var run = new Shell().run("--help");

        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()
                        .lines()
                        .map(line -> line.replaceAll("(\\S) {2,}", "$1  "))
                        .toList())
                .containsAll(Verbs.ALL.stream()
                        .map(verb -> "  %s  %s".formatted(verb.name(), verb.description()))
                        .toList())
                .contains(
                        "    5  the tool reported an error, or there is none of that name",
                        "  130  interrupted (143 if told to end, by SIGTERM)");
    }

    @Test
    void helpOfVerbsShowsBothFormsAndExitCodes() {
        for (var verb : new String[] {"tools", "call", "info", "ping"}) {
            var run = new Shell().run(verb, "--help");

            assertThat(run.code()).isZero();
            assertThat(run.out())
                    .contains("SERVER", " -- COMMAND [ARGUMENT...]", "    7  a time limit was reached")
                    .contains("Options for servers with a URL:", "--header='NAME: VALUE'", "--cacert=FILE")
                    .contains("Options for servers that demand a login (OAuth):", "--client-id=ID", "--no-login");
        }
    }

    @Test
    void helpOfVerbsAboutLoginsShowsThatTheyWantAUrl() {
        for (var verb : new String[] {"login", "logout", "whoami"}) {
            var run = new Shell().run(verb, "--help");

            assertThat(run.code()).isZero();
            assertThat(run.out())
                    .contains("Usage: fairlead " + verb + " [OPTIONS] ", "The URL of a server", "--json")
                    .doesNotContain("COMMAND", "demo", "--no-login");
        }
    }

    @Test
    void streamsAloneAreEnough() {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();

        int code = Main.run(
                new String[] {"--version"},
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                InputStream.nullInputStream());

        assertThat(code).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("fairlead ").hasLineCount(1);
        assertThat(err.size()).isZero();
    }
}
