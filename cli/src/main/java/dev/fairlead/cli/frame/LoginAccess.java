package dev.fairlead.cli.frame;

import dev.fairlead.auth.Grant;
import dev.fairlead.auth.OAuth;
import dev.fairlead.auth.RegisteredClient;
import dev.fairlead.auth.RenewalListener;
import dev.fairlead.cli.text.TypedFile;
import dev.fairlead.host.config.OAuthConfig;
import dev.fairlead.store.MemoryStore;
import dev.fairlead.store.Store;
import dev.fairlead.wire.http.HttpEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * What gets tokens for one server, as the options say; where they say nothing, as whoever logged in last said.
 *
 * @param store where tokens are kept
 * @param settings how somebody logs in
 */
public record LoginAccess(OAuth oauth, Store store, LoginSettings settings) {
    /** What to ask for so that a login can be renewed; this is done without anybody typing it. */
    public static final String RENEWING = "offline_access";

    /** What we call ourselves where somebody logs in. */
    public static final String CLIENT_NAME = "Fairlead command line";

    /**
     * Returns the access for whoever typed these options.
     *
     * @param renewals hears that tokens are renewed
     * @param configured what a file says about logging in, which counts where nobody ever typed anything; null for nothing
     */
    static LoginAccess of(
            String server,
            LoginOptions options,
            boolean keeping,
            CredentialFile file,
            Map<String, String> environment,
            HttpEngine engine,
            @Nullable OAuthConfig configured,
            RenewalListener renewals) {
        // A token that nobody logged in for does not take the place of one that somebody did.
        var store = options.clientCredentials && !keeping ? new MemoryStore() : file.open();
        var typed = LoginSettings.typed(options);
        var settings = typed.equals(LoginSettings.USUAL) ? remembered(store, server) : typed;
        return new LoginAccess(
                oauth(
                        server,
                        settings,
                        environment,
                        store,
                        engine,
                        settings.equals(LoginSettings.USUAL) ? configured : null,
                        renewals),
                store,
                settings);
    }

    /** Notes how somebody has logged in to a server. */
    void remember(String server) {
        note(server, settings.equals(LoginSettings.USUAL) ? null : settings.toJson());
    }

    /** Forgets how somebody has logged in to a server. */
    void forget(String server) {
        note(server, null);
    }

    private void note(String server, @Nullable String value) {
        var key = key(server);
        boolean kept = false;
        while (!kept) {
            var seen = store.read(key).map(Store.Entry::version).orElse(Store.Entry.ABSENT);
            kept = (value == null && seen.equals(Store.Entry.ABSENT)) || store.replace(key, seen, value);
        }
    }

    private static LoginSettings remembered(Store store, String server) {
        var note = store.read(key(server));
        try {
            return note.map(entry -> LoginSettings.from(entry.value())).orElse(LoginSettings.USUAL);
        } catch (JacksonException ofAnotherRelease) {
            return LoginSettings.USUAL;
        }
    }

    private static OAuth oauth(
            String server,
            LoginSettings settings,
            Map<String, String> environment,
            Store store,
            HttpEngine engine,
            @Nullable OAuthConfig configured,
            RenewalListener renewals) {
        var oauth = OAuth.builder()
                .clientName(CLIENT_NAME)
                .renewals(renewals)
                .store(store)
                .engine(engine)
                // Whoever types an address and names a secret in one line trusts that server to say, once, for whom it
                // is: the store remembers that.
                .trustingServers()
                .scopes(settings.scopes().toArray(String[]::new));
        if (settings.clientId() != null) {
            oauth.client(client(settings.clientId(), settings, environment));
        }
        if (settings.issuer() != null) {
            oauth.issuer(settings.issuer());
        }
        if (settings.metadata() != null) {
            metadata(oauth, settings.metadata());
        }
        if (settings.redirectPort() != null) {
            oauth.redirectPort(settings.redirectPort());
        }
        if (settings.ownRight()) {
            ownRight(oauth, server);
        }
        if (settings.privateNetwork()) {
            oauth.allowPrivateNetworks();
        }
        if (configured != null) {
            apply(configured, oauth);
        }
        return oauth.build();
    }

    private static void apply(OAuthConfig configured, OAuth.Builder oauth) {
        oauth.scopes(configured.scopes().toArray(String[]::new));
        if (configured.clientId() != null) {
            var client = RegisteredClient.of(configured.clientId());
            oauth.client(configured.clientSecret() == null ? client : client.withSecret(configured.clientSecret()));
        }
        if (configured.issuer() != null) {
            oauth.issuer(configured.issuer());
        }
        if (configured.redirectPort() != null) {
            oauth.redirectPort(configured.redirectPort());
        }
    }

    private static void ownRight(OAuth.Builder oauth, String server) {
        try {
            oauth.grant(new Grant.OwnRight()).forServers(server);
        } catch (IllegalArgumentException odd) {
            throw new UsageException(
                    "--client-credentials needs the address of a server as RFC 3986 wants it; quote what is odd in it",
                    odd);
        }
    }

    private static void metadata(OAuth.Builder oauth, String url) {
        try {
            oauth.metadataDocument(url);
        } catch (IllegalArgumentException unfit) {
            throw new UsageException("--client-metadata: " + unfit.getMessage(), unfit);
        }
    }

    private static RegisteredClient client(String id, LoginSettings settings, Map<String, String> environment) {
        var client = RegisteredClient.of(id);
        if (settings.secretVariable() != null) {
            var secret = environment.get(settings.secretVariable());
            if (secret == null) {
                throw new UsageException("there is no environment variable '%s' with the secret of client '%s'"
                        .formatted(settings.secretVariable(), id));
            }
            return client.withSecret(secret.strip());
        }
        return settings.keyFile() == null ? client : withKey(client, settings.keyFile(), settings.keyAlgorithm());
    }

    private static RegisteredClient withKey(RegisteredClient client, String file, String algorithm) {
        try {
            return client.withKey(TypedFile.text(Path.of(file)), algorithm, null);
        } catch (IOException unreadable) {
            // Not what was read: it may hold parts of the key.
            throw new UsageException("--client-key %s cannot be read".formatted(file), unreadable);
        } catch (IllegalArgumentException noKey) {
            throw new UsageException("--client-key %s cannot be used: %s".formatted(file, noKey.getMessage()), noKey);
        }
    }

    /** Addresses may hold secrets, and keys may be shown. */
    private static String key(String server) {
        return "token/settings|" + TextDigest.of(server).substring(0, 32);
    }
}
