package dev.fairlead.cli.codegen;

import java.util.List;

/**
 * What a schema became: a record of its own file, and the types inside it.
 *
 * @param nested those types, none inside another
 */
record Root(Shape.Fields record, List<Shape> nested) {
    Root {
        nested = List.copyOf(nested);
    }
}
