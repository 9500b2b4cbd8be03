package dev.fairlead.cli.recording;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.Discretion;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Tape;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.wire.stdio.LineDuplex;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** The work of {@code fairlead record}: standing between a client and a server. */
public final class Standing {
    private final List<String> words;
    private final boolean json;
    private final Visit visit;

    Standing(List<String> words, boolean json, Visit visit) {
        this.words = words;
        this.json = json;
        this.visit = visit;
    }

    ExitCode run() {
        var attempt = Attempt.begin();
        return visit.attempt(
                attempt,
                targets -> targets.only(words.isEmpty() ? words : words.subList(1, words.size()), typed()),
                target -> {
                    var discretion = new Discretion();
                    try (var tape = Tape.to(file(), discretion, visit::warn)) {
                        var surroundings = visit.surroundings();
                        var client = new LineDuplex(
                                surroundings.in(), surroundings.out(), LineDuplex.USUAL_MAX_MESSAGE_BYTES);
                        new GoBetween(
                                        visit.told(tape.of(discretion.about(target)), discretion),
                                        client,
                                        visit,
                                        discretion)
                                .run();
                        return ExitCode.OK;
                    }
                });
    }

    private String typed() {
        if (words.isEmpty()) {
            throw new UsageException(
                    "no file is named; type 'fairlead record FILE SERVER' or 'fairlead record FILE -- COMMAND'");
        }
        if (json) {
            throw new UsageException("--json makes no sense here: stdout is for the client; drop it");
        }
        visit.checkForOthers();
        return RecordCommand.NAME + " FILE";
    }

    private Path file() {
        try {
            return Path.of(words.getFirst());
        } catch (InvalidPathException odd) {
            throw new UsageException("'%s' is no name of a file".formatted(words.getFirst()), odd);
        }
    }
}
