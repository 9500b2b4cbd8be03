package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.auth.Wallet.Trust;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What a process shows while somebody logs out. */
final class WalletTest {
    private static final String SERVER = "https://mcp.example/mcp";

    private final FullStore store = new FullStore();
    private final Vault vault = new Vault(store, "", Instant::now);

    @Test
    void aTokenThatWasReadBeforeALogoutIsNotShownAfterIt() {
        assertThat(vault.replace(SERVER, vault.kept(SERVER), held("before"))).isTrue();
        var wallet = new Wallet(vault, SERVER);
        var epoch = wallet.epoch();
        store.onceAfterRead(() -> {
            vault.forget(SERVER);
            wallet.empty();
        });
        assertThat(wallet.held()).isNull();
        assertThat(wallet.held()).isNull();
        assertThat(wallet.epoch()).isNotEqualTo(epoch);
    }

    @Test
    void aLoginThatEndsWhileTheStoreIsReadCounts() {
        var before = held("before");
        assertThat(vault.replace(SERVER, vault.kept(SERVER), before)).isTrue();
        var wallet = new Wallet(vault, SERVER);
        var fresh = held("fresh");
        store.onceAfterRead(() ->
                assertThat(wallet.take(vault.kept(SERVER), fresh, Trust.FRESH)).isTrue());
        assertThat(wallet.held()).isEqualTo(fresh);
        assertThat(wallet.trustIn(fresh)).isEqualTo(Trust.FRESH);
    }

    @Test
    void whatCannotBeRenewedAnyMoreIsStillToBeStoredWhileTheStoreHasItAsItWas() {
        var renewable = HeldTest.held("one", "renews", null);
        assertThat(vault.replace(SERVER, vault.kept(SERVER), renewable)).isTrue();
        var wallet = new Wallet(vault, SERVER);
        store.is(FullStore.Mode.FULL);
        assertThat(wallet.take(vault.kept(SERVER), renewable.notRenewable(), Trust.PROVEN))
                .isFalse();
        wallet.storeRest(vault.kept(SERVER));
        assertThat(wallet.hasUnstored()).isTrue();
        store.is(FullStore.Mode.WRITABLE);
        wallet.storeRest(vault.kept(SERVER));
        assertThat(wallet.hasUnstored()).isFalse();
        assertThat(vault.held(SERVER).orElseThrow().refresh()).isNull();
    }

    private static Held held(String access) {
        return HeldTest.held(access, null, null);
    }
}
