package dev.fairlead.auth;

import dev.fairlead.auth.discovery.Wanted;
import dev.fairlead.auth.token.Client;
import dev.fairlead.auth.token.Nonces;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.wire.Deadline;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The servers that this process has dealt with, each with what is shown to it; of others the store is asked. */
final class Accounts {
    private static final System.Logger LOG = System.getLogger(Accounts.class.getName());

    private final Settings settings;
    private final Vault vault;
    private final Nonces nonces = new Nonces();
    private final ConcurrentHashMap<String, Account> accounts = new ConcurrentHashMap<>();

    Accounts(Settings settings, Vault vault) {
        this.settings = settings;
        this.vault = vault;
    }

    Account of(String server) {
        return accounts.computeIfAbsent(server, url -> new Account(settings, vault, nonces, url));
    }

    /** Returns what is held for a server. */
    Optional<Held> held(String server) {
        var account = accounts.get(server);
        return account == null ? vault.held(server) : account.known();
    }

    /** Returns what is held for a server and is for nobody to read. */
    Set<String> secrets(String server) {
        var secrets = new LinkedHashSet<String>();
        var account = accounts.get(server);
        (account == null ? vault.held(server) : account.shownOrKnown()).ifPresent(held -> {
            secrets.add(held.access());
            if (held.refresh() != null) {
                secrets.add(held.refresh());
            }
            if (!settings.says(held.issuer(), held.clientId())) {
                vault.clientOf(held).map(Client::secret).ifPresent(secrets::add);
            }
        });
        settings.registered().stream()
                .flatMap(client -> client.secret().stream())
                .forEach(secrets::add);
        return secrets;
    }

    /** Stores what is still to be stored; tells whether all of it is. */
    boolean storeRest(Deadline patience) throws InterruptedException {
        // All at once: one that has to wait must not use up the time of the others.
        accounts.forEach((server, account) -> account.beginToStoreRest(wanted(server, patience)));
        boolean all = true;
        for (var account : accounts.entrySet()) {
            var server = account.getKey();
            if (!account.getValue().storeRest(wanted(server, patience))) {
                all = false;
                LOG.log(
                        System.Logger.Level.WARNING,
                        "a token for {0} was not stored before the end; other processes may have to log in",
                        OAuth.name(server));
            }
        }
        return all;
    }

    /** Returns that authorization is wanted for a server, with all the time that getting it may take. */
    Wanted wanted(String server, Challenge challenge) {
        return new Wanted(server, OAuth.name(server), challenge, Deadline.after(settings.patience()));
    }

    private static Wanted wanted(String server, Deadline patience) {
        return new Wanted(server, OAuth.name(server), OAuth.NOBODY, patience);
    }
}
