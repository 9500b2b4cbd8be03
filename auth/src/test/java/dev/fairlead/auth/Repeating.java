package dev.fairlead.auth;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.HttpExchange;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Repeats, in every kind of answer, the secrets that came with a request. */
final class Repeating {
    private Repeating() {}

    static List<Fault> faults() {
        return List.of(
                (exchange, usual) -> exchange.answer(
                        400,
                        json(),
                        Json.object()
                                .put("error", "invalid_grant")
                                .put("error_description", told(exchange))
                                .toString()),
                (exchange, usual) -> exchange.answer(
                        400,
                        json(),
                        Json.object()
                                .put("error", "temporarily_unavailable")
                                .put("error_description", told(exchange))
                                .toString()),
                (exchange, usual) -> exchange.answer(
                        401, json(), Json.object().put("error", told(exchange)).toString()),
                (exchange, usual) -> exchange.answer(
                        200,
                        json(),
                        Json.object()
                                .put("access_token", told(exchange))
                                .put("token_type", told(exchange))
                                .toString()),
                (exchange, usual) -> exchange.answer(403, Map.of("Content-Type", "text/plain"), told(exchange)),
                (exchange, usual) -> exchange.answer(500, Map.of("Content-Type", "text/plain"), told(exchange)),
                (exchange, usual) ->
                        exchange.answer(302, Map.of("Location", "https://other.example/?" + told(exchange)), ""));
    }

    private static Map<String, String> json() {
        return Map.of("Content-Type", "application/json");
    }

    /** Returns the secrets in a request. */
    static String told(HttpExchange exchange) {
        var request = exchange.request();
        var secrets = Stream.of(request.body().split("&"))
                .filter(pair -> pair.matches(
                        "(refresh_token|code|code_verifier|client_secret|assertion|subject_token|token)=.*"))
                .map(pair -> URLDecoder.decode(pair.replaceFirst("[a-z_]+=", ""), StandardCharsets.UTF_8));
        return Stream.of(secrets, request.header("Authorization").stream(), request.header("Mcp-Session-Id").stream())
                .flatMap(each -> each)
                .collect(Collectors.joining(" "));
    }
}
