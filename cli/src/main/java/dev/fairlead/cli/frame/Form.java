package dev.fairlead.cli.frame;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.InitializationException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/**
 * Where a verb writes down what can be typed after it. Options have one name or more, such as {@code -o, --output}; the
 * help shows them in the order in which they are written down. Whoever takes a value is told when it was typed, and only
 * then. There are no annotations here, because reading them takes picocli longer than calling a tool takes.
 */
public final class Form {
    private static final String NO_VALUE = "";
    private static final int TERMS = 29; // where options are described
    // The usual one looks for classes of Groovy, in all jars.
    private static final IFactory LISTS_ALONE = new IFactory() {
        @Override
        public <K> K create(Class<K> type) {
            if (type.isAssignableFrom(ArrayList.class)) {
                return type.cast(new ArrayList<>()); // for an option that was repeated
            }
            throw new InitializationException("nothing says how to make a " + type);
        }
    };

    private static final ITypeConverter<Duration> DURATION = DurationText::read;
    private static final ITypeConverter<Path> PATH = Form::path;

    private final CommandSpec verb;
    private final Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
    private final List<String> terms = new ArrayList<>();
    private @Nullable String heading;

    private Form(CommandSpec verb) {
        this.verb = verb;
    }

    /** Returns what reads the words of a program, which has no verbs yet. */
    public static CommandLine ofProgram(String name) {
        var program = CommandSpec.wrapWithoutInspection(null, LISTS_ALONE).name(name);
        return new CommandLine(program, LISTS_ALONE);
    }

