package dev.fairlead.host.trust;

import dev.fairlead.protocol.Tool;

/**
 * All that a server says about a tool, and its SHA-256: name, title, description, schemas, annotations, icons, execution,
 * {@code _meta}, and every member that nobody knows.
 *
 * <p>Whoever lists tools makes it once and keeps it beside the tool.
 */
public final class ToolDefinition {
    private final Tool tool;
    private final String text;
    private final String hash;

    private ToolDefinition(Tool tool, String text) {
        this.tool = tool;
        this.text = text;
        this.hash = Canonical.sha256(text);
    }

    /** Returns the definition of a tool as it is now. */
    public static ToolDefinition of(Tool tool) {
        return new ToolDefinition(tool, Canonical.text(tool.toJson()));
    }

    /** Returns the tool. */
    public Tool tool() {
        return tool;
    }

    /** Returns the name that the server gave it. */
    public String name() {
        return tool.name();
    }

    /** Returns the SHA-256, in 64 hexadecimal digits. */
    public String hash() {
        return hash;
    }

    /** Returns the definition as JSON: members sorted, no space, ASCII only. */
    public String text() {
        return text;
    }

    /** Tells whether the other one is the same to the last byte. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ToolDefinition that && that.text.equals(text);
    }

    /** Returns a number that equal ones share. */
    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** Names the tool and its hash. */
    @Override
    public String toString() {
        return "ToolDefinition[%s, %s]".formatted(Visible.plain(name()), hash);
    }
}
