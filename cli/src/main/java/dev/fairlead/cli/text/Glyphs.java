package dev.fairlead.cli.text;

import java.util.List;

/** The signs that are drawn around text. */
record Glyphs(
        String ellipsis,
        String bullet,
        String rule,
        String border,
        String quote,
        String done,
        String left,
        List<String> spinner) {
    static final Glyphs UNICODE =
            new Glyphs("…", "•", "─", "│", "▌", "█", "░", List.of("⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"));
    static final Glyphs ASCII = new Glyphs("...", "-", "-", "|", ">", "#", "-", List.of("|", "/", "-", "\\"));
}
