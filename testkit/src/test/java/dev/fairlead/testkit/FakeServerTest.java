package dev.fairlead.testkit;

import static dev.fairlead.testkit.RawClient.callParams;
import static dev.fairlead.testkit.RawClient.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Completion;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Notification;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.JsonNodeFactory;

@Timeout(60)
class FakeServerTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    private static Tool tool(String name) {
        return Tool.of(name, null, Json.object().put("type", "object"));
    }

    private static FakeServer.Builder echoing() {
        return FakeServer.named("test").tool(tool("echo"), call -> CallToolResult.ofText(call.text("text", "-")));
    }

    private static RawClient opened(FakeServer server, Era era) throws Exception {
        var client = RawClient.to(server, era).declaring("{\"elicitation\":{}}");
        client.open();
        return client;
    }

    @EachEra
    void saysWhatItIsAndAnswersCalls(Era era) throws Exception {
        var server = echoing().instructions("be nice").build();
        var client = RawClient.to(server, era);
        var opening = client.open();
        assertThat(opening.path("instructions").asString()).isEqualTo("be nice");
        assertThat(opening.path("capabilities").has("tools")).isTrue();
        assertThat(opening.path("capabilities").has("prompts")).isFalse();
        assertThat(text(client.call("echo", "{\"text\":\"hi\"}"))).isEqualTo("hi");
        assertThat(client.call("none", "{}").at("/error/code").asInt()).isEqualTo(-32602);
        assertThat(client.ask("prompts/list", "{}").at("/error/code").asInt()).isEqualTo(-32601);
        assertThat(server.complaints()).isEmpty();
    }

    @EachEra
    void listsInPages(Era era) throws Exception {
        var script = FakeServer.named("test").pageSize(2);
        for (int i = 0; i < 5; i++) {
            script.tool(tool("t" + i), call -> CallToolResult.ofText(""));
        }
        var client = opened(script.build(), era);
        var names = new ArrayList<String>();
        var page = client.ask("tools/list", "{}").path("result");
        while (true) {
            page.path("tools").forEach(one -> names.add(one.path("name").asString()));
            if (!page.has("nextCursor")) {
                break;
            }
            page = client.ask("tools/list", "{\"cursor\":" + page.path("nextCursor") + "}")
                    .path("result");
        }
        assertThat(names).containsExactly("t0", "t1", "t2", "t3", "t4");
        assertThat(client.ask("tools/list", "{\"cursor\":\"forged\"}")
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32602);
    }

    @EachEra
    void reportsProgressToWhoGaveATokenOnly(Era era) throws Exception {
        var server = FakeServer.named("test")
                .tool(tool("work"), call -> {
                    call.progress(1, 2.0, "half");
                    return CallToolResult.ofText("done");
                })
                .build();
        var client = opened(server, era);
        client.call("work", "{}");
        assertThat(client.passedOver()).isEmpty();
        client.ask("tools/call", "{\"name\":\"work\",\"_meta\":{\"progressToken\":\"p\"}}");
        assertThat(client.passedOver()).singleElement().satisfies(progress -> {
            assertThat(progress.at("/params/progressToken").asString()).isEqualTo("p");
            assertThat(progress.at("/params/message").asString()).isEqualTo("half");
        });
    }

    @EachEra
    void logsFromTheLevelThatTheClientChose(Era era) throws Exception {
        var server = FakeServer.named("test")
                .logging()
                .tool(tool("talk"), call -> {
                    call.log(LogLevel.DEBUG, "x", JsonNodeFactory.instance.stringNode("low"));
                    call.log(LogLevel.ERROR, "x", JsonNodeFactory.instance.stringNode("high"));
                    return CallToolResult.ofText("");
                })
                .build();
        var client = opened(server, era);
        if (era == Era.LEGACY) {
            client.ask("logging/setLevel", "{\"level\":\"error\"}");
            client.call("talk", "{}");
        } else {
            client.call("talk", "{}");
            assertThat(client.passedOver()).isEmpty();
            client.ask("tools/call", "{\"name\":\"talk\",\"_meta\":{\"io.modelcontextprotocol/logLevel\":\"error\"}}");
        }
        assertThat(client.passedOver())
                .singleElement()
                .extracting(log -> log.at("/params/data").asString())
                .isEqualTo("high");
    }

    @EachEra
    void aCancelledCallIsStoppedAndNotAnswered(Era era) throws Exception {
        var stopped = new CountDownLatch(1);
        var server = echoing()
                .tool(tool("wait"), call -> {
                    try {
                        call.progress(1, null, null);
                        call.pause(Duration.ofSeconds(60));
                    } finally {
                        stopped.countDown();
                    }
                    return CallToolResult.ofText("");
                })
                .build();
        var client = opened(server, era);
        int id = client.request("tools/call", "{\"name\":\"wait\",\"_meta\":{\"progressToken\":1}}");
        client.notification("notifications/progress");
        client.tell("notifications/cancelled", "{\"requestId\":" + id + "}");
        assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(text(client.call("echo", "{}"))).isEqualTo("-");
        assertThat(client.passedOver()).isEmpty();
        server.awaitReceived(
                message -> message instanceof Notification(var method, var params)
                        && method.equals("notifications/cancelled"),
                SOON);
    }

    @EachEra
    void tellsOfChangesToWhoAskedForThem(Era era) throws Exception {
        var server = echoing()
                .resource(
                        Resource.of("x:a", "a"),
                        (uri, call) -> ReadResourceResult.of(ResourceContents.text(uri, null, "text")))
                .build();
        var client = opened(server, era);
        if (era == Era.LEGACY) {
            client.ask("resources/subscribe", "{\"uri\":\"x:a\"}");
        } else {
            int id = client.request(
                    "subscriptions/listen",
                    "{\"notifications\":{\"toolsListChanged\":true,\"promptsListChanged\":true,"
                            + "\"resourceSubscriptions\":[\"x:a\"]}}");
            var accepted = client.notification("notifications/subscriptions/acknowledged");
            assertThat(accepted.at("/params/notifications").toString())
                    .isEqualTo("{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"x:a\"]}");
            assertThat(accepted.at("/params/_meta/io.modelcontextprotocol~1subscriptionId")
                            .asInt())
                    .isEqualTo(id);
        }
        server.tell(new ServerEvent.ResourceUpdated("x:b"));
        server.tell(new ServerEvent.ResourceUpdated("x:a"));
        assertThat(client.notification("notifications/resources/updated")
                        .at("/params/uri")
                        .asString())
                .isEqualTo("x:a");
        server.add(tool("new"), call -> CallToolResult.ofText(""));
        client.notification("notifications/tools/list_changed");
    }

    @Test
    void endsSubscriptionsInGoodOrderOrNot() throws Exception {
        var server = echoing().build();
        var client = opened(server, Era.MODERN);
        var params = "{\"notifications\":{\"toolsListChanged\":true}}";
        int first = client.request("subscriptions/listen", params);
        client.notification("notifications/subscriptions/acknowledged");
        server.endSubscriptions();
        assertThat(client.response(first)
                        .at("/result/_meta/io.modelcontextprotocol~1subscriptionId")
                        .asInt())
                .isEqualTo(first);
        int second = client.request("subscriptions/listen", params);
        client.notification("notifications/subscriptions/acknowledged");
        server.dropSubscriptions();
        assertThat(client.notification("notifications/cancelled")
                        .at("/params/requestId")
                        .asInt())
                .isEqualTo(second);
    }

    @Test
    void aModernRequestNeedsItsEnvelopeAndAKnownRevision() throws Exception {
        var server = echoing().build();
        var client = RawClient.to(server, Era.MODERN);
        client.send("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"tools/list\",\"params\":{}}");
        assertThat(client.await(message -> message.path("id").asString("").equals("a"))
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32602);
        client.send("{\"jsonrpc\":\"2.0\",\"id\":\"b\",\"method\":\"tools/list\",\"params\":{\"_meta\":{"
                + "\"io.modelcontextprotocol/protocolVersion\":\"2099-01-01\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}");
        var error = client.await(message -> message.path("id").asString("").equals("b"))
                .path("error");
        assertThat(error.path("code").asInt()).isEqualTo(-32022);
        assertThat(error.at("/data/supported/0").asString()).isEqualTo("2026-07-28");
        assertThat(error.at("/data/requested").asString()).isEqualTo("2099-01-01");
        assertThat(server.complaints()).hasSize(1);
    }

    @Test
    void serversOfOneEraRefuseTheOpeningOfTheOther() throws Exception {
        var legacy = RawClient.to(echoing().era(Era.LEGACY).build(), Era.MODERN);
        assertThat(legacy.ask("server/discover", "{}").at("/error/code").asInt())
                .isEqualTo(-32601);
        var modern = RawClient.to(echoing().era(Era.MODERN).build(), Era.LEGACY);
        var refused =
                modern.ask("initialize", "{\"protocolVersion\":\"2025-11-25\"}").path("error");
        assertThat(refused.path("code").asInt()).isEqualTo(-32022);
        assertThat(refused.at("/data/supported").toString()).isEqualTo("[\"2026-07-28\"]");
    }

    @Test
    void complainsOfWhatTheProtocolForbids() throws Exception {
        var server = echoing().build();
        var client = RawClient.to(server, Era.LEGACY);
        client.ask(
                "initialize",
                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
                        + "\"clientInfo\":{\"name\":\"x\",\"version\":\"1\"}}");
        assertThat(client.ask("tools/list", "{}").has("error")).isTrue();
        client.tell("notifications/initialized", "{}");
        client.tell("notifications/nonsense", "{}");
        client.send("{\"jsonrpc\":\"2.0\",\"id\":\"stray\",\"result\":{}}");
        client.send("not json");
        client.await(message -> message.at("/error/code").asInt(0) == -32700);
        assertThat(server.complaints()).hasSize(4);
        assertThatThrownBy(() -> server.awaitReceived(message -> false, Duration.ofMillis(1)))
                .isInstanceOf(AssertionError.class);
    }

    @EachEra
    void completesArguments(Era era) throws Exception {
        var server = echoing()
                .completion((reference, argument, value, context) ->
                        Completion.of(List.of(argument + "=" + value + context.get("a"))))
                .build();
        var params = "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"p\"},\"argument\":{\"name\":\"x\",\"value\":\"v\"},"
                + "\"context\":{\"arguments\":{\"a\":\"b\"}}}";
        var client = opened(server, era);
        assertThat(client.ask("completion/complete", params)
                        .at("/result/completion/values/0")
                        .asString())
                .isEqualTo("x=vb");
    }

    @EachEra
    void tenCallsAtOnceAllGetTheirOwnAnswer(Era era) throws Exception {
        var together = new CountDownLatch(10);
        var server = FakeServer.named("test")
                .tool(tool("meet"), call -> {
                    together.countDown();
                    together.await();
                    return CallToolResult.ofText(call.text("n", ""));
                })
                .build();
        var client = opened(server, era);
        var ids = new ArrayList<Integer>();
        for (int i = 0; i < 10; i++) {
            ids.add(client.request("tools/call", callParams("meet", "{\"n\":\"" + i + "\"}")));
        }
        for (int i = 0; i < 10; i++) {
            assertThat(text(client.response(ids.get(i)))).isEqualTo("" + i);
        }
    }
}
