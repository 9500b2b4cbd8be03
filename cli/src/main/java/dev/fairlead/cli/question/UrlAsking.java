package dev.fairlead.cli.question;

import dev.fairlead.auth.Browser;
import dev.fairlead.cli.text.Role;
import dev.fairlead.cli.text.StyledText;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import java.util.List;

/** Asks a person whether to visit a page that a server names. */
final class UrlAsking {
    private final Person person;
    private final Browser browser;

    UrlAsking(Person person, Browser browser) {
        this.person = person;
        this.browser = browser;
    }

    /** Asks, opens the page if that is wanted, and returns what the person said. */
    InputResponse run(InputRequest.Url question, WebAddress address) throws InterruptedException, GoneException {
        person.show("It wants you to visit this page:");
        person.quote(List.of(StyledText.of(address.before())
                .plus(address.host(), Role.STRONG)
                .plus(address.after())));
        person.show(StyledText.of("That page is at ")
                .plus(address.host(), Role.STRONG)
                .plus("."));
        address.warnings().forEach(warning -> person.show("Careful: " + warning, Role.WARNING));
        var words = List.of("open", "self", "no", "cancel");
        return switch (person.choose(
                "Visit it? open (in your browser), self (open it yourself), no, cancel > ", words, "")) {
            case "open" -> {
                if (!browser.open(question.url())) {
                    person.show("No browser could be started; open the address above yourself.", Role.WARNING);
                }
                yield agreed(question);
            }
            case "self" -> agreed(question);
            case "no" -> InputResponse.decline();
            default -> InputResponse.cancel();
        };
    }

    private InputResponse agreed(InputRequest.Url question) throws InterruptedException, GoneException {
        if (question.elicitationId() != null) {
            // Such servers say themselves when it is done.
            person.show("Waiting for the server to go on.", Role.FAINT);
            return InputResponse.accept();
        }
        return switch (person.choose(
                "Press Enter once you are done there; no, cancel > ", List.of("done", "no", "cancel"), "done")) {
            case "done" -> InputResponse.accept();
            case "no" -> InputResponse.decline();
            default -> InputResponse.cancel();
        };
    }
}
