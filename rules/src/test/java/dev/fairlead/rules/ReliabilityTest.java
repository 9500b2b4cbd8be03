package dev.fairlead.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of what is survived, and how that is seen: whatever test it names is there. */
final class ReliabilityTest {
    private static final Pattern ROW = Pattern.compile("\\| (RS-\\d{3}) \\| ([^|]+) \\| ([^|]*) \\| ([^|]+) \\|");
    private static final Pattern STATE = Pattern.compile("shown|in part: .+|not shown: .+");
    private static final Pattern NAMED = Pattern.compile("`([^`]+)`");
    private static final Pattern TEST = Pattern.compile("([a-z0-9-]+)/(\\w+)(?:#(\\w+))?");

    private final Path root = Repository.root();
    private final List<String> problems = new ArrayList<>();

    @Test
    void everyTestThatIsNamedIsThere() throws IOException {
        var cases = new ArrayList<String>();
        for (var line : Files.readAllLines(root.resolve("docs").resolve("reliability.md"))) {
            if (line.startsWith("| RS-")) {
                var row = ROW.matcher(line);
                assertThat(row.matches()).as(line).isTrue();
                cases.add(row.group(1));
                check(row.group(1), row.group(3), row.group(4));
            }
        }
        assertThat(cases).hasSizeGreaterThan(100).doesNotHaveDuplicates().isSorted();
        assertThat(problems).isEmpty();
    }

    private void check(String id, String shownBy, String state) throws IOException {
        if (!STATE.matcher(state).matches()) {
            problems.add(id + ": no state: " + state);
        }
        var named = NAMED.matcher(shownBy).results().map(one -> one.group(1)).toList();
        if (named.isEmpty() != state.startsWith("not shown")) {
            problems.add(id + ": what is shown names a test, and nothing else does");
        }
        for (var name : named) {
            // What follows a blank is an option of a command.
            if (!exists(name.replaceAll(" .*", ""))) {
                problems.add(id + ": there is no " + name);
            }
        }
    }

    private boolean exists(String name) throws IOException {
        if (Files.isRegularFile(root.resolve(name))) {
            return true;
        }
        var test = TEST.matcher(name);
        var tests = test.matches() ? root.resolve(test.group(1)).resolve(Path.of("src", "test", "java")) : root;
        if (!test.matches() || !Files.isDirectory(tests)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(tests)) {
            for (var file :
                    files.filter(one -> one.endsWith(test.group(2) + ".java")).toList()) {
                if (test.group(3) == null || Files.readString(file).contains(" void " + test.group(3) + "(")) {
                    return true;
                }
            }
        }
        return false;
    }
}
