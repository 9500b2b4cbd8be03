package dev.fairlead.cli.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.cli.text.Pictures.Protocol;
import dev.fairlead.cli.text.ProgressLine.Mode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every way out of this package, with the same hundred thousand texts. */
@Tag("thorough")
final class HostileTextTest {
    private static final int TRIES = 100_000;
    private static final Theme COLOURED = new Theme(true, true, true);
    private static final Renderer PLAIN = new Renderer(Theme.PLAIN);
    private static final Renderer ANSI = new Renderer(COLOURED);

    @Test
    void nothingHostileLeavesTheSanitizerAndCleaningTwiceChangesNothing() {
        forEachText((text, fact) -> {
            var clean = Sanitizer.text(text);
            var line = Sanitizer.line(text);
            var json = Sanitizer.json(text);
            assertClean(fact, clean);
            assertClean(fact, json);
            assertLine(fact, line);
            assertSame(fact, Sanitizer.text(clean), clean);
            assertSame(fact, Sanitizer.line(line), line);
            assertSame(fact, Sanitizer.json(json), json);
        });
    }

    @Test
    void nothingHostileLeavesStyledText() {
        forEachText((text, fact) -> {
            var styled = StyledText.of(text, Role.NAME)
                    .plus(text, Role.BAD, Role.CODE)
                    .as(Role.STRONG);
            assertRendered(fact, List.of(styled));
            assertRendered(fact, List.of(styled.linkedTo(text)));
            assertRendered(fact, List.of(styled.linkedTo("https://x.example/" + text)));
            assertRendered(fact, List.of(styled.cut(9, "…"), styled.padded(9), styled.paddedLeft(9)));
            assertRendered(fact, styled.wrapped(9));
            assertRendered(fact, StyledText.lines(text, Role.GOOD));
        });
    }

    @Test
    void nothingHostileLeavesWidths() {
        forEachText((text, fact) -> {
            assertLine(fact, Width.cut(text, 7, "…"));
            assertLine(fact, Width.padded(text, 7));
            Width.wrapped(text, 7).forEach(line -> assertLine(fact, line));
        });
    }

    @Test
    void nothingHostileLeavesTables() {
        forEachText((text, fact) -> {
            var table = Table.of(Column.whole("a"), Column.wrapped(text), Column.cut("c"))
                    .row(text, text, text)
                    .row("x");
            assertRendered(fact, table.lines(24, COLOURED));
            assertRendered(fact, table.lines(Width.UNLIMITED, Theme.PLAIN));
        });
    }

    @Test
    void nothingHostileLeavesMarkdown() {
        forEachText((text, fact) -> {
            assertRendered(fact, Markdown.lines(text, 24, COLOURED));
            assertRendered(fact, Markdown.lines(text, Width.UNLIMITED, Theme.PLAIN));
            assertRendered(fact, Markdown.plain(text, 24));
            Markdown.looksLike(text);
        });
    }

    @Test
    void nothingHostileLeavesAProgressLine() {
        var bytes = new ByteArrayOutputStream();
        var out = new PrintStream(bytes, false, UTF_8);
        var now = new AtomicLong();
        var line = new ProgressLine(out, Mode.ANIMATED, () -> 30, Theme.PLAIN, now::get, false);
        var steps = new ProgressLine(out, Mode.STEPS, () -> 30, Theme.PLAIN, now::get, false);
        forEachText((text, fact) -> {
            bytes.reset();
            line.begin(text);
            now.addAndGet(1_000_000_000L);
            line.tick();
            now.addAndGet(1_000_000_000L);
            line.report(1, 2, text);
            line.end();
            var parts = bytes.toString(UTF_8).split("\r\u001b\\[K", -1);
            assertSame(fact, Integer.toString(parts.length), "4");
            List.of(parts).forEach(part -> assertLine(fact, part));

            bytes.reset();
            steps.begin(text);
            steps.report(2, 2, text);
            assertClean(fact, bytes.toString(UTF_8));
            assertSame(fact, Long.toString(bytes.toString(UTF_8).lines().count()), "2");
        });
    }

    @Test
    void nothingHostileBecomesAPictureOrAName() {
        var bytes = new ByteArrayOutputStream();
        var out = new PrintStream(bytes, false, UTF_8);
        forEachText((text, fact) -> {
            var data = text.getBytes(UTF_8);
            assertSame(fact, Boolean.toString(Pictures.show(data, Protocol.ITERM, 80, out)), "false");
            assertSame(fact, SavedFiles.extension(data, text), "bin");
        });
        assertThat(bytes.size()).isZero();
    }

    private static void forEachText(BiConsumer<String, String> check) {
        for (int seed = 0; seed < TRIES; seed++) {
            var fact = "seed " + seed;
            try {
                check.accept(HostileText.next(new Random(seed)), fact);
            } catch (RuntimeException e) {
                throw new AssertionError(fact, e);
            }
        }
    }

    private static void assertRendered(String fact, List<StyledText> lines) {
        for (var line : lines) {
            var plain = PLAIN.render(line);
            assertLine(fact, plain);
            // All that the one has more than the other is ours: no escape comes from the text.
            assertSame(fact, HostileText.withoutOurs(ANSI.render(line)), plain);
        }
    }

    private static void assertLine(String fact, String text) {
        assertClean(fact, text);
        if (text.indexOf('\n') >= 0 || text.indexOf('\t') >= 0) {
            throw new AssertionError(fact + ": not one line: " + text);
        }
    }

    private static void assertClean(String fact, String text) {
        assertSame(fact, HostileText.firstHostile(text), "");
    }

    /** Assertions with more comfort are too slow for so many. */
    private static void assertSame(String fact, String actual, String expected) {
        if (!actual.equals(expected)) {
            throw new AssertionError("%s: <%s> instead of <%s>".formatted(fact, actual, expected));
        }
    }
}
