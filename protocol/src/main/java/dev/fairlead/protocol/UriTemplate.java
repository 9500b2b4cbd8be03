package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Excerpt;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of URIs with variables.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc6570">RFC 6570, of which this is all four levels</a>
 */
public final class UriTemplate {
    private static final Pattern VARIABLE =
            Pattern.compile("(?<name>[\\w.%]++)(?:(?<explode>\\*)|:(?<prefix>[1-9]\\d{0,3}))?");
    private static final Pattern BAD_NAME = Pattern.compile("^\\.|\\.\\.|\\.$|%(?!\\p{XDigit}{2})");

    private final List<Part> parts;

    private sealed interface Part {
        record Literal(String text) implements Part {}

        record Expression(Operator operator, List<Variable> variables) implements Part {}
    }

    /** @param prefix how many characters of the value to use; 0 for all */
    private record Variable(String name, boolean explode, int prefix) {}

    /** The rows of the table in RFC 6570, appendix A. */
    private enum Operator {
        NONE("", ",", false, "", false),
        RESERVED("", ",", false, "", true),
        LABEL(".", ".", false, "", false),
        PATH("/", "/", false, "", false),
        PARAMETER(";", ";", true, "", false),
        QUERY("?", "&", true, "=", false),
        CONTINUATION("&", "&", true, "=", false),
        FRAGMENT("#", ",", false, "", true);

        final String first;
        final String separator;
        final boolean named;
        final String ifEmpty;
        final boolean allowReserved;

        Operator(String first, String separator, boolean named, String ifEmpty, boolean allowReserved) {
            this.first = first;
            this.separator = separator;
            this.named = named;
            this.ifEmpty = ifEmpty;
            this.allowReserved = allowReserved;
        }

        static @Nullable Operator of(char sign) {
            return switch (sign) {
                case '+' -> RESERVED;
                case '#' -> FRAGMENT;
                case '.' -> LABEL;
                case '/' -> PATH;
                case ';' -> PARAMETER;
                case '?' -> QUERY;
                case '&' -> CONTINUATION;
                default -> null;
            };
        }
    }

    private UriTemplate(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    /** Reads a pattern; throws {@link BadShape} if it is not valid. */
    public static UriTemplate of(String template) {
        var parts = new ArrayList<Part>();
        int at = 0;
        while (at < template.length()) {
            int open = template.indexOf('{', at);
            int end = open < 0 ? template.length() : open;
            var literal = template.substring(at, end);
            if (literal.indexOf('}') >= 0) {
                throw new BadShape("URI template closes an expression that it has not opened");
            }
            parts.add(new Part.Literal(PercentEncoding.encode(literal, true)));
            if (open < 0) {
                break;
            }
            int close = template.indexOf('}', open);
            if (close < 0) {
                throw new BadShape("URI template does not close its last expression");
            }
            parts.add(expression(template.substring(open + 1, close)));
            at = close + 1;
        }
        return new UriTemplate(parts);
    }

    private static Part expression(String text) {
        var operator = text.isEmpty() ? null : Operator.of(text.charAt(0));
        var list = operator == null ? text : text.substring(1);
        var variables = new ArrayList<Variable>();
        for (var one : list.split(",", -1)) {
            variables.add(variable(one));
        }
        return new Part.Expression(operator == null ? Operator.NONE : operator, List.copyOf(variables));
    }

    private static Variable variable(String text) {
        var matcher = VARIABLE.matcher(text);
        if (!matcher.matches() || BAD_NAME.matcher(matcher.group("name")).find()) {
            throw new BadShape("URI template has an expression that is not valid: " + Excerpt.of(text));
        }
        var prefix = matcher.group("prefix");
        return new Variable(
                matcher.group("name"), matcher.group("explode") != null, prefix == null ? 0 : Integer.parseInt(prefix));
    }

    /** Lists the names of the variables, each once, in order of appearance. */
    public List<String> variables() {
        var names = new LinkedHashSet<String>();
        for (var part : parts) {
            if (part instanceof Part.Expression expression) {
                expression.variables().forEach(variable -> names.add(variable.name()));
            }
        }
        return List.copyOf(names);
    }

    /**
     * Returns the URI with these values in place of the variables; those without a value are left out.
     *
     * <p>A value is a list, a map, or anything else by its text.
     */
    public String expand(Map<String, ?> values) {
        var uri = new StringBuilder();
        for (var part : parts) {
            switch (part) {
                case Part.Literal literal -> uri.append(literal.text());
                case Part.Expression expression -> expand(expression, values, uri);
            }
        }
        return uri.toString();
    }

    private static void expand(Part.Expression expression, Map<String, ?> values, StringBuilder uri) {
        var operator = expression.operator();
        var pieces = expression.variables().stream()
                .flatMap(variable -> pieces(operator, variable, values.get(variable.name())))
                .toList();
        if (!pieces.isEmpty()) {
            uri.append(operator.first).append(String.join(operator.separator, pieces));
        }
    }

    /** Returns what the operator's separator goes between: several for an exploded value, none for an undefined one. */
    private static Stream<String> pieces(Operator operator, Variable variable, @Nullable Object value) {
        return switch (value) {
            case null -> Stream.empty();
            case Map<?, ?> map -> ofMap(operator, variable, map);
            case Iterable<?> list -> ofList(operator, variable, StreamSupport.stream(list.spliterator(), false));
            case Object[] array -> ofList(operator, variable, Stream.of(array));
            default -> Stream.of(ofText(operator, variable, value.toString()));
        };
    }

    private static String ofText(Operator operator, Variable variable, String text) {
        int length = variable.prefix() == 0 ? Integer.MAX_VALUE : variable.prefix();
        var used = text.codePointCount(0, text.length()) <= length
                ? text
                : text.substring(0, text.offsetByCodePoints(0, length));
        return named(operator, variable, encoded(operator, used));
    }

    private static Stream<String> ofList(Operator operator, Variable variable, Stream<?> list) {
        refusePrefix(variable);
        var items = list.filter(item -> item != null)
                .map(item -> encoded(operator, item.toString()))
                .toList();
        if (items.isEmpty()) {
            return Stream.empty();
        }
        return variable.explode()
                ? items.stream().map(item -> named(operator, variable, item))
                : Stream.of(named(operator, variable, String.join(",", items)));
    }

    private static Stream<String> ofMap(Operator operator, Variable variable, Map<?, ?> map) {
        refusePrefix(variable);
        var pairs = new ArrayList<String>();
        map.forEach((key, value) -> {
            if (key != null && value != null) {
                var name = encoded(operator, key.toString());
                var text = encoded(operator, value.toString());
                pairs.add(variable.explode() ? pair(operator, name, text) : name + ',' + text);
            }
        });
        if (pairs.isEmpty()) {
            return Stream.empty();
        }
        return variable.explode() ? pairs.stream() : Stream.of(named(operator, variable, String.join(",", pairs)));
    }

    private static String pair(Operator operator, String name, String text) {
        return operator.named && text.isEmpty() ? name + operator.ifEmpty : name + '=' + text;
    }

    private static String named(Operator operator, Variable variable, String text) {
        return operator.named ? pair(operator, variable.name(), text) : text;
    }

    private static String encoded(Operator operator, String text) {
        return PercentEncoding.encode(text, operator.allowReserved);
    }

    private static void refusePrefix(Variable variable) {
        if (variable.prefix() > 0) {
            throw new IllegalArgumentException(
                    "'%s' takes a text of which only the beginning counts, not a list or a map"
                            .formatted(variable.name()));
        }
    }
}
