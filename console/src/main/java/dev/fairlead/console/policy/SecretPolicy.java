package dev.fairlead.console.policy;

import dev.fairlead.agent.provider.ModelPlace;

/** Where secrets are. */
final class SecretPolicy {
    private SecretPolicy() {}

    static ShownPolicy of(Standing standing) {
        var program = standing.program();
        var draft = new Draft(7, "secrets", "Secrets");
        if (program.tokens() == null) {
            draft.add("tokens", "The program chose where what logins grant is kept.", Program.ITSELF);
        } else {
            draft.add(
                    "tokens",
                    "%s, %s; %s".formatted(program.tokens(), Rights.of(program.tokens()), program.locking()),
                    program.placedBy());
        }
        if (program.decisions() == null) {
            draft.add("decisions", "The program chose where what was decided is kept.", Program.ITSELF);
        } else {
            draft.add(
                    "decisions",
                    "%s, %s; not encrypted, as it holds no tokens"
                            .formatted(program.decisions(), Rights.of(program.decisions())),
                    program.placedBy());
        }
        draft.add(
                "console",
                "%s, %s: what the page keeps, with what calls answered"
                        .formatted(standing.console(), Rights.of(standing.console())),
                program.placedBy());
        standing.models().stream()
                .filter(model -> model.key() == ModelPlace.Key.THERE)
                .forEach(model -> draft.add(
                        "model-key",
                        "There is a key for %s.".formatted(model.provider()),
                        model.keyFrom().isEmpty()
                                ? "your configuration, or the keychain of the system"
                                : model.keyFrom()));
        if (!standing.unasked().isEmpty()) {
            draft.add(
                    "model-key",
                    "The keyring of the system, which was not looked into, may have keys for %s."
                            .formatted(String.join(", ", standing.unasked())),
                    Draft.USUAL);
        }
        return draft.always("files", "A file that others may use, and a folder that others may write to, are refused.")
                .always(
                        "redaction",
                        "Events, recordings and errors pass a redactor; answers of tools do not. Types that hold"
                                + " secrets do not print them.")
                .change(
                        "FAIRLEAD_HOME moves the files.",
                        "FAIRLEAD_STORE_KEY encrypts the file of logins; FAIRLEAD_KEYRING=off leaves the keyring of"
                                + " the system alone.");
    }
}
