package dev.fairlead.client;

import dev.fairlead.testkit.http.HttpExchange;
import dev.fairlead.testkit.http.HttpHandler;
import dev.fairlead.testkit.http.HttpServer;
import dev.fairlead.testkit.http.RecordedRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A server on HTTP that says exactly what a test tells it to, right or wrong, and keeps every request. */
final class ScriptedHttp implements AutoCloseable {
    static final String JSON = "application/json";

    private final Map<String, HttpHandler> answers = new ConcurrentHashMap<>();
    private final HttpServer http = HttpServer.start(this::handle);

    /** Returns a server that accepts notifications and knows nothing else. */
    static ScriptedHttp silent() {
        return new ScriptedHttp();
    }

    /** Returns a server of 2025-11-25 that keeps no sessions. */
    static ScriptedHttp legacy() {
        return silent().on("server/discover", exchange -> exchange.answer(400))
                .on("initialize", result(agreed("2025-11-25")))
                .on("ping", result("{}"))
                .on("tools/list", result("{'tools':[{'name':'t','inputSchema':{'type':'object'}}]}"));
    }

    /** Returns a server of the modern era. */
    static ScriptedHttp modern() {
        return silent().on("server/discover", result(DISCOVERED))
                .on(
                        "tools/list",
                        result("{'resultType':'complete','tools':[{'name':'t','inputSchema':{'type':'object'}}]}"));
    }

    static final String DISCOVERED =
            "{'resultType':'complete','supportedVersions':['2026-07-28'],'capabilities':{'tools':{}},'ttlMs':0}";

    static String agreed(String version) {
        return "{'protocolVersion':'%s','capabilities':{'tools':{}},'serverInfo':{'name':'s','version':'1'}}"
                .formatted(version);
    }

    /** Returns the text with double quotes in the place of single ones. */
    static String quoted(String text) {
        return text.replace('\'', '"');
    }

    /** Returns the JSON-RPC answer to a request. */
    static String answer(RecordedRequest request, String result) {
        return quoted("{'jsonrpc':'2.0','id':%s,'result':%s}".formatted(request.rpcId(), result));
    }

    static HttpHandler result(String result) {
        return result(result, Map.of("Content-Type", JSON));
    }

    static HttpHandler result(String result, Map<String, String> headers) {
        return exchange -> exchange.answer(200, headers, answer(exchange.request(), result));
    }

    static HttpHandler refusal(int status, int code, String message, String data) {
        return exchange -> exchange.answer(
                status,
                Map.of("Content-Type", JSON),
                quoted("{'jsonrpc':'2.0','id':%s,'error':{'code':%d,'message':'%s','data':%s}}"
                        .formatted(exchange.request().rpcId(), code, message, data)));
    }

    /** Answers a JSON-RPC method, or an HTTP method, in this way. */
    ScriptedHttp on(String method, HttpHandler answer) {
        answers.put(method, answer);
        return this;
    }

    private void handle(HttpExchange exchange) throws IOException, InterruptedException {
        var request = exchange.request();
        var method = request.rpcMethod().isEmpty() ? request.method() : request.rpcMethod();
        var answer = answers.get(method);
        if (answer != null) {
            answer.handle(exchange);
        } else if (!request.method().equals("POST")) {
            exchange.answer(405);
        } else {
            exchange.answer(request.rpcId().equals("null") || !request.json().has("method") ? 202 : 404);
        }
    }

    String origin() {
        return http.origin();
    }

    String url() {
        return http.origin() + "/mcp";
    }

    HttpServer http() {
        return http;
    }

    List<RecordedRequest> requests() {
        return http.requests();
    }

    List<RecordedRequest> rpc(String method) {
        return requests().stream().filter(RecordedRequest.rpc(method)).toList();
    }

    @Override
    public void close() {
        http.close();
    }
}
