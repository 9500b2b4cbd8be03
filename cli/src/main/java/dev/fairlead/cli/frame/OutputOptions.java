package dev.fairlead.cli.frame;

import dev.fairlead.cli.text.ColourChoice;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Options of every verb that prints something, and how its help looks. */
@Command(
        sortOptions = false,
        synopsisHeading = "",
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n")
public final class OutputOptions {
    public static final String JSON = "--json";

    @Option(names = JSON, description = "Print one JSON document, also about failures.")
    public boolean json;

    @Option(
            names = {"-v", "--verbose"},
            description = "Tell on stderr what else the server says, and every message to and from it.")
    boolean verbose;

    @Option(
            names = "--color",
            paramLabel = "WHEN",
            description = "Use colours: auto, which is usual, always or never. NO_COLOR is heeded.")
    ColourChoice colour = ColourChoice.AUTO;

    @Option(names = "--debug", description = "Add the stack trace to errors; so does FAIRLEAD_DEBUG=1.")
    boolean debug;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;
}
