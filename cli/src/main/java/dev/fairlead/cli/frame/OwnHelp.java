package dev.fairlead.cli.frame;

/** A verb that can help with what was typed after it. */
public interface OwnHelp {

    /** Tells whether enough was typed for that. */
    boolean hasOwnHelp();

    /** Helps, and returns what to tell the shell. */
    int help();
}
