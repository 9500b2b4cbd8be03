package dev.fairlead.cli.codegen;

import dev.fairlead.protocol.Tool;
import java.util.List;
import java.util.Optional;

/**
 * What becomes of a tool.
 *
 * @param method the name of its methods
 * @param arguments the record of its arguments; empty if it takes none or any JSON
 * @param open whether it takes any JSON
 * @param result the record of its structured result; empty if it returns any result
 */
record ToolPlan(Tool tool, String method, Optional<Root> arguments, boolean open, Optional<Root> result) {
    private static final int MOST_POSITIONS = 3;

    String argumentsName() {
        return argumentsName(method);
    }

    String resultName() {
        return resultName(method);
    }

    static String argumentsName(String method) {
        return Names.capital(method) + "Arguments";
    }

    static String resultName(String method) {
        return Names.capital(method) + "Result";
    }

    /** Returns what may be given without a record: the required arguments, if they are few and plain. */
    Optional<List<Shape.Component>> positions() {
        return arguments
                .map(root -> root.record().required())
                .filter(required -> required.size() <= MOST_POSITIONS)
                .filter(required -> required.stream().allMatch(one -> one.type().scalar()));
    }
}
