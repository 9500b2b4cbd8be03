package dev.fairlead.host.config;

import dev.fairlead.wire.http.HttpStrategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the address of a server on the network, and what goes with it. */
final class AddressReader {
    /** What can be said about logging in, as it is spelled here. */
    static final List<String> OF_OAUTH =
            List.of("clientId", "clientSecret", "scopes", "redirectPort", "redirectUri", "issuer");

    private static final String AUTHORIZATION = "Authorization";
    private static final int MAX_PORT = 65_535;

    private final Fields fields;
    private final Dialect dialect;

    AddressReader(Fields fields, Dialect dialect) {
        this.fields = fields;
        this.dialect = dialect;
    }

    Endpoint.Address read(boolean sse, boolean http) throws BadField {
        var at = fields.find(Field.URL);
        var url = Objects.requireNonNullElse(fields.text(Field.URL), "").strip();
        check(at, url);
        var headers = fields.texts(Field.HEADERS, Optional.empty());
        var from = new LinkedHashMap<>(fields.texts(Field.HEADERS_FROM_ENV, Optional.empty()));
        var bearer = fields.text(Field.BEARER_TOKEN_ENV);
        if (bearer != null) {
            from.put(AUTHORIZATION, "Bearer " + bearer);
        }
        var oauth = oauth(headers);
        return new Endpoint.Address(url, strategy(url, sse, http), headers, from, helper(), oauth);
    }

    private void check(@Nullable Located at, String url) throws BadField {
        var scheme = url.toLowerCase(Locale.ROOT);
        if (scheme.startsWith("http://") || scheme.startsWith("https://") || scheme.matches("[$%{].*")) {
            return;
        }
        if (scheme.matches("(unix|pipe|wss?|npipe):.*")) {
            throw new BadField(
                    fields.path(Field.URL.id()),
                    at,
                    "leads over a socket, a pipe or a WebSocket, which is not supported; use an http address");
        }
        throw new BadField(fields.path(Field.URL.id()), at, "must begin with http:// or https://");
    }

    private HttpStrategy strategy(String url, boolean sse, boolean http) throws BadField {
        var value = fields.find(Field.STRATEGY);
        if (value != null) {
            return HttpStrategy.of(value.text())
                    .orElseThrow(() -> fields.wrong(
                            Field.STRATEGY.id(),
                            value,
                            Arrays.stream(HttpStrategy.values())
                                    .map(HttpStrategy::id)
                                    .collect(Collectors.joining(", ", "one of ", ""))));
        }
        if (sse) {
            return HttpStrategy.SSE_FIRST;
        }
        boolean said = http || "httpUrl".equals(fields.spelling(Field.URL));
        return said ? HttpStrategy.HTTP_FIRST : EndpointReader.byPath(url);
    }

    private List<String> helper() throws BadField {
        var value = fields.find(Field.HEADERS_HELPER);
        if (value == null || value.isList()) {
            return fields.texts(Field.HEADERS_HELPER.id(), value);
        }
        if (value.isObject() && !dialect.own()) {
            var line = new ArrayList<String>();
            Optional.ofNullable(fields.text("headersHelper.command", value.member("command")))
                    .ifPresent(line::add);
            line.addAll(fields.texts("headersHelper.args", value.member("args")));
            return line;
        }
        var text = Objects.requireNonNullElse(fields.text(Field.HEADERS_HELPER), "");
        try {
            return CommandLine.split(text, false);
        } catch (IllegalArgumentException e) {
            throw new BadField(
                    fields.path(Field.HEADERS_HELPER.id()), value, "has a quotation mark that is not closed");
        }
    }

    private @Nullable OAuthConfig oauth(Map<String, String> headers) throws BadField {
        var oauth = fields.find(Field.OAUTH);
        var auth = dialect.own() ? null : fields.find("auth");
        if (auth != null && auth.isScalar()) {
            // Either the word, or a token as it is.
            if (!auth.text().equals("oauth")) {
                headers.putIfAbsent(AUTHORIZATION, "Bearer " + auth.text());
            }
            auth = null;
        }
        var said = oauth == null ? auth : oauth;
        if (said != null && said.kind() == Located.Kind.FLAG && !dialect.own()) {
            return null; // The other product switches it on or off; here the server's demand decides.
        }
        if (said != null && !said.isObject()) {
            throw fields.wrong(Field.OAUTH.id(), said, "an object");
        }
        var own = dialect.own() ? null : fields.find("scopes", "oauthScopes");
        var redirect = dialect.own() ? null : fields.find("oauthRedirectUrl");
        if (said == null && own == null && redirect == null) {
            return null;
        }
        var below = new Fields(
                said == null ? Located.object(0, 0, Map.of()) : said, dialect, fields.path(Field.OAUTH.id()));
        return oauth(below, own, redirect);
    }

    private OAuthConfig oauth(Fields below, @Nullable Located scopes, @Nullable Located redirect) throws BadField {
        var port = below.find(spelled("redirectPort", "callbackPort"));
        var uri = below.find(spelled("redirectUri", "redirect_uri"));
        var wanted = below.find(spelled("scopes", "scope"));
        var config = new OAuthConfig(
                below.text("clientId", below.find(spelled("clientId", "client_id", "CLIENT_ID"))),
                below.text("clientSecret", below.find(spelled("clientSecret", "client_secret", "CLIENT_SECRET"))),
                scopes(below, wanted == null ? scopes : wanted),
                port == null ? null : port(below, port),
                below.text("issuer", below.find("issuer")),
                below.text("redirectUri", uri == null ? redirect : uri));
        fields.remain(Field.OAUTH.id(), below);
        return config;
    }

    private String[] spelled(String own, String... others) {
        if (dialect.own()) {
            return new String[] {own};
        }
        var all = Arrays.copyOf(others, others.length + 1);
        all[others.length] = own;
        return all;
    }

    private static List<String> scopes(Fields below, @Nullable Located value) throws BadField {
        if (value != null && value.isScalar()) {
            return Arrays.stream(value.text().split("[\\s,]+"))
                    .filter(scope -> !scope.isEmpty())
                    .toList();
        }
        return below.texts("scopes", value);
    }

    private static int port(Fields below, Located value) throws BadField {
        if (value.text().matches("\\d{1,5}")) {
            int port = Integer.parseInt(value.text());
            if (port >= 1 && port <= MAX_PORT) {
                return port;
            }
        }
        throw below.wrong("redirectPort", value, "a port from 1 to 65535");
    }
}
