package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.nimbusds.jose.jwk.ECKey;
import dev.fairlead.auth.token.Client;
import dev.fairlead.auth.token.ProofKey;
import dev.fairlead.auth.token.Tokens;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.MemoryStore;
import dev.fairlead.store.Store;
import dev.fairlead.store.StoreException;
import dev.fairlead.testkit.Verifies;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** What is kept of an authorization, and where. */
final class HeldTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final String SERVER = "https://mcp.example/mcp";

    @Test
    void everythingSurvivesBeingKept() throws Exception {
        var key = ProofKey.fresh();
        var held = new Held(
                "https://as.example/ü",
                true,
                "app",
                "https://app.example/cb",
                SERVER,
                new LinkedHashSet<>(List.of("b", "a")),
                List.of("a"),
                "at",
                "DPoP",
                "rt",
                NOW,
                NOW.plusSeconds(60),
                key,
                2);
        var again = Held.from(Json.write(held.toJson()));
        assertThat(again).usingRecursiveComparison().ignoringFields("key").isEqualTo(held);
        assertThat(again.asked()).containsExactly("b", "a");
        assertThat(again.key()).isNotNull();
        assertThat(ECKey.parse(again.key().toJson()).computeThumbprint())
                .isEqualTo(ECKey.parse(key.toJson()).computeThumbprint());
    }

    @Test
    void whatIsNotThereIsNotThereAfterwards() {
        var held = held("at", null, null);
        assertThat(Held.from(Json.write(held.toJson()))).isEqualTo(held);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hush",
                "{}",
                "[]",
                "null",
                "7",
                "{\"issuer\":\"hush\"}",
                "{\"issuer\":7,\"clientId\":\"hush\"}"
            })
    @Verifies("F-43")
    void whatCannotBeReadIsNotShown(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Held.from(text))
                .withMessageStartingWith("not an authorization")
                .withMessageNotContaining("hush")
                .withNoCause();
    }

    @Test
    @Verifies("F-43")
    void whateverIsSpoiltIsReadOrRefusedInOneWay() {
        var whole = Json.write(held("at", "rt", NOW).toJson());
        for (long seed = 0; seed < 500; seed++) {
            var random = new Random(seed);
            var json = (ObjectNode) Json.parse(whole);
            var names = List.copyOf(json.propertyNames());
            var name = names.get(random.nextInt(names.size()));
            switch (random.nextInt(5)) {
                case 0 -> json.remove(name);
                case 1 -> json.put(name, random.nextInt());
                case 2 -> json.putNull(name);
                case 3 -> json.putArray(name).add(1);
                default -> json.put(name, "spoilt");
            }
            var text = Json.write(json);
            try {
                assertThat(Held.from(text)).isNotNull();
            } catch (IllegalArgumentException refused) {
                assertThat(refused).as("seed %d", seed).hasMessageStartingWith("not an authorization");
            } catch (RuntimeException other) {
                throw new AssertionError("seed " + seed, other);
            }
        }
    }

    @Test
    void noTokenIsInTheText() {
        assertThat(held("at-hush", "rt-hush", NOW).toString()).doesNotContain("hush");
    }

    @ParameterizedTest
    @CsvSource({
        // Lifetime and age in seconds, nearly over, over.
        "3600, 0, false, false",
        "3600, 3500, false, false",
        "3600, 3571, true, false",
        "3600, 3600, true, true",
        "10, 8, false, false",
        "10, 10, true, true",
        "1, 0, false, false"
    })
    void aTokenIsReplacedShortlyBeforeItEnds(long lifetime, long age, boolean nearly, boolean over) {
        var held = held("at", "rt", NOW.plusSeconds(lifetime));
        var now = NOW.plusSeconds(age);
        assertThat(held.nearlyOver(now)).isEqualTo(nearly);
        assertThat(held.over(now)).isEqualTo(over);
    }

    @Test
    void aTokenOfWhichNobodySaidWhenItEndsIsGood() {
        var held = held("at", "rt", null);
        assertThat(held.nearlyOver(NOW.plus(Duration.ofDays(10_000)))).isFalse();
        assertThat(held.over(NOW.plus(Duration.ofDays(10_000)))).isFalse();
    }

    @Test
    @Verifies("F-44")
    void whatARenewalDoesNotSayStaysAsItWas() {
        var held = held("at", "rt", NOW);
        var later = NOW.plusSeconds(100);
        var silent = held.renewed(new Tokens("at2", "Bearer", null, null, null), later);
        assertThat(silent.refresh()).isEqualTo("rt");
        assertThat(silent.granted()).isEqualTo(held.granted());
        assertThat(silent.expires()).isNull();
        assertThat(silent.obtained()).isEqualTo(later);
        var telling = held.renewed(new Tokens("at2", "Bearer", "rt2", Duration.ofSeconds(5), List.of("x")), later);
        assertThat(telling.refresh()).isEqualTo("rt2");
        assertThat(telling.granted()).containsExactly("x");
        assertThat(telling.expires()).isEqualTo(later.plusSeconds(5));
        assertThat(telling.asked()).isEqualTo(held.asked());
        assertThat(held.notRenewable().refresh()).isNull();
        assertThat(held.notRenewable().access()).isEqualTo("at");
    }

    // Where it is kept.

    @Test
    @Verifies("F-43")
    void whatAnAddressSaysAfterTheQuestionMarkIsInNoKey() {
        var store = new MemoryStore();
        var vault = vault(store, "alice");
        assertThat(vault.replace(SERVER + "?key=hush", vault.kept(SERVER + "?key=hush"), held("one", null, null)))
                .isTrue();
        assertThat(vault.replace(SERVER + "?key=other", vault.kept(SERVER + "?key=other"), held("two", null, null)))
                .isTrue();
        assertThat(vault.replace(SERVER, vault.kept(SERVER), held("three", null, null)))
                .isTrue();
        assertThat(store.keys("")).hasSize(3).noneMatch(key -> key.contains("hush") || key.contains("other"));
        assertThat(vault.held(SERVER + "?key=hush").orElseThrow().access()).isEqualTo("one");
        assertThat(vault.held(SERVER + "?key=other").orElseThrow().access()).isEqualTo("two");
        assertThat(vault.held(SERVER).orElseThrow().access()).isEqualTo("three");
        assertThat(vault.servers()).containsOnly(SERVER).hasSize(3);
        vault.forget(SERVER);
        assertThat(vault.held(SERVER)).isEmpty();
        assertThat(vault.held(SERVER + "?key=hush")).isPresent();
    }

    @Test
    void everyOwnerHasTheirOwn() {
        var store = new MemoryStore();
        keep(vault(store, "alice"), SERVER, held("one", null, null));
        assertThat(vault(store, "bob").held(SERVER)).isEmpty();
        assertThat(vault(store, "bob").servers()).isEmpty();
        assertThat(vault(store, "").servers()).isEmpty();
        assertThat(vault(store, "alice").servers()).containsExactly(SERVER);
    }

    @Test
    void ownersWhoseNamesHoldTheSeparatorDoNotMeet() {
        var store = new MemoryStore();
        keep(vault(store, "a"), "b|" + SERVER, held("one", null, null));
        assertThat(vault(store, "a|b").held(SERVER)).isEmpty();
        assertThat(vault(store, "a|b").servers()).isEmpty();
    }

    @Test
    void whatCannotBeReadIsAsGoodAsNone() {
        var store = new MemoryStore();
        var vault = vault(store, "");
        assertThat(vault.replace(SERVER, vault.kept(SERVER), held("one", null, null)))
                .isTrue();
        vault.keep("https://as.example", "https://app.example/cb", new Client("id", null, null, Client.NONE), null);
        assertThat(vault.use("state")).isTrue();
        for (var key : store.keys("")) {
            var version = store.read(key).orElseThrow().version();
            assertThat(store.replace(key, version, "{\"of\":\"another release\"}"))
                    .isTrue();
        }
        assertThat(vault.held(SERVER)).isEmpty();
        assertThat(vault.client("https://as.example", "https://app.example/cb")).isEmpty();
        assertThat(vault.use("another")).isTrue();
        assertThat(vault.replace(SERVER, vault.kept(SERVER), held("two", null, null)))
                .isTrue();
        assertThat(vault.held(SERVER)).isPresent();
    }

    @Test
    @Verifies("F-21")
    void aClientIsKeptByIssuerAndRedirect() {
        var vault = vault(new MemoryStore(), "");
        var client = new Client("id", "hush", null, Client.POST);
        vault.keep("https://as.example", "https://app.example/cb", client, null);
        assertThat(vault.client("https://as.example", "https://app.example/cb")).contains(client);
        assertThat(vault.client("https://as.example/", "https://app.example/cb"))
                .isEmpty();
        assertThat(vault.client("https://as.example", "https://app.example/cb2"))
                .isEmpty();
        vault.forgetClient("https://as.example", "https://app.example/cb", "id");
        assertThat(vault.client("https://as.example", "https://app.example/cb")).isEmpty();
    }

    @Test
    @Verifies("F-21")
    void onlyTheClientThatIsMeantIsForgotten() {
        var now = new AtomicReference<>(NOW);
        var store = new MemoryStore();
        var vault = new Vault(store, "", now::get);
        vault.forgetClient("https://as.example", "cb", "old");
        var fresh = new Client("new", "hush", null, Client.POST);
        vault.keep("https://as.example", "cb", fresh, NOW.plusSeconds(10));
        vault.forgetClient("https://as.example", "cb", "old");
        assertThat(vault.client("https://as.example", "cb")).contains(fresh);
        now.set(NOW.plusSeconds(11));
        vault.forgetClient("https://as.example", "cb", "new");
        assertThat(store.keys("")).as("also one that has expired").isEmpty();
    }

    @Test
    void aClientWhoseSecretHasExpiredIsNotKnown() {
        var now = new AtomicReference<>(NOW);
        var vault = new Vault(new MemoryStore(), "", now::get);
        var client = new Client("id", "hush", null, Client.BASIC);
        vault.keep("https://as.example", "cb", client, NOW.plusSeconds(10));
        assertThat(vault.client("https://as.example", "cb")).contains(client);
        now.set(NOW.plusSeconds(11));
        assertThat(vault.client("https://as.example", "cb")).isEmpty();
    }

    @Test
    @Verifies("F-21")
    void whoLoggedInAsAClientStaysItWhenTheNextLoginIsAnothers() {
        var vault = vault(new MemoryStore(), "");
        var former = new Client("former", "hush", null, Client.POST);
        vault.keep("https://as.example", "cb", former, null);
        vault.retireClient("https://as.example", "cb", "another");
        assertThat(vault.client("https://as.example", "cb")).contains(former);
        vault.retireClient("https://as.example", "cb", "former");
        assertThat(vault.client("https://as.example", "cb")).isEmpty();
        var next = new Client("next", null, null, Client.NONE);
        vault.keep("https://as.example", "cb", next, null);
        assertThat(vault.client("https://as.example", "cb")).contains(next);
        assertThat(vault.client("https://as.example", "cb", "former")).contains(former);
        vault.forgetClient("https://as.example", "cb", "former");
        assertThat(vault.client("https://as.example", "cb", "former")).isEmpty();
        assertThat(vault.client("https://as.example", "cb", "next")).contains(next);
    }

    @Test
    void ofVeryManyClientsTheStoreIsAskedAgain() {
        var store = new FullStore();
        var vault = vault(store, "");
        for (int count = 0; count < 1_500; count++) {
            vault.keep("https://as.example/" + count, "cb", new Client("id", "hush", null, Client.POST), null);
        }
        store.is(FullStore.Mode.AWAY);
        long remembered = IntStream.range(0, 1_500)
                .filter(count -> isRemembered(vault, "https://as.example/" + count))
                .count();
        assertThat(remembered).isBetween(1L, 1_000L);
        assertThat(isRemembered(vault, "https://as.example/1499")).isTrue();
    }

    private static boolean isRemembered(Vault vault, String issuer) {
        var held = new Held(issuer, false, "id", "cb", null, Set.of(), null, "at", "Bearer", null, NOW, null, null, 0);
        try {
            return vault.clientOf(held).isPresent();
        } catch (StoreException asked) {
            return false;
        }
    }

    @Test
    void aClientThatHasExpiredMakesRoomForTheNext() {
        var now = new AtomicReference<>(NOW);
        var store = new MemoryStore();
        var vault = new Vault(store, "", now::get);
        vault.keep("https://as.example", "cb", new Client("old", "hush", null, Client.POST), NOW.plusSeconds(10));
        int keys = store.keys("").size();
        now.set(NOW.plusSeconds(11));
        vault.keep("https://as.example", "cb", new Client("new", "hush", null, Client.POST), NOW.plusSeconds(20));
        assertThat(store.keys("")).hasSize(keys);
    }

    @Test
    @Verifies("F-28")
    void aLoginIsUsedOnceAndForgottenInTheEnd() {
        var now = new AtomicReference<>(NOW);
        var store = new MemoryStore(now::get);
        var vault = vault(store, "alice");
        assertThat(vault.use("state-hush")).isTrue();
        assertThat(vault.use("state-hush")).isFalse();
        assertThat(vault(store, "alice").use("state-hush")).isFalse();
        assertThat(store.keys("")).noneMatch(key -> key.contains("hush"));
        now.set(NOW.plus(Duration.ofHours(2)));
        assertThat(store.keys("")).as("the old one is forgotten").isEmpty();
        assertThat(vault.use("state-2")).isTrue();
        assertThat(vault.use("state-2")).isFalse();
    }

    @Test
    void namesOfAnyLengthAreKeptApartAndListed() {
        var store = new MemoryStore();
        var path = "/x".repeat(5_000);
        for (var owner : List.of("", "o".repeat(5_000), "o".repeat(5_001), "half a horse: \uD83D")) {
            var vault = vault(store, owner);
            assertThat(vault.servers()).isEmpty();
            for (var server : List.of(SERVER + path, SERVER + path + "/y", SERVER)) {
                assertThat(vault.held(server)).isEmpty();
                keep(vault, server, held(server, null, null));
            }
            keep(vault, SERVER + path + "?key=hush", held("secret", null, null));
            assertThat(vault.held(SERVER + path).orElseThrow().access()).isEqualTo(SERVER + path);
            assertThat(vault.servers())
                    .containsExactlyInAnyOrder(SERVER, SERVER + path, SERVER + path, SERVER + path + "/y");
            var issuer = "https://as.example" + path;
            assertThat(vault.bind(SERVER + path, issuer)).isEqualTo(issuer);
            vault.unbind(SERVER + path);
            var client = new Client("id", null, null, Client.NONE);
            vault.keep(issuer, "https://app.example/cb", client, null);
            assertThat(vault.client(issuer, "https://app.example/cb")).contains(client);
        }
        assertThat(store.keys("token/")).hasSameSizeAs(store.keys("")).noneMatch(key -> key.contains("hush"));
    }

    @Test
    void whatIsTooBigForAStoreIsSaidToBeSo() {
        var vault = vault(new MemoryStore(), "");
        var nothing = vault.kept(SERVER);

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> vault.replace(SERVER, nothing, held("x".repeat(1 << 20), null, null)))
                .withMessageContaining("too big");
    }

    @Test
    @Verifies("F-45")
    void whoSawSomethingOlderReplacesNothing() {
        var vault = vault(new MemoryStore(), "");
        var nothing = vault.kept(SERVER);
        assertThat(nothing.held()).isNull();
        assertThat(vault.replace(SERVER, nothing, held("one", null, null))).isTrue();
        var one = vault.kept(SERVER);
        assertThat(vault.replace(SERVER, nothing, held("late", null, null))).isFalse();
        assertThat(vault.replace(SERVER, one, held("two", null, null))).isTrue();
        assertThat(vault.replace(SERVER, one, held("late", null, null))).isFalse();
        assertThat(vault.held(SERVER).orElseThrow().access()).isEqualTo("two");
    }

    private static void keep(Vault vault, String server, Held held) {
        assertThat(vault.replace(server, vault.kept(server), held)).isTrue();
    }

    private static Vault vault(Store store, String owner) {
        return new Vault(store, owner, () -> NOW);
    }

    static Held held(String access, @Nullable String refresh, @Nullable Instant expires) {
        return new Held(
                "https://as.example",
                false,
                "app",
                "https://app.example/cb",
                null,
                Set.of("a"),
                null,
                access,
                "Bearer",
                refresh,
                NOW,
                expires,
                null,
                0);
    }
}
