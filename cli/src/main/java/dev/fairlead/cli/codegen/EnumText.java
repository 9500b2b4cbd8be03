package dev.fairlead.cli.codegen;

import dev.fairlead.protocol.rpc.JavaLiteral;
import java.util.List;

/** Writes enums. */
final class EnumText {

    private EnumText() {}

    /** Writes one that is turned into JSON, or one that is read from it. */
    static void write(Source source, Shape.Choice shape, boolean arguments, String json) {
        source.doc(shape.doc(), List.of()).open("public enum " + shape.name() + " {");
        var constants = shape.constants();
        for (int i = 0; i < constants.size(); i++) {
            var constant = constants.get(i);
            source.line(constant.name() + "(" + JavaLiteral.of(constant.wireName()) + ")"
                    + (i + 1 < constants.size() ? "," : ";"));
        }
        source.blank().line("private final String wireName;").blank();
        source.open(shape.name() + "(String wireName) {")
                .line("this.wireName = wireName;")
                .close()
                .blank();
        source.doc("Returns the value as it is written in JSON.")
                .open("public String wireName() {")
                .line("return wireName;")
                .close()
                .blank();
        if (arguments) {
            source.open("JsonNode toJson() {").line("return " + json + ".stringNode(wireName);");
        } else {
            source.open("static " + shape.name() + " from(JsonNode json) {")
                    // A constant may have the name of its type, and would be meant by it in a method reference.
                    .line("return " + json + ".choice(json, values(), value -> value.wireName());");
        }
        source.close().close();
    }
}
