package dev.fairlead.auth;

import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.McpException;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Lets the person in front of this machine log in with a browser. One login at a time; who comes meanwhile shares it. */
public final class DesktopLogin {
    private static final Duration USUAL_LIMIT = Duration.ofMinutes(5);
    private static final String TWICE =
            "the link that leads the browser to the login was used twice, so that somebody else on"
                    + " this machine may have followed it; the login has ended, begin again";

    private final OAuth oauth;
    private final Browser browser;
    private final Consumer<String> prompt;
    private final Duration limit;
    private final ReentrantLock oneAtATime = new ReentrantLock();
    private final ConcurrentHashMap<String, Failure> failures = new ConcurrentHashMap<>();

    /** A login that failed, for those who waited for it. */
    private record Failure(Instant when, McpException why) {}

    private DesktopLogin(OAuth oauth, Browser browser, Consumer<String> prompt, Duration limit) {
        this.oauth = oauth;
        this.browser = browser;
        this.prompt = prompt;
        this.limit = limit;
    }

    /**
     * Makes one.
     *
     * @param prompt shows the person the address to open, in case no browser opens by itself
     */
    public static DesktopLogin of(OAuth oauth, Browser browser, Consumer<String> prompt) {
        return new DesktopLogin(oauth, browser, prompt, USUAL_LIMIT);
    }

    /** Returns this one with another limit for how long a person may take. */
    public DesktopLogin within(Duration time) {
        return new DesktopLogin(oauth, browser, prompt, time);
    }

    /**
     * Lets the person log in, and returns when that is done.
     *
     * @throws LoginFailedException if it is not
     */
    public void login(AuthorizationRequiredException required) {
        try {
            oneAtATime.lockInterruptibly();
            try {
                shareFailure(required);
                if (!oauth.since(required.pending())) {
                    attempt(required);
                }
            } catch (McpException failed) {
                failures.put(required.pending().server(), new Failure(oauth.now(), failed));
                throw failed;
            } finally {
                oneAtATime.unlock();
            }
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("logging in", required.pending().issuer(), false);
        }
    }

    /** Fails like the login that somebody attempted while this one waited: nobody wants to be asked once per call. */
    private void shareFailure(AuthorizationRequiredException required) {
        var last = failures.get(required.pending().server());
        if (last != null && !required.pending().begun().isAfter(last.when)) {
            throw last.why;
        }
    }

    private void attempt(AuthorizationRequiredException required) throws InterruptedException {
        var wished = URI.create(required.pending().redirectUri());
        try (var socket = bound(required, wished)) {
            // What was demanded may have been kept for long, and have been tried before; the person needs time, too.
            var demanded = socket.getLocalPort() == wished.getPort() && oauth.isOpen(required.pending(), limit)
                    ? required
                    : oauth.again(
                            required,
                            "http://%s:%s%s".formatted(wished.getHost(), socket.getLocalPort(), wished.getRawPath()),
                            true);
            attempt(demanded, socket);
        } catch (IOException unclean) {
            throw new IllegalStateException("a socket that only listens cannot be closed", unclean);
        }
    }

    private void attempt(AuthorizationRequiredException demanded, ServerSocket socket) throws InterruptedException {
        var pending = demanded.pending();
        var path = URI.create(pending.redirectUri()).getRawPath();
        try (var listener = RedirectListener.start(socket, path, demanded.url(), url -> OAuth.belongs(url, pending));
                var opened = browser.openPrivately(listener.startUrl())) {
            listener.whenLeft(opened::close);
            boolean success = false;
            try {
                prompt.accept(demanded.url());
                var callback = listener.await(limit)
                        .orElseThrow(() -> failed(demanded, listener.isLeftTwice() ? TWICE : nobody(opened.asked())));
                try {
                    oauth.finish(pending, callback);
                    success = true;
                } finally {
                    listener.tell(success);
                }
            } finally {
                if (!success) {
                    // Others may know where it leads: who tries again, once the port is free, must not be sent there.
                    oauth.giveUp(pending);
                }
            }
        }
    }

    /** Takes the port that was meant, or another if that is taken; the authorization server may not mind. */
    private static ServerSocket bound(AuthorizationRequiredException required, URI wished) {
        try {
            return RedirectListener.bind(wished);
        } catch (IOException taken) {
            try {
                return RedirectListener.bind(URI.create("http://%s:0/".formatted(wished.getHost())));
            } catch (IOException | IllegalArgumentException none) {
                none.addSuppressed(taken);
                throw new LoginFailedException(
                        "logging in",
                        required.pending().issuer(),
                        required.challenge(),
                        "nobody can come back to %s: %s".formatted(wished, taken.getMessage()),
                        none);
            }
        }
    }

    private static LoginFailedException failed(AuthorizationRequiredException required, String why) {
        return new LoginFailedException("logging in", required.pending().issuer(), required.challenge(), why, null);
    }

    private String nobody(boolean opened) {
        return "nobody logged in within %s s%s; begin again"
                .formatted(limit.toSeconds(), opened ? "" : ", and no browser could be opened");
    }
}
