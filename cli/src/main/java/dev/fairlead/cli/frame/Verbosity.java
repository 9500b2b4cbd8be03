package dev.fairlead.cli.frame;

/** An option of every verb that may speak with a server. */
public final class Verbosity implements Words {
    static final String VERBOSE = "--verbose";

    public boolean typed;

    @Override
    public void describe(Form form) {
        form.flag(
                "-v, " + VERBOSE,
                on -> typed = on,
                "Tell on stderr what else the server says, and every message to and from it.");
    }
}
