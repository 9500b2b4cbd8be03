package dev.fairlead.testkit.http;

import dev.fairlead.protocol.rpc.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * One HTTP request as it arrived.
 *
 * @param connection the number of the connection it came on, from 1
 * @param target path and query, as they were written
 * @param headers in the order and the spelling in which they came
 */
public record RecordedRequest(int connection, String method, String target, List<Header> headers, String body) {

    /** One line of the head. */
    public record Header(String name, String value) {}

    /** Keeps copies. */
    public RecordedRequest {
        headers = List.copyOf(headers);
    }

    /** Selects requests by HTTP method. */
    public static Predicate<RecordedRequest> method(String method) {
        return request -> request.method().equals(method);
    }

    /** Selects requests whose body is a JSON-RPC message of this method. */
    public static Predicate<RecordedRequest> rpc(String method) {
        return request -> request.rpcMethod().equals(method);
    }

    /** Returns the path without the query. */
    public String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** Returns what follows the question mark, empty if there is none. */
    public String query() {
        int query = target.indexOf('?');
        return query < 0 ? "" : target.substring(query + 1);
    }

    /** Returns the value of a header, whatever the case of its name; several are joined by a comma. */
    public Optional<String> header(String name) {
        var values = headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .toList();
        return values.isEmpty() ? Optional.empty() : Optional.of(values.stream().collect(Collectors.joining(", ")));
    }

    /** Tells whether there is such a header. */
    public boolean has(String name) {
        return header(name).isPresent();
    }

    /** Returns the body as JSON, or a missing node if it is none. */
    public JsonNode json() {
        try {
            return body.isBlank() ? MissingNode.getInstance() : Json.parse(body);
        } catch (JacksonException notJson) {
            return MissingNode.getInstance();
        }
    }

    /** Returns the JSON-RPC method in the body, empty if there is none. */
    public String rpcMethod() {
        return json().path("method").asString("");
    }

    /** Returns the JSON-RPC id in the body as it was written, {@code null} (the word) if there is none. */
    public String rpcId() {
        var id = json().path("id");
        return id.isMissingNode() ? "null" : id.toString();
    }

    /** Returns how long the body was on the wire. */
    public int bodyBytes() {
        return body.getBytes(StandardCharsets.UTF_8).length;
    }
}
