package dev.fairlead.cli.doctor;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Knows where the programs come from that start servers. */
final class Programs {
    private static final Map<String, String> SOURCES = Map.ofEntries(
            Map.entry("node", "install Node.js (https://nodejs.org)"),
            Map.entry("npx", "install Node.js (https://nodejs.org), which brings npx along"),
            Map.entry("npm", "install Node.js (https://nodejs.org), which brings npm along"),
            Map.entry("uvx", "install uv (https://docs.astral.sh/uv), which brings uvx along"),
            Map.entry("uv", "install uv (https://docs.astral.sh/uv)"),
            Map.entry("python", "install Python 3, or name python3, which many systems have instead"),
            Map.entry("python3", "install Python 3 (https://www.python.org)"),
            Map.entry("docker", "install Docker (https://docs.docker.com), and start it"),
            Map.entry("deno", "install Deno (https://deno.com)"),
            Map.entry("bun", "install Bun (https://bun.sh)"),
            Map.entry("bunx", "install Bun (https://bun.sh)"),
            Map.entry("java", "install a Java runtime"));

    private Programs() {}

    /** Returns how to get a program that is missing. */
    static String remedy(String program) {
        return known(program)
                .map(source -> source + ", or give the full path of '%s'".formatted(nameOf(program)))
                .orElse("install it, add its folder to PATH, or give its full path");
    }

    /** Tells whether a program is one of those that run others. */
    static boolean isInterpreter(String program) {
        return known(program).isPresent();
    }

    private static Optional<String> known(String program) {
        return Optional.ofNullable(SOURCES.get(nameOf(program)));
    }

    private static String nameOf(String program) {
        var name = Path.of(program).getFileName();
        return name == null ? program : name.toString();
    }
}
