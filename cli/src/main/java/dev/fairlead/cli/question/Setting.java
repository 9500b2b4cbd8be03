package dev.fairlead.cli.question;

import dev.fairlead.auth.Browser;
import dev.fairlead.cli.text.Floor;
import dev.fairlead.cli.text.Screen;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.Root;
import java.io.PrintStream;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Where questions are asked.
 *
 * @param err what people are shown
 * @param floor who may write there
 * @param attended whether a person can be asked
 * @param answers what was answered beforehand
 * @param roots the folders that servers may know of; empty to say nothing about folders at all
 * @param words how content is shown
 */
public record Setting(
        PrintStream err,
        Screen screen,
        Floor floor,
        Keyboard keyboard,
        BooleanSupplier attended,
        Supplier<Browser> browser,
        Answers answers,
        List<Root> roots,
        Function<ContentBlock, String> words) {

    /** Copies the collections. */
    public Setting {
        roots = List.copyOf(roots);
    }
}
