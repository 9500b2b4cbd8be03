package dev.fairlead.protocol.error;

import dev.fairlead.protocol.rpc.Excerpt;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a server demands of whoever comes without sufficient authorization.
 *
 * @param status 401 or 403
 * @param schemes what it would accept, in its order
 */
public record Challenge(int status, List<Scheme> schemes) implements Serializable {
    private static final int MAX_HEADERS = 32;
    private static final int MAX_LENGTH = 16 * 1024;
    private static final int MAX_SCHEMES = 32;
    private static final int MAX_PARAMETERS = 32;
    private static final int SHOWN_SCHEMES = 3;

    public Challenge {
        schemes = List.copyOf(schemes);
    }

    /**
     * One way to be let in.
     *
     * @param name of the scheme, {@code Bearer} for instance
     * @param parameters by name, in lower case
     */
    public record Scheme(String name, Map<String, String> parameters) implements Serializable {
        public Scheme {
            parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        }

        private boolean takesTokens() {
            return name.equalsIgnoreCase("Bearer") || name.equalsIgnoreCase("DPoP");
        }
    }

    /** Reads the {@code WWW-Authenticate} headers of a response; what makes no sense in them is passed over. */
    public static Challenge of(int status, List<String> headerValues) {
        var schemes = new ArrayList<Scheme>();
        headerValues.stream()
                .limit(MAX_HEADERS)
                // Half of a header that nobody needs may say something else than the whole.
                .filter(value -> value.length() <= MAX_LENGTH)
                .forEach(value -> schemes.addAll(new Reader(value).schemes()));
        return new Challenge(status, schemes.subList(0, Math.min(schemes.size(), MAX_SCHEMES)));
    }

    /** Returns where the server describes who grants authorization for it. */
    public Optional<String> resourceMetadata() {
        return parameter("resource_metadata");
    }

    /** Returns what the authorization has to cover, separated by blanks. */
    public Optional<String> scope() {
        return parameter("scope");
    }

    /** Returns the code of what is wrong with the authorization that was shown. */
    public Optional<String> error() {
        return parameter("error");
    }

    /** Returns what is wrong with the authorization that was shown, for people. */
    public Optional<String> errorDescription() {
        return parameter("error_description");
    }

    private Optional<String> parameter(String name) {
        return schemes.stream()
                .filter(Scheme::takesTokens)
                .flatMap(scheme -> Stream.ofNullable(scheme.parameters().get(name)))
                .findFirst();
    }

    /** Returns how texts tell what the server demands. */
    String words() {
        if (status == 401) {
            var metadata = resourceMetadata().map(url -> "; metadata at " + Excerpt.of(url));
            return "it demands authorization (HTTP 401%s%s)%s"
                    .formatted(names(), metadata.orElse(""), told(Stream.of(error(), errorDescription())));
        }
        if (error().filter("insufficient_scope"::equals).isPresent()) {
            var scope = scope().map(names -> "the scope '" + Excerpt.of(names) + "'");
            return "it needs %s (HTTP %s)%s"
                    .formatted(scope.orElse("a wider scope"), status, told(Stream.of(errorDescription())));
        }
        return "it refuses (HTTP %s)%s".formatted(status, told(Stream.of(error(), errorDescription())));
    }

    private String names() {
        var names = schemes.stream()
                .map(scheme -> Excerpt.of(scheme.name(), 40))
                .distinct()
                .limit(SHOWN_SCHEMES)
                .collect(Collectors.joining(" or "));
        return names.isEmpty() ? "" : ", " + names;
    }

    private static String told(Stream<Optional<String>> texts) {
        var told = texts.flatMap(Optional::stream)
                .filter(text -> !text.isBlank())
                .map(Excerpt::of)
                .collect(Collectors.joining(": "));
        return told.isEmpty() ? "" : ": it says '" + told + "'";
    }

    /** Reads one header by RFC 9110, section 11, and goes on after whatever does not follow it. */
    private static final class Reader {
        private static final String SYMBOLS = "!#$%&'*+-.^_`|~";
        private static final String SYMBOLS_68 = "-._~+/";

        private final String text;
        private final List<Scheme> schemes = new ArrayList<>();
        private final Map<String, String> parameters = new LinkedHashMap<>();
        private String scheme = "";
        private int at;

        Reader(String text) {
            this.text = text;
        }

        List<Scheme> schemes() {
            while (at < text.length() && schemes.size() < MAX_SCHEMES) {
                var word = word();
                if (word.isEmpty()) {
                    at++; // A comma, a blank, or something that belongs nowhere.
                } else if (continuesWith('=')) {
                    add(word.toLowerCase(Locale.ROOT), value());
                } else {
                    finish();
                    scheme = word;
                    skipToken68();
                }
            }
            finish();
            return schemes;
        }

        private void add(String name, String value) {
            if (parameters.size() < MAX_PARAMETERS && !scheme.isEmpty()) {
                parameters.putIfAbsent(name, value);
            }
        }

        private void finish() {
            if (!scheme.isEmpty()) {
                schemes.add(new Scheme(scheme, parameters));
                parameters.clear();
            }
        }

        private String word() {
            int from = at;
            while (at < text.length() && isLetterOr(SYMBOLS, text.charAt(at))) {
                at++;
            }
            return text.substring(from, at);
        }

        /** Passes over a credential without a name, which only a comma or the end may follow. */
        private void skipToken68() {
            int before = at;
            skipBlanks();
            while (at < text.length() && isLetterOr(SYMBOLS_68, text.charAt(at))) {
                at++;
            }
            while (at < text.length() && text.charAt(at) == '=') {
                at++;
            }
            skipBlanks();
            if (at < text.length() && text.charAt(at) != ',') {
                at = before;
            }
        }

        private boolean continuesWith(char expected) {
            int before = at;
            skipBlanks();
            if (at < text.length() && text.charAt(at) == expected) {
                at++;
                skipBlanks();
                return true;
            }
            at = before;
            return false;
        }

        private String value() {
            if (at < text.length() && text.charAt(at) == '"') {
                at++;
                return quoted();
            }
            int from = at;
            // Addresses are often left without quotes, though they need them.
            while (at < text.length() && !isBlank(text.charAt(at)) && text.charAt(at) != ',') {
                at++;
            }
            return text.substring(from, at);
        }

        private String quoted() {
            var value = new StringBuilder();
            while (at < text.length() && text.charAt(at) != '"') {
                if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                    at++;
                }
                value.append(text.charAt(at++));
            }
            at++; // Past the closing quote, or past the end without one.
            return value.toString();
        }

        private void skipBlanks() {
            while (at < text.length() && isBlank(text.charAt(at))) {
                at++;
            }
        }

        private static boolean isBlank(char c) {
            return c == ' ' || c == '\t';
        }

        private static boolean isLetterOr(String symbols, char c) {
            return ('a' <= c && c <= 'z')
                    || ('A' <= c && c <= 'Z')
                    || ('0' <= c && c <= '9')
                    || symbols.indexOf(c) >= 0;
        }
    }
}
