package dev.fairlead.bench.workloads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Installs the TypeScript SDKs from npm, each into a folder of its own, so that one that cannot be had is left out alone. */
final class NodeInstall {
    private static final int MOST_MINUTES = 5;
    private static final String PROGRAM = "contender.mjs";

    private final Path folder;
    private final Path program;
    private final Consumer<String> news;

    /**
     * Installs below a folder.
     *
     * @param program what is run with them
     */
    NodeInstall(Path folder, Path program, Consumer<String> news) {
        this.folder = folder;
        this.program = program;
        this.news = news;
    }

    /** Returns those that could be installed; none where there is no Node. */
    List<Entrant> entrants() throws IOException, InterruptedException {
        var entrants = new ArrayList<Entrant>();
        if (!succeeds(Files.createDirectories(folder), List.of("npm", "--version"))) {
            news.accept("there is no npm, so the TypeScript SDKs are left out");
            return entrants;
        }
        add(entrants, "v1", "@modelcontextprotocol/sdk", "1.32.2");
        add(entrants, "v2", "@modelcontextprotocol/client", "2.4.0");
        return entrants;
    }

    private void add(List<Entrant> entrants, String version, String name, String release)
            throws IOException, InterruptedException {
        var place = Files.createDirectories(folder.resolve(version));
        var wanted = "{\"private\":true,\"dependencies\":{\"" + name + "\":\"" + release + "\"}}";
        var done = place.resolve("installed");
        if (!Files.exists(done) || !Files.readString(done).equals(wanted)) {
            Files.writeString(place.resolve("package.json"), wanted);
            if (!succeeds(place, List.of("npm", "install", "--no-audit", "--no-fund", "--loglevel=error"))) {
                news.accept(name + " " + release + " could not be installed and is left out; " + place.resolve("log")
                        + " says why");
                return;
            }
            Files.writeString(done, wanted);
        }
        var copy = Files.copy(program, place.resolve(PROGRAM), StandardCopyOption.REPLACE_EXISTING);
        entrants.add(Entrant.inNode(version, "TypeScript SDK " + release, copy));
    }

    private static boolean succeeds(Path place, List<String> command) throws InterruptedException {
        try {
            var process = new ProcessBuilder(command)
                    .directory(place.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(place.resolve("log").toFile())
                    .start();
            boolean over = process.waitFor(MOST_MINUTES, TimeUnit.MINUTES);
            process.destroyForcibly();
            return over && process.exitValue() == 0;
        } catch (IOException notThere) {
            return false;
        }
    }
}
