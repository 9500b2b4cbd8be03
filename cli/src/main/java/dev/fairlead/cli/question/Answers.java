package dev.fairlead.cli.question;

import dev.fairlead.cli.text.TypedFile;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** What was typed with {@code --answer}: values of fields, and what to say to whole questions. */
public final class Answers {
    static final String FORM = "@form";
    static final String URL = "@url";
    static final String SAMPLING = "@sampling";

    /** What a whole question is answered with. */
    enum Action {
        ACCEPT,
        DECLINE,
        CANCEL
    }

    /**
     * One answer.
     *
     * @param json the value, where it was typed as JSON
     * @param named what was typed in place of the text, where that is the text of a file
     */
    record Answer(
            String key,
            String text,
            @Nullable JsonNode json,
            @Nullable String named) {}

    private final List<Answer> all;
    private final Set<String> used = ConcurrentHashMap.newKeySet();

    private Answers(List<Answer> all) {
        this.all = List.copyOf(all);
        checkActions();
    }

    /** Reads what was typed; throws {@link AnswerException} where it makes no sense. */
    public static Answers read(List<String> words) {
        var answers = new ArrayList<Answer>();
        words.forEach(word -> answers.add(answer(word)));
        return new Answers(answers);
    }

    /** Returns the answers for a field, in the order in which they were typed. */
    List<Answer> of(String field) {
        var key = field.startsWith("@") ? "@" + field : field;
        var found = all.stream().filter(answer -> answer.key().equals(key)).toList();
        if (!found.isEmpty()) {
            used.add(key);
        }
        return found;
    }

    /** Returns the names of all fields that are answered. */
    List<String> fields() {
        return all.stream()
                .map(Answer::key)
                .filter(key -> !key.startsWith("@") || key.startsWith("@@"))
                .map(key -> key.startsWith("@@") ? key.substring(1) : key)
                .distinct()
                .toList();
    }

    /** Returns what to say to questions of a kind. */
    Optional<Action> action(String kind) {
        return last(kind).map(answer -> {
            used.add(kind);
            return Action.valueOf(answer.text().strip().toUpperCase(Locale.ROOT));
        });
    }

    /** Returns what to say in place of a model; an empty text declines. */
    Optional<String> sampling() {
        return last(SAMPLING).map(answer -> {
            used.add(SAMPLING);
            if (answer.json() != null) {
                return answer.json().asString(Json.write(answer.json()));
            }
            return isAction(answer.text(), Action.DECLINE) || isAction(answer.text(), Action.CANCEL)
                    ? ""
                    : answer.text();
        });
    }

    /** Returns what was typed and never asked for. */
    List<String> unused() {
        var keys = new HashSet<String>();
        return all.stream()
                .map(Answer::key)
                .filter(key -> !used.contains(key) && keys.add(key))
                .toList();
    }

    private Optional<Answer> last(String key) {
        return all.reversed().stream()
                .filter(answer -> answer.key().equals(key))
                .findFirst();
    }

    private void checkActions() {
        for (var answer : all) {
            var key = answer.key();
            if (!key.startsWith("@") || key.startsWith("@@") || key.equals(SAMPLING)) {
                continue;
            }
            if (!key.equals(FORM) && !key.equals(URL)) {
                throw AnswerException.misused(
                        "--answer %s: there is only %s, %s and %s; a field of that name is typed @%s"
                                .formatted(key, FORM, URL, SAMPLING, key));
            }
            if (List.of(Action.values()).stream().noneMatch(action -> isAction(answer.text(), action))) {
                throw AnswerException.misused(
                        "--answer %s is accept, decline or cancel, not '%s'".formatted(key, answer.text()));
            }
        }
    }

    private static boolean isAction(String text, Action action) {
        return text.strip().equalsIgnoreCase(action.name());
    }

    private static Answer answer(String word) {
        int sign = word.indexOf('=');
        boolean json = sign > 0 && word.charAt(sign - 1) == ':';
        if (sign < (json ? 2 : 1)) {
            throw AnswerException.misused(
                    "--answer '%s' is no answer; type FIELD=VALUE, FIELD:=JSON, %s=accept, or %s=TEXT"
                            .formatted(word, URL, SAMPLING));
        }
        var key = word.substring(0, json ? sign - 1 : sign);
        var given = word.substring(sign + 1);
        boolean file = given.startsWith("@");
        var text = file ? file(key, given.substring(1)) : given;
        return new Answer(key, text, json ? json(key, text) : null, file && !json ? given : null);
    }

    private static String file(String key, String name) {
        try {
            return TypedFile.text(Path.of(name));
        } catch (IOException | InvalidPathException unreadable) {
            throw AnswerException.misused(
                    "--answer %s: cannot read file '%s'; text that begins with @ is typed as %s:='\"@...\"'"
                            .formatted(key, name, key));
        }
    }

    private static JsonNode json(String key, String text) {
        try {
            var value = Json.parse(text);
            if (!value.isMissingNode()) {
                return value;
            }
        } catch (JacksonException none) {
            throw AnswerException.misused("--answer %s is not JSON: %s"
                    .formatted(
                            key, none.getOriginalMessage().lines().findFirst().orElse("it cannot be read")));
        }
        throw AnswerException.misused("--answer %s is empty, and must be JSON".formatted(key));
    }
}
