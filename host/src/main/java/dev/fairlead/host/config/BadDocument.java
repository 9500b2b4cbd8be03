package dev.fairlead.host.config;

/** A text that cannot be read as a configuration at all. Its message quotes nothing of the text. */
final class BadDocument extends Exception {
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;

    BadDocument(int line, int column, String message) {
        super(message);
        this.line = Math.max(line, 0);
        this.column = Math.max(column, 0);
    }

    int line() {
        return line;
    }

    int column() {
        return column;
    }

    String problem() {
        return String.valueOf(getMessage());
    }
}
