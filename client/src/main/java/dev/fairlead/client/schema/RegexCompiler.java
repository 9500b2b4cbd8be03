package dev.fairlead.client.schema;

import java.util.ArrayList;
import java.util.List;

/** The translation of a parsed regular expression into steps of a search. */
final class RegexCompiler {

    private final int groups;
    private int registers;
    private int lastGroup;

    RegexCompiler(int groups) {
        this.groups = groups;
        // Two for each group and two for the whole, which has no number of its own.
        this.registers = 2 * (groups + 1);
    }

    Regex compile(RegexNode root) {
        List<RegexStep> program = program(root);
        boolean anchored = Regex.leading(root).stream()
                .allMatch(node -> node instanceof RegexNode.Anchor anchor && anchor.place() == RegexNode.Place.START);
        return new Regex(program, registers, anchored);
    }

    private List<RegexStep> program(RegexNode root) {
        List<RegexStep> program = new ArrayList<>();
        emit(root, program);
        program.add(new RegexStep.Accept());
        return program;
    }

    private void emit(RegexNode node, List<RegexStep> out) {
        switch (node) {
            case RegexNode.One one -> out.add(new RegexStep.One(one.set()));
            case RegexNode.Sequence sequence -> sequence.parts().forEach(part -> emit(part, out));
            case RegexNode.Choice choice -> choice(choice, out);
            case RegexNode.Capture capture -> {
                lastGroup = capture.group();
                out.add(new RegexStep.Mark(2 * capture.group()));
                emit(capture.body(), out);
                out.add(new RegexStep.Mark(2 * capture.group() + 1));
            }
            case RegexNode.Repeat repeat -> repeat(repeat, out);
            case RegexNode.Anchor anchor -> out.add(new RegexStep.At(anchor.place()));
            case RegexNode.Look look -> out.add(new RegexStep.Look(program(look.body()), look.ahead(), look.negated()));
            case RegexNode.Back back -> {
                if (back.group() > groups) {
                    throw new Regex.SyntaxException("has a pattern that refers to a group it does not have");
                }
                out.add(new RegexStep.Back(2 * back.group(), back.ignoreCase()));
            }
        }
    }

    private void choice(RegexNode.Choice choice, List<RegexStep> out) {
        List<Integer> jumps = new ArrayList<>();
        List<RegexNode> options = choice.options();
        for (int i = 0; i < options.size() - 1; i++) {
            int fork = reserve(out);
            emit(options.get(i), out);
            jumps.add(reserve(out));
            out.set(fork, new RegexStep.Fork(fork + 1, out.size()));
        }
        emit(options.getLast(), out);
        jumps.forEach(jump -> out.set(jump, new RegexStep.Jump(out.size())));
    }

    private void repeat(RegexNode.Repeat repeat, List<RegexStep> out) {
        if (repeat.max() == 0) {
            return;
        }
        if (repeat.body() instanceof RegexNode.One one && repeat.greedy()) {
            out.add(new RegexStep.Run(one.set(), repeat.min(), repeat.max()));
            return;
        }
        int counter = registers;
        registers += 2;
        out.add(new RegexStep.LoopStart(counter));
        int loop = reserve(out);
        int enter = reserve(out);
        int firstGroup = lastGroup + 1;
        emit(repeat.body(), out);
        out.set(enter, new RegexStep.LoopEnter(counter, 2 * firstGroup, 2 * lastGroup + 1));
        out.add(new RegexStep.Jump(loop));
        out.set(loop, new RegexStep.Loop(counter, repeat.min(), repeat.max(), repeat.greedy(), out.size()));
    }

    private static int reserve(List<RegexStep> out) {
        out.add(new RegexStep.Accept());
        return out.size() - 1;
    }
}
