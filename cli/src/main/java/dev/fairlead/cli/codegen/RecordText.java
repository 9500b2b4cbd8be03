package dev.fairlead.cli.codegen;

import dev.fairlead.cli.codegen.JavaType.Mapping;
import dev.fairlead.cli.codegen.JavaType.Sequence;
import dev.fairlead.protocol.rpc.JavaLiteral;
import java.util.List;
import java.util.function.Function;

/** Writes the file of a record and the types inside it. */
final class RecordText {
    private final Source source = new Source();
    private final boolean arguments;
    private final JsonCode code;

    private RecordText(boolean arguments, JsonCode code) {
        this.arguments = arguments;
        this.code = code;
    }

    /** Returns the source of records that are turned into JSON, or of records that are read from it. */
    static String of(Root root, boolean arguments, Settings settings) {
        var text = new RecordText(arguments, new JsonCode(settings.jsonName()));
        text.record(root.record(), root.nested());
        return Imports.before(settings.packageName(), text.source.toString());
    }

    private void record(Shape.Fields shape, List<Shape> nested) {
        var tags = shape.components().stream()
                .map(one -> "@param " + one.name() + " " + one.doc())
                .toList();
        source.doc(shape.doc(), tags);
        source.openList("public record " + shape.name() + "(", declarations(shape.components()), ") {");
        constructor(shape);
        if (arguments) {
            factory(shape);
            shape.components().stream().filter(Shape.Component::optional).forEach(one -> with(shape, one));
            toJson(shape);
        } else {
            from(shape);
        }
        for (var type : nested) {
            source.blank();
            switch (type) {
                case Shape.Fields inner -> record(inner, List.of());
                case Shape.Choice choice -> EnumText.write(source, choice, arguments, code.json());
            }
        }
        source.close();
    }

    private static List<String> declarations(List<Shape.Component> components) {
        return components.stream().map(one -> one.declared() + " " + one.name()).toList();
    }

    private void constructor(Shape.Fields shape) {
        source.blank().doc("Refuses null and copies collections.").open("public " + shape.name() + " {");
        for (var one : shape.components()) {
            check(one);
        }
        source.close();
    }

    private void check(Shape.Component one) {
        var name = one.name();
        switch (one.present()) {
            case Sequence list -> copy(one, "List", ".copyOf", "::copyOf");
            case Mapping map -> copy(one, code.json(), ".copy", "::copy");
            default -> {
                if (one.optional() || one.type().declared("").equals(one.type().boxed(""))) {
                    source.line("Objects.requireNonNull(" + name + ", " + JavaLiteral.of(name) + ");");
                }
            }
        }
    }

    private void copy(Shape.Component one, String owner, String method, String reference) {
        var name = one.name();
        var copied = one.optional() ? name + ".map(" + owner + reference + ")" : owner + method + "(" + name + ")";
        source.line(name + " = " + copied + ";");
    }

    private void factory(Shape.Fields shape) {
        source.blank().doc("Returns what is required, and nothing else.");
        source.openList("public static " + shape.name() + " of(", declarations(shape.required()), ") {");
        construct(shape, one -> one.optional() ? "Optional.empty()" : one.name());
        source.close();
    }

    private void with(Shape.Fields shape, Shape.Component changed) {
        var parameter = changed.present().declared("") + " " + changed.name();
        source.blank().doc("Returns the same with another {@code " + changed.name() + "}.");
        source.open("public " + shape.name() + " with" + Names.capital(changed.name()) + "(" + parameter + ") {");
        construct(shape, one -> one.equals(changed) ? "Optional.of(" + one.name() + ")" : one.name());
        source.close();
    }

    private void construct(Shape.Fields shape, Function<Shape.Component, String> value) {
        source.list(
                "return new " + shape.name() + "(",
                shape.components().stream().map(value).toList(),
                ");");
    }

    private void toJson(Shape.Fields shape) {
        source.blank().doc("Writes this; what is empty is absent.").open("public ObjectNode toJson() {");
        source.line("var json = " + code.json() + ".object();");
        for (var one : shape.components()) {
            var wireName = JavaLiteral.of(one.wireName());
            var field = "this." + one.name();
            if (one.required()) {
                source.list("json.set(", List.of(wireName, code.written(one.type(), field)), ");");
            } else {
                var parts = List.of("json", wireName, field, code.writer(one.present()));
                source.list(code.json() + ".put(", parts, ");");
            }
        }
        source.line("return json;").close();
    }

    private void from(Shape.Fields shape) {
        source.blank().doc("Reads this; throws {@link IllegalArgumentException} if it is something else.");
        source.open("public static " + shape.name() + " from(JsonNode json) {");
        source.list(
                "return new " + shape.name() + "(",
                shape.components().stream().map(this::read).toList(),
                ");");
        source.close();
    }

    private String read(Shape.Component one) {
        var method = one.optional() ? ".optional(" : ".required(";
        return code.json() + method + "json, " + JavaLiteral.of(one.wireName()) + ", " + code.reader(one.present())
                + ")";
    }
}
