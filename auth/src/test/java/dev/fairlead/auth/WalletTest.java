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

    @Test
    void aLogoutElsewhereIsSeenWhenTheStoreIsAskedAgain() {
        var wallet = showing("one");
        wallet.lookAgain();
        assertThat(wallet.shown()).isEqualTo(held("one"));
        var epoch = wallet.epoch();
        vault.forget(SERVER);
        wallet.lookAgain();
        assertThat(wallet.shown()).isNull();
        assertThat(wallet.epoch()).isNotEqualTo(epoch);
    }

    @Test
    void whatOthersStoredSinceIsShown() {
        var wallet = showing("one");
        var epoch = wallet.epoch();
        assertThat(vault.replace(SERVER, vault.kept(SERVER), held("two"))).isTrue();
        wallet.lookAgain();
        assertThat(wallet.shown()).isEqualTo(held("two"));
        assertThat(wallet.epoch()).isNotEqualTo(epoch);
    }

    @Test
    void whatIsGotWhileTheStoreIsAskedAgainCounts() {
        var wallet = showing("one");
        vault.forget(SERVER);
        var fresh = held("fresh");
        store.onceAfterRead(() ->
                assertThat(wallet.take(vault.kept(SERVER), fresh, Trust.FRESH)).isTrue());
        wallet.lookAgain();
        assertThat(wallet.shown()).isEqualTo(fresh);
    }

    @Test
    void whatIsStillToBeStoredIsNotGivenUpBecauseTheStoreDoesNotHaveIt() {
        var wallet = new Wallet(vault, SERVER);
        store.is(FullStore.Mode.FULL);
        assertThat(wallet.take(vault.kept(SERVER), held("one"), Trust.FRESH)).isFalse();
        wallet.lookAgain();
        assertThat(wallet.shown()).isEqualTo(held("one"));
    }

    private Wallet showing(String access) {
        assertThat(vault.replace(SERVER, vault.kept(SERVER), held(access))).isTrue();
        var wallet = new Wallet(vault, SERVER);
        assertThat(wallet.held()).isEqualTo(held(access));
        return wallet;
    }

    private static Held held(String access) {
        return HeldTest.held(access, null, null);
    }
}
