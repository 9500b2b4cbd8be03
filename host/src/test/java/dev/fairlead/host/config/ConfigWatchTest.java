package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ConfigWatchTest {
    @TempDir
    private Path root;

    private Path file;
    private ConfigSearch search;
    private ConfigWatch watch;
    private final LinkedBlockingQueue<HostConfig> news = new LinkedBlockingQueue<>();

    @BeforeEach
    void begin() throws IOException {
        var home = Files.createDirectories(root.resolve("home"));
        var project = Files.createDirectories(home.resolve("project"));
        file = project.resolve("fairlead.json");
        write("\"a\": {\"command\": \"x\"}");
        search = ConfigSearch.of(Map.of(), home, project, "Linux");
        watch = ConfigWatch.start(search, search.load(), news::add, Duration.ofMillis(50), Duration.ofMillis(500));
    }

    @AfterEach
    void end() {
        watch.close();
    }

    private void write(String servers) throws IOException {
        replace("{\"mcpServers\": {%s}}".formatted(servers));
    }

    /** At once, as careful editors do it: nobody ever sees a half of it. */
    private void replace(String text) throws IOException {
        var other = Files.writeString(root.resolve("other"), text);
        Files.move(other, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private HostConfig next() throws InterruptedException {
        var config = news.poll(60, TimeUnit.SECONDS);
        assertThat(config).as("no news").isNotNull();
        return config;
    }

    private static List<String> names(HostConfig config) {
        return config.servers().stream().map(ServerConfig::name).toList();
    }

    @Test
    void tellsOfAChangeOfAReplacementOfDeletionAndOfReturn() throws Exception {
        Files.writeString(file, "{\"mcpServers\": {\"b\": {\"command\": \"x\"}}}");
        var changed = next();
        while (!changed.problems().isEmpty()) {
            changed = next(); // It was seen half written, which takes nothing away.
        }
        assertThat(names(changed)).containsExactly("b");

        write("\"c\": {\"command\": \"x\"}");
        assertThat(names(next())).containsExactly("c");

        Files.delete(file);
        assertThat(names(next())).isEmpty();

        write("\"d\": {\"command\": \"x\"}");
        assertThat(names(next())).containsExactly("d");
    }

    @Test
    void tellsOfAFileInAFolderThatWasNotThere() throws Exception {
        var user = search.places().getFirst().file();
        Files.createDirectories(user.getParent());
        var other = Files.writeString(root.resolve("other"), "{\"mcpServers\": {\"mine\": {\"command\": \"x\"}}}");
        Files.move(other, user, StandardCopyOption.ATOMIC_MOVE);

        assertThat(names(next())).containsExactly("mine", "a");
    }

    @Test
    void keepsWhatWasGoodWhereAFileOrAnEntryBecomesUnusable() throws Exception {
        replace("{\"mcpServers\": {");
        var broken = next();
        assertThat(names(broken)).containsExactly("a");
        assertThat(broken.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.severity()).isEqualTo(ConfigProblem.Severity.ERROR));

        write("\"a\": {\"command\": \"x\", \"args\": 3}, \"b\": {\"command\": \"y\"}");
        var half = next();
        assertThat(names(half)).containsExactly("b", "a");
        assertThat(half.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.server()).isEqualTo("a"));

        write("\"b\": {\"command\": \"y\"}");
        var mended = next();
        assertThat(names(mended)).containsExactly("b");
        assertThat(mended.problems()).isEmpty();
    }

    @Test
    void saysNothingWhereTheTextIsTheSame() throws Exception {
        var text = Files.readString(file);
        replace(text);
        Files.writeString(file.resolveSibling("unrelated"), "x");
        write("\"b\": {\"command\": \"x\"}");

        assertThat(names(next())).containsExactly("b");
        assertThat(news).isEmpty();
    }

    @Test
    void aListenerThatFailsHearsOfTheNextChange() throws Exception {
        watch.close();
        watch = ConfigWatch.start(
                search,
                search.load(),
                config -> {
                    news.add(config);
                    if (names(config).contains("b")) {
                        throw new IllegalStateException("the listener of this test fails once");
                    }
                },
                Duration.ofMillis(50),
                Duration.ofMillis(500));

        write("\"b\": {\"command\": \"x\"}");
        assertThat(names(next())).containsExactly("b");
        write("\"c\": {\"command\": \"x\"}");
        assertThat(names(next())).containsExactly("c");
    }

    @Test
    void sameServersElsewhereInTheFileAreTheSame() throws Exception {
        var before = search.load().servers().getFirst();
        replace("\n\n// moved\n{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}");

        var after = next().servers().getFirst();

        assertThat(after).isNotEqualTo(before);
        assertThat(after.sameAs(before)).isTrue();
        assertThat(after.withEnabled(false).sameAs(before)).isFalse();
    }
}
