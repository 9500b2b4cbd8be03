package dev.fairlead.wire.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ChildEnvironmentTest {
    private static final int TRIES = 300;

    @Test
    void ofFortySecretsNoneIsHandedOn() {
        var parent = new HashMap<>(Map.of("HOME", "/home/me", "PATH", "/bin", "LANG", "C", "home", "x"));
        for (int i = 0; i < 40; i++) {
            parent.put("SECRET_" + i, "canary-" + i);
        }
        assertThat(ChildEnvironment.of(parent, Map.of("API_KEY", "k"), "j-1", false))
                .isEqualTo(Map.of("HOME", "/home/me", "PATH", "/bin", "API_KEY", "k", "FAIRLEAD_LIFELINE", "j-1;"));
    }

    @Test
    void shellFunctionsAreLeftOut() {
        assertThat(ChildEnvironment.of(Map.of("TERM", "() { :; }; echo"), Map.of(), "j-1", false))
                .containsOnlyKeys("FAIRLEAD_LIFELINE");
    }

    @Test
    void theMarkerCannotBeDeclaredAway() {
        assertThat(ChildEnvironment.of(Map.of(), Map.of("FAIRLEAD_LIFELINE", "other"), "j-1", false))
                .isEqualTo(Map.of("FAIRLEAD_LIFELINE", "j-1;"));
    }

    @Test
    void onWindowsNamesAreTheSameInAnyCase() {
        var child = ChildEnvironment.of(
                Map.of("Path", "C:\\old", "SystemRoot", "C:\\Windows", "Secret", "s"),
                Map.of("PATH", "C:\\new"),
                "j-1",
                true);
        assertThat(new HashMap<>(child))
                .isEqualTo(Map.of("PATH", "C:\\new", "SystemRoot", "C:\\Windows", "FAIRLEAD_LIFELINE", "j-1;"));
    }

    @Test
    void randomParentsHandOnTheAllowListAndNothingElse() {
        for (long seed = 0; seed < TRIES; seed++) {
            var random = new Random(seed);
            boolean windows = random.nextBoolean();
            var safe = windows ? ChildEnvironment.WINDOWS_NAMES : ChildEnvironment.POSIX_NAMES;
            var parent = randomVariables(random, safe);
            var declared = randomVariables(random, safe);
            var child = ChildEnvironment.of(parent, declared, "m", windows);

            Set<String> expected = windows ? new TreeSet<>(String.CASE_INSENSITIVE_ORDER) : new HashSet<>();
            expected.addAll(declared.keySet());
            expected.add(Lifeline.VARIABLE);
            parent.forEach((name, value) -> {
                if (safe.contains(windows ? name.toUpperCase(Locale.ROOT) : name) && !value.startsWith("()")) {
                    expected.add(name);
                }
            });
            assertThat(child.keySet()).as("seed %d", seed).hasSameSizeAs(expected);
            assertThat(child.keySet()).as("seed %d", seed).allMatch(expected::contains);
            assertThat(child).as("seed %d", seed).containsAllEntriesOf(declared);
            assertThat(child).as("seed %d", seed).containsEntry(Lifeline.VARIABLE, "m;");
        }
    }

    /** No two names differ in case alone, as on Windows none can. */
    private static Map<String, String> randomVariables(Random random, List<String> safe) {
        var variables = new HashMap<String, String>();
        var taken = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        var others =
                List.of("AWS_SECRET", "PATH2", "XHOME", "HOME ", "LD_PRELOAD", "NODE_OPTIONS", "BASH_FUNC_x%%", "ü");
        for (int i = random.nextInt(20); i > 0; i--) {
            var from = random.nextBoolean() ? safe : others;
            var name = from.get(random.nextInt(from.size()));
            if (random.nextInt(4) == 0) {
                name = name.toLowerCase(Locale.ROOT);
            }
            if (taken.add(name)) {
                variables.put(name, random.nextInt(5) == 0 ? "() { :; }" : "v" + random.nextInt());
            }
        }
        return variables;
    }
}
