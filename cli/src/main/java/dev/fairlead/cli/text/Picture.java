package dev.fairlead.cli.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;

/** What the bytes of a picture say about it, whatever they were announced as. */
record Picture(Format format, int width, int height) {
    /** Bytes that a terminal should not be given, and pixels that it should not have to unpack. */
    private static final int MOST_BYTES = 8 * 1024 * 1024;

    private static final int LONGEST_SIDE = 10_000;
    private static final long MOST_PIXELS = 40_000_000;

    enum Format {
        PNG("\u0089PNG\r\n\u001a\n", "png"),
        JPEG("\u00ff\u00d8\u00ff", "jpg"),
        GIF("GIF8", "gif");

        private final String start;
        private final String extension;

        Format(String start, String extension) {
            this.start = start;
            this.extension = extension;
        }

        String extension() {
            return extension;
        }
    }

    /** Returns the picture that these bytes are. */
    static Optional<Picture> of(byte[] bytes) {
        var start = new String(bytes, 0, Math.min(bytes.length, 8), ISO_8859_1);
        for (var format : Format.values()) {
            if (start.startsWith(format.start)) {
                return Optional.of(
                        switch (format) {
                            case PNG -> new Picture(format, number(bytes, 16, 4), number(bytes, 20, 4));
                            case GIF -> new Picture(format, little(bytes, 6), little(bytes, 8));
                            case JPEG -> jpeg(bytes);
                        });
            }
        }
        return Optional.empty();
    }

    /** Returns whether a terminal may be given it. */
    boolean isModest(byte[] bytes) {
        return bytes.length <= MOST_BYTES
                && width > 0
                && height > 0
                && width <= LONGEST_SIDE
                && height <= LONGEST_SIDE
                && (long) width * height <= MOST_PIXELS;
    }

    private static Picture jpeg(byte[] bytes) {
        int at = 2;
        while (at + 9 < bytes.length && (bytes[at] & 0xFF) == 0xFF) {
            int marker = bytes[at + 1] & 0xFF;
            if (marker == 0xFF) {
                at++;
            } else if (marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC) {
                return new Picture(Format.JPEG, number(bytes, at + 7, 2), number(bytes, at + 5, 2));
            } else {
                at += 2 + Math.max(2, number(bytes, at + 2, 2));
            }
        }
        return new Picture(Format.JPEG, 0, 0);
    }

    private static int little(byte[] bytes, int at) {
        return at + 1 < bytes.length ? (bytes[at] & 0xFF) | (bytes[at + 1] & 0xFF) << 8 : 0;
    }

    private static int number(byte[] bytes, int at, int length) {
        int number = 0;
        for (int i = at; i < at + length; i++) {
            number = number << 8 | (i < bytes.length ? bytes[i] & 0xFF : 0);
        }
        return number;
    }
}
