package dev.fairlead.console.web;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What may be asked for: a method and a path each, in which {@code {name}} stands for one part. */
public final class Routes {
    private final List<Route> routes = new ArrayList<>();

    /** Answers a request. */
    @FunctionalInterface
    public interface Handler {
        /** Returns the answer; throws a {@link Refusal} if there is none. */
        Reply handle(Inquiry inquiry) throws InterruptedException;
    }

    private record Route(String method, List<String> parts, Handler handler) {
        /** Returns what stands in place of the names, if the path is one of this route. */
        Optional<Map<String, String>> match(List<String> path) {
            if (path.size() != parts.size()) {
                return Optional.empty();
            }
            var variables = new HashMap<String, String>();
            for (int i = 0; i < path.size(); i++) {
                var part = parts.get(i);
                if (part.startsWith("{")) {
                    variables.put(part.substring(1, part.length() - 1), path.get(i));
                } else if (!part.equals(path.get(i))) {
                    return Optional.empty();
                }
            }
            return Optional.of(variables);
        }

        long names() {
            return parts.stream().filter(part -> part.startsWith("{")).count();
        }
    }

    record Found(Handler handler, Map<String, String> variables) {}

    /** Makes an empty table. */
    public Routes() {}

    /** Adds a route. */
    public Routes on(String method, String path, Handler handler) {
        routes.add(new Route(method, PathText.segments(path.replace("{", "%7B").replace("}", "%7D")), handler));
        return this;
    }

    /** Adds a route for what only looks. */
    public Routes get(String path, Handler handler) {
        return on("GET", path, handler);
    }

    /** Adds a route for what does something. */
    public Routes post(String path, Handler handler) {
        return on("POST", path, handler);
    }

    /** Returns who answers; the one with the fewest names counts. */
    Found find(String method, List<String> path) {
        Found found = null;
        long fewest = Long.MAX_VALUE;
        var others = new ArrayList<String>();
        for (var route : routes) {
            var variables = route.match(path);
            if (variables.isPresent()) {
                boolean same = route.method.equals(method) || (method.equals("HEAD") && route.method.equals("GET"));
                if (!same) {
                    others.add(route.method);
                } else if (route.names() < fewest) {
                    fewest = route.names();
                    found = new Found(route.handler, variables.get());
                }
            }
        }
        if (found != null) {
            return found;
        }
        if (others.isEmpty()) {
            throw Refusal.missing("no-such-address", "There is nothing at this address.");
        }
        throw new Refusal(
                405,
                "wrong-method",
                "Request refused: this address takes %s."
                        .formatted(others.stream().distinct().collect(Collectors.joining(", "))));
    }

    /** Returns all of them in words, for whoever checks each. */
    public Stream<String> describe() {
        return routes.stream().map(route -> route.method + " /" + String.join("/", route.parts));
    }
}
