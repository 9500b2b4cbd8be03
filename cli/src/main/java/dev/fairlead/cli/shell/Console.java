package dev.fairlead.cli.shell;

import dev.fairlead.cli.question.Keyboard;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where lines come from. */
interface Console extends AutoCloseable {

    /**
     * Waits for the next whole line.
     *
     * @param current the name of the server that lines are about which name none; empty where there is none
     * @return its words; null where there will be no more
     */
    @Nullable
    List<String> next(String current);

    /** Does what a line says, and meanwhile listens for whoever wants it to end. */
    default void during(Runnable work) {
        work.run();
    }

    /** Tells something beside the answers. */
    void tell(String sentence);

    /** Returns where the person types who is asked something while a line is run; null for the usual place. */
    @Nullable
    Keyboard keyboard();

    /** Returns where that person types what is not shown; null where there is no such place. */
    @Nullable
    Keyboard hidden();

    @Override
    void close();
}
