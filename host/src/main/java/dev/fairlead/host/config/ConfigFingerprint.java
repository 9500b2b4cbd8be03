package dev.fairlead.host.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;

/**
 * What a person agrees to when they let a server start: the same as long as the command, its environment, the address
 * and every local file that they name are the same.
 *
 * @param hash SHA-256 in lower-case hexadecimal digits
 * @param describe what it covers, whole and line by line, with secrets hidden
 */
public record ConfigFingerprint(String hash, List<String> describe) {
    private static final String UNREADABLE = "unreadable";
    private static final int BUFFER = 64 * 1024;

    /** Copies the lines. */
    public ConfigFingerprint {
        describe = List.copyOf(describe);
    }

    /**
     * Returns the fingerprint of a server.
     *
     * @param resolver knows where the files are that the configuration names; asks nobody for secrets
     */
    public static ConfigFingerprint of(ServerConfig config, Resolver resolver) {
        var files = new TreeMap<Path, String>();
        new NamedFiles(config, resolver).find().forEach(file -> files.put(file, contentOf(file)));
        var digest = new Digest(BoundedFile.sha256());
        digest.add("version", "1");
        digest.add("name", config.name());
        var file = config.origin().file();
        digest.add("file", file == null ? "" : file.toAbsolutePath().normalize().toString());
        switch (config.endpoint()) {
            case Endpoint.Command command -> add(digest, command);
            case Endpoint.Address address -> add(digest, address);
            case Endpoint.Own own -> digest.add("own", own.transport().server());
        }
        digest.add("folder", resolver.around().folder(config).toString());
        files.forEach((path, content) -> digest.add("content " + path, content));
        return new ConfigFingerprint(digest.hex(), Description.of(config, resolver, files));
    }

    private static void add(Digest digest, Endpoint.Command command) {
        digest.add("program", command.program());
        command.arguments().forEach(argument -> digest.add("argument", argument));
        command.environment()
                .forEach((name, value) ->
                        digest.add(value == null ? "without " + name : "env " + name, value == null ? "" : value));
        command.passedOn().forEach(name -> digest.add("passed on", name));
        digest.add("envFile", String.valueOf(command.environmentFile()));
        digest.add("cwd", String.valueOf(command.directory()));
        digest.add("inherits", command.inheritance().name());
    }

    private static void add(Digest digest, Endpoint.Address address) {
        digest.add("url", address.url());
        digest.add("strategy", address.strategy().id());
        address.headers().forEach((name, value) -> digest.add("header " + name, value));
        address.headersFrom().forEach((name, variable) -> digest.add("header from " + name, variable));
        address.headersProgram().forEach(part -> digest.add("headers program", part));
        var oauth = address.oauth();
        if (oauth != null) {
            digest.add("client", String.valueOf(oauth.clientId()));
            digest.add("client secret", String.valueOf(oauth.clientSecret()));
            digest.add("scopes", String.join(" ", oauth.scopes()));
            digest.add("issuer", String.valueOf(oauth.issuer()));
            digest.add("redirect", oauth.redirectPort() + " " + oauth.redirectUri());
        }
    }

    private static String contentOf(Path file) {
        var digest = BoundedFile.sha256();
        try (var in = Files.newInputStream(file)) {
            var buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            return UNREADABLE; // It then cannot be run either; once it can, the fingerprint is another one.
        }
    }

    /** Adds texts so that no two sequences of them look alike. */
    private record Digest(MessageDigest digest) {
        void add(String kind, String text) {
            for (var part : List.of(kind, text)) {
                var bytes = part.getBytes(StandardCharsets.UTF_8);
                digest.update(Integer.toString(bytes.length).getBytes(StandardCharsets.US_ASCII));
                digest.update((byte) ':');
                digest.update(bytes);
            }
        }

        String hex() {
            return HexFormat.of().formatHex(digest.digest());
        }
    }
}
