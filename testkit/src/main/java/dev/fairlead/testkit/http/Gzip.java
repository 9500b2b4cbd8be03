package dev.fairlead.testkit.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** Compressed bodies. */
final class Gzip {
    private interface Writer {
        void write(OutputStream out) throws IOException;
    }

    private Gzip() {}

    static byte[] compress(byte[] plain) {
        return write(out -> out.write(plain));
    }

    /** Returns the result of a tool that is one text of this length. */
    static byte[] bomb(String id, long bytes) {
        var head = "{\"jsonrpc\":\"2.0\",\"id\":" + id
                + ",\"result\":{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"";
        var piece = "A".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
        return write(out -> {
            out.write(head.getBytes(StandardCharsets.UTF_8));
            for (long left = bytes; left > 0; left -= piece.length) {
                out.write(piece, 0, (int) Math.min(left, piece.length));
            }
            out.write("\"}]}}".getBytes(StandardCharsets.UTF_8));
        });
    }

    private static byte[] write(Writer writer) {
        var bytes = new ByteArrayOutputStream();
        try (var zipped = new GZIPOutputStream(bytes)) {
            writer.write(zipped);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }
}
