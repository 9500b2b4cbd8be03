package dev.fairlead.cli.frame;

import dev.fairlead.auth.store.FileStore;
import dev.fairlead.auth.store.Keyring;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.host.config.InputPrompt;
import dev.fairlead.host.config.SecretSource;
import dev.fairlead.store.Store;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the file of a server takes from a person or from the system's keychain. Answers are kept for that file alone, so that
 * no other file can ask for them by the same name.
 */
final class AskedSecrets implements SecretSource {
    /** Another one than that of our own keys, which no file may ask for. */
    static final String SERVICE = "fairlead-config";

    private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();

    private final Surroundings surroundings;
    private final String server;
    private final String file;
    private final List<InputPrompt> prompts;
    private final boolean mayAsk;

    AskedSecrets(Surroundings surroundings, String server, String file, List<InputPrompt> prompts, boolean mayAsk) {
        this.surroundings = surroundings;
        this.server = server;
        this.file = file;
        this.prompts = prompts;
        this.mayAsk = mayAsk;
    }

    @Override
    public Optional<String> secret(Kind kind, String id) {
        ONE_AT_A_TIME.lock();
        try {
            return kind == Kind.INPUT ? input(id) : keychain(id);
        } finally {
            ONE_AT_A_TIME.unlock();
        }
    }

    private Optional<String> keychain(String id) {
        return keyring(surroundings).flatMap(keyring -> keyring.read(SERVICE, id));
    }

    /** Returns where the system keeps secrets, unless nobody is to look there. */
    static Optional<Keyring> keyring(Surroundings surroundings) {
        return mayHaveKeyring(surroundings) ? surroundings.desktop().keyring() : Optional.empty();
    }

    /** Tells whether there may be one that may be looked into; asks none. */
    static boolean mayHaveKeyring(Surroundings surroundings) {
        return !"off".equals(surroundings.environment().get("FAIRLEAD_KEYRING"))
                && surroundings.desktop().mayHaveKeyring();
    }

    private Optional<String> input(String id) {
        var kept = new CredentialFile(surroundings);
        var key = "input/%s/%s".formatted(TextDigest.of(file), TextDigest.of(id));
        var store = kept.exists() ? Optional.of(kept.open()) : Optional.<FileStore>empty();
        var known = store.flatMap(one -> one.read(key)).map(Store.Entry::value);
        if (known.isPresent() || !mayAsk) {
            return known;
        }
        var answer = asked(id);
        answer.filter(text -> !text.isEmpty()).ifPresent(text -> keep(store.orElseGet(kept::open), key, text));
        return answer;
    }

    private Optional<String> asked(String id) {
        var prompt = prompts.stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElse(new InputPrompt(id, "", true, null, List.of()));
        var words = new StringBuilder("Server '%s' needs %s".formatted(server, id));
        if (!prompt.description().isEmpty()) {
            words.append(" (").append(prompt.description()).append(')');
        }
        if (!prompt.options().isEmpty()) {
            words.append(", one of ").append(String.join(", ", prompt.options()));
        }
        if (prompt.usual() != null) {
            words.append(" [").append(prompt.usual()).append(']');
        }
        var question = Sanitizer.line(words + ": ");
        var answer = prompt.password()
                ? surroundings.desktop().password(question)
                : new Question(surroundings, "asking", server).text(question);
        return answer.map(text -> text.isEmpty() ? Objects.requireNonNullElse(prompt.usual(), "") : text)
                .filter(text -> prompt.options().isEmpty() || prompt.options().contains(text));
    }

    private void keep(FileStore store, String key, String answer) {
        var where = store.toString().contains("encrypted") ? "encrypted" : "readable by you alone, not encrypted";
        boolean keeps = new Question(surroundings, "asking", server)
                .agreed("Keep the answer for next time, in %s (%s)?".formatted(store.file(), where), true);
        if (keeps) {
            var seen = store.read(key).map(Store.Entry::version).orElse(Store.Entry.ABSENT);
            boolean kept = store.replace(key, seen, answer, null);
            if (!kept) {
                surroundings.err().println(Program.NAME + ": another answer was kept meanwhile");
            }
        }
    }
}
