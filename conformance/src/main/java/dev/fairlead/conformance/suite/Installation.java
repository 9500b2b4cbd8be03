package dev.fairlead.conformance.suite;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * The suite as npm installed it, in the version that the lock file pins, and a Node.js that is new enough for it.
 *
 * @param node the Node.js to run it with
 * @param script its program
 */
record Installation(Path node, Path script) {
    private static final List<String> INSTALLED_FROM = List.of("package.json", "package-lock.json");
    private static final int OLDEST_NODE = 22;
    private static final String NODE = "node@24";
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Tells what is missing on this machine to install anything; empty if nothing is. */
    static Optional<String> missing() {
        return Stream.of("npm", "node")
                .filter(name -> Program.find(name).isEmpty())
                .findFirst()
                .map("the PATH has no '%s'"::formatted);
    }

    /** Installs what is not installed yet below {@code base}. */
    static Installation below(Path base) throws IOException, InterruptedException {
        Files.createDirectories(base);
        try (var channel = FileChannel.open(base.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var held = channel.lock()) {
            if (!held.isValid()) {
                throw new IOException("the lock of " + base + " was lost");
            }
            return new Installation(node(base), suite(base));
        }
    }

    private static Path suite(Path base) throws IOException, InterruptedException {
        var folder = base.resolve(fingerprint());
        var complete = folder.resolve("complete");
        if (!Files.exists(complete)) {
            Files.createDirectories(folder);
            for (var file : INSTALLED_FROM) {
                Files.write(folder.resolve(file), read(file));
            }
            var npm = npm(folder, "ci", "--ignore-scripts", "--prefer-offline");
            if (!npm.good()) {
                throw new IOException("npm could not install the suite: " + npm.output());
            }
            Files.createFile(complete);
        }
        return folder.resolve("node_modules/@modelcontextprotocol/conformance/dist/index.js");
    }

    private static Path node(Path base) throws IOException, InterruptedException {
        var own = Program.find("node");
        if (own.isPresent() && newEnough(base, own.get())) {
            return own.get();
        }
        var folder = base.resolve(NODE);
        var places = places(folder);
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("package.json"), "{\"private\": true}");
        var said = new ArrayList<String>();
        // Where npm runs no install scripts, the first of them stays empty and the second has the program itself.
        for (var offered : places.entrySet()) {
            var place = offered.getValue();
            if (!newEnough(base, place)) {
                said.add(npm(folder, "install", "--no-save", offered.getKey()).output());
            }
            if (newEnough(base, place)) {
                return place;
            }
        }
        throw new IOException(
                "the suite needs Node.js %s or newer, and npm could not install one: %s".formatted(OLDEST_NODE, said));
    }

    private static SequencedMap<String, Path> places(Path folder) {
        var places = new LinkedHashMap<String, Path>();
        var modules = folder.resolve("node_modules");
        places.put(NODE, modules.resolve("node/bin/node"));
        if (System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")) {
            var machine = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
            places.put(
                    "node-linux-%s@24".formatted(machine),
                    modules.resolve("node-linux-%s/bin/node".formatted(machine)));
        }
        return places;
    }

    private static boolean newEnough(Path folder, Path node) throws IOException, InterruptedException {
        if (!Files.isExecutable(node)) {
            return false;
        }
        var command = List.of(node.toString(), "--print", "process.versions.node");
        var answer = new Program(folder, folder.resolve("node-version.log"), command).run(PATIENCE);
        var major = answer.output().strip().split("\\.", 2)[0];
        return answer.good() && major.matches("\\d{1,9}") && Integer.parseInt(major) >= OLDEST_NODE;
    }

    private static Program.Ending npm(Path folder, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(Program.find("npm").orElseThrow().toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("--no-audit", "--no-fund"));
        return new Program(folder, folder.resolve("npm.log"), command).run(PATIENCE);
    }

    private static byte[] read(String resource) throws IOException {
        try (var content = Installation.class.getResourceAsStream(resource)) {
            if (content == null) {
                throw new IOException("no resource " + resource);
            }
            return content.readAllBytes();
        }
    }

    private static String fingerprint() throws IOException {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            for (var file : INSTALLED_FROM) {
                digest.update(read(file));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
