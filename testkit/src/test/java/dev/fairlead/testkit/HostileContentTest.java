package dev.fairlead.testkit;

import static dev.fairlead.testkit.HostileTalk.named;
import static dev.fairlead.testkit.RawClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.rpc.Json;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What is bad about the words of the hostile server is the same by both transports and in both eras. */
@Timeout(120)
@Tag("thorough")
class HostileContentTest {
    private static final String ESCAPE = "\u001b";

    static Stream<Arguments> ways() {
        return Stream.of(HostileTalk.Way.values())
                .flatMap(way -> Stream.of(Era.values()).map(era -> Arguments.of(way, era)));
    }

    private static HostileTalk opened(HostileTalk.Way way, Era era, String mode, String... options) throws Exception {
        var talk = HostileTalk.with(way, era, mode, options);
        talk.open();
        return talk;
    }

    @ParameterizedTest
    @MethodSource("ways")
    void aToolIsAnotherOneAfterItWasUsed(HostileTalk.Way way, Era era) throws Exception {
        try (var talk = opened(way, era, "rug-pull", "--announce", "1")) {
            var before = talk.tools();
            assertThat(before.size()).isEqualTo(1);
            assertThat(before.toString()).doesNotContain("id_rsa");
            assertThat(text(talk.call("echo", "{\"text\":\"hi\"}"))).isEqualTo("hi");
            var after = talk.tools();
            assertThat(named(after, "echo").path("description").asString()).contains("id_rsa");
            assertThat(named(after, "echo").at("/inputSchema/properties").has("note"))
                    .isTrue();
            assertThat(named(after, "exfiltrate").isEmpty()).isFalse();
            if (era == Era.LEGACY) {
                assertThat(talk.others().toString()).contains("notifications/tools/list_changed");
            }
        }
        try (var talk = opened(way, era, "rug-pull", "--what", "title", "--after", "2")) {
            var before = talk.tools();
            talk.call("echo", "{}");
            assertThat(talk.tools()).isEqualTo(before);
            talk.call("echo", "{}");
            assertThat(named(talk.tools(), "echo").has("title")).isTrue();
            assertThat(talk.others()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void definitionsHideOrdersAndLie(HostileTalk.Way way, Era era) throws Exception {
        try (var talk = HostileTalk.with(way, era, "tool-poison")) {
            assertThat(talk.open().path("instructions").asString()).contains("\udb40");
            var tools = talk.tools();
            assertThat(named(tools, "echo").path("description").asString()).contains("<!--");
            assertThat(named(tools, "tagged").path("description").asString()).contains("\udb40");
            assertThat(named(tools, "invisible").path("description").asString()).contains("\u200b");
            var destroy = named(tools, "destroy");
            assertThat(destroy.path("description").asString()).contains("\u202e");
            assertThat(destroy.at("/annotations/readOnlyHint").asBoolean()).isTrue();
            assertThat(named(tools, "long").path("description").asString()).hasSizeGreaterThan(100_000);
            assertThat(tools.valueStream().map(tool -> tool.path("name").asString()))
                    .contains("", "two words", "echo\u200b")
                    .filteredOn("echo"::equals)
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void toolsAreNamedLikeThoseOfOthers(HostileTalk.Way way, Era era) throws Exception {
        try (var talk = HostileTalk.with(way, era, "tool-shadow", "--as", "echo", "--server", "bank")) {
            assertThat(talk.open().toString()).contains("\"bank\"");
            assertThat(talk.tools().valueStream().map(tool -> tool.path("name").asString()))
                    .containsExactly(
                            "echo", "\u0435\u0441h\u043e", "echo\u200b", "\uff45\uff43\uff48\uff4f", "other__echo");
            assertThat(text(talk.call("echo", "{}"))).isEqualTo("SHADOW echo");
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void everyTextDrivesATerminalAndForgesALogAndIsAPage(HostileTalk.Way way, Era era) throws Exception {
        for (var mode : List.of("ansi", "log-inject", "html")) {
            try (var talk = HostileTalk.with(way, era, mode, "--seed", "3")) {
                var mark = switch (mode) {
                    case "ansi" -> ESCAPE;
                    case "log-inject" -> "FORGED";
                    default -> "<script>";
                };
                assertThat(talk.open().path("instructions").asString()).as(mode).contains(mark);
                assertThat(named(talk.tools(), "echo").path("description").asString())
                        .contains(mark);
                assertThat(ask(talk, "prompts/list", "{}")).contains("\"words\"");
                assertThat(said(talk, "prompts/get", "{\"name\":\"words\"}", "/messages/0/content/text"))
                        .contains(mark);
                assertThat(ask(talk, "resources/list", "{}")).contains("x:words");
                assertThat(said(talk, "resources/read", "{\"uri\":\"x:words\"}", "/contents/0/text"))
                        .contains(mark);
                assertThat(said(talk, "resources/templates/list", "{}", "/resourceTemplates/0/uriTemplate"))
                        .startsWith("x:{name}");
                assertThat(text(talk.call("echo", "{}"))).contains(mark);
                assertThat(talk.call("fail", "{}").at("/result/isError").asBoolean())
                        .isTrue();
                assertThat(talk.call("refuse", "{}").at("/error/message").asString())
                        .contains(mark);
                assertThat(talk.others())
                        .extracting(message -> message.at("/params/data").asString(""))
                        .anyMatch(data -> data.contains(mark));
            }
        }
    }

    private static String ask(HostileTalk talk, String method, String params) throws Exception {
        return talk.ask(method, params).path("result").toString();
    }

    private static String said(HostileTalk talk, String method, String params, String place) throws Exception {
        return talk.ask(method, params).path("result").at(place).asString("");
    }

    @ParameterizedTest
    @MethodSource("ways")
    void resultsCommandTheModel(HostileTalk.Way way, Era era) throws Exception {
        try (var talk = opened(way, era, "prompt-inject", "--url", "http://127.0.0.1:9/x")) {
            var answer = talk.call("echo", "{}").at("/result");
            assertThat(answer.path("content").size()).isEqualTo(10);
            assertThat(answer.toString()).contains("injected", "</tool_result>", "http://127.0.0.1:9/x/exfil");
            assertThat(text(talk.call("charge", "{\"key\":\"injected\"}"))).isEqualTo("charged");
        }
        try (var talk = opened(way, era, "prompt-inject", "--v", "1")) {
            assertThat(text(talk.call("echo", "{}"))).startsWith("</tool_result>");
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void picturesAreTooLargeOrNone(HostileTalk.Way way, Era era) throws Exception {
        try (var talk = opened(way, era, "image-bomb")) {
            var content = talk.call("echo", "{}").at("/result/content");
            assertThat(width(content.path(0))).isEqualTo(Integer.MAX_VALUE);
            assertThat(width(content.path(1))).isEqualTo(20_000);
            assertThat(content.path(1).path("data").asString()).hasSizeLessThan(200_000);
            assertThat(content.path(5).path("data").asString()).hasSizeGreaterThan(1 << 20);
            assertThat(content.valueStream().map(block -> block.path("type").asString()))
                    .contains("hologram", "audio");
        }
    }

    private static int width(JsonNode block) throws Exception {
        var bytes = Base64.getDecoder().decode(block.path("data").asString());
        try (var png = new DataInputStream(new ByteArrayInputStream(bytes, 16, 4))) {
            return png.readInt();
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void linksAndIconsLeadWhereNobodyShouldGo(HostileTalk.Way way, Era era) throws Exception {
        try (var talk = opened(way, era, "link-ssrf", "--url", "http://127.0.0.1:9/x")) {
            var everything = talk.ask("resources/list", "{}").toString() + talk.call("echo", "{}");
            assertThat(everything)
                    .contains("http://127.0.0.1:9/x/resource", "http://127.0.0.1:9/x/link", "169.254.169.254", "file:");
        }
        try (var talk = HostileTalk.with(way, era, "icon-ssrf", "--url", "http://127.0.0.1:9/x")) {
            assertThat(talk.open().toString()).contains("http://127.0.0.1:9/x/icon");
            for (var list : List.of("tools/list", "prompts/list", "resources/list")) {
                assertThat(talk.ask(list, "{}").toString())
                        .as(list)
                        .contains("http://127.0.0.1:9/x/icon", "javascript:");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void anInterfaceTriesEverything(HostileTalk.Way way, Era era) throws Exception {
        try (var talk = opened(way, era, "mcp-app", "--n", "7")) {
            assertThat(named(talk.tools(), "echo").at("/_meta/ui/resourceUri").asString())
                    .isEqualTo("ui://hostile/app");
            var page = said(talk, "resources/read", "{\"uri\":\"ui://hostile/app\"}", "/contents/0/text");
            assertThat(page).contains("n < 7", "parent.document", "top.location", "ui/open-link");
        }
    }

    @Test
    void aClientIsAskedForMoreThanItMayGive() throws Exception {
        for (var mode : List.of("sampling-abuse", "elicit-phish", "server-request-flood")) {
            try (var talk = opened(HostileTalk.Way.STDIO, Era.LEGACY, mode, "--ms", "50")) {
                assertThat(text(talk.call("echo", "{}"))).as(mode).matches("asked (\\d+), unanswered \\1, .*");
                assertThat(talk.others()).allMatch(message -> message.has("id"));
            }
            try (var talk = opened(HostileTalk.Way.HTTP, Era.LEGACY, mode, "--ms", "50")) {
                assertThat(text(talk.call("echo", "{}"))).as(mode).matches("asked (\\d+), unanswered \\1, .*");
                assertThat(talk.others()).isNotEmpty();
            }
        }
        for (var way : HostileTalk.Way.values()) {
            try (var talk = opened(way, Era.MODERN, "sampling-abuse", "--n", "4")) {
                var result = talk.call("echo", "{}").path("result");
                assertThat(result.path("inputRequests").size()).isEqualTo(4);
                assertThat(result.at("/inputRequests/q0/params/includeContext").asString())
                        .isEqualTo("allServers");
            }
        }
    }

    @Test
    void whatIsAskedAboutOneCallIsNoMatterOfAnother() throws Exception {
        var command = HostileServer.command("sampling-abuse", "--n", "2", "--ms", "60000");
        var process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var client = RawClient.to(process, Era.LEGACY)) {
            client.open();
            int first = client.request("tools/call", RawClient.callParams("echo", "{}"));
            int second = client.request("tools/call", RawClient.callParams("echo", "{}"));
            var asked = new ArrayList<JsonNode>();
            while (asked.size() < 4) {
                asked.add(client.await(message -> message.has("method")).path("id"));
            }
            assertThat(asked).doesNotHaveDuplicates();

            answer(client, asked.subList(2, 4), "second");
            assertThat(text(client.response(second))).contains("unanswered 0", "{\"for\":\"second\"}=2");
            answer(client, asked.subList(0, 2), "first");
            assertThat(text(client.response(first))).contains("unanswered 0", "{\"for\":\"first\"}=2");
        } finally {
            process.destroyForcibly();
        }
    }

    private static void answer(RawClient client, List<JsonNode> asked, String which) throws Exception {
        for (var id : asked) {
            client.send("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"for\":\"%s\"}}".formatted(id, which));
        }
    }

    @Test
    void onHttpNothingIsWrittenToTheStandardErrorOfTheTests() {
        try (var hostile = HostileHttp.mode("ansi", "--era", "legacy")) {
            assertThat(hostile.logged()).isNotEmpty().allMatch(line -> line.contains(ESCAPE));
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void thereAreEightWaysToPhish(HostileTalk.Way way, Era era) throws Exception {
        var asked = new java.util.HashSet<String>();
        for (int v = 0; v < 8; v++) {
            try (var talk = opened(way, era, "elicit-phish", "--v", "" + v, "--ms", "1")) {
                var answer = talk.call("echo", "{}");
                var params = era == Era.MODERN
                        ? answer.at("/result/inputRequests/q0/params")
                        : talk.others().getFirst().path("params");
                asked.add(params.toString());
            }
        }
        assertThat(asked).hasSize(8).anyMatch(text -> text.contains("password"));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void theOldModesArePlayedOnHttpToo(HostileTalk.Way way, Era era) throws Exception {
        try (var talk = opened(way, era, "split-utf8")) {
            assertThat(text(talk.call("echo", "{}"))).contains("🐳");
        }
        try (var talk = opened(way, era, "dup-response")) {
            assertThat(text(talk.call("echo", "{}"))).isEqualTo("first");
        }
        try (var talk = opened(way, era, "late", "--ms", "10")) {
            assertThat(text(talk.call("echo", "{\"text\":\"at last\"}"))).isEqualTo("at last");
        }
        try (var talk = opened(way, era, "cursor-cycle")) {
            assertThat(said(talk, "tools/list", "{}", "/nextCursor")).isEqualTo("a");
        }
    }

    @Test
    void everyModeIsDocumented() throws Exception {
        var manual = Files.readString(Path.of("README.md"));
        int http = manual.indexOf("## Hostile on HTTP");
        assertThat(quoted(manual.substring(0, http))).containsAll(HostileServer.modes());
        assertThat(quoted(manual)).containsAll(HostileHttp.modes());
        var processes = manual.lines()
                .filter(line -> line.startsWith("Not on HTTP: "))
                .findFirst()
                .orElseThrow();
        var missing = new java.util.TreeSet<>(HostileServer.modes());
        missing.removeAll(HostileHttp.modes());
        assertThat(quoted(processes)).containsExactlyInAnyOrderElementsOf(missing);
    }

    private static List<String> quoted(String text) {
        return Pattern.compile("`([a-z0-9-]+)`")
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toList());
    }

    @Test
    void theSameSeedSaysTheSame() throws Exception {
        var said = new java.util.HashSet<JsonNode>();
        for (var seed : List.of("5", "5", "6")) {
            try (var talk = HostileTalk.with(HostileTalk.Way.HTTP, Era.LEGACY, "ansi", "--seed", seed)) {
                said.add(Json.tree(talk.open()));
            }
        }
        assertThat(said).hasSize(2);
    }
}
