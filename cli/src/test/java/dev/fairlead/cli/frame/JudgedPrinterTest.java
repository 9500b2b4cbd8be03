package dev.fairlead.cli.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What spoils a visit is told with what came of it, or not at all. */
final class JudgedPrinterTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final AtomicReference<@Nullable Failure> trouble = new AtomicReference<>();
    private final JudgedPrinter printer = new JudgedPrinter(
            new JsonPrinter(stream(out), stream(new ByteArrayOutputStream()), false, () -> {}), trouble::get);

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private record Seven() implements Outcome {
        @Override
        public void show(Page page) {
            page.line("7");
        }

        @Override
        public void tell(ObjectNode document) {
            document.put("value", 7);
        }
    }

    private void spoil() {
        trouble.set(Failure.of(UsageException.arguments("no"), Failure.Phase.CALLING));
    }

    @Test
    void whatIsSpoiltSaysSoAndWhatItIs() {
        spoil();
        printer.print(Attempt.begin(), new Seven());

        assertThat(printer.code(ExitCode.OK)).isEqualTo(ExitCode.BAD_ARGUMENTS);
        var document = Json.parse(out.toString(StandardCharsets.UTF_8));
        assertThat(document.path("success").booleanValue(true)).isFalse();
        assertThat(document.path("value").intValue()).isEqualTo(7);
        assertThat(document.path("error").path("message").stringValue()).isEqualTo("no");
    }

    @Test
    void whatWasSaidIsNotTakenBack() {
        printer.print(Attempt.begin(), new Seven());
        spoil();

        assertThat(printer.code(ExitCode.OK)).isEqualTo(ExitCode.OK);
        assertThat(Json.parse(out.toString(StandardCharsets.UTF_8))
                        .path("success")
                        .booleanValue(false))
                .isTrue();
    }
}
