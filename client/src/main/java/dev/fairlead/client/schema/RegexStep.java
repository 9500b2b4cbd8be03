package dev.fairlead.client.schema;

import java.util.List;
import java.util.function.IntPredicate;

/** One instruction of a regular expression search. */
sealed interface RegexStep {

    /** Says that the way taken leads nowhere. */
    int FAIL = -1;

    /** Says that the expression has matched. */
    int DONE = -2;

    /** Runs the instruction at an index of the program and returns the index of the next one, {@link #FAIL} or {@link #DONE}. */
    int run(RegexSearch search, int here);

    /** Reads one code point. */
    record One(IntPredicate set) implements RegexStep {

        @Override
        public int run(RegexSearch search, int here) {
            return search.read(set) ? here + 1 : FAIL;
        }
    }

    /** Reads as many code points as possible, ready to give them back one by one. */
    record Run(IntPredicate set, int min, int max) implements RegexStep {

        @Override
        public int run(RegexSearch search, int here) {
            int least = search.position();
            int count = 0;
            while (count < max && search.read(set)) {
                count++;
                if (count <= min) {
                    least = search.position();
                }
            }
            if (count < min) {
                return FAIL;
            }
            search.offerShorter(here + 1, least);
            return here + 1;
        }
    }

    /** Tries one way, and another if that fails. */
    record Fork(int first, int second) implements RegexStep {

        @Override
        public int run(RegexSearch search, int here) {
            search.offer(second);
            return first;
        }
    }

    /** Goes on elsewhere. */
    record Jump(int target) implements RegexStep {

        @Override
        public int run(RegexSearch search, int here) {
            return target;
        }
    }

    /** Notes the position. */
    record Mark(int register) implements RegexStep {

        @Override
        public int run(RegexSearch search, int here) {
            search.set(register, search.position());
            return here + 1;
        }
    }

    /** Checks the place. */
    record At(RegexNode.Place place) implements RegexStep {

        @Override
        public int run(RegexSearch search, int here) {
            return search.isAt(place) ? here + 1 : FAIL;
        }
    }

    /** Checks what comes next or came before. */
    record Look(List<RegexStep> program, boolean ahead, boolean negated) implements RegexStep {

        @Override
        public int run(RegexSearch search, int here) {
            return search.look(program, ahead, negated) != negated ? here + 1 : FAIL;
        }
    }

    /** Reads the text of a group again; a group without text is empty. */
    record Back(int register, boolean ignoreCase) implements RegexStep {

        @Override
        public int run(RegexSearch search, int here) {
            return search.readAgain(register, ignoreCase) ? here + 1 : FAIL;
        }
    }

    /** Begins a loop: the register counts its rounds, the next one holds where the round began. */
    record LoopStart(int counter) implements RegexStep {

        @Override
        public int run(RegexSearch search, int here) {
            search.set(counter, 0);
            search.set(counter + 1, -1);
            return here + 1;
        }
    }

    /** Decides between another round, which begins at the next instruction, and the end of the loop. */
    record Loop(int counter, int min, int max, boolean greedy, int exit) implements RegexStep {

        @Override
        public int run(RegexSearch search, int here) {
            int rounds = search.get(counter);
            boolean idle = search.get(counter + 1) == search.position();
            if (idle && rounds > min) {
                return FAIL;
            }
            if (idle) {
                // The rounds still owed can be as empty as the last one was.
                search.offer(rounds < min ? here + 1 : FAIL);
                return exit;
            }
            if (rounds < min) {
                return here + 1;
            }
            if (rounds >= max) {
                return exit;
            }
            search.offer(greedy ? exit : here + 1);
            return greedy ? here + 1 : exit;
        }
    }

    /** Begins a round of a loop, in which the groups of earlier rounds are forgotten. */
    record LoopEnter(int counter, int firstMark, int lastMark) implements RegexStep {

        @Override
        public int run(RegexSearch search, int here) {
            search.set(counter, search.get(counter) + 1);
            search.set(counter + 1, search.position());
            for (int mark = firstMark; mark <= lastMark; mark++) {
                if (search.get(mark) != 0) {
                    search.set(mark, 0);
                }
            }
            return here + 1;
        }
    }

    /** Ends the expression. */
    record Accept() implements RegexStep {

        @Override
        public int run(RegexSearch search, int here) {
            return search.isAcceptableEnd() ? DONE : FAIL;
        }
    }
}
