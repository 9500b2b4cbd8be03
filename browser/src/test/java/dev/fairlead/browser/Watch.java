package dev.fairlead.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Dialog;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All that a browser did in a test: what it asked for, and what it said. */
final class Watch {
    private final Set<String> allowed = new LinkedHashSet<>();
    private final List<String> requests = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private final List<String> dialogs = new ArrayList<>();
    private String key = "";

    Watch(BrowserContext context) {
        context.onRequest(request -> {
            requests.add(request.url());
            key = request.headers().getOrDefault("fairlead-key", key);
        });
        context.onConsoleMessage(message -> said.add(message.type() + ": " + message.text()));
        context.onWebError(error -> errors.add(error.error()));
        context.onDialog(this::dialog);
    }

    private void dialog(Dialog dialog) {
        dialogs.add(dialog.type() + ": " + dialog.message());
        dialog.dismiss();
    }

    /** Says that a test means to visit another origin, too. */
    void allow(String origin) {
        allowed.add(origin);
    }

    /** Returns every address that was asked for so far. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    /** Returns what the page showed last to be let in, beside its cookie. */
    String key() {
        return key;
    }

    /** Returns what the page wrote into the browser's console so far. */
    List<String> said() {
        return List.copyOf(said);
    }

    /** Fails if the page asked anything of anybody but its own two origins, opened a dialog, or broke. */
    void assertNothingLeftThePage() {
        assertThat(requests).as("requests beyond %s", allowed).allMatch(this::own);
        assertThat(dialogs).as("dialogs").isEmpty();
        assertThat(errors).as("errors that nobody caught").isEmpty();
    }

    private boolean own(@Nullable String url) {
        return url != null
                && (url.startsWith("data:")
                        || url.startsWith("blob:")
                        || url.startsWith("about:")
                        || allowed.stream().anyMatch(origin -> url.equals(origin) || url.startsWith(origin + "/")));
    }

    /** Shows everything, for whoever looks into a failure. */
    @Override
    public String toString() {
        return "errors: %s%ndialogs: %s%nconsole:%n  %s%nrequests:%n  %s"
                .formatted(errors, dialogs, String.join("\n  ", said), String.join("\n  ", requests));
    }
}
