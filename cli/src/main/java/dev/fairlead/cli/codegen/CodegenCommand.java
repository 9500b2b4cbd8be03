package dev.fairlead.cli.codegen;

import dev.fairlead.cli.frame.ServerArguments;
import dev.fairlead.cli.frame.Surroundings;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fairlead codegen}: writes a typed Java client for the tools of a server. */
@Command(
        name = CodegenCommand.NAME,
        description = "Writes a typed Java client, with records, for the tools of a server.",
        customSynopsis = {
            "Usage: fairlead codegen [OPTIONS] SERVER --package NAME",
            "       fairlead codegen [OPTIONS] --package NAME -- COMMAND [ARGUMENT...]"
        },
        footer = {
            "  fairlead codegen demo --package com.example.demo --output src/main/java",
            "  fairlead codegen files --package com.example.files --class FileTools --output src/main/java",
            "  fairlead codegen demo --package com.example.demo --output src/main/java --check     # in CI"
        })
public final class CodegenCommand implements Callable<Integer> {
    static final String NAME = "codegen";

    @Option(names = "--package", paramLabel = "NAME", description = "The package of the sources.")
    @Nullable
    private String packageName;

    @Option(
            names = "--class",
            paramLabel = "NAME",
            description = "The name of the class with the tools; made of the server's own name without it.")
    @Nullable
    private String className;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FOLDER",
            description = "The folder of sources to write below; the current one without it.")
    private Path folder = Path.of("");

    @Option(names = "--force", description = "Replace files that were not generated here too.")
    private boolean force;

    @Option(names = "--check", description = "Write nothing; fail, with exit code 1, if what is there differs.")
    private boolean check;

    @Mixin
    private final ServerArguments typed = new ServerArguments();

    private final Surroundings surroundings;

    public CodegenCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        var wish = new Generating.Wish(packageName, className, folder, force, check);
        return new Generating(typed.words, wish, typed.visit(surroundings))
                .run()
                .code();
    }
}
