package dev.fairlead.cli.frame;

/** How this program is called. */
public final class Program {
    /** Its name. */
    public static final String NAME = "fairlead";

    private Program() {}
}
