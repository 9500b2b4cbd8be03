package dev.fairlead.host.config;

import dev.fairlead.host.config.Origin.Scope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Configurations as other products write them, read as if they stood where those products have them. */
final class Samples {
    static final Path HOME = Path.of("/home/ann");
    static final Path PROJECT = Path.of("/home/ann/shop");

    private Samples() {}

    static String text(String name) {
        try (var in = Objects.requireNonNull(Samples.class.getResourceAsStream("/config/" + name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ConfigFile inProject(String name, String place) {
        return read(text(name), PROJECT.resolve(place), Scope.PROJECT);
    }

    static ConfigFile inHome(String name, String place) {
        return read(text(name), HOME.resolve(place), Scope.USER);
    }

    static ConfigFile own(String text) {
        return read(text, PROJECT.resolve("fairlead.json"), Scope.PROJECT);
    }

    static ConfigFile read(String text, Path file, Scope scope) {
        return new ConfigReader(PROJECT, HOME).read(text, file, null, scope);
    }

    static ServerConfig server(ConfigFile file, String name) {
        return file.servers().stream()
                .filter(server -> server.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is missing: " + texts(file)));
    }

    static Endpoint.Command command(ConfigFile file, String name) {
        return (Endpoint.Command) server(file, name).endpoint();
    }

    static Endpoint.Address address(ConfigFile file, String name) {
        return (Endpoint.Address) server(file, name).endpoint();
    }

    static List<String> names(ConfigFile file) {
        return file.servers().stream().map(ServerConfig::name).toList();
    }

    static List<String> texts(ConfigFile file) {
        return file.problems().stream()
                .map(problem -> problem.severity() + " " + problem.text())
                .toList();
    }
}
