package dev.fairlead.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MarkdownStreamTest {
    private final List<String> parts = new ArrayList<>();

    private List<String> blocks(String text) {
        parts.clear();
        var stream = MarkdownStream.ofBlocks(parts::add);
        stream.add(text);
        stream.finish();
        return parts;
    }

    @Test
    void aBlockIsShownAtItsEmptyLine() {
        var stream = MarkdownStream.ofBlocks(parts::add);
        stream.add("one\ntw");
        assertThat(parts).isEmpty();
        stream.add("o\n\nthree");
        assertThat(parts).containsExactly("one\ntwo");
        stream.finish();
        assertThat(parts).containsExactly("one\ntwo", "three");
    }

    @Test
    void anEmptyLineInFencedCodeEndsNothing() {
        assertThat(blocks("```java\na\n\nb\n```\nafter")).containsExactly("```java\na\n\nb\n```", "after");
        assertThat(blocks("````\n```\n\n````\nafter")).containsExactly("````\n```\n\n````", "after");
    }

    @Test
    void longCodeIsShownInParts() {
        var stream = MarkdownStream.ofBlocks(parts::add);
        stream.add("```java\n");
        for (int i = 0; i < 30; i++) {
            stream.add("line%d\n".formatted(i));
        }
        assertThat(parts).hasSize(2).allMatch(part -> part.startsWith("```java\n") && part.endsWith("\n```"));
        stream.add("```\n");
        assertThat(String.join("\n", parts).lines().filter(line -> line.startsWith("line")))
                .hasSize(30);
    }

    @Test
    void programsGetWhatCameLineByLine() {
        var text = "a\n\n```\nb\n\n```\n  c  \nd";
        for (long seed = 0; seed < 100; seed++) {
            var random = new Random(seed);
            parts.clear();
            var stream = MarkdownStream.ofLines(parts::add);
            for (int from = 0; from < text.length(); ) {
                int to = Math.min(text.length(), from + 1 + random.nextInt(5));
                stream.add(text.substring(from, to));
                from = to;
            }
            stream.finish();
            assertThat(String.join("", parts)).as("seed %d", seed).isEqualTo(text);
        }
    }
}
