package dev.fairlead.testkit.node;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Packages of npm that tests run, installed once below the build folder in the versions that a lock file pins. */
public final class NodePackages {
    private static final List<String> INSTALLED_FROM = List.of("package.json", "package-lock.json");
    private static final boolean WINDOWS = File.separatorChar == '\\';
    private static final long INSTALL_MINUTES = 5;

    private final Class<?> owner;
    private final String resources;
    private final List<String> scripts;
    private final AtomicBoolean told = new AtomicBoolean();
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Path folder; // guarded by lock

    /**
     * Names packages; nothing is installed yet.
     *
     * @param owner a class of the tests, whose resources are read and below whose build folder things are installed
     * @param resources the folder with {@code package.json}, {@code package-lock.json} and the scripts
     * @param scripts the names of files that are put beside the installed packages
     */
    public NodePackages(Class<?> owner, String resources, String... scripts) {
        this.owner = owner;
        this.resources = resources;
        this.scripts = List.of(scripts);
    }

    /**
     * Installs the packages unless they are installed already, and says why that cannot be, loudly.
     *
     * @return why tests that need them are to be skipped; nothing if they can be run
     * @throws IllegalStateException if they can be neither run nor skipped, because {@code CI=true}
     */
    public Optional<String> reasonToSkip() {
        var missing = Stream.of("node", "npm")
                .filter(name -> find(name).isEmpty())
                .map(name -> "'" + name + "'")
                .toList();
        if (missing.isEmpty()) {
            install();
            return Optional.empty();
        }
        var message = "SKIPPED: no test against the servers of %s was run, because the PATH has no %s"
                .formatted(resources, String.join(" and no ", missing));
        if ("true".equalsIgnoreCase(System.getenv("CI"))) {
            throw new IllegalStateException(message + ", which is not acceptable where CI=true");
        }
        if (told.compareAndSet(false, true)) {
            // The stream that the build shows even where it keeps the output of tests in files.
            var console = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
            console.println(message);
        }
        return Optional.of(message);
    }

    /** Installs the packages unless they are installed already, and returns where. */
    public Path install() {
        lock.lock();
        try {
            if (folder == null) {
                folder = installed();
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while installing packages", e);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the command that runs a script, whose path starts where the packages are installed. */
    public List<String> command(String script, String... arguments) {
        var command = new ArrayList<>(List.of(
                find("node").orElseThrow().toString(), install().resolve(script).toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static Optional<Path> find(String program) {
        var endings = WINDOWS ? List.of(".exe", ".cmd") : List.of("");
        var path = System.getenv().getOrDefault("PATH", "");
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(path)
                .filter(place -> !place.isBlank())
                .flatMap(place -> endings.stream().map(ending -> Path.of(place, program + ending)))
                .filter(Files::isExecutable)
                .filter(Files::isRegularFile)
                .findFirst();
    }

    private Path installed() throws IOException, InterruptedException {
        var base = buildFolder().resolve(resources + "-node");
        Files.createDirectories(base);
        var place = base.resolve(fingerprint());
        try (var channel = FileChannel.open(
                        base.resolve("install.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var held = channel.lock()) {
            if (held.isValid() && !Files.exists(place.resolve("complete"))) {
                fill(place);
            }
            for (var script : scripts) {
                copy(script, place);
            }
        }
        return place;
    }

    private void fill(Path place) throws IOException, InterruptedException {
        Files.createDirectories(place);
        for (var file : INSTALLED_FROM) {
            copy(file, place);
        }
        var log = place.resolve("npm.log");
        var npm = new ProcessBuilder(
                        find("npm").orElseThrow().toString(),
                        "ci",
                        "--no-audit",
                        "--no-fund",
                        "--ignore-scripts",
                        "--prefer-offline")
                .directory(place.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        npm.getOutputStream().close();
        if (!npm.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES)) {
            npm.descendants().forEach(ProcessHandle::destroyForcibly);
            npm.destroyForcibly();
            throw new IOException("npm ci took more than %s minutes, see %s".formatted(INSTALL_MINUTES, log));
        }
        if (npm.exitValue() != 0) {
            throw new IOException(
                    "npm ci failed with exit code %s:%n%s".formatted(npm.exitValue(), Files.readString(log)));
        }
        Files.createFile(place.resolve("complete"));
    }

    private void copy(String resource, Path place) throws IOException {
        var arriving = place.resolve(resource + ".new");
        Files.write(arriving, read(resource));
        Files.move(arriving, place.resolve(resource), StandardCopyOption.REPLACE_EXISTING);
    }

    private byte[] read(String resource) throws IOException {
        try (var content = owner.getResourceAsStream("/" + resources + "/" + resource)) {
            if (content == null) {
                throw new IOException("no resource " + resource);
            }
            return content.readAllBytes();
        }
    }

    private String fingerprint() throws IOException {
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

    private Path buildFolder() {
        try {
            var classes = Path.of(
                    owner.getProtectionDomain().getCodeSource().getLocation().toURI());
            return Optional.ofNullable(classes.getParent()).orElse(classes);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
