package dev.fairlead.cli;

import dev.fairlead.cli.frame.Surroundings;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * A verb, before anything of it is loaded.
 *
 * @param name what is typed
 * @param description one sentence, the same as in its own help
 * @param maker makes the command that reads the other words
 */
record Verb(String name, String description, Function<Surroundings, Callable<Integer>> maker) {}
