package dev.fairlead.cli.frame;

import dev.fairlead.cli.text.ColourChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Options of every verb that prints something, and how its help looks. */
public final class OutputOptions implements Words {
    public static final String JSON = "--json";

    private static final String COLOR = "--color";
    private static final String DEBUG = "--debug";

    public boolean json;

    /** Whether everything is to be told; an option of those verbs alone that may speak with a server. */
    boolean verbose;

    ColourChoice colour = ColourChoice.AUTO;
    boolean debug;

    @Override
    public void describe(Form form) {
        form.flag(JSON, on -> json = on, "Print one JSON document, also about failures.");
        form.choice(
                COLOR,
                "WHEN",
                ColourChoice.class,
                given -> colour = given,
                "Use colours: auto, which is usual, always or never. NO_COLOR is heeded.");
        form.flag(DEBUG, on -> debug = on, "Add the stack trace to errors; so does FAIRLEAD_DEBUG=1.");
        form.help("-h, --help", "Show this help.");
    }

    /** Has everything be told, or not. */
    public OutputOptions verbosely(boolean wanted) {
        verbose = wanted;
        return this;
    }

    /** Returns what has to be typed for the same output, each option as one word. */
    public List<String> again() {
        var words = new ArrayList<String>();
        if (json) {
            words.add(JSON);
        }
        if (colour != ColourChoice.AUTO) {
            words.add(COLOR + "=" + colour.name().toLowerCase(Locale.ROOT));
        }
        if (debug) {
            words.add(DEBUG);
        }
        return words;
    }
}
