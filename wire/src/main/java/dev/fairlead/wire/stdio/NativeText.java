package dev.fairlead.wire.stdio;

import dev.fairlead.protocol.rpc.Excerpt;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What can be given to a process as it is written. Java puts a question mark in the place of everything else, without a
 * word, so that another file would run than the one that somebody agreed to.
 *
 * @param charset how the system writes the words of a process
 * @param ours the variables of this process, which are handed on as the bytes that they are
 */
record NativeText(Charset charset, Map<String, String> ours) {
    private static final char UNREAD = '\uFFFD';

    static NativeText ofSystem() {
        // On Windows words are handed on as Java has them.
        var name = Platform.WINDOWS ? "UTF-8" : System.getProperty("sun.jnu.encoding", "UTF-8");
        return new NativeText(Charset.forName(name), System.getenv());
    }

    /** Says what of a command cannot be given to a process, why, and what to do; empty where all can. */
    Optional<String> unfit(ServerCommand command) {
        for (int i = 0; i < command.command().size(); i++) {
            var why = why(command.command().get(i));
            if (why != null) {
                return Optional.of((i == 0 ? "the program " : "argument " + i + " ") + why);
            }
        }
        for (var variable : command.environment().entrySet()) {
            var name = variable.getKey();
            var why = why(name + "=" + variable.getValue());
            boolean handedOn = variable.getValue().equals(ours.get(name))
                    && !command.withheld().contains(name);
            if (why != null && !handedOn) {
                return Optional.of("the variable '%s' %s".formatted(Excerpt.of(name), why));
            }
        }
        var directory = command.directory() == null ? Path.of("") : command.directory();
        var why = why(directory.toAbsolutePath().toString());
        return why == null ? Optional.empty() : Optional.of("the working directory " + why);
    }

    /** Says what is wrong with a text, of which nothing is shown, as it may be secret. */
    private @Nullable String why(String text) {
        if (!comesBack(text, StandardCharsets.UTF_8)) {
            return "holds half a character (a lone surrogate), which no process can be given; write whole ones";
        }
        if (text.indexOf(UNREAD) >= 0) {
            return "holds U+FFFD, which stands for what could not be read; write what is meant, and see that this"
                    + " program runs in a UTF-8 locale (such as LC_ALL=C.UTF-8)";
        }
        if (!comesBack(text, charset)) {
            return "holds characters that no process can be given in this locale, which has %s only; run this program in a UTF-8 locale (such as LC_ALL=C.UTF-8)"
                    .formatted(charset.name());
        }
        return null;
    }

    private static boolean comesBack(String text, Charset charset) {
        try {
            ByteBuffer bytes = charset.newEncoder().encode(CharBuffer.wrap(text));
            return charset.newDecoder().decode(bytes).toString().equals(text);
        } catch (CharacterCodingException unfit) {
            return false;
        }
    }
}
