package dev.fairlead.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs every example and reads what it prints. */
@Timeout(60)
class ExamplesTest {

    private interface Example {
        void run(String[] args) throws Exception;
    }

    private static String output(Example example) throws Exception {
        var before = System.out;
        var printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            example.run(new String[0]);
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void callsATool() throws Exception {
        assertThat(output(CallATool::main)).contains("add: Adds two numbers").endsWith("5\n");
    }

    @Test
    void answersQuestions() throws Exception {
        assertThat(output(AnswerQuestions::main)).isEqualTo("demo asks: Who are you?\nHello, Ada, friend of green!\n");
    }

    @Test
    void watchesAResource() throws Exception {
        assertThat(output(WatchAResource::main)).isEqualTo("demo://counter is now 1\n");
    }

    @Test
    void limitsAndCancels() throws Exception {
        assertThat(output(LimitAndCancel::main))
                .contains("progress: ")
                .contains("slept 0.2 s")
                .contains("gave up: no answer from server")
                .contains("none within 300 ms");
    }

    @Test
    void connectsToAServerInTheSameProgram() throws Exception {
        assertThat(output(ServerInTheSameProgram::main)).isEqualTo("hello\n");
    }
}
