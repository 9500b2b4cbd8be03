package dev.fairlead.cli.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Text that somebody named instead of typing it: that of a file or of the standard input, which may have no end. */
public final class TypedFile {
    /** More would be sent nowhere: servers rarely read messages of a quarter of this. */
    private static final int MOST_MEGABYTES = 64;

    private TypedFile() {}

    /** Returns the text of a file; throws a {@link CharacterCodingException} where it is no UTF-8. */
    public static String text(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return text(in);
        }
    }

    /** Returns the text of a stream, as that of a file. */
    public static String text(InputStream in) throws IOException {
        int most = MOST_MEGABYTES << 20;
        var bytes = in.readNBytes(most + 1);
        if (bytes.length > most) {
            throw new IOException("it has more than %s megabytes".formatted(MOST_MEGABYTES));
        }
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }
}
