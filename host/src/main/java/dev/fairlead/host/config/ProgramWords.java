package dev.fairlead.host.config;

import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds the words of a command line that are programs themselves, as the one behind {@code sh -c} is: they may name files
 * in any way. It is shown one word after the other, and looks at each of them once, however many there are.
 */
final class ProgramWords {
    /** By what is started, the options behind which a program stands; others may be among them. */
    private static final Map<Set<String>, Pattern> OF_SOME = Map.of(
            Set.of("sh", "bash", "zsh", "dash", "ksh", "fish"), Pattern.compile("-[A-Zabd-z]*+c[A-Za-z]*+"),
            Set.of("perl", "ruby"), Pattern.compile("(?s)-[^-].*[eE]"),
            Set.of("php"), Pattern.compile("-[rBRE]|--(run|process-(begin|code|end))"),
            Set.of("deno"), Pattern.compile("eval"));

    private static final Pattern OF_ALL = Pattern.compile("(?i)-[a-z]{0,2}[ce]|-p|/[ck]|--?(call|command|eval|print)");
    private static final Pattern WITH_TEXT = Pattern.compile("(?is)--(call|command|eval|print)=.*|-[ce].*");
    private static final Pattern WITH_TEXT_OF_PHP = Pattern.compile("(?s)-[rBRE].+");
    private static final Set<String> RUN_TEXT = Set.of("npx", "npm", "pnpm", "yarn", "bunx", "su");
    private static final Pattern PLAIN = Pattern.compile("[\\w./\\\\:@=+-]*", Pattern.UNICODE_CHARACTER_CLASS);

    private final Set<Pattern> known = new HashSet<>(); // of what was named so far
    private final Set<Pattern> met = new HashSet<>(); // by the options since the last word that is none

    /** Takes the next word of the line, the first of which is what is started; tells whether it is a program itself. */
    boolean take(String word) {
        boolean program =
                known.contains(OF_ALL) && !isPlain(word) && (isWithText(word) || !Collections.disjoint(met, known));
        var name = Launchers.name(word);
        if (Launchers.runsFiles(name) || RUN_TEXT.contains(name)) {
            known.add(OF_ALL);
        }
        OF_SOME.forEach((names, options) -> {
            if (names.contains(name)) {
                known.add(options);
            }
        });
        meet(word);
        return program;
    }

    /** What is a name, a path or a number to all that are started is none; shells take backslashes away. */
    private boolean isPlain(String word) {
        return PLAIN.matcher(word).matches() && !(word.indexOf('\\') >= 0 && knows("sh"));
    }

    private boolean isWithText(String word) {
        return WITH_TEXT.matcher(word).matches()
                || (knows("php") && WITH_TEXT_OF_PHP.matcher(word).matches());
    }

    private boolean knows(String name) {
        return OF_SOME.entrySet().stream()
                .anyMatch(entry -> entry.getKey().contains(name) && known.contains(entry.getValue()));
    }

    private void meet(String word) {
        if (!word.startsWith("-") && !word.startsWith("/") && !word.equals("eval")) {
            met.clear();
            return;
        }
        if (OF_ALL.matcher(word).matches()) {
            met.add(OF_ALL);
        }
        for (var options : OF_SOME.values()) {
            if (options.matcher(word).matches()) {
                met.add(options);
            }
        }
    }
}
