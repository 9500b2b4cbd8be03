package dev.fairlead.cli.codegen;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Printer;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.Targets;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.client.McpClient;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The work of {@code fairlead codegen}. */
public final class Generating {
    private final List<String> words;
    private final Wish wish;
    private final Visit visit;

    /** What was typed. */
    record Wish(@Nullable String packageName, @Nullable String className, Path folder, boolean force, boolean check) {}

    Generating(List<String> words, Wish wish, Visit visit) {
        this.words = words;
        this.wish = wish;
        this.visit = visit;
    }

    ExitCode run() {
        return visit.make(Attempt.begin(), this::target, this::generate);
    }

    /** Names are looked at before anything is started. */
    private Target target(Targets targets) {
        if (wish.packageName() == null) {
            throw new UsageException("no package is named; type --package NAME, such as --package com.example.tools");
        }
        if (wish.check() && wish.force()) {
            throw new UsageException("--check writes nothing, so that --force is of no use; drop one of them");
        }
        var ignored = settings(wish.className() == null ? "Tools" : wish.className());
        return targets.only(words, CodegenCommand.NAME);
    }

    private ExitCode generate(McpClient client, Attempt attempt, Printer printer) {
        var who = client.server().implementation();
        var name = who == null ? "server" : who.name();
        var settings = settings(wish.className() == null ? className(name) : wish.className());
        var generated =
                JavaClient.generate(name, who == null ? "" : who.version(), visit.learnt(client.listTools()), settings);
        var files = new SourceFolder(wish.folder(), settings, generated.files());
        var outcome = new Generated(
                settings.packageName() + "." + settings.className(),
                wish.check() ? files.compare() : files.write(wish.force()),
                generated.notes(),
                wish.check());
        printer.print(attempt, outcome);
        return ExitCode.of(outcome.failure());
    }

    private Settings settings(String className) {
        try {
            return new Settings(String.valueOf(wish.packageName()), className);
        } catch (IllegalArgumentException refused) {
            throw new UsageException(String.valueOf(refused.getMessage()), refused);
        }
    }

    private String className(String server) {
        var made = Names.pascal(server, "Server") + "Tools";
        try {
            return new Settings(String.valueOf(wish.packageName()), made).className();
        } catch (IllegalArgumentException odd) {
            return "ServerTools";
        }
    }
}
