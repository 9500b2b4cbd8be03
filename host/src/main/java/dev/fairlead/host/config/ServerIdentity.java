package dev.fairlead.host.config;

import dev.fairlead.protocol.error.ConfigurationException;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is started, or reached, under the name of a server. Words count as what they mean here, since the same words start
 * something else in another project; a secret counts as it is written, so that another password changes nothing. No file
 * is read for it: what files hold is for consent to a start.
 */
final class ServerIdentity {
    private final ServerConfig config;
    private final Surroundings around;
    private final TextDigest digest = new TextDigest();

    private ServerIdentity(ServerConfig config, Surroundings around) {
        this.config = config;
        this.around = around;
    }

    static String of(ServerConfig config, Surroundings around) {
        return new ServerIdentity(config, around.unasked()).hash();
    }

    private String hash() {
        var file = config.origin().file();
        if (config.origin().scope() == Origin.Scope.PROJECT && file != null) {
            digest.add("project's file", real(file));
        }
        switch (config.endpoint()) {
            case Endpoint.Command command -> command(command);
            case Endpoint.Address address -> digest.add("url", meant("url", address.url()));
            case Endpoint.Own own -> digest.add("own", own.transport().server());
        }
        return digest.hex();
    }

    private void command(Endpoint.Command command) {
        digest.add("program", meant("command", command.program()));
        for (int i = 0; i < command.arguments().size(); i++) {
            digest.add(
                    "argument",
                    meant("args[%s]".formatted(i), command.arguments().get(i)));
        }
        digest.add("cwd", directory(command.directory()));
        loading(command.environment());
        command.passedOn().stream().filter(Masking::loads).sorted().forEach(name -> digest.add("passed on", name));
        if (command.environmentFile() != null) {
            digest.add("envFile", meant("envFile", command.environmentFile()));
        }
    }

    private String directory(@Nullable String written) {
        var folder = around.folder(config);
        if (written == null) {
            return folder.toString();
        }
        var meant = meant("cwd", written);
        try {
            return folder.resolve(meant).normalize().toString();
        } catch (InvalidPathException unusable) {
            return meant; // It cannot be started, which is told then.
        }
    }

    /** Adds the variables that decide what code is loaded, in whatever order they are written. */
    private void loading(Map<String, @Nullable String> variables) {
        new TreeMap<>(variables).forEach((name, value) -> {
            if (Masking.loads(name)) {
                digest.add(
                        value == null ? "without " + name : "env " + name,
                        value == null ? "" : meant("env." + name, value));
            }
        });
    }

    private String meant(String field, String text) {
        if (text.contains("{file:")) {
            return text;
        }
        try {
            var expander = new Expander(config, around);
            var full = expander.expand(field, text);
            return expander.secrets().isEmpty() ? full : text;
        } catch (ConfigurationException unset) {
            return text;
        }
    }

    private static String real(Path file) {
        try {
            return file.toRealPath().toString();
        } catch (IOException gone) {
            return file.toAbsolutePath().normalize().toString();
        }
    }
}
