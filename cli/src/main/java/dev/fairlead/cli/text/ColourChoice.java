package dev.fairlead.cli.text;

/** What a person says about colours. */
public enum ColourChoice {
    /** Nothing: colours are for terminals that have them. */
    AUTO,
    /** Colours, wherever the output goes. */
    ALWAYS,
    /** No colours. */
    NEVER
}
