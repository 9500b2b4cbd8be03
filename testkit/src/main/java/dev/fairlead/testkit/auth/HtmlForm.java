package dev.fairlead.testkit.auth;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A form on a page, with the values that it has before anybody types. */
record HtmlForm(String action, boolean post, Map<String, String> fields, Set<String> names) {
    private static final Pattern FORM = Pattern.compile("(?is)<form\\b([^>]*)>(.*?)</form>");
    private static final Pattern CONTROL = Pattern.compile("(?is)<(input|button)\\b([^>]*)>");
    private static final Pattern ATTRIBUTE =
            Pattern.compile("(?s)([A-Za-z_:-]+)(?:\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'|([^\\s\"'>]+)))?");
    private static final Pattern ENTITY = Pattern.compile("&(#x?[0-9A-Fa-f]+|[a-z]+);");

    /** Returns the first form that has one of these fields, else the first of all; null if there is none. */
    static @Nullable HtmlForm find(String page, Set<String> wanted) {
        HtmlForm first = null;
        for (var form = FORM.matcher(page); form.find(); ) {
            var found = read(attributes(form.group(1)), form.group(2));
            if (found.names().stream().anyMatch(wanted::contains)) {
                return found;
            }
            first = first == null ? found : first;
        }
        return first;
    }

    private static HtmlForm read(Map<String, String> form, String content) {
        var fields = new LinkedHashMap<String, String>();
        var names = new LinkedHashMap<String, String>();
        boolean pressed = false;
        for (var control = CONTROL.matcher(content); control.find(); ) {
            var attributes = attributes(control.group(2));
            var name = attributes.get("name");
            boolean button = control.group(1).equalsIgnoreCase("button");
            var type =
                    attributes.getOrDefault("type", button ? "submit" : "text").toLowerCase(Locale.ROOT);
            if (name == null || attributes.containsKey("disabled")) {
                continue;
            }
            names.put(name, type);
            boolean chosen = switch (type) {
                case "checkbox", "radio" -> attributes.containsKey("checked");
                case "submit" -> !pressed;
                case "button", "reset", "image", "file" -> false;
                default -> true;
            };
            pressed |= type.equals("submit");
            if (chosen) {
                fields.put(name, attributes.getOrDefault("value", type.equals("checkbox") ? "on" : ""));
            }
        }
        boolean post = form.getOrDefault("method", "get").equalsIgnoreCase("post");
        return new HtmlForm(form.getOrDefault("action", ""), post, fields, names.keySet());
    }

    private static Map<String, String> attributes(String text) {
        var all = new LinkedHashMap<String, String>();
        for (var one = ATTRIBUTE.matcher(text); one.find(); ) {
            all.putIfAbsent(one.group(1).toLowerCase(Locale.ROOT), unescaped(value(one)));
        }
        return all;
    }

    private static String value(Matcher attribute) {
        for (int group = 2; group <= 4; group++) {
            if (attribute.group(group) != null) {
                return attribute.group(group);
            }
        }
        return "";
    }

    private static String unescaped(String text) {
        return ENTITY.matcher(text).replaceAll(entity -> Matcher.quoteReplacement(character(entity.group(1))));
    }

    private static String character(String entity) {
        if (entity.startsWith("#x")) {
            return Character.toString(Integer.parseInt(entity.substring(2), 16));
        } else if (entity.startsWith("#")) {
            return Character.toString(Integer.parseInt(entity.substring(1)));
        }
        return switch (entity) {
            case "amp" -> "&";
            case "lt" -> "<";
            case "gt" -> ">";
            case "quot" -> "\"";
            case "apos" -> "'";
            default -> "&" + entity + ";";
        };
    }
}
