package dev.fairlead.cli.frame;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Says beforehand what servers are answered that ask something back. */
public final class QuestionOptions implements Words {
    private static final String ANSWER = "--answer";
    private static final String ROOT = "--root";

    private List<String> answers = List.of();
    private List<Path> roots = List.of();

    @Override
    public void describe(Form form) {
        form.texts(
                ANSWER,
                "KEY=VALUE",
                given -> answers = given,
                "Answer what the server asks back: FIELD=VALUE or FIELD:=JSON for a",
                "field of a form, @form=accept, @url=accept (or decline, cancel),",
                "@sampling=TEXT. Repeat it for more. Without it you are asked, if this",
                "is a terminal.");
        form.paths(
                ROOT,
                "DIR",
                given -> roots = given,
                "Tell the server of this folder, if it wants to know; else of none.");
    }

    /** Has connections be made with what was typed. */
    public void give(ConnectionOptions connection) {
        connection.answers = answers;
        connection.roots = roots;
    }

    /** Lists what was typed. */
    List<String> typed() {
        return Stream.of(answers.isEmpty() ? "" : ANSWER, roots.isEmpty() ? "" : ROOT)
                .filter(name -> !name.isEmpty())
                .toList();
    }
}
