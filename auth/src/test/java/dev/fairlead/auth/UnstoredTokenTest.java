package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.auth.FullStore.Mode;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.HttpTarget;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tokens that could not be stored when they were got: they replaced others, which are worth nothing any more. */
final class UnstoredTokenTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final FullStore store = new FullStore();

    @Test
    @Verifies("F-44")
    void itIsStoredAsSoonAsARequestFindsThatThisCanBeDone() {
        try (var stage = Stage.of(Era.MODERN)) {
            var heard = new CopyOnWriteArrayList<String>();
            var later = new AtomicReference<>(Duration.ZERO);
            var oauth = settings(stage)
                    .renewals((server, what) -> heard.add(what))
                    .clock(() -> Instant.now().plus(later.get()))
                    .build();
            try (var client = stage.connect(oauth)) {
                var before = stored(stage).orElseThrow().access();
                renewUnstored(stage, client);
                assertThat(heard).contains("a token could not be stored");
                assertThat(stored(stage).orElseThrow().access()).isEqualTo(before);

                store.is(Mode.WRITABLE);
                later.set(Duration.ofMinutes(1)); // It is not tried with every request.
                Awaitility.await().atMost(LIMIT).until(() -> {
                    Stage.echo(client);
                    return !stored(stage).orElseThrow().access().equals(before);
                });
            }
            assertTheNextProcessNeedsNobody(stage);
        }
    }

    @Test
    @Verifies("F-44")
    void whoeverComesLateWithTheTokenBeforeItDoesNotMakeItForgotten() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = settings(stage).build();
            try (var client = stage.connect(oauth)) {
                var url = stage.mcp().url();
                var target = new HttpTarget(url, "protected", "POST", url);
                var old = oauth.credential(target, Deadline.after(LIMIT));
                renewUnstored(stage, client);
                var refusal = Challenge.of(401, List.of("Bearer error=\"invalid_token\""));
                assertThat(oauth.turnedAway(target, refusal, old, Headers.NONE, Deadline.after(LIMIT)))
                        .isTrue();
                store.is(Mode.WRITABLE);
                stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(stage.logins).hasValue(1);
            assertTheNextProcessNeedsNobody(stage);
        }
    }

    @Test
    @Verifies("F-44")
    void whoeverEndsStoresIt() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = settings(stage).build();
            try (var client = stage.connect(oauth)) {
                renewUnstored(stage, client);
            }
            assertThat(oauth.storeRest()).isFalse();
            store.is(Mode.WRITABLE);
            assertThat(oauth.storeRest(Deadline.after(LIMIT))).isTrue();
            assertTheNextProcessNeedsNobody(stage);
        }
    }

    @Test
    void itIsKnownToWhoeverGotIt() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = settings(stage).build();
            try (var client = stage.connect(oauth)) {
                renewUnstored(stage, client);
                var url = stage.mcp().url();
                var shown = oauth.credential(new HttpTarget(url, "protected", "POST", url), Deadline.after(LIMIT));
                assertThat(oauth.secrets(url)).contains(shown.token());
                assertThat(oauth.account(url)).isPresent();
            }
        }
    }

    @Test
    void whatSomebodyElseStoredSinceIsNotReplacedWhateverTheirClockSays() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = settings(stage).build();
            try (var client = stage.connect(oauth)) {
                var required = demanded(stage);
                renewUnstored(stage, client);
                store.is(Mode.WRITABLE);
                var slow = settings(stage)
                        .clock(() -> Instant.now().minus(Duration.ofMinutes(10)))
                        .build();
                slow.finish(required.pending(), Stage.comeBack(required));
                var theirs = stored(stage).orElseThrow().access();

                assertThat(oauth.storeRest(Deadline.after(LIMIT))).isTrue();
                assertThat(stored(stage).orElseThrow().access()).isEqualTo(theirs);
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertThat(oauth.secrets(stage.mcp().url())).contains(theirs);
            }
        }
    }

    @Test
    void whoLoggedOutElsewhereStaysLoggedOut() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = settings(stage).build();
            try (var client = stage.connect(oauth)) {
                renewUnstored(stage, client);
                store.is(Mode.WRITABLE);
                boolean ignored = settings(stage).build().logout(stage.mcp().url());

                assertThat(oauth.storeRest(Deadline.after(LIMIT))).isTrue();
                assertThat(stored(stage)).isEmpty();
                assertThat(oauth.account(stage.mcp().url())).isEmpty();
            }
        }
    }

    @Test
    void whatWasStoredAfterAllIsNotStoredAgain() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = settings(stage).build();
            try (var client = stage.connect(oauth)) {
                store.is(Mode.UNHEARD);
                stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                store.is(Mode.FULL);
                assertThat(oauth.storeRest(Deadline.after(LIMIT))).isTrue();
            }
            store.is(Mode.WRITABLE);
            assertTheNextProcessNeedsNobody(stage);
        }
    }

    @Test
    @Verifies("F-44")
    void whatRenewsItLaterIsNotGivenUpForItWhereNobodyHeardThatItWasStored() {
        try (var stage = Stage.of(Era.MODERN)) {
            try (var client = stage.connect(settings(stage).build())) {
                renewUnstored(stage, client);
                for (var mode : List.of(Mode.UNHEARD, Mode.WRITABLE)) {
                    store.is(mode);
                    stage.mcp().expireAll();
                    assertThat(Stage.echo(client)).isEqualTo("nothing");
                }
            }
            assertThat(stage.grantor().refreshReuses()).isZero();
            assertThat(stage.logins).hasValue(1);
            assertTheNextProcessNeedsNobody(stage);
        }
    }

    @Test
    @Verifies("F-44")
    void nothingIsGotWhileTheStoreDoesNotSayWhatItHas() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = settings(stage).build();
            try (var client = stage.connect(oauth)) {
                renewUnstored(stage, client);
                store.is(Mode.AWAY);
                stage.mcp().expireAll();
                assertThatThrownBy(() -> Stage.echo(client))
                        .isInstanceOf(UnavailableException.class)
                        .hasMessageContaining("the token store fails");
                assertThat(stage.grantor().tokenRequests("refresh_token")).isEqualTo(1);

                store.is(Mode.WRITABLE);
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(stage.logins).hasValue(1);
            assertTheNextProcessNeedsNobody(stage);
        }
    }

    @Test
    @Verifies("F-44")
    void whatIsStoredLateIsNotTakenForSomethingNewer() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = settings(stage).build();
            try (var client = stage.connect(oauth)) {
                for (var mode : List.of(Mode.LATE, Mode.WRITABLE)) {
                    store.is(mode);
                    stage.mcp().expireAll();
                    assertThat(Stage.echo(client)).isEqualTo("nothing");
                }
                assertThat(oauth.storeRest(Deadline.after(LIMIT))).isTrue();
            }
            assertTheNextProcessNeedsNobody(stage);
        }
    }

    @Test
    @Verifies("F-44")
    void aStoreThatDoesNotAnswerIsNotWaitedForByWhoeverNeedsTheNextToken() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = settings(stage).build();
            try (var client = stage.connect(oauth)) {
                renewUnstored(stage, client);
                store.is(Mode.SILENT);
                stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            store.is(Mode.WRITABLE);
            assertThat(oauth.storeRest(Deadline.after(LIMIT))).isTrue();
            assertThat(stage.logins).hasValue(1);
            assertTheNextProcessNeedsNobody(stage);
        }
    }

    @Test
    void thePauseBetweenAttemptsBeginsAtTheEndOfOne() {
        try (var stage = Stage.of(Era.MODERN)) {
            var later = new AtomicReference<>(Duration.ZERO);
            var oauth =
                    settings(stage).clock(() -> Instant.now().plus(later.get())).build();
            try (var client = stage.connect(oauth)) {
                renewUnstored(stage, client);
                var slow = new CountDownLatch(1);
                store.onceBeforeWrite(() -> {
                    later.set(Duration.ofMinutes(2));
                    slow.countDown();
                });
                later.set(Duration.ofMinutes(1));
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                await(slow);
                var next = new AtomicReference<@Nullable Duration>();
                store.onceBeforeWrite(() -> next.set(later.get()));
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                later.set(Duration.ofMinutes(3));
                Awaitility.await().atMost(LIMIT).until(() -> {
                    Stage.echo(client);
                    return next.get() != null;
                });
                assertThat(next).hasValue(Duration.ofMinutes(3));
            }
        }
    }

    @Test
    @Verifies("F-44")
    void whatIsOnlyBeingGotIsStoredToo() throws Exception {
        var arrived = new CountDownLatch(1);
        var goesOn = new CountDownLatch(1);
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = settings(stage).build();
            try (var client = stage.connect(oauth)) {
                var before = stored(stage).orElseThrow().access();
                stage.grantor()
                        .faults()
                        .once(request -> request.body().contains("refresh_token"), (exchange, usual) -> {
                            arrived.countDown();
                            await(goesOn);
                            usual.handle(exchange);
                        });
                stage.mcp().expireAll();
                var call = Thread.startVirtualThread(() -> {
                    var ignored = catchThrowable(() -> Stage.echo(client)); // Given up below.
                });
                await(arrived);
                call.interrupt(); // Whoever gives up leaves the renewal to end by itself.
                assertThat(call.join(LIMIT)).isTrue();

                var rest = new FutureTask<>(() -> oauth.storeRest(Deadline.after(LIMIT)));
                var ending = Thread.startVirtualThread(rest);
                Awaitility.await()
                        .atMost(LIMIT)
                        .until(() -> rest.isDone() || ending.getState() == Thread.State.TIMED_WAITING);
                assertThat(rest.isDone()).isFalse();
                goesOn.countDown();
                assertThat(rest.get()).isTrue();
                assertThat(stored(stage).orElseThrow().access()).isNotEqualTo(before);
            } finally {
                goesOn.countDown();
            }
            assertTheNextProcessNeedsNobody(stage);
        }
    }

    @Test
    @Timeout(60)
    void whoeverEndsWaitsForASilentStoreNoLongerThanThereIsTime() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = settings(stage).build();
            try (var client = stage.connect(oauth)) {
                renewUnstored(stage, client);
            }
            store.is(Mode.SILENT);
            assertThat(oauth.storeRest(Deadline.after(Duration.ofMillis(50)))).isFalse();
            store.is(Mode.WRITABLE);
            assertThat(oauth.storeRest(Deadline.after(LIMIT))).isTrue();
            assertTheNextProcessNeedsNobody(stage);
        }
    }

    @Test
    void aStoreThatIsClosedTooEarlyIsAsGoodAsAFullOne() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = settings(stage).build();
            try (var client = stage.connect(oauth)) {
                store.is(Mode.CLOSED);
                stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(oauth.storeRest()).isFalse();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts this thread", impossible);
        }
    }

    private void renewUnstored(Stage stage, McpClient client) {
        store.is(Mode.FULL);
        stage.mcp().expireAll();
        assertThat(Stage.echo(client)).isEqualTo("nothing");
    }

    /** What renews tokens is good for one time each; a login would be asked of a person. */
    private void assertTheNextProcessNeedsNobody(Stage stage) {
        stage.mcp().expireAll();
        try (var client = stage.connect(settings(stage).build(), Stage.profile())) {
            assertThat(Stage.echo(client)).isEqualTo("nothing");
        }
        assertThat(stage.grantor().refreshReuses()).isZero();
    }

    private OAuth.Builder settings(Stage stage) {
        return stage.settings().store(store);
    }

    private Optional<Held> stored(Stage stage) {
        return new Vault(store, "", Instant::now).held(stage.mcp().url());
    }

    /** Returns a login that somebody has begun who knows of no token, as the same client. */
    private AuthorizationRequiredException demanded(Stage stage) throws InterruptedException {
        var stranger = stage.settings().build();
        var required = catchThrowableOfType(
                AuthorizationRequiredException.class, () -> stage.connect(stranger, Stage.profile()));
        return settings(stage).build().again(required, Stage.REDIRECT);
    }
}
