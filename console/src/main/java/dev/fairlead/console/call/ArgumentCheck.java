package dev.fairlead.console.call;

import dev.fairlead.client.schema.CompiledSchema;
import dev.fairlead.client.schema.Problem;
import dev.fairlead.client.schema.SchemaCompilation;
import dev.fairlead.client.schema.Verdict;
import dev.fairlead.console.text.Shortened;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.protocol.rpc.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** Judges arguments and results by the schemas of tools. Thread-safe. */
public final class ArgumentCheck {
    private static final int MOST = 500;
    private static final int MOST_PROBLEMS = 100;
    private static final int MOST_TOLD = 5;
    private static final Pattern INDEX = Pattern.compile("\\d{1,9}");

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<JsonNode, SchemaCompilation> compiled = new LinkedHashMap<>(16, 0.75f, true); // guarded by lock

    /** Makes one that knows no schema yet. */
    public ArgumentCheck() {}

    /** Returns what is wrong with a value; nothing where the schema is of no use, as nothing is known then. */
    public List<Problem> problems(JsonNode schema, JsonNode value) {
        return compile(schema) instanceof SchemaCompilation.Ready ready
                        && ready.schema().check(value) instanceof Verdict.Invalid invalid
                ? invalid.problems()
                : List.of();
    }

    /** Tells whether values can be judged by a schema. */
    boolean usable(JsonNode schema) {
        return compile(schema) instanceof SchemaCompilation.Ready;
    }

    /** Shows what is wrong. */
    public static ArrayNode toJson(List<Problem> problems) {
        var list = Json.array();
        problems.stream()
                .limit(MOST_PROBLEMS)
                .forEach(problem -> list.addObject()
                        .put("path", Shortened.of(problem.where(), Shortened.LINE))
                        .put("message", Shortened.of(problem.what(), Shortened.LINE)));
        return list;
    }

    /** Refuses arguments that do not fit. */
    public void require(JsonNode schema, JsonNode arguments) {
        var problems = problems(schema, arguments);
        if (!problems.isEmpty()) {
            throw new Refusal(400, "bad-arguments", words(problems))
                    .in("arguments")
                    .with("problems", toJson(problems));
        }
    }

    private static String words(List<Problem> problems) {
        var each = problems.stream()
                .limit(MOST_TOLD)
                .map(problem -> Shortened.of(
                        (problem.where().isEmpty()
                                        ? "the whole "
                                        : "the argument '%s' ".formatted(name(problem.where())))
                                + problem.what(),
                        Shortened.LINE))
                .collect(Collectors.joining("; "));
        int more = problems.size() - MOST_TOLD;
        return "The arguments do not fit: %s%s.".formatted(each, more > 0 ? "; and %s more".formatted(more) : "");
    }

    /** Returns a place as the form of the page names its field, such as {@code address.street} or {@code tags[0]}. */
    private static String name(String pointer) {
        var name = new StringBuilder();
        for (var part : pointer.substring(1).split("/", -1)) {
            var plain = part.replace("~1", "/").replace("~0", "~");
            if (!name.isEmpty() && INDEX.matcher(plain).matches()) {
                name.append('[').append(plain).append(']');
            } else {
                name.append(name.isEmpty() ? "" : ".").append(plain);
            }
        }
        return name.toString();
    }

    private SchemaCompilation compile(JsonNode schema) {
        lock.lock();
        try {
            var known = compiled.get(schema);
            if (known != null) {
                return known;
            }
        } finally {
            lock.unlock();
        }
        var fresh = CompiledSchema.compile(schema);
        lock.lock();
        try {
            compiled.put(schema, fresh);
            if (compiled.size() > MOST) {
                var each = compiled.entrySet().iterator();
                each.next();
                each.remove();
            }
        } finally {
            lock.unlock();
        }
        return fresh;
    }
}
