package dev.fairlead.cli.completion;

import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** What can be typed. */
public interface Grammar {

    /** Returns the verbs, with what they are for. */
    Map<String, String> verbs();

    /** Returns what can be typed after a verb; looking into it takes time. */
    Optional<CommandSpec> verb(String name);
}
