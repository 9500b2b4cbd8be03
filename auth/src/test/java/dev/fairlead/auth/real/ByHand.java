package dev.fairlead.auth.real;

import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Plain HTTP, so that a server is proven without what it is going to prove. */
final class ByHand {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private ByHand() {}

    record Answer(int status, HttpHeaders headers, String body) {
        JsonNode json() {
            return Json.parse(body);
        }

        String header(String name) {
            return headers.firstValue(name).orElse("");
        }
    }

    static Answer get(String url, String... headers) {
        return send(request(url, headers).GET());
    }

    static Answer post(String url, Map<String, String> form, String... headers) {
        return send(request(url, headers)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(encoded(form))));
    }

    static Answer postJson(String url, JsonNode json, String... headers) {
        return send(request(url, headers)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(Json.write(json))));
    }

    /** Calls a tool of a protected server, with the access token of a token response. */
    static Answer callTool(String url, String tool, JsonNode tokens) {
        return callTool(
                url,
                tool,
                "Authorization",
                "Bearer " + tokens.path("access_token").stringValue());
    }

    static Answer callTool(String url, String tool, String... headers) {
        var message = Json.object().put("jsonrpc", "2.0").put("id", 1).put("method", "tools/call");
        message.putObject("params").put("name", tool).putObject("arguments").put("words", "hi");
        var all = Stream.concat(
                Stream.of("Accept", "application/json, text/event-stream", "MCP-Protocol-Version", "2025-11-25"),
                Stream.of(headers));
        return postJson(url, message, all.toArray(String[]::new));
    }

    static String encoded(Map<String, String> form) {
        return new TreeMap<>(form)
                .entrySet().stream()
                        .map(field ->
                                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&"));
    }

    /** Returns the parameters of a URL. */
    static Map<String, String> parameters(String url) {
        return Pattern.compile("&")
                .splitAsStream(URI.create(url).getRawQuery())
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
    }

    /** Returns the S256 challenge for a verifier. */
    static String challenge(String verifier) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static String basic(String user, String password) {
        var words = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(words);
    }

    private static HttpRequest.Builder request(String url, String... headers) {
        var request = HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE);
        return headers.length == 0 ? request : request.headers(headers);
    }

    private static Answer send(HttpRequest.Builder request) {
        try {
            var response = HTTP.send(request.build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.headers(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
