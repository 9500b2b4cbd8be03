package dev.fairlead.cli.frame;

import dev.fairlead.cli.frame.LoginOffer.Consent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Options of every verb during which logging in may be offered. */
public final class VisitOptions implements Words {
    private static final String RECORD = "--record";

    private final ConnectionOptions connection = new ConnectionOptions();
    private boolean neverLogIn;
    private final QuestionOptions questions = new QuestionOptions();
    private @Nullable Path recording;
    private boolean recordable = true;
    private final Verbosity verbosity = new Verbosity();
    private final OutputOptions output = new OutputOptions();

    /** Returns those of a verb that may visit several servers, of which no recording is made. */
    public static VisitOptions unrecorded() {
        var options = new VisitOptions();
        options.recordable = false;
        return options;
    }

    @Override
    public void describe(Form form) {
        form.include(connection);
        form.flag(
                ConnectionOptions.NO_LOGIN,
                on -> neverLogIn = on,
                "Never offer to log in to a server; just fail where that is needed.");
        form.include(questions);
        if (recordable) {
            form.path(
                    RECORD,
                    "FILE",
                    given -> recording = given,
                    "Record what is said, without secrets; 'fairlead replay' serves it again.");
        }
        form.include(verbosity);
        form.include(output);
    }

    /** Returns the files that were typed. */
    public List<Path> files() {
        return connection.config.files();
    }

    /** Lists what was typed that is of no use where no server is visited. */
    public List<String> forVisits() {
        var typed = new ArrayList<>(connection.forConversations());
        typed.addAll(connection.forUrls());
        addIf(neverLogIn, ConnectionOptions.NO_LOGIN, typed);
        typed.addAll(questions.typed());
        addIf(recording != null, RECORD, typed);
        addIf(verbosity.typed, Verbosity.VERBOSE, typed);
        return typed;
    }

    private static void addIf(boolean typed, String name, List<String> names) {
        if (typed) {
            names.add(name);
        }
    }

    /** Prepares the visit that was typed. */
    public Visit visit(Surroundings surroundings) {
        connection.neverLogIn = neverLogIn;
        questions.give(connection);
        connection.recording = recording;
        output.verbosely(verbosity.typed);
        return new Visit(surroundings, connection, output, neverLogIn || output.json ? Consent.REFUSED : Consent.ASKED);
    }
}
