package dev.fairlead.cli.frame;

import dev.fairlead.auth.Browser;
import dev.fairlead.auth.DesktopLogin;
import dev.fairlead.cli.text.Count;
import dev.fairlead.cli.text.Floor;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.client.handler.LoginHandler;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.LoginFailedException;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

/** Lets the person who typed the command log in, if that person wants to. */
public final class LoginOffer implements LoginHandler {

    /** Whether somebody wants to log in. */
    public enum Consent {
        /** It has to be asked. */
        ASKED,
        /** It was typed. */
        GIVEN,
        /** It was typed that nobody does. */
        REFUSED
    }

    private final Surroundings surroundings;
    private final KeptTokens tokens;
    private final Consent consent;
    private final boolean browser;
    private final Floor floor;

    /**
     * Makes an offer.
     *
     * @param browser whether one may be opened
     * @param floor who may write to the terminal
     */
    LoginOffer(Surroundings surroundings, KeptTokens tokens, Consent consent, boolean browser, Floor floor) {
        this.surroundings = surroundings;
        this.tokens = tokens;
        this.consent = consent;
        this.browser = browser;
        this.floor = floor;
    }

    @Override
    public void login(AuthorizationRequiredException required) {
        if (!wanted(required)) {
            throw required;
        }
        var opening =
                new Asking(browser ? surroundings.desktop().browser() : Browser.none(), !browser, new AtomicBoolean());
        try {
            DesktopLogin.of(
                            tokens.oauth(),
                            opening,
                            address -> floor.say(() -> tell(required, address, opening.opened.get())))
                    .within(surroundings.desktop().patience())
                    .login(required);
        } catch (LoginFailedException failed) {
            // What the server demanded says what else may help.
            throw new LoginFailedException(
                    "logging in", Url.shown(required.pending().server()), required.challenge(), failed.why(), failed);
        }
        tokens.remember();
    }

    /**
     * Notes whether a browser was asked.
     *
     * @param silent whether it is no news that none opens, as none may
     */
    private record Asking(Browser browser, boolean silent, AtomicBoolean opened) implements Browser {
        @Override
        public boolean open(String page) {
            opened.set(browser.open(page));
            return opened.get() || silent;
        }

        @Override
        public Opened openPrivately(String page) {
            var one = browser.openPrivately(page);
            opened.set(one.asked());
            return new Opened(one.asked() || silent, one::close);
        }
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
        return new Question(surroundings, floor, "logging in", Url.shown(pending.issuer()))
                .agreed(
                        "Log in to %s at %s now?"
                                .formatted(
                                        Sanitizer.line(Url.shown(pending.server())),
                                        Sanitizer.line(Url.shown(pending.issuer()))),
                        true);
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
        if (!origin(address).equals(origin(required.pending().issuer()))) {
            surroundings
                    .err()
                    .println("That page is at %s, not at %s: log in only if you expected it there."
                            .formatted(Sanitizer.line(origin(address)), issuer));
        }
        surroundings
                .err()
                .println("Waiting up to %s for that."
                        .formatted(words(surroundings.desktop().patience())));
        surroundings.err().flush();
    }

    private static String origin(String address) {
        var uri = URI.create(address);
        return "%s://%s".formatted(uri.getScheme(), uri.getRawAuthority()).toLowerCase(Locale.ROOT);
    }

    private static String words(Duration time) {
        return time.toMinutes() > 1 ? Count.of(time.toMinutes(), "minute") : Count.of(time.toSeconds(), "second");
    }
}
