package dev.fairlead.cli.frame;

import dev.fairlead.wire.stdio.ServerCommand;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a word means where a server is to be named: the one place in which that is decided. */
public sealed interface ServerWord {

    /** The URL of a server. */
    record Address(String url) implements ServerWord {}

    /** A script that is a server; whether the file is there is not known yet. */
    record Script(String path) implements ServerWord {
        /** Tells whether the file is there. */
        public boolean exists() {
            return isFile(path);
        }
    }

    /**
     * A server of a certain file, typed as {@code FILE#NAME}.
     *
     * @param typed the word itself
     */
    record InFile(Path file, String name, String typed) implements ServerWord {}

    /** A server that is built in. */
    record BuiltIn(String name) implements ServerWord {}

    /** Anything else, which may be the name of a server in some configuration. */
    record Name(String name) implements ServerWord {}

    /**
     * Decides what a word means.
     *
     * @param files those that were typed, which count before what is built in
     */
    static ServerWord of(String word, Surroundings surroundings, List<Path> files) {
        if (Url.isHttp(word)) {
            return new Address(word);
        }
        if (ServerCommand.isScript(word)) {
            return new Script(word);
        }
        var inFile = inFile(word);
        if (inFile.isPresent()) {
            return inFile.get();
        }
        return files.isEmpty() && surroundings.servers().names().contains(word) ? new BuiltIn(word) : new Name(word);
    }

    /** Both files and names may have the sign in them, so that a file that is there decides. */
    private static Optional<InFile> inFile(String word) {
        for (int sign = word.indexOf('#'); sign > 0; sign = word.indexOf('#', sign + 1)) {
            var file = word.substring(0, sign);
            if (sign < word.length() - 1 && isFile(file)) {
                return Optional.of(new InFile(Path.of(file), word.substring(sign + 1), word));
            }
        }
        return Optional.empty();
    }

    private static boolean isFile(String name) {
        try {
            return Files.isRegularFile(Path.of(name));
        } catch (InvalidPathException odd) {
            return false; // Not a file then, whatever else it is.
        }
    }
}
