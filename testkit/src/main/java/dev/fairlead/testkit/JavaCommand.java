package dev.fairlead.testkit;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of a program of this module, on the Java and the classes that run us. */
final class JavaCommand {
    private static final boolean WINDOWS = File.separatorChar == '\\';

    private JavaCommand() {}

    /** Returns the command; the flags make a short-lived program start fast. */
    static List<String> of(Class<?> main, List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", WINDOWS ? "java.exe" : "java")
                .toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        var module = main.getModule();
        if (module.isNamed()) {
            command.addAll(List.of("--module-path", System.getProperty("jdk.module.path", "")));
            command.addAll(List.of("--module", module.getName() + "/" + main.getName()));
        } else {
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        }
        command.addAll(arguments);
        return List.copyOf(command);
    }
}
