package dev.fairlead.host.event;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Hides, in free text, what stands after the name of a secret: in JSON, in a query, in a header, in an assignment. */
final class NamedSecrets {
    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_GAP = 8;
    private static final String ENDS_VALUE = " \t\r\n\"'&;,<>(){}\\#";
    private static final Set<String> SCHEMES = Set.of("bearer", "basic", "token", "dpop", "digest");
    private static final Pattern BEARER = Pattern.compile("(?i)(\\bbearer[ \\t]{1,4}+)[A-Za-z0-9._~+/=-]{16,}+");
    private static final Pattern USER_INFO = Pattern.compile("(://[^/\\s:@\"']{0,128}+:)[^/\\s@\"']{1,256}+@");

    private final String text;
    private final SecretNames names;
    private final StringBuilder safe = new StringBuilder();
    private int done; // up to where the text was copied or hidden

    private NamedSecrets(String text, SecretNames names) {
        this.text = text;
        this.names = names;
    }

    /** Returns the text without them. */
    static String hide(String text, SecretNames names) {
        if (text.indexOf('=') < 0 && text.indexOf(':') < 0 && text.indexOf(' ') < 0) {
            return text;
        }
        var named = new NamedSecrets(text, names).hide();
        var unbearing = BEARER.matcher(named).replaceAll("$1" + Redactor.HIDDEN);
        return unbearing.contains("://")
                ? USER_INFO.matcher(unbearing).replaceAll("$1" + Redactor.HIDDEN + "@")
                : unbearing;
    }

    private String hide() {
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if ((c == ':' || c == '=') && at >= done) {
                separator(at, c == '=');
                at = Math.max(at, done - 1);
            }
        }
        return done == 0 ? text : safe.append(text, done, text.length()).toString();
    }

    private void separator(int at, boolean assigned) {
        int nameEnd = back(at, LONGEST_GAP, " \t");
        boolean quoted = nameEnd > done && "\"'".indexOf(text.charAt(nameEnd - 1)) >= 0;
        if (quoted) {
            nameEnd = back(nameEnd - 1, LONGEST_GAP, "\\");
        }
        int nameStart = nameEnd;
        while (nameStart > done && nameEnd - nameStart < LONGEST_NAME && isName(text.charAt(nameStart - 1))) {
            nameStart--;
        }
        if (nameStart == nameEnd) {
            return;
        }
        var name = text.substring(nameStart, nameEnd);
        boolean inQuery = assigned && nameStart > 0 && "?&;".indexOf(text.charAt(nameStart - 1)) >= 0;
        if (inQuery ? names.secretInQuery(name) : (assigned || quoted) && names.secret(name)) {
            value(at + 1);
        } else if (!assigned && !quoted && names.header(name)) {
            hide(skip(at + 1, LONGEST_GAP, " \t"), lineEnd(at + 1));
        }
    }

    private void value(int from) {
        int start = skip(from, LONGEST_GAP, " \t");
        int backslashes = skip(start, LONGEST_GAP, "\\") - start;
        int quote = start + backslashes;
        if (quote < text.length() && "\"'".indexOf(text.charAt(quote)) >= 0) {
            hide(quote + 1, closing(quote + 1, text.charAt(quote), backslashes));
            return;
        }
        int end = unquotedEnd(start);
        var word = text.substring(start, Math.min(end, start + LONGEST_GAP)).toLowerCase(Locale.ROOT);
        if (SCHEMES.contains(word)) {
            end = unquotedEnd(skip(end, LONGEST_GAP, " \t"));
        }
        if (!word.equals("true") && !word.equals("false") && !word.equals("null")) {
            hide(start, end);
        }
    }

    private void hide(int start, int end) {
        if (start >= end) {
            return;
        }
        safe.append(text, done, start).append(Redactor.HIDDEN);
        done = end;
    }

    /** Returns where a quoted value ends: at a quote that is no deeper escaped than the one that began it. */
    private int closing(int from, char quote, int backslashes) {
        int run = 0;
        for (int at = from; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == quote && run <= backslashes) {
                return at - run;
            }
            run = c == '\\' ? run + 1 : 0;
        }
        return text.length();
    }

    private int unquotedEnd(int from) {
        int at = from;
        while (at < text.length() && ENDS_VALUE.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    private int lineEnd(int from) {
        int at = from;
        while (at < text.length() && "\r\n\"'\\".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    private int skip(int from, int most, String chars) {
        int at = from;
        while (at < text.length() && at - from < most && chars.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    private int back(int from, int most, String chars) {
        int at = from;
        while (at > done && from - at < most && chars.indexOf(text.charAt(at - 1)) >= 0) {
            at--;
        }
        return at;
    }

    private static boolean isName(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "_.-".indexOf(c) >= 0;
    }
}
