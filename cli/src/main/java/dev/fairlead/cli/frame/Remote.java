package dev.fairlead.cli.frame;

import dev.fairlead.auth.RenewalListener;
import dev.fairlead.host.config.OAuthConfig;
import dev.fairlead.host.config.PrivateValues;
import dev.fairlead.host.config.Resolved;
import dev.fairlead.host.trust.AuditRecord;
import dev.fairlead.wire.http.EnvironmentProxies;
import dev.fairlead.wire.http.HttpEngine;
import dev.fairlead.wire.http.HttpStrategy;
import dev.fairlead.wire.http.HttpTransport;
import dev.fairlead.wire.http.Tls;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The way to servers with a URL, as the options and the environment say. Takes time to load. */
public final class Remote implements AutoCloseable {
    private static final Pattern HEADER = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):\\s*(.*)", Pattern.DOTALL);
    private static final Pattern VARIABLE = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([A-Za-z_][A-Za-z0-9_]*)");
    private static final Pattern AUTHORIZATION = Pattern.compile("authorization[:=]", Pattern.CASE_INSENSITIVE);

    private final RemoteOptions options;
    private final Surroundings surroundings;
    private final HttpEngine engine;
    private final Queue<KeptTokens> promised = new ConcurrentLinkedQueue<>();

    private Remote(RemoteOptions options, Surroundings surroundings, HttpEngine engine) {
        this.options = options;
        this.surroundings = surroundings;
        this.engine = engine;
    }

    static Remote of(RemoteOptions options, Surroundings surroundings) {
        try {
            var engine = HttpEngine.builder()
                    .proxies(EnvironmentProxies.of(surroundings.environment()))
                    .http2(options.http2);
            if (options.trusted != null || options.certificate != null || options.key != null) {
                engine.tls(tls(options));
            }
            return new Remote(options, surroundings, engine.build());
        } catch (IllegalArgumentException unusable) {
            throw misuse(unusable);
        }
    }

    private HttpTransport to(String url) {
        try {
            return typed(HttpTransport.to(url).withStrategy(HttpStrategy.HTTP_FIRST));
        } catch (IllegalArgumentException unusable) {
            throw misuse(unusable);
        }
    }

    /** Returns the same server with what was typed about it. */
    private HttpTransport typed(HttpTransport plain) {
        try {
            var transport = plain.withEngine(engine);
            if (options.transport != null) {
                transport = transport.withStrategy(strategy(options.transport));
            }
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
    Target target(String url, List<String> rest, LoginOptions login, boolean keeping) {
        var transport = to(url);
        var typed = Url.shown(url);
        Supplier<Set<String>> hidden = () -> withTyped(PrivateValues.ofUrl(url));
        if (saysWho(url)) {
            return new Target(transport, null, typed, rest).hiding(hidden);
        }
        var tokens = tokens(transport, login, keeping, null);
        return new Target(transport.withAuthorizer(tokens), tokens, typed, rest).hiding(hidden);
    }

    /**
     * Returns one server that a file names.
     *
     * @param typed how to type it again
     */
    Target target(Resolved.Remote server, String typed, List<String> rest, LoginOptions login, boolean keeping) {
        var transport = typed(server.transport());
        if (saysWho(transport.url())) {
            return new Target(transport, null, typed, rest).hiding(() -> withTyped(server.privateValues()));
        }
        var tokens = tokens(transport, login, keeping, server.oauth());
        return new Target(transport.withAuthorizer(tokens), tokens, typed, rest)
                .hiding(() -> withTyped(server.privateValues()));
    }

    /** Adds what the headers hold that were typed; what a variable holds was kept out of sight for a reason. */
    private Set<String> withTyped(Set<String> known) {
        var all = new LinkedHashSet<>(known);
        for (var typed : options.headers) {
            var header = HEADER.matcher(typed);
            if (header.matches()) {
                all.addAll(PrivateValues.of(header.group(1), header.group(2).strip()));
            }
        }
        for (var typed : options.variables) {
            var header = VARIABLE.matcher(typed);
            var value = header.matches() ? surroundings.environment().get(header.group(2)) : null;
            if (value != null) {
                all.add(value.strip());
                all.addAll(PrivateValues.of(header.group(1), value.strip()));
            }
        }
        return all;
    }

    private boolean saysWho(String url) {
        return Stream.concat(options.headers.stream(), options.variables.stream())
                        .anyMatch(header -> AUTHORIZATION.matcher(header).lookingAt())
                || Url.namesUser(url);
    }

    private KeptTokens tokens(
            HttpTransport transport, LoginOptions login, boolean keeping, @Nullable OAuthConfig configured) {
        var file = new CredentialFile(surroundings);
        var server = transport.url();
        var tokens = new KeptTokens(
                server,
                transport.server(),
                () -> !LoginSettings.typed(login).equals(LoginSettings.USUAL) || file.exists(),
                () -> LoginAccess.of(
                        server,
                        login,
                        keeping,
                        file,
                        surroundings.environment(),
                        engine,
                        configured,
                        audited(transport.server())));
        promised.add(tokens);
        return tokens;
    }

    /** Tokens are renewed behind the call; that is written down as what is typed is. */
    private RenewalListener audited(String server) {
        var audit = AuditFile.of(surroundings);
        return (address, what) -> audit.record(AuditRecord.refresh(null, server, what));
    }

    /** Stores what is still to be stored, and closes all connections. */
    @Override
    public void close() {
        promised.forEach(KeptTokens::storeRest);
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

    private static HttpStrategy strategy(String typed) {
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
        var value = surroundings.environment().get(header.group(2));
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
