package dev.fairlead.cli.codegen;

import dev.fairlead.cli.codegen.JavaType.Mapping;
import dev.fairlead.cli.codegen.JavaType.Maybe;
import dev.fairlead.cli.codegen.JavaType.Named;
import dev.fairlead.cli.codegen.JavaType.Sequence;
import dev.fairlead.cli.codegen.JavaType.Simple;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import tools.jackson.databind.JsonNode;

/**
 * Turns one JSON Schema into shapes of Java.
 *
 * <p>Every object and every enumeration of a schema becomes one type, however many references lead to it, and is looked
 * at later than the type that mentions it. So neither circles nor long chains nor thickets of references matter.
 */
final class SchemaReader {
    private static final int MOST_TYPES = 200;
    private static final int MOST_PROPERTIES_OF_ALL = 1_500;
    private static final int MOST_WRAPPERS = 5;

    private final String where;
    private final References references;
    private final Notes notes;
    private final NamePool names;
    private final IdentityHashMap<JsonNode, Named> types = new IdentityHashMap<>();
    private final Queue<Runnable> pending = new ArrayDeque<>();
    private final List<Shape> shapes = new ArrayList<>();
    private int properties;

    private SchemaReader(String where, String name, JsonNode schema, Settings settings, Notes notes) {
        this.where = where;
        this.references = new References(schema);
        this.notes = notes;
        this.names = new NamePool(Reserved.TYPES);
        names.reserve(settings.className());
        names.reserve(settings.jsonName());
        names.reserve(name);
    }

    /**
     * Returns the record that a schema describes, or nothing if it describes something else.
     *
     * @param where what the schema is of, for notes
     * @param doc what the record is, as harmless HTML
     */
    static Optional<Root> read(String where, String name, String doc, JsonNode schema, Settings settings, Notes notes) {
        return new SchemaReader(where, name, schema, settings, notes).root(schema, name, doc);
    }

    private Optional<Root> root(JsonNode schema, String name, String doc) {
        var target = references.follow(schema, name).map(References.Target::schema);
        if (target.isEmpty() || SchemaKind.of(target.get()) != SchemaKind.OBJECT) {
            note("", "have no record: the schema is not of one object alone");
            return Optional.empty();
        }
        if (!Properties.any(target.get())) {
            note("", "have no record: the schema names no properties");
        }
        if (!fit(target.get(), "")) {
            return Optional.empty();
        }
        types.put(target.get(), new Named(name, false));
        var record = fields(target.get(), name, List.of(doc));
        while (!pending.isEmpty()) {
            pending.remove().run();
        }
        return Optional.of(new Root(record, shapes));
    }

    private Shape.Fields fields(JsonNode schema, String name, List<String> doc) {
        var componentNames = new NamePool(Reserved.COMPONENTS);
        var components = new ArrayList<Shape.Component>();
        for (var property : Properties.of(schema)) {
            components.add(new Shape.Component(
                    property.name(),
                    componentNames.take(Names.camel(property.name(), "value"), "Value"),
                    type(property.schema(), property.name(), property.name(), 0),
                    property.required(),
                    SchemaDoc.ofProperty(property)));
        }
        return new Shape.Fields(name, doc, components);
    }

    private JavaType type(JsonNode given, String name, String path, int wrappers) {
        if (wrappers > MOST_WRAPPERS) {
            return any(path, "it is nested too deeply");
        }
        var target = references.follow(given, name);
        if (target.isEmpty()) {
            return any(path, "its reference leads out of the schema, to nothing, or around in a circle");
        }
        var schema = target.get().schema();
        var known = types.get(schema);
        if (known != null) {
            return nullable(schema, known);
        }
        return switch (SchemaKind.of(schema)) {
            case STRING -> nullable(schema, Simple.TEXT);
            case INTEGER -> nullable(schema, SchemaKind.exceedsLong(schema) ? Simple.BIG : Simple.WHOLE);
            case NUMBER -> nullable(schema, Simple.DECIMAL);
            case BOOLEAN -> nullable(schema, Simple.FLAG);
            case ANYTHING -> Simple.ANY;
            case ENUM -> nullable(schema, choice(schema, target.get().name(), path));
            case ARRAY -> nullable(schema, sequence(schema, target.get().name(), path, wrappers));
            case OBJECT -> nullable(schema, object(schema, target.get().name(), path, wrappers));
            case WRAPPED ->
                nullable(schema, type(SchemaKind.wrapped(schema), target.get().name(), path, wrappers + 1));
            case LITERALS -> any(path, "its values are not all strings");
            case UNION -> any(path, "it is one of several types");
            case COMBINED -> any(path, "it combines schemas");
            case UNKNOWN -> any(path, "its type is unknown");
        };
    }

    private JavaType sequence(JsonNode schema, String name, String path, int wrappers) {
        var items = schema.path("items");
        if (items.isArray() || schema.has("prefixItems")) {
            return new Sequence(any(path, "its items have types of their own"));
        }
        return new Sequence(
                items.isMissingNode() ? Simple.ANY : type(items, name + " item", path + "[]", wrappers + 1));
    }

    private JavaType object(JsonNode schema, String name, String path, int wrappers) {
        if (fit(schema, path)) {
            var type = named(schema, name, false);
            if (schema.path("additionalProperties").isObject()) {
                note(path, "has members without names; they are left out");
            }
            var doc = SchemaDoc.ofType(schema, path);
            pending.add(() -> shapes.add(fields(schema, type.name(), doc)));
            return type;
        }
        var values = schema.path("additionalProperties");
        boolean typed = values.isObject() && !Properties.any(schema);
        return new Mapping(typed ? type(values, name + " value", path + "{}", wrappers + 1) : Simple.ANY);
    }

    private JavaType choice(JsonNode schema, String name, String path) {
        if (types.size() >= MOST_TYPES || !Constants.fit(schema)) {
            note(path, "is any string: its values are too many or too long");
            return Simple.TEXT;
        }
        var type = named(schema, name, true);
        shapes.add(new Shape.Choice(type.name(), SchemaDoc.ofType(schema, path), Constants.of(schema)));
        return type;
    }

    private Named named(JsonNode schema, String name, boolean scalar) {
        var type = new Named(names.take(Names.pascal(name, "Type"), "Type"), scalar);
        types.put(schema, type);
        return type;
    }

    /** Tells whether an object can be a record, and counts what it takes. */
    private boolean fit(JsonNode schema, String path) {
        if (!Properties.any(schema)) {
            return false;
        }
        var problem = Properties.problem(schema);
        if (problem.isEmpty()) {
            properties += Properties.of(schema).size();
            if (types.size() >= MOST_TYPES || properties > MOST_PROPERTIES_OF_ALL) {
                problem = Optional.of("the schema is too large");
            }
        }
        problem.ifPresent(why -> note(path, path.isEmpty() ? "have no record: " + why : "is a map: " + why));
        return problem.isEmpty();
    }

    private static JavaType nullable(JsonNode schema, JavaType type) {
        return SchemaKind.nullable(schema) ? Maybe.of(type) : type;
    }

    private JavaType any(String path, String why) {
        note(path, "is any JSON: " + why);
        return Simple.ANY;
    }

    private void note(String path, String what) {
        notes.add(where + (path.isEmpty() ? " " : ": " + Notes.quote(path) + " ") + what);
    }
}
