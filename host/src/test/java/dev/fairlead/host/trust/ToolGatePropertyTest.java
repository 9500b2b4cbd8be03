package dev.fairlead.host.trust;

import static dev.fairlead.host.trust.Samples.arguments;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.trust.Verdict.Admitted;
import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.Tool;
import dev.fairlead.store.MemoryStore;
import dev.fairlead.store.Store;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** No sequence of changes, decisions and calls runs a definition that nobody approved. */
class ToolGatePropertyTest {
    private static final int SEQUENCES = 2_000;
    private static final int STEPS = 25;
    private static final List<Scope> SCOPES = List.of(Scope.ONCE, Scope.SESSION, Scope.ALWAYS);

    @Test
    void nothingRunsThatNobodyApproved() {
        int admitted = 0;
        int refused = 0;
        for (long seed = 0; seed < SEQUENCES; seed++) {
            var run = new Run(seed);
            for (int step = 0; step < STEPS; step++) {
                run.step();
            }
            admitted += run.admitted;
            refused += run.refused;
        }
        // Otherwise the property would hold for a gate that is always shut.
        assertThat(admitted).isGreaterThan(SEQUENCES);
        assertThat(refused).isGreaterThan(SEQUENCES);
    }

    /** One sequence, with what people did in it. */
    private static final class Run implements Approver {
        final long seed;
        final Random random;
        final Store store = new MemoryStore();
        final boolean asking;
        final Mutation mutation;
        ToolGate gate;
        ObjectNode json;
        ToolDefinition tool;

        /** The hash that was approved last; null for none. */
        String approved;

        /** Whether standing permission was given for a hash, by now void or not. */
        final Set<String> granted = new HashSet<>();

        boolean denied;
        boolean yes;
        boolean askedAndAllowed;
        int admitted;
        int refused;

        Run(long seed) {
            this.seed = seed;
            random = new Random(seed);
            asking = random.nextBoolean();
            mutation = new Mutation(random);
            json = Samples.json(random.nextInt(Samples.count()));
            tool = ToolDefinition.of(Tool.from(json));
            restart();
        }

        void restart() {
            gate = asking ? ToolGate.asking(store, this, AuditLog.none()) : ToolGate.firstUse(store, AuditLog.none());
        }

        void step() {
            switch (random.nextInt(8)) {
                case 0, 1 -> mutate();
                case 2 -> accept(tool.hash());
                case 3 -> accept("0".repeat(64));
                case 4 -> decide();
                default -> call();
            }
        }

        private void mutate() {
            var changed = json.deepCopy();
            mutation.apply(changed);
            changed.set("name", json.get("name")); // under another name it would be another tool
            try {
                tool = ToolDefinition.of(Tool.from(changed));
                json = random.nextInt(3) == 0 ? json : changed; // sometimes it changes back later
            } catch (BadShape noTool) {
                mutate();
            }
        }

        private void accept(String seen) {
            boolean right = seen.equals(tool.hash());
            assertThat(gate.accept(null, "s", tool, seen)).as("seed %d", seed).isEqualTo(right);
            if (right) {
                approved = tool.hash();
            }
        }

        private void decide() {
            var subject = Subject.of("s", tool.name());
            switch (random.nextInt(4)) {
                case 0 -> {
                    gate.grants().deny(subject, Scope.ALWAYS);
                    denied = true;
                }
                case 1 -> {
                    gate.grants().revoke(subject);
                    denied = false;
                    granted.clear();
                }
                case 2 -> restart();
                default -> {
                    if (gate.allow(null, "s", tool, tool.hash(), Scope.ALWAYS, true)) {
                        approved = tool.hash();
                        granted.add(tool.hash());
                    }
                }
            }
        }

        private void call() {
            yes = random.nextInt(3) == 0;
            askedAndAllowed = false;
            var before = approved;
            if (gate.admit(null, "s", tool, arguments()) instanceof Admitted) {
                admitted++;
                boolean firstUse = !asking && before == null;
                assertThat(denied).as("seed %d: denied, and called", seed).isFalse();
                assertThat(askedAndAllowed || firstUse || tool.hash().equals(before))
                        .as("seed %d: a definition was called that nobody approved", seed)
                        .isTrue();
                if (asking && !askedAndAllowed) {
                    assertThat(granted)
                            .as("seed %d: called without permission", seed)
                            .contains(tool.hash());
                }
                approved = tool.hash();
            } else {
                refused++;
            }
        }

        @Override
        public Answer ask(ApprovalRequest request) {
            assertThat(request.definition()).isEqualTo(tool);
            assertThat(request.reason() instanceof ApprovalRequest.Reason.Changed)
                    .as("seed %d: the difference is shown if there is one", seed)
                    .isEqualTo(approved != null && !approved.equals(tool.hash()));
            if (!yes) {
                return new Answer.Deny(Scope.ONCE, "no");
            }
            askedAndAllowed = true;
            var scope = SCOPES.get(random.nextInt(SCOPES.size()));
            if (scope != Scope.ONCE) {
                granted.add(tool.hash());
            }
            return new Answer.Allow(scope, true);
        }
    }
}
