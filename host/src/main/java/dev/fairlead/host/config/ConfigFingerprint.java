package dev.fairlead.host.config;

import dev.fairlead.protocol.error.CallCancelledException;
import java.util.List;

/**
 * What a person agrees to when they let a server start: the same as long as the command, its environment, the address,
 * the tools that are offered and every local file that is known to be run are the same.
 *
 * @param hash SHA-256 in lower-case hexadecimal digits
 * @param describe what it covers and what not, line by line: of a project's file everything that it says, whole and so
 *     that nothing in it can hide; of others with likely secrets hidden. It is for the person who decides, not for logs
 */
public record ConfigFingerprint(String hash, List<String> describe) {
    /** Copies the lines. */
    public ConfigFingerprint {
        describe = List.copyOf(describe);
    }

    /**
     * Returns the fingerprint of a server. Files are looked at only where a project's file names them, since nobody has
     * to agree to others; and not where more was read for other servers just now than anybody should wait for, which it
     * then says.
     *
     * @param resolver knows where the files are that the configuration names, and what they hold as long as they do not
     *     change; asks nobody for secrets
     * @throws CallCancelledException if the thread is interrupted meanwhile, which it still is afterwards
     */
    public static ConfigFingerprint of(ServerConfig config, Resolver resolver) {
        return of(config, resolver, FileContents.MOST_BYTES, false);
    }

    /** Returns the fingerprint of a server that somebody agreed to before, however much was read for others just now. */
    public static ConfigFingerprint ofAgreed(ServerConfig config, Resolver resolver) {
        return of(config, resolver, FileContents.MOST_BYTES, true);
    }

    /**
     * Returns a hash of what is started, or reached, under the name of a server: the same as long as its command line, the
     * folder it starts in and the variables that decide what code is loaded are, or its address; for a project's server
     * also the file that names it. Other than a fingerprint it outlasts another password, header or other variable.
     *
     * @param resolver knows what variables mean here; asks nobody for secrets
     */
    public static String identity(ServerConfig config, Resolver resolver) {
        return ServerIdentity.of(config, resolver.around());
    }

    static ConfigFingerprint of(ServerConfig config, Resolver resolver, long mostBytes, boolean agreed) {
        var found = config.origin().scope() == Origin.Scope.PROJECT
                ? new NamedFiles(config, resolver).find()
                : NamedFiles.Found.NOTHING;
        var contents = resolver.contents().of(config.name(), found.code(), mostBytes, agreed);
        var digest = new TextDigest();
        digest.add("version", "2");
        digest.add("name", config.name());
        var file = config.origin().file();
        digest.add("file", file == null ? "" : file.toAbsolutePath().normalize().toString());
        switch (config.endpoint()) {
            case Endpoint.Command command -> add(digest, command);
            case Endpoint.Address address -> add(digest, address);
            case Endpoint.Own own -> digest.add("own", own.transport().server());
        }
        digest.add("folder", resolver.around().folder(config).toString());
        add(digest, config);
        contents.forEach((path, content) -> digest.add("content " + path, content));
        return new ConfigFingerprint(digest.hex(), Description.of(config, resolver, contents, found));
    }

    private static void add(TextDigest digest, Endpoint.Command command) {
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

    private static void add(TextDigest digest, Endpoint.Address address) {
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

    /** What is offered under which name, and how often a program runs; not how patient anybody is. */
    private static void add(TextDigest digest, ServerConfig config) {
        digest.add("pool", Integer.toString(config.pool()));
        digest.add("sharing", config.sharing().name());
        config.tools().include().forEach(pattern -> digest.add("include", pattern));
        config.tools().exclude().forEach(pattern -> digest.add("exclude", pattern));
        config.tools().single().forEach((tool, rule) -> {
            digest.add("tool " + tool, rule.enabled() ? "on" : "off");
            digest.add("alias", rule.alias() == null ? "" : rule.alias());
        });
    }
}
