package dev.fairlead.cli;

import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Program;

/** The help of the command without a verb; written out here, because nothing is loaded for it then. */
final class Overview {
    private static final String NEWLINE = System.lineSeparator();
    private static final int GAP = 2;

    private Overview() {}

    /** Returns all of it. */
    static String text() {
        var text = new StringBuilder();
        line(text, "Usage: " + Program.NAME + " [-hV] [VERB]");
        line(text, "Uses the tools of MCP servers.");
        line(text, "");
        line(text, "Options:");
        line(text, "  -h, --help      Show this help.");
        line(text, "  -V, --version   Show the version.");
        line(text, "");
        line(text, "Verbs:");
        verbs(text);
        return text.append(exitCodes()).toString();
    }

    private static void verbs(StringBuilder text) {
        int widest = 0;
        for (var verb : Verbs.ALL) {
            widest = Math.max(widest, verb.name().length());
        }
        for (var verb : Verbs.ALL) {
            var gap = " ".repeat(widest - verb.name().length() + GAP);
            line(text, "  " + verb.name() + gap + verb.description());
        }
    }

    /** Returns what the exit codes mean, as the end of a help. */
    static String exitCodes() {
        var text = new StringBuilder();
        line(text, "");
        line(text, "Exit codes:");
        for (var code : ExitCode.values()) {
            line(text, code.line());
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append(NEWLINE);
    }
}
