package dev.fairlead.cli.codegen;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.ServerArguments;
import dev.fairlead.cli.frame.Surroundings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** {@code fairlead codegen}: writes a typed Java client for the tools of a server. */
public final class CodegenCommand implements Command {
    static final String NAME = "codegen";

    private @Nullable String packageName;
    private @Nullable String className;
    private Path folder = Path.of("");
    private boolean force;
    private boolean check;
    private final ServerArguments typed = new ServerArguments();
    private final Surroundings surroundings;

    public CodegenCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage(
                "Usage: fairlead codegen [OPTIONS] SERVER --package NAME",
                "       fairlead codegen [OPTIONS] --package NAME -- COMMAND [ARGUMENT...]");
        form.examples(
                "  fairlead codegen demo --package com.example.demo --output src/main/java",
                "  fairlead codegen files --package com.example.files --class FileTools --output src/main/java",
                "  fairlead codegen demo --package com.example.demo --output src/main/java --check     # in CI");
        form.text("--package", "NAME", given -> packageName = given, "The package of the sources.");
        form.text(
                "--class",
                "NAME",
                given -> className = given,
                "The name of the class with the tools; made of the server's own name without it.");
        form.path(
                "-o, --output",
                "FOLDER",
                given -> folder = given,
                "The folder of sources to write below; the current one without it.");
        form.flag("--force", on -> force = on, "Replace files that were not generated here too.");
        form.flag("--check", on -> check = on, "Write nothing; fail, with exit code 1, if what is there differs.");
        form.include(typed);
    }

    @Override
    public Integer call() {
        var wish = new Generating.Wish(packageName, className, folder, force, check);
        return new Generating(typed.words, wish, typed.visit(surroundings))
                .run()
                .code();
    }
}
