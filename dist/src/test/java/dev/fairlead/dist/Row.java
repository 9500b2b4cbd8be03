package dev.fairlead.dist;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What somebody does with a verb, and what comes of it.
 *
 * @param before commands that are run first
 * @param line the command itself, its words apart by blanks
 * @param shows what is seen then, in a terminal as in a pipe
 * @param answers what is typed in a terminal, each once something is to be seen
 */
record Row(String verb, List<String> before, String line, int code, List<String> shows, List<Answer> answers) {

    /** What is typed once something is to be seen. */
    record Answer(String seen, String typed) {}

    /** Returns a verb with what is typed after it. */
    static Row of(String line) {
        return of(line.split(" ", 2)[0], line);
    }

    /** Returns a verb that is used inside what is typed. */
    static Row of(String verb, String line) {
        return new Row(verb, List.of(), line, 0, List.of(), List.of());
    }

    Row shows(String... texts) {
        return new Row(verb, before, line, code, List.of(texts), answers);
    }

    Row ends(int with) {
        return new Row(verb, before, line, with, shows, answers);
    }

    Row after(String... lines) {
        return new Row(verb, List.of(lines), line, code, shows, answers);
    }

    /** Returns this with an answer: typed once something is to be seen, or piped in. */
    Row answered(String seen, String typed) {
        var all = new ArrayList<>(answers);
        all.add(new Answer(seen, typed));
        return new Row(verb, before, line, code, shows, List.copyOf(all));
    }

    /** Returns what is typed in all, each on its line. */
    String typed() {
        return answers.stream().map(answer -> answer.typed() + "\n").collect(Collectors.joining());
    }

    @Override
    public String toString() {
        return line;
    }
}
