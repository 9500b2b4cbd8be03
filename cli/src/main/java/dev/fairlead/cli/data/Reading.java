package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ContentShowing;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Printer;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.Targets;
import dev.fairlead.cli.frame.UnusableException;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.OutputFile;
import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.ResourceContents;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The work of {@code fairlead read}. */
final class Reading {
    private final List<String> words;
    private final @Nullable Path file;
    private final Visit visit;
    private String uri = "";

    Reading(List<String> words, @Nullable Path file, Visit visit) {
        this.words = words;
        this.file = file;
        this.visit = visit;
    }

    ExitCode run() {
        return visit.make(Attempt.begin(), this::target, this::read);
    }

    private Target target(Targets targets) {
        var target = targets.first(words, ReadCommand.NAME, " URI");
        if (target.words().isEmpty()) {
            throw new UsageException("no resource is named; %s lists them"
                    .formatted(ShellWord.command("fairlead resources " + target.typed())));
        }
        if (target.words().size() > 1) {
            throw new UsageException(
                    "'%s' is one word too many".formatted(target.words().get(1)));
        }
        if (file != null && Files.exists(file)) {
            throw new UsageException("--output %s exists; name another file".formatted(file));
        }
        uri = target.words().getFirst();
        return target;
    }

    private ExitCode read(McpClient client, Attempt attempt, Printer printer) {
        var contents = client.readResource(uri).contents();
        if (file != null) {
            write(file, contents, attempt);
        }
        printer.print(attempt, new Contents(uri, contents, file));
        return ExitCode.OK;
    }

    private static void write(Path file, List<ResourceContents> contents, Attempt attempt) {
        if (contents.size() != 1) {
            throw new UsageException(
                    "--output takes one piece, and the server sent %s; --json has them all".formatted(contents.size()));
        }
        var bytes = switch (contents.getFirst()) {
            case ResourceContents.Text text -> text.text().getBytes(StandardCharsets.UTF_8);
            case ResourceContents.Blob blob ->
                ContentShowing.bytes(blob)
                        .orElseThrow(() -> UsageException.missing(
                                "invalid-result",
                                ("server '%s' sent bytes for %s that are garbled (no base64); "
                                                + "nothing was written, --json shows what it sent")
                                        .formatted(attempt.label(), blob.uri())));
        };
        try {
            OutputFile.create(file, bytes);
        } catch (FileAlreadyExistsException meanwhile) {
            throw new UsageException("--output %s exists; name another file".formatted(file), meanwhile);
        } catch (IOException unwritable) {
            throw UnusableException.unwritten("--output %s could not be written".formatted(file), unwritable);
        }
    }
}
