package dev.fairlead.host.config;

/** Counts the parts of keys in TOML: the library makes an object of each before it says that there are too many. */
final class TomlKeys {
    private final String text;
    private int at;
    private int line = 1;
    private int dots;

    private TomlKeys(String text) {
        this.text = text;
    }

    /** Refuses a text in which a key has more parts than objects may be nested. */
    static void check(String text) throws BadDocument {
        new TomlKeys(text).check();
    }

    private void check() throws BadDocument {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"' || c == '\'') {
                skipText(c);
                continue;
            }
            if (c == '#') {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
                continue;
            }
            if (c == '.') {
                dots++;
            } else if (!isInKey(c)) {
                dots = 0;
                line += c == '\n' ? 1 : 0;
            }
            if (dots >= Document.MAX_DEPTH) {
                throw new BadDocument(
                        line,
                        0,
                        "a key has more than %s parts, so the TOML is nested too deeply".formatted(Document.MAX_DEPTH));
            }
            at++;
        }
    }

    private static boolean isInKey(char c) {
        return c == ' ' || c == '\t' || c == '_' || c == '-' || Character.isLetterOrDigit(c);
    }

    /** Goes behind a text in quotation marks, which three of them let go over several lines. */
    private void skipText(char mark) {
        var three = String.valueOf(mark).repeat(3);
        boolean lines = text.startsWith(three, at);
        at += lines ? 3 : 1;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\n' && !lines) {
                return; // It is not closed, which the library says.
            }
            line += c == '\n' ? 1 : 0;
            if (c == mark && (!lines || text.startsWith(three, at))) {
                at += lines ? 3 : 1;
                return;
            }
            boolean escape = c == '\\' && mark == '"' && !text.startsWith("\n", at + 1);
            at += escape ? 2 : 1;
        }
    }
}
