package dev.fairlead.cli;

import dev.fairlead.auth.Browser;
import dev.fairlead.auth.DesktopLogin;
import dev.fairlead.client.handler.LoginHandler;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.LoginFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;

/** Lets the person who typed the command log in, if that person wants to. */
final class LoginOffer implements LoginHandler {

    /** Whether somebody wants to log in. */
    enum Consent {
        /** It has to be asked. */
        ASKED,
        /** It was typed. */
        GIVEN,
        /** It was typed that nobody does. */
        REFUSED
    }

    private static final int LONGEST_ANSWER = 100;

    private final Surroundings surroundings;
    private final KeptTokens tokens;
    private final Consent consent;
    private final boolean browser;

    /**
     * Makes an offer.
     *
     * @param browser whether one may be opened
     */
    LoginOffer(Surroundings surroundings, KeptTokens tokens, Consent consent, boolean browser) {
        this.surroundings = surroundings;
        this.tokens = tokens;
        this.consent = consent;
        this.browser = browser;
    }

    @Override
    public void login(AuthorizationRequiredException required) {
        if (!wanted(required)) {
            throw required;
        }
        var opened = new AtomicBoolean();
        Browser opening = page -> {
            opened.set(browser && surroundings.desktop().browser().open(page));
            return opened.get();
        };
        try {
            DesktopLogin.of(tokens.oauth(), opening, address -> tell(required, address, opened.get()))
                    .login(required);
        } catch (LoginFailedException failed) {
            // What the server demanded says what else may help.
            throw new LoginFailedException(
                    "logging in", Url.shown(required.pending().server()), required.challenge(), failed.why(), failed);
        }
        tokens.remember();
    }

    private boolean wanted(AuthorizationRequiredException required) {
        return switch (consent) {
            case GIVEN -> true;
            case REFUSED -> false;
            case ASKED -> surroundings.desktop().attended() && agreed(required);
        };
    }

    private boolean agreed(AuthorizationRequiredException required) {
        var pending = required.pending();
        surroundings
                .err()
                .print("Log in to %s at %s now? [Y/n] "
                        .formatted(
                                Sanitizer.line(Url.shown(pending.server())),
                                Sanitizer.line(Url.shown(pending.issuer()))));
        surroundings.err().flush();
        var answer = answer(required).strip().toLowerCase(Locale.ROOT);
        return answer.isEmpty() || answer.equals("y") || answer.equals("yes");
    }

    private void tell(AuthorizationRequiredException required, String address, boolean opened) {
        var issuer = Sanitizer.line(Url.shown(required.pending().issuer()));
        surroundings
                .err()
                .println((opened
                                ? "Your browser was asked to open %s. If it does not, open this address to log in:"
                                : "Open this address to log in at %s:")
                        .formatted(issuer));
        surroundings.err().println("  " + Sanitizer.line(address));
        surroundings.err().flush();
    }

    /** Waits for a line, or for somebody to end the command; reading itself cannot be ended. */
    private String answer(AuthorizationRequiredException required) {
        var reading = new FutureTask<>(() -> line(surroundings.in()));
        Thread.ofPlatform().daemon().name("fairlead-answer").start(reading);
        try {
            return reading.get();
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException(
                    "logging in", Url.shown(required.pending().issuer()), false);
        } catch (ExecutionException unreadable) {
            return "no"; // Who cannot answer has not agreed.
        }
    }

    /** Reads up to the end of the line, and not further; the end of the input is a no. */
    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return "no";
            }
            if (line.length() < LONGEST_ANSWER) {
                line.append((char) next);
            }
        }
        return line.toString();
    }
}
