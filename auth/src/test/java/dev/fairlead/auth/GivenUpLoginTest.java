package dev.fairlead.auth;

import static dev.fairlead.auth.DesktopLoginTest.local;
import static dev.fairlead.auth.RegistrationTest.demanded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.auth.FullStore.Mode;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.HttpUserAgent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Logins that ended without success: whoever else knows where they led must not get anything by that. */
final class GivenUpLoginTest {
    private static final Duration SHORT = Duration.ofMillis(100);

    @Test
    @Verifies("F-28")
    void whoeverFollowedTheLinkFirstDoesNotFinishTheLoginThatIsBegunNext() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = local(stage).build();
            var required = demanded(stage, oauth);
            var stolen = new CompletableFuture<String>();
            Browser twice = url -> {
                stolen.complete(stopBefore(stage.grantor().authorizationEndpoint(), url));
                return DesktopLoginTest.status(url) == 409;
            };
            var login = DesktopLogin.of(oauth, twice, url -> {});
            assertThatThrownBy(() -> login.login(required))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContaining("used twice");

            assertThat(stolen.get(60, TimeUnit.SECONDS)).isEqualTo(required.url());
            assertThat(oauth.isOpen(required.pending())).isFalse();
            var next = nextPage(oauth, required);
            for (var secret :
                    new String[] {required.pending().state(), "code_challenge=" + challenge(required.url())}) {
                assertThat(next).doesNotContain(secret);
            }
            var theirs = stopBefore(required.pending().redirectUri(), stolen.get());
            assertThatThrownBy(() -> oauth.finish(required.pending(), theirs))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContaining("given up");
            assertThat(oauth.account(stage.mcp().url())).isEmpty();
        }
    }

    @Test
    void whatNobodyFinishedInTimeIsBegunAnew() {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = local(stage).build();
            var required = demanded(stage, oauth);
            assertThat(nextPage(oauth, required)).isEqualTo(required.url());
            assertThat(nextPage(oauth, required)).isNotEqualTo(required.url());
        }
    }

    @Test
    void whatWasGivenUpWhileTheStoreWasFullIsNotOfferedAgain() {
        try (var stage = Stage.of(Era.MODERN)) {
            var store = new FullStore();
            var oauth = local(stage).store(store).build();
            var required = demanded(stage, oauth);
            store.is(Mode.FULL);
            assertThat(nextPage(oauth, required)).isEqualTo(required.url());
            store.is(Mode.WRITABLE);
            assertThat(oauth.isOpen(required.pending())).isFalse();
            assertThatThrownBy(() -> oauth.finish(required.pending(), Stage.comeBack(required)))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContaining("given up");
        }
    }

    /** Returns where the person is sent by a login that nobody finishes. */
    private static String nextPage(OAuth oauth, AuthorizationRequiredException required) {
        var page = new CompletableFuture<String>();
        var login = DesktopLogin.of(oauth, Browser.none(), page::complete).within(SHORT);
        assertThatThrownBy(() -> login.login(required))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContaining("nobody logged in");
        return page.join();
    }

    private static String challenge(String url) {
        return url.replaceAll(".*code_challenge=([^&]+).*", "$1");
    }

    private static String stopBefore(String prefix, String url) {
        try {
            return new HttpUserAgent().stopBefore(prefix, url);
        } catch (IOException lost) {
            throw new UncheckedIOException(lost);
        }
    }
}
