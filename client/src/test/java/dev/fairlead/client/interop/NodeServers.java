package dev.fairlead.client.interop;

import dev.fairlead.wire.stdio.ServerCommand;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The published servers, installed once below the build folder in the versions that the lock file pins. */
final class NodeServers {
    private static final List<String> INSTALLED_FROM = List.of("package.json", "package-lock.json");
    private static final List<String> SCRIPTS = List.of("any-port.mjs", "dual-era.mjs");
    private static final boolean WINDOWS = File.separatorChar == '\\';
    private static final long INSTALL_MINUTES = 5;

    private NodeServers() {}

    private static final class Installed {
        private static final Path FOLDER = installed();
    }

    /** Lists the programs that are needed and not on the PATH. */
    static List<String> missing() {
        return Stream.of("node", "npm")
                .filter(name -> find(name).isEmpty())
                .map(name -> "'" + name + "'")
                .toList();
    }

    /** Installs the servers unless they are installed already, and returns where. */
    static Path install() {
        return Installed.FOLDER;
    }

    static ServerCommand everything() {
        return published("server-everything/dist/index.js");
    }

    /** Returns the command for the same server over {@code streamableHttp} or {@code sse}. */
    static ServerCommand everythingByUrl(String transport) {
        return listening(everything(), transport);
    }

    static ServerCommand filesystem(Path... folders) {
        return published(
                "server-filesystem/dist/index.js",
                Stream.of(folders).map(Path::toString).toArray(String[]::new));
    }

    static ServerCommand memory(Path file) {
        return published("server-memory/dist/index.js").withVariable("MEMORY_FILE_PATH", file.toString());
    }

    static ServerCommand sequentialThinking() {
        return published("server-sequential-thinking/dist/index.js");
    }

    /** Returns the command for an example of the TypeScript SDK that speaks the older revisions. */
    static ServerCommand sdkExample(String name) {
        return published("sdk/dist/esm/examples/server/" + name);
    }

    /** Returns the command for an example of the TypeScript SDK that is reached by URL. */
    static ServerCommand sdkExampleByUrl(String name) {
        return listening(sdkExample(name));
    }

    /** Returns the command for a server on the TypeScript SDK that speaks all revisions. */
    static ServerCommand dualEra(String... options) {
        return node(install().resolve("dual-era.mjs"), options);
    }

    /** Returns the command for the same server, reached by URL. */
    static ServerCommand dualEraByUrl(String... options) {
        return listening(dualEra("--http"), options);
    }

    /** Returns the command with arguments added, for a server that listens on whichever port is free. */
    private static ServerCommand listening(ServerCommand command, String... arguments) {
        var words = new ArrayList<>(command.command());
        words.addAll(
                1, List.of("--import", install().resolve("any-port.mjs").toUri().toString()));
        words.addAll(List.of(arguments));
        return ServerCommand.of(words);
    }

    private static ServerCommand published(String script, String... arguments) {
        return node(install().resolve("node_modules/@modelcontextprotocol").resolve(script), arguments);
    }

    private static ServerCommand node(Path script, String... arguments) {
        var command = new ArrayList<>(List.of(find("node").orElseThrow().toString(), script.toString()));
        command.addAll(List.of(arguments));
        return ServerCommand.of(command);
    }

    private static Optional<Path> find(String program) {
        var endings = WINDOWS ? List.of(".exe", ".cmd") : List.of("");
        var path = System.getenv().getOrDefault("PATH", "");
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(path)
                .filter(folder -> !folder.isBlank())
                .flatMap(folder -> endings.stream().map(ending -> Path.of(folder, program + ending)))
                .filter(Files::isExecutable)
                .filter(Files::isRegularFile)
                .findFirst();
    }

    private static Path installed() {
        try {
            var base = buildFolder().resolve("interop-node");
            Files.createDirectories(base);
            var folder = base.resolve(fingerprint());
            try (var channel = FileChannel.open(
                            base.resolve("install.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var held = channel.lock()) {
                if (held.isValid() && !Files.exists(folder.resolve("complete"))) {
                    fill(folder);
                }
                for (var script : SCRIPTS) {
                    copy(script, folder);
                }
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while installing servers", e);
        }
    }

    private static void fill(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        for (var file : INSTALLED_FROM) {
            copy(file, folder);
        }
        var log = folder.resolve("npm.log");
        var npm = new ProcessBuilder(
                        find("npm").orElseThrow().toString(),
                        "ci",
                        "--no-audit",
                        "--no-fund",
                        "--ignore-scripts",
                        "--prefer-offline")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        npm.getOutputStream().close();
        if (!npm.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES)) {
            npm.descendants().forEach(ProcessHandle::destroyForcibly);
            npm.destroyForcibly();
            throw new IOException("npm ci took more than %d minutes, see %s".formatted(INSTALL_MINUTES, log));
        }
        if (npm.exitValue() != 0) {
            throw new IOException(
                    "npm ci failed with exit code %d:%n%s".formatted(npm.exitValue(), Files.readString(log)));
        }
        Files.createFile(folder.resolve("complete"));
    }

    private static void copy(String resource, Path folder) throws IOException {
        var arriving = folder.resolve(resource + ".new");
        Files.write(arriving, read(resource));
        Files.move(arriving, folder.resolve(resource), StandardCopyOption.REPLACE_EXISTING);
    }

    private static byte[] read(String resource) throws IOException {
        try (var content = NodeServers.class.getResourceAsStream("/interop/" + resource)) {
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

    private static Path buildFolder() {
        try {
            var classes = Path.of(NodeServers.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return classes.getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
