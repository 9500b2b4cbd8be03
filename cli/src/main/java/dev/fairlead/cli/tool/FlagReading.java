package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.Suggestion;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.text.TypedValue;
import dev.fairlead.protocol.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/** Reads arguments that were typed as options are, such as {@code --max-results 5} for {@code maxResults}. */
final class FlagReading {
    private static final String NEGATION = "no-";

    private final Tool tool;
    private final List<String> names;

    FlagReading(Tool tool) {
        this.tool = tool;
        this.names = List.copyOf(tool.inputSchema().path("properties").propertyNames());
    }

    /** Returns the option of an argument. */
    static String option(String name) {
        return TypedArguments.FLAG + name;
    }

    /** Returns arguments none of which is an option any more. */
    List<TypedArguments.Entry> plain(List<TypedArguments.Entry> entries) {
        var plain = new ArrayList<TypedArguments.Entry>();
        for (var entry : entries) {
            if (entry instanceof TypedArguments.Flag flag) {
                read(flag, plain);
            } else {
                plain.add(entry);
            }
        }
        return plain;
    }

    private void read(TypedArguments.Flag flag, List<TypedArguments.Entry> plain) {
        var name = name(flag.key());
        if (name.isEmpty() && flag.key().startsWith(NEGATION)) {
            var denied = name(flag.key().substring(NEGATION.length())).filter(this::isSwitch);
            if (denied.isPresent() && flag.text() == null) {
                plain.add(new TypedArguments.Value(denied.get(), JsonNodeFactory.instance.booleanNode(false)));
                addNext(flag.next(), plain);
                return;
            }
        }
        var key = name.orElseThrow(() -> unknown(flag.key()));
        boolean saysSo = flag.next() != null && Set.of("true", "false").contains(flag.next());
        if (flag.text() == null && isSwitch(key) && !saysSo) {
            plain.add(new TypedArguments.Value(key, JsonNodeFactory.instance.booleanNode(true)));
            addNext(flag.next(), plain);
            return;
        }
        var given = flag.text() != null ? flag.text() : flag.next();
        if (given == null) {
            throw UsageException.arguments(
                    "%s needs a value; type '%s VALUE'".formatted(option(flag.key()), option(flag.key())));
        }
        plain.add(TypedArguments.words(key, given));
    }

    private static void addNext(@Nullable String next, List<TypedArguments.Entry> plain) {
        if (next != null) {
            plain.add(TypedArguments.entry(next));
        }
    }

    private boolean isSwitch(String name) {
        return ArgumentPath.of(name, tool).type().kinds().equals(Set.of(ValueType.Kind.BOOLEAN));
    }

    /** Finds the argument that is meant; dashes and capitals may be as in options, where that is clear. */
    private Optional<String> name(String typed) {
        if (names.contains(typed) || ArgumentPath.of(typed, tool).declared()) {
            return Optional.of(typed);
        }
        var alike =
                names.stream().filter(name -> bare(name).equals(bare(typed))).toList();
        return alike.size() == 1 ? Optional.of(alike.getFirst()) : Optional.empty();
    }

    private static String bare(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }

    private UsageException unknown(String typed) {
        boolean denied = typed.startsWith(NEGATION)
                && name(typed.substring(NEGATION.length())).isPresent();
        var meant = denied ? typed.substring(NEGATION.length()) : typed;
        var options = names.stream()
                .filter(TypedValue::isName)
                .map(FlagReading::option)
                .toList();
        return UsageException.arguments("neither fairlead nor tool '%s' has an option %s; %s"
                .formatted(
                        tool.name(),
                        option(typed),
                        options.isEmpty() ? "the tool takes no arguments" : Suggestion.among(option(meant), options)));
    }
}
