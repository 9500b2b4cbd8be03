package dev.fairlead.cli;

import dev.fairlead.wire.http.EnvironmentProxies;
import dev.fairlead.wire.http.HttpEngine;
import dev.fairlead.wire.http.HttpStrategy;
import dev.fairlead.wire.http.HttpTransport;
import dev.fairlead.wire.http.Tls;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The way to servers with a URL, as the options and the environment say. Takes time to load. */
final class Remote implements AutoCloseable {
    private static final Pattern HEADER = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):\\s*(.*)", Pattern.DOTALL);
    private static final Pattern VARIABLE = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([A-Za-z_][A-Za-z0-9_]*)");
    private static final Pattern AUTHORIZATION = Pattern.compile("authorization[:=]", Pattern.CASE_INSENSITIVE);

    private final RemoteOptions options;
    private final Map<String, String> environment;
    private final HttpEngine engine;

    private Remote(RemoteOptions options, Map<String, String> environment, HttpEngine engine) {
        this.options = options;
        this.environment = environment;
        this.engine = engine;
    }

    static Remote of(RemoteOptions options, Map<String, String> environment) {
        try {
            var engine = HttpEngine.builder()
                    .proxies(EnvironmentProxies.of(environment))
                    .http2(options.http2);
            if (options.trusted != null || options.certificate != null || options.key != null) {
                engine.tls(tls(options));
            }
            return new Remote(options, environment, engine.build());
        } catch (IllegalArgumentException unusable) {
            throw misuse(unusable);
        }
    }

    private HttpTransport to(String url) {
        try {
            var transport = HttpTransport.to(url).withEngine(engine).withStrategy(strategy());
            for (var header : options.headers) {
                transport = withHeader(transport, header);
            }
            for (var variable : options.variables) {
                transport = withVariable(transport, variable);
            }
            return transport;
        } catch (IllegalArgumentException unusable) {
            throw misuse(unusable);
        }
    }

    /**
     * Returns one server, with what is kept to show it unless what was typed already says who is asking.
     *
     * @param rest the words that are left for the verb
     * @param keeping whether every token that is got is kept
     */
    Target target(String url, List<String> rest, LoginOptions login, boolean keeping, Desktop desktop) {
        var transport = to(url);
        if (saysWho(url)) {
            return new Target(transport, null, Url.shown(url), rest);
        }
        var tokens = tokens(transport, login, keeping, desktop);
        return new Target(transport.withAuthorizer(tokens), tokens, Url.shown(url), rest);
    }

    private boolean saysWho(String url) {
        return Stream.concat(options.headers.stream(), options.variables.stream())
                        .anyMatch(header -> AUTHORIZATION.matcher(header).lookingAt())
                || Url.namesUser(url);
    }

    private KeptTokens tokens(HttpTransport transport, LoginOptions login, boolean keeping, Desktop desktop) {
        var file = new CredentialFile(environment, desktop);
        var server = transport.url();
        return new KeptTokens(
                server,
                transport.server(),
                () -> !LoginSettings.typed(login).equals(LoginSettings.USUAL) || file.exists(),
                () -> LoginAccess.of(server, login, keeping, file, environment, engine));
    }

    /** Closes all connections. */
    @Override
    public void close() {
        engine.close();
    }

    private static Tls tls(RemoteOptions options) {
        var trust = options.trusted == null ? Tls.usual() : Tls.trusting(options.trusted);
        if (options.certificate == null && options.key == null) {
            return trust;
        }
        if (options.certificate == null || options.key == null) {
            throw new UsageException("--cert and --key go together; type both");
        }
        return trust.withClientCertificate(options.certificate, options.key);
    }

    private HttpStrategy strategy() {
        var typed = options.transport;
        if (typed == null) {
            return HttpStrategy.HTTP_FIRST;
        }
        return HttpStrategy.of(typed)
                .orElseThrow(() -> new UsageException("--transport is one of %s, not '%s'"
                        .formatted(
                                Arrays.stream(HttpStrategy.values())
                                        .map(HttpStrategy::id)
                                        .collect(Collectors.joining(", ")),
                                typed)));
    }

    private static HttpTransport withHeader(HttpTransport transport, String typed) {
        var header = HEADER.matcher(typed);
        if (!header.matches()) {
            // What was typed may be secret.
            throw new UsageException("a header is missing its name or its colon; type --header 'NAME: VALUE'");
        }
        return transport.withHeader(header.group(1), header.group(2).strip());
    }

    private HttpTransport withVariable(HttpTransport transport, String typed) {
        var header = VARIABLE.matcher(typed);
        if (!header.matches()) {
            throw new UsageException("a header from the environment is typed --header-env NAME=VARIABLE");
        }
        var value = environment.get(header.group(2));
        if (value == null) {
            throw new UsageException("there is no environment variable '%s' for the header %s"
                    .formatted(header.group(2), header.group(1)));
        }
        return transport.withHeader(header.group(1), value.strip());
    }

    private static UsageException misuse(IllegalArgumentException unusable) {
        return new UsageException(String.valueOf(unusable.getMessage()), unusable);
    }
}
