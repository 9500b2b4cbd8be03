package dev.fairlead.cli.codegen;

import dev.fairlead.cli.codegen.JavaType.Mapping;
import dev.fairlead.cli.codegen.JavaType.Maybe;
import dev.fairlead.cli.codegen.JavaType.Named;
import dev.fairlead.cli.codegen.JavaType.Sequence;
import dev.fairlead.cli.codegen.JavaType.Simple;

/**
 * Writes the expressions that turn values into JSON and back.
 *
 * @param json the generated class that they use
 */
record JsonCode(String json) {

    /** Returns a function from JSON to a value. */
    String reader(JavaType type) {
        return reader(type, 1);
    }

    /** Returns a function from a value to JSON. */
    String writer(JavaType type) {
        return writer(type, 1);
    }

    /** Returns the JSON of a value. */
    String written(JavaType type, String value) {
        return written(type, value, 1);
    }

    private String reader(JavaType type, int depth) {
        var node = "node" + depth;
        return switch (type) {
            case Simple simple -> json + "::" + simple.method();
            case Named named -> named.name() + "::from";
            case Sequence list -> lambda(node, json + ".list(" + node + ", " + reader(list.element(), depth + 1));
            case Mapping map -> lambda(node, json + ".map(" + node + ", " + reader(map.value(), depth + 1));
            case Maybe maybe -> lambda(node, json + ".maybe(" + node + ", " + reader(maybe.value(), depth + 1));
        };
    }

    private String writer(JavaType type, int depth) {
        var value = "value" + depth;
        return switch (type) {
            case Simple simple -> json + "::" + simple.method() + "Node";
            case Named named -> named.name() + "::toJson";
            case Sequence list -> value + " -> " + written(list, value, depth + 1);
            case Mapping map -> value + " -> " + written(map, value, depth + 1);
            case Maybe maybe -> value + " -> " + written(maybe, value, depth + 1);
        };
    }

    private String written(JavaType type, String value, int depth) {
        return switch (type) {
            case Simple simple -> json + "." + simple.method() + "Node(" + value + ")";
            case Named named -> value + ".toJson()";
            case Sequence list -> json + ".listNode(" + value + ", " + writer(list.element(), depth) + ")";
            case Mapping map -> json + ".mapNode(" + value + ", " + writer(map.value(), depth) + ")";
            case Maybe maybe -> json + ".maybeNode(" + value + ", " + writer(maybe.value(), depth) + ")";
        };
    }

    private static String lambda(String parameter, String body) {
        return parameter + " -> " + body + ")";
    }
}
