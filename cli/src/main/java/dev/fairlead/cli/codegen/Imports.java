package dev.fairlead.cli.codegen;

import java.util.List;
import java.util.regex.Pattern;

/** Puts the package and the imports that it needs before the body of a source. */
final class Imports {
    private static final List<String> KNOWN = List.of(
            "dev.fairlead.client.CallOptions",
            "dev.fairlead.client.McpClient",
            "dev.fairlead.client.ToolResult",
            "java.math.BigInteger",
            "java.util.ArrayList",
            "java.util.Collections",
            "java.util.LinkedHashMap",
            "java.util.List",
            "java.util.Map",
            "java.util.Objects",
            "java.util.Optional",
            "java.util.function.Function",
            "tools.jackson.databind.JsonNode",
            "tools.jackson.databind.node.JsonNodeFactory",
            "tools.jackson.databind.node.ObjectNode");
    private static final Pattern COMMENT = Pattern.compile("^\\s*(\\*|/\\*\\*).*$", Pattern.MULTILINE);
    private static final Pattern WORD = Pattern.compile("\\b[A-Z]\\w*");

    private Imports() {}

    static String before(String packageName, String body) {
        var code = COMMENT.matcher(body).replaceAll("");
        var used = WORD.matcher(code)
                .results()
                .map(word -> word.group())
                .distinct()
                .toList();
        var source = new Source().line("package " + packageName + ";").blank();
        int imports = 0;
        for (var type : KNOWN) {
            if (used.contains(type.substring(type.lastIndexOf('.') + 1))) {
                source.line("import " + type + ";");
                imports++;
            }
        }
        return source + (imports > 0 ? "\n" : "") + body;
    }
}
