package dev.fairlead.client.schema;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** The sets of code points that regular expressions name. */
final class RegexSets {

    // Long names of general categories, which java.util.regex does not know.
    private static final Map<String, String> CATEGORIES = Map.ofEntries(
            Map.entry("letter", "L"),
            Map.entry("cased_letter", "LC"),
            Map.entry("uppercase_letter", "Lu"),
            Map.entry("lowercase_letter", "Ll"),
            Map.entry("titlecase_letter", "Lt"),
            Map.entry("modifier_letter", "Lm"),
            Map.entry("other_letter", "Lo"),
            Map.entry("mark", "M"),
            Map.entry("nonspacing_mark", "Mn"),
            Map.entry("spacing_mark", "Mc"),
            Map.entry("enclosing_mark", "Me"),
            Map.entry("number", "N"),
            Map.entry("digit", "Nd"),
            Map.entry("decimal_number", "Nd"),
            Map.entry("letter_number", "Nl"),
            Map.entry("other_number", "No"),
            Map.entry("punctuation", "P"),
            Map.entry("symbol", "S"),
            Map.entry("math_symbol", "Sm"),
            Map.entry("currency_symbol", "Sc"),
            Map.entry("separator", "Z"),
            Map.entry("space_separator", "Zs"),
            Map.entry("other", "C"),
            Map.entry("control", "Cc"));

    private RegexSets() {}

    static boolean isLineEnd(int codePoint) {
        return codePoint == '\n' || codePoint == '\r' || codePoint == 0x2028 || codePoint == 0x2029;
    }

    static boolean isDigit(int codePoint) {
        return codePoint >= '0' && codePoint <= '9';
    }

    static boolean isWord(int codePoint) {
        return isDigit(codePoint)
                || codePoint == '_'
                || (codePoint >= 'a' && codePoint <= 'z')
                || (codePoint >= 'A' && codePoint <= 'Z');
    }

    static boolean isSpace(int codePoint) {
        return (codePoint >= 9 && codePoint <= 13)
                || codePoint == 0xfeff
                || isLineEnd(codePoint)
                || Character.getType(codePoint) == Character.SPACE_SEPARATOR;
    }

    /** Widens a set to both cases of its members. */
    static IntPredicate ignoringCase(IntPredicate set) {
        return codePoint -> set.test(codePoint)
                || set.test(Character.toLowerCase(codePoint))
                || set.test(Character.toUpperCase(codePoint));
    }

    /** Finds the set that a Unicode property names, such as {@code L}, {@code Letter} or {@code Script=Greek}. */
    static IntPredicate property(String expression) {
        int equals = expression.indexOf('=');
        String key = equals < 0 ? "" : expression.substring(0, equals).toLowerCase(Locale.ROOT);
        String value = expression.substring(equals + 1);
        String category = CATEGORIES.getOrDefault(value.toLowerCase(Locale.ROOT), value);
        return switch (key) {
            case "" -> named(expression, "\\p{" + category + "}", "\\p{Is" + value + "}");
            case "gc", "general_category" -> named(expression, "\\p{" + category + "}");
            case "sc", "script", "scx", "script_extensions" -> named(expression, "\\p{script=" + value + "}");
            default -> throw unknown(expression);
        };
    }

    private static IntPredicate named(String expression, String... spellings) {
        if (!expression.matches("[A-Za-z0-9_=]{1,60}")) {
            throw unknown(expression);
        }
        return Arrays.stream(spellings)
                .flatMap(spelling -> single(spelling).stream())
                .findFirst()
                .orElseThrow(() -> unknown(expression));
    }

    private static Optional<IntPredicate> single(String spelling) {
        try {
            Pattern pattern = Pattern.compile(spelling);
            return Optional.of(
                    codePoint -> pattern.matcher(Character.toString(codePoint)).matches());
        } catch (PatternSyntaxException notThisSpelling) {
            return Optional.empty();
        }
    }

    private static Regex.SyntaxException unknown(String expression) {
        return new Regex.SyntaxException(
                "has a pattern with the unknown property \\p{" + ProblemText.shorten(expression) + "}");
    }
}
