package dev.fairlead.host.config;

/** Whose way of writing a configuration is. */
public enum Dialect {
    /** Our own, the superset. */
    FAIRLEAD("Fairlead", Unit.OWN, Variables.ALL),
    /** The shape that most products share, written by none that is known. */
    PLAIN("mcpServers", Unit.MILLISECONDS, Variables.ALL),
    /** Claude Desktop. */
    CLAUDE_DESKTOP("Claude Desktop", Unit.MILLISECONDS, Variables.NONE),
    /** Claude Code. */
    CLAUDE_CODE("Claude Code", Unit.MILLISECONDS, Variables.BRACES),
    /** VS Code. */
    VS_CODE("VS Code", Unit.MILLISECONDS, Variables.EDITOR),
    /** GitHub Copilot CLI. */
    COPILOT("Copilot CLI", Unit.MILLISECONDS, Variables.BRACES),
    /** Cursor. */
    CURSOR("Cursor", Unit.MILLISECONDS, Variables.EDITOR),
    /** Windsurf. */
    WINDSURF("Windsurf", Unit.MILLISECONDS, Variables.PREFIXED),
    /** Gemini CLI. */
    GEMINI("Gemini CLI", Unit.MILLISECONDS, Variables.SHELL),
    /** Antigravity. */
    ANTIGRAVITY("Antigravity", Unit.MILLISECONDS, Variables.NONE),
    /** Codex. */
    CODEX("Codex", Unit.SECONDS, Variables.NONE),
    /** Zed. */
    ZED("Zed", Unit.SECONDS, Variables.NONE),
    /** Cline. */
    CLINE("Cline", Unit.SECONDS, Variables.PREFIXED),
    /** Roo Code. */
    ROO("Roo Code", Unit.SECONDS, Variables.PREFIXED),
    /** Kiro. */
    KIRO("Kiro", Unit.MILLISECONDS, Variables.NAMED),
    /** Amazon Q. */
    AMAZON_Q("Amazon Q", Unit.MILLISECONDS, Variables.NAMED),
    /** Cherry Studio. */
    CHERRY("Cherry Studio", Unit.SECONDS, Variables.NONE),
    /** Goose. */
    GOOSE("Goose", Unit.SECONDS, Variables.REMOTE_ONLY),
    /** OpenCode. */
    OPEN_CODE("OpenCode", Unit.MILLISECONDS, Variables.CURLY),
    /** LibreChat. */
    LIBRE_CHAT("LibreChat", Unit.MILLISECONDS, Variables.BRACES),
    /** mcporter. */
    MCPORTER("mcporter", Unit.MILLISECONDS, Variables.POWER),
    /** The Inspector. */
    INSPECTOR("Inspector", Unit.MILLISECONDS, Variables.NONE),
    /** FastMCP. */
    FAST_MCP("FastMCP", Unit.MILLISECONDS, Variables.NONE),
    /** mcp-cli. */
    MCP_CLI("mcp-cli", Unit.MILLISECONDS, Variables.BRACES);

    private final String title;
    private final Unit unit;
    private final Variables variables;

    Dialect(String title, Unit unit, Variables variables) {
        this.title = title;
        this.unit = unit;
        this.variables = variables;
    }

    /** Returns the name of the product, for people. */
    public String title() {
        return title;
    }

    /** Tells whether it is our own. */
    boolean own() {
        return this == FAIRLEAD;
    }

    Unit unit() {
        return unit;
    }

    Variables variables() {
        return variables;
    }

    /** What a bare number of a time limit counts. */
    enum Unit {
        /** Seconds, and texts such as {@code 500ms}. */
        OWN,
        SECONDS,
        MILLISECONDS
    }

    /** How variables are written. */
    enum Variables {
        /** Not at all: everything is meant as it stands. */
        NONE,
        /** <code>${A}</code>, <code>${A:-d}</code>. */
        BRACES,
        /** <code>${env:A}</code>, <code>${workspaceFolder}</code> and its like, <code>${input:id}</code>. */
        EDITOR,
        /** <code>${env:A}</code>, <code>${file:p}</code>. */
        PREFIXED,
        /** <code>${A}</code>, <code>${A:-d}</code>, <code>${env:A}</code>. */
        NAMED,
        /** As in a shell, and on Windows {@code %A%} too. */
        SHELL,
        /** As in a shell, in addresses and headers only. */
        REMOTE_ONLY,
        /** <code>{env:A}</code>, <code>{file:p}</code>. */
        CURLY,
        /** Braces, and <code>$env:A</code>. */
        POWER,
        /** Every form with braces after a dollar, and a doubled dollar for a single one. */
        ALL
    }
}
