package dev.fairlead.cli.question;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TypedLinesTest {
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final PrintStream prompts = new PrintStream(shown, true, StandardCharsets.UTF_8);

    private Keyboard typing(String text) {
        return Keyboard.of(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), prompts);
    }

    @Test
    void linesComeOneByOneAndNotFurther() throws Exception {
        var in = new ByteArrayInputStream("één\r\ntwo\nrest".getBytes(StandardCharsets.UTF_8));
        var keyboard = Keyboard.of(in, prompts);

        assertThat(keyboard.line("? ")).isEqualTo("één");
        assertThat(in.available()).isEqualTo(8);
        assertThat(keyboard.line("! ")).isEqualTo("two");
        assertThat(shown).hasToString("? ! ");
    }

    @Test
    void theEndOfTheInputIsNoLineAndHalfALineIsNoneEither() throws Exception {
        assertThat(typing("").line("")).isNull();
        assertThat(typing("yes").line("")).isNull();
    }

    @Test
    void linesDoNotGrowForEver() throws Exception {
        assertThat(typing("x".repeat(1_000_000) + "\n").line("")).hasSize(64 * 1024);
    }

    @Test
    void whatAPersonTypedBeforeAQuestionIsNotItsAnswer() throws Exception {
        try (var keys = new PipedOutputStream();
                var in = new PipedInputStream(keys)) {
            var keyboard = Keyboard.ofTerminal(in, prompts);
            keys.write("y\nyes\n".getBytes(StandardCharsets.UTF_8));
            keys.flush();

            var answer = meanwhile(() -> keyboard.answer("sure? "));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> shown.toString(StandardCharsets.UTF_8).endsWith("sure? "));
            keys.write("no\n".getBytes(StandardCharsets.UTF_8));
            keys.flush();

            assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo("no");
            assertThat(shown.toString(StandardCharsets.UTF_8))
                    .contains("What was typed before this question is not taken for its answer.");
        }
    }

    @Test
    void severalLinesMayBeTypedAtOnceWhereNobodyAgreesByThem() throws Exception {
        var in = new ByteArrayInputStream("one\ntwo\n".getBytes(StandardCharsets.UTF_8));
        var keyboard = Keyboard.ofTerminal(in, prompts);

        assertThat(keyboard.line("")).isEqualTo("one");
        assertThat(keyboard.line("")).isEqualTo("two");
    }

    @Test
    void scriptsSayEverythingBeforehand() throws Exception {
        var keyboard = typing("yes\nno\n");

        assertThat(keyboard.answer("? ")).isEqualTo("yes");
        assertThat(keyboard.answer("! ")).isEqualTo("no");
        assertThat(shown).hasToString("? ! ");
    }

    @Test
    void whatWasTypedForAQuestionThatWasTakenBackAnswersNoOther() throws Exception {
        try (var keys = new PipedOutputStream();
                var in = new PipedInputStream(keys)) {
            var keyboard = Keyboard.of(in, prompts);
            var first = Thread.ofVirtual().start(() -> {
                try {
                    keyboard.line("first? ");
                } catch (InterruptedException takenBack) {
                    Thread.currentThread().interrupt();
                }
            });
            Awaitility.await()
                    .until(() -> shown.toString(StandardCharsets.UTF_8).contains("first? "));
            keys.write("ye".getBytes(StandardCharsets.UTF_8));
            keys.flush();
            first.interrupt();
            first.join();

            var second = meanwhile(() -> keyboard.line("second? "));
            Awaitility.await()
                    .until(() -> shown.toString(StandardCharsets.UTF_8).contains("press Enter"));
            keys.write("s\nno\n".getBytes(StandardCharsets.UTF_8));
            keys.flush();
            assertThat(second.get(30, TimeUnit.SECONDS)).isEqualTo("no");
        }
    }

    private static <T> Future<T> meanwhile(Callable<T> work) {
        var task = new FutureTask<>(work);
        Thread.startVirtualThread(task);
        return task;
    }
}
