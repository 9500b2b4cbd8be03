package dev.fairlead.cli.codegen;

import dev.fairlead.protocol.rpc.JavaLiteral;
import java.util.ArrayList;
import java.util.List;

/** Writes the class that has a method for each tool, or one of the classes that it inherits them from. */
final class ClientText {
    private final Source source = new Source();
    private final Settings settings;
    private final int mostOfDescription;

    private ClientText(Settings settings, int mostOfDescription) {
        this.settings = settings;
        this.mostOfDescription = mostOfDescription;
    }

    /**
     * Returns the source of the class that people use.
     *
     * @param server what the tools are of, as harmless HTML
     * @param parent the class that has more of them, or an empty text
     */
    static String main(Settings settings, String server, String parent, List<ToolPlan> tools, int mostOfDescription) {
        var text = new ClientText(settings, mostOfDescription);
        text.source.doc(
                List.of(
                        "The tools of " + server + ".",
                        "Generated from what the server says of itself; generate it again instead of changing it."
                                + " Methods that return a record throw {@link ToolFailedException} if the tool fails."),
                List.of());
        text.open("public final class " + settings.className(), settings.className(), "private", parent);
        text.factory();
        tools.forEach(text::methods);
        text.failure();
        return Imports.before(settings.packageName(), text.source.close().toString());
    }

    /** Returns the source of a class that the one that people use inherits from. */
    static String part(Settings settings, String name, String parent, List<ToolPlan> tools, int mostOfDescription) {
        var text = new ClientText(settings, mostOfDescription);
        text.source.doc("Some of the tools of {@link " + settings.className() + "}.");
        text.open("public abstract class " + name, name, "", parent);
        tools.forEach(text::methods);
        return Imports.before(settings.packageName(), text.source.close().toString());
    }

    private void open(String head, String name, String access, String parent) {
        source.open(head + (parent.isEmpty() ? "" : " extends " + parent) + " {");
        source.line("private final McpClient client;").blank();
        source.open((access + " " + name).strip() + "(McpClient client) {");
        if (!parent.isEmpty()) {
            source.line("super(client);");
        }
        source.line("this.client = client;").close();
    }

    private void factory() {
        var name = settings.className();
        source.blank()
                .doc("Returns the tools as they are called over a connection, which stays the caller's to close.");
        source.open("public static " + name + " of(McpClient client) {")
                .line("return new " + name + "(Objects.requireNonNull(client, \"client\"));")
                .close()
                .blank();
        source.doc("Returns the connection.")
                .open("public McpClient client() {")
                .line("return client;")
                .close();
    }

    private void methods(ToolPlan plan) {
        var returned = plan.result().isPresent() ? plan.resultName() : "ToolResult";
        boolean takes = plan.open() || plan.arguments().isPresent();
        var type = plan.open() ? "ObjectNode" : plan.argumentsName();
        var parameters = new ArrayList<String>();
        var values = new ArrayList<String>();
        if (takes) {
            parameters.add(type + " arguments");
            values.add("arguments");
        }
        var head = "public " + returned + " " + plan.method() + "(";
        source.blank().doc(description(plan), List.of()).openList(head, parameters, ") {");
        values.add("CallOptions.usual()");
        source.list("return " + plan.method() + "(", values, ");").close();

        parameters.add("CallOptions options");
        source.blank().doc("Calls " + Comment.code(plan.tool().name()) + " in a special way.");
        source.openList(head, parameters, ") {");
        call(plan);
        source.close();
        plan.positions().ifPresent(positions -> positional(plan, head, positions));
    }

    private List<String> description(ToolPlan plan) {
        var given = plan.tool().description();
        var doc = new ArrayList<>(Comment.paragraphs(given == null ? "" : given, mostOfDescription));
        doc.add("Calls " + Comment.code(plan.tool().name()) + ".");
        return doc;
    }

    private void call(ToolPlan plan) {
        var name = JavaLiteral.of(plan.tool().name());
        var json = settings.jsonName();
        var arguments =
                plan.open() ? "arguments" : plan.arguments().isPresent() ? "arguments.toJson()" : json + ".object()";
        if (plan.result().isEmpty()) {
            source.list("return client.callTool(", List.of(name, arguments, "options"), ");");
        } else {
            source.list("var result = client.callTool(", List.of(name, arguments, "options"), ");");
            source.list("return " + json + ".result(", List.of(name, "result", plan.resultName() + "::from"), ");");
        }
    }

    private void positional(ToolPlan plan, String head, List<Shape.Component> positions) {
        var parameters = positions.stream()
                .map(one -> one.type().declared(plan.argumentsName()) + " " + one.name())
                .toList();
        var values = positions.stream().map(Shape.Component::name).toList();
        source.blank().doc("Calls " + Comment.code(plan.tool().name()) + " with what it requires and nothing else.");
        source.openList(head, parameters, ") {");
        source.list("return " + plan.method() + "(" + plan.argumentsName() + ".of(", values, "));")
                .close();
    }

    private void failure() {
        source.blank().doc("A tool that said it failed, or answered something other than it promised.");
        source.open("public static final class ToolFailedException extends RuntimeException {")
                .line("private static final long serialVersionUID = 1L;")
                .blank()
                .line("private final transient ToolResult result;")
                .blank();
        source.open("ToolFailedException(String message, ToolResult result) {")
                .line("super(message);")
                .line("this.result = result;")
                .close()
                .blank();
        source.doc("Returns what the tool answered.")
                .open("public ToolResult result() {")
                .line("return result;")
                .close()
                .close();
    }
}
