package dev.fairlead.testkit.auth;

import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A client that follows every rule, one step at a time, with plain HTTP; every parameter can be changed. */
final class ByHand implements AutoCloseable {
    static final String CALLBACK = "http://127.0.0.1:7777/callback";
    static final String VERIFIER = "v".repeat(40) + "-._~";

    private final HttpClient http = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(20))
            .build();
    private final AuthServer server;
    private final String resource;

    record Answer(int status, Map<String, String> headers, String body) {
        JsonNode json() {
            return Json.parse(body);
        }

        String header(String name) {
            return headers.getOrDefault(name, "");
        }

        String text(String member) {
            return json().path(member).asString("");
        }

        /** Returns the parameters of the address to which this redirects. */
        Form redirect() {
            return Form.parse(header("location").replaceFirst("^[^?]*\\?", ""));
        }
    }

    ByHand(AuthServer server, String resource) {
        this.server = server;
        this.resource = resource;
    }

    @Override
    public void close() {
        http.close();
    }

    Answer get(String url) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(url)).GET());
    }

    Answer get(String url, String authorization) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(url))
                .header("Authorization", authorization)
                .GET());
    }

    private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        var response = http.send(
                request.timeout(Duration.ofSeconds(30)).build(),
                HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        var headers = new LinkedHashMap<String, String>();
        response.headers().map().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        return new Answer(response.statusCode(), headers, response.body());
    }

    Answer post(String url, Map<String, String> headers, String type, String body)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return send(request);
    }

    Answer form(String url, Map<String, String> headers, Map<String, String> fields)
            throws IOException, InterruptedException {
        return post(url, headers, "application/x-www-form-urlencoded", Form.write(fields));
    }

    ObjectNode registration() {
        var asked = Json.object()
                .put("client_name", "by hand")
                .put("application_type", "native")
                .put("token_endpoint_auth_method", "none");
        asked.putArray("redirect_uris").add(CALLBACK);
        asked.putArray("grant_types").add("authorization_code").add("refresh_token");
        return asked;
    }

    Answer register(ObjectNode asked) throws IOException, InterruptedException {
        return post(server.registrationEndpoint(), Map.of(), "application/json", asked.toString());
    }

    Map<String, String> question(String client) {
        var question = new LinkedHashMap<String, String>();
        question.put("response_type", "code");
        question.put("client_id", client);
        question.put("redirect_uri", CALLBACK);
        question.put("state", UUID.randomUUID().toString());
        question.put("code_challenge", JwtKey.hash(VERIFIER));
        question.put("code_challenge_method", "S256");
        question.put("resource", resource);
        return question;
    }

    Answer authorize(Map<String, String> question) throws IOException, InterruptedException {
        return get(Form.extend(server.authorizationEndpoint(), question));
    }

    String code(String client) throws IOException, InterruptedException {
        var code = authorize(question(client)).redirect().value("code");
        return code == null ? "" : code;
    }

    Map<String, String> exchange(String client, String code) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("grant_type", "authorization_code");
        fields.put("code", code);
        fields.put("client_id", client);
        fields.put("redirect_uri", CALLBACK);
        fields.put("code_verifier", VERIFIER);
        fields.put("resource", resource);
        return fields;
    }

    Map<String, String> refresh(String client, String token) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("grant_type", "refresh_token");
        fields.put("refresh_token", token);
        fields.put("client_id", client);
        fields.put("resource", resource);
        return fields;
    }

    Answer token(Map<String, String> fields) throws IOException, InterruptedException {
        return form(server.tokenEndpoint(), Map.of(), fields);
    }

    Answer token(Map<String, String> headers, Map<String, String> fields) throws IOException, InterruptedException {
        return form(server.tokenEndpoint(), headers, fields);
    }

    /** Goes all the way as this client. */
    Answer login(String client) throws IOException, InterruptedException {
        return token(exchange(client, code(client)));
    }

    /** Calls a method of MCP of the legacy era; what it answers does not matter, only whether it does. */
    Answer mcp(String url, Map<String, String> headers, String method) throws IOException, InterruptedException {
        var message = Json.object().put("jsonrpc", "2.0").put("id", 1).put("method", method);
        message.putObject("params").put("protocolVersion", "2025-06-18").putObject("capabilities");
        ((ObjectNode) message.get("params"))
                .putObject("clientInfo")
                .put("name", "hand")
                .put("version", "1");
        var all = new LinkedHashMap<>(headers);
        all.put("Accept", "application/json, text/event-stream");
        return post(url, all, "application/json", message.toString());
    }

    static Map<String, String> bearer(String token) {
        return Map.of("Authorization", "Bearer " + token);
    }

    static Map<String, String> basic(String id, String secret) {
        var text = Form.encode(id) + ":" + Form.encode(secret);
        return Map.of(
                "Authorization", "Basic " + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
    }
}
