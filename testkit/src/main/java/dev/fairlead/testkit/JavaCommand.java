package dev.fairlead.testkit;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of a program of this module, on the Java and the classes that run us. */
final class JavaCommand {
    private static final boolean WINDOWS = File.separatorChar == '\\';

    /** The property that holds the option for the JVM by which our own classes were found ready to run. */
    private static final String CACHE = "fairlead.cache";

    private JavaCommand() {}

    /** Returns the command; the flags make a short-lived program start fast. */
    static List<String> of(Class<?> main, List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", WINDOWS ? "java.exe" : "java")
                .toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xmx1g"));
        var cache = System.getProperty(CACHE);
        if (cache != null && cache.matches("-XX:(AOTCache|SharedArchiveFile)=.*")) {
            // A cache is good for the same options only; one that is not is nothing to tell a user of this.
            command.addAll(
                    List.of("--enable-native-access=ALL-UNNAMED", cache, "-Xlog:disable", "-Xlog:all=error:stderr"));
        }
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
