package dev.fairlead.auth;

import dev.fairlead.testkit.auth.HttpUserAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/** A browser that is a process of its own, as a person's is, and lets somebody look at it before and after a visit. */
final class ChildBrowser {
    private ChildBrowser() {}

    /**
     * Returns what starts one as the system's browser is started.
     *
     * @param gate asked before and after the visit; answers when the processes have been looked at
     */
    static Browser in(Path folder, String gate) throws IOException {
        var script = folder.resolve("browser");
        Files.writeString(script, """
            #!/bin/sh
            exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' %s '%s' "$@"
            """.formatted(
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        System.getProperty("java.class.path"),
                        ChildBrowser.class.getName(),
                        gate));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return new SystemBrowser("linux", Map.of("BROWSER", script.toString(), "HOME", folder.toString()));
    }

    /** Goes where the last argument says. */
    public static void main(String[] arguments) throws IOException {
        var gate = new HttpUserAgent();
        gate.visit(arguments[0]);
        new HttpUserAgent().visit(arguments[1]);
        gate.visit(arguments[0]);
    }
}
