package dev.fairlead.cli.text;

/** What a piece of text means; how that looks is the renderer's business. */
public enum Role {
    /** A title, or the name of a column. */
    HEADING("1"),
    /** The name of a thing. */
    NAME("36"),
    /** Something that may be overlooked. */
    FAINT("2"),
    /** Good news. */
    GOOD("32"),
    /** Bad news. */
    BAD("31"),
    /** Something to be wary of. */
    WARNING("33"),
    /** Something typed, or read by a machine. */
    CODE("35"),
    /** An address, or what leads there. */
    LINK("4"),
    /** Words that stand out. */
    EMPHASIS("3"),
    /** Words that stand out more. */
    STRONG("1");

    private final String graphics;

    Role(String graphics) {
        this.graphics = graphics;
    }

    /** Returns the parameter of the escape sequence that begins it. */
    String graphics() {
        return graphics;
    }
}
