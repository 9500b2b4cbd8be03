package dev.fairlead.cli.frame;

import java.util.concurrent.Callable;

/** What a verb does: it describes its words, and runs when they have been typed; returns what to tell the shell. */
public interface Command extends Words, Callable<Integer> {

    @Override
    Integer call();
}