    /** Has a verb fill in its form, and returns it. */
    public static CommandSpec of(String name, String description, Command command) {
        var verb = CommandSpec.wrapWithoutInspection(command, LISTS_ALONE).name(name);
        verb.usageMessage()
                .description(description)
                .sortOptions(false)
                .synopsisHeading("")
                .parameterListHeading("%n")
                .optionListHeading("%nOptions:%n")
                .footerHeading("%nExamples:%n");
        var form = new Form(verb);
        command.describe(form);
        verb.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, form::optionList);
        if (!form.terms.isEmpty()) {
            verb.usageMessage()
                    .sectionMap()
                    .put(
                            UsageMessageSpec.SECTION_KEY_PARAMETER_LIST,
                            help -> String.join(System.lineSeparator(), form.terms) + System.lineSeparator());
        }
        return verb;
    }

    /** Says how lines with this verb look, each as it is shown. */
    public void usage(String... lines) {
        verb.usageMessage().customSynopsis(lines);
    }

    /** Gives examples, each as it is shown. */
    public void examples(String... lines) {
        verb.usageMessage().footer(lines);
    }

    /** Adds all that these words describe. */
    public void include(Words words) {
        words.describe(this);
    }

    /** Adds all options that these words describe, below a heading of their own. */
    public void group(String heading, Words words) {
        this.heading = heading;
        words.describe(this);
        this.heading = null;
    }

    /** Takes the words that are no options, however many there are. */
    public void words(String label, Consumer<List<String>> taker, String... description) {
        var place = new Place<>(taker);
        verb.addPositional(PositionalParamSpec.builder()
                .index("0..*")
                .arity("0..*")
                .paramLabel(label)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description(HelpText.ofWords(description))
                .hidden(description.length == 0)
                .hasInitialValue(false)
                .getter(place)
                .setter(place)
                .build());
    }

    /** Says what a word of the usage means, where words are not described as a whole. */
    public void term(String name, String meaning) {
        var lines = HelpText.wrapped(meaning, "");
        boolean beside = name.length() < TERMS - 2;
        if (!beside) {
            terms.add("  " + name);
        }
        for (int i = 0; i < lines.size(); i++) {
            var first = i == 0 && beside ? "  " + name : "";
            terms.add(first + " ".repeat(TERMS - first.length()) + lines.get(i));
        }
    }

    /** Has words that look like an option, and are none, be among the other words. */
    public void takeUnknownOptionsAsWords() {
        verb.parser().unmatchedOptionsArePositionalParams(true);
    }

    /** Takes an option without a value. */
    public void flag(String names, Consumer<Boolean> taker, String... description) {
        add(named(names).type(boolean.class), NO_VALUE, taker, description);
    }

    /** Takes an option without a value of which the help says nothing. */
    public void hiddenFlag(String names, Consumer<Boolean> taker) {
        add(named(names).type(boolean.class).hidden(true), NO_VALUE, taker);
    }

    /** Adds the option that shows the help. */
    public void help(String names, String... description) {
        add(named(names).type(boolean.class).usageHelp(true), NO_VALUE, asked -> {}, description);
    }

    /** Takes an option whose value is any text. */
    public void text(String names, String label, Consumer<String> taker, String... description) {
        add(named(names).type(String.class), label, taker, description);
    }

    /** Takes an option that can be repeated, and whose values are any text. */
    public void texts(String names, String label, Consumer<List<String>> taker, String... description) {
        add(named(names).type(List.class).auxiliaryTypes(String.class), label, taker, description);
    }

    /** Takes an option whose value is a whole number. */
    public void number(String names, String label, Consumer<Integer> taker, String... description) {
        add(named(names).type(Integer.class), label, taker, description);
    }

    /** Takes an option whose value is a duration. */
    public void time(String names, String label, Consumer<Duration> taker, String... description) {
        add(named(names).type(Duration.class).converters(DURATION), label, taker, description);
    }

    /** Takes an option whose value is a file or a folder. */
    public void path(String names, String label, Consumer<Path> taker, String... description) {
        add(named(names).type(Path.class).converters(PATH), label, taker, description);
    }

    /** Takes an option that can be repeated, and whose values are files or folders. */
    public void paths(String names, String label, Consumer<List<Path>> taker, String... description) {
        add(named(names).type(List.class).auxiliaryTypes(Path.class).converters(PATH), label, taker, description);
    }

    /** Takes an option whose value is one of a few, in any case. */
    public <T extends Enum<T>> void choice(
            String names, String label, Class<T> values, Consumer<T> taker, String... description) {
        add(named(names).type(values), label, taker, description);
    }

    /** Returns the names of all options. */
    public Set<String> optionNames() {
        return verb.optionsMap().keySet();
    }

    /** Returns what to throw where the words do not make sense together. */
    public RuntimeException misused(String sentence) {
        return new ParameterException(verb.commandLine(), sentence);
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException odd) {
            throw new TypeConversionException("cannot convert '%s' to %s (%s)".formatted(text, Path.class, odd));
        }
    }

    private static OptionSpec.Builder named(String names) {
        return OptionSpec.builder(names.split(", "));
    }

    private <T> void add(OptionSpec.Builder option, String label, Consumer<T> taker, String... description) {
        var place = new Place<>(taker);
        var whole = option.paramLabel(label)
                .description(HelpText.ofOption(description))
                .hasInitialValue(false) // what was not typed stays as it is
                .getter(place)
                .setter(place)
                .build();
        verb.addOption(whole);
        if (heading != null) {
            groups.computeIfAbsent(heading, first -> new ArrayList<>()).add(whole);
        }
    }

    /** Shows the options; picocli's own groups would put together a synopsis, at every start, that is never shown. */
    private String optionList(Help help) {
        var others = verb.options().stream()
                .filter(option -> !option.hidden())
                .filter(option -> groups.values().stream().noneMatch(group -> group.contains(option)))
                .toList();
        var text = new StringBuilder(optionList(help, others));
        groups.forEach(
                (title, options) -> text.append("%n%s%n".formatted(title)).append(optionList(help, options)));
        return text.toString();
    }

    private static String optionList(Help help, List<OptionSpec> options) {
        return help.optionListExcludingGroups(options, help.createDefaultLayout(), null, help.parameterLabelRenderer());
    }
}
