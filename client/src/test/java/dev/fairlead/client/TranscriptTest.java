package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.testkit.Verifies;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The conversations in the folder of transcripts, played with a real client: what it says is what is written. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class TranscriptTest {
    private static Path folder() throws URISyntaxException {
        return Path.of(TranscriptTest.class.getResource("/transcripts").toURI());
    }

    static List<String> files() throws IOException, URISyntaxException {
        try (Stream<Path> all = Files.list(folder())) {
            return all.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    @Verifies({
        "A-1", "A-2", "A-3", "A-4", "A-5", "A-9", "A-11", "A-21", "A-22", "A-24", "A-29", "B-1", "B-2", "B-3", "B-5",
        "B-7", "B-8", "B-10", "B-13", "B-15", "C-11", "G-14", "G-28", "G-37", "H-1", "H-2", "H-3", "H-4", "H-9", "H-10",
        "H-11", "H-16", "I-1", "I-3", "I-4", "I-8", "I-9", "I-10", "I-13", "I-17", "I-20", "I-21", "I-22", "I-24"
    })
    void theClientSaysWhatIsWritten(String file) throws Exception {
        play(WireTranscript.read(folder().resolve(file)));
    }

    @Test
    void theRequirementsCitedHereAreThoseThatTheFilesName() throws Exception {
        var named = new TreeSet<String>();
        for (var file : files()) {
            var transcript = WireTranscript.read(folder().resolve(file));
            assertThat(transcript.proves()).as("%s", file).isNotEmpty();
            named.addAll(transcript.proves());
        }
        var played = TranscriptTest.class.getDeclaredMethod("theClientSaysWhatIsWritten", String.class);
        assertThat(played.getAnnotation(Verifies.class).value()).containsExactlyInAnyOrderElementsOf(named);
    }

    @Test
    void whatIsSaidOtherwiseNotAtAllOrBesidesIsNoticed(@TempDir Path folder) throws Exception {
        var text = Files.readString(folder().resolve("opening-legacy.txt"));
        var lastSaid = text.substring(text.lastIndexOf("\n> ") + 1);
        for (var wrong : List.of(
                text.replace("\"id\":2", "\"id\":22"),
                text.replace("\"jsonrpc\":\"2.0\"", "\"jsonrpc\":\"2.1\""),
                text + "> {\"jsonrpc\":\"2.0\",\"method\":\"notifications/never\"}\n",
                text.substring(0, text.length() - lastSaid.length()))) {
            assertThat(wrong).isNotEqualTo(text);
            var changed = WireTranscript.read(Files.writeString(folder.resolve("wrong.txt"), wrong));
            assertThatThrownBy(() -> play(changed)).isInstanceOf(AssertionError.class);
        }
    }

    private static void play(WireTranscript transcript) throws Exception {
        var server = new TranscriptServer(transcript);
        try (var program = TranscriptProgram.connect(server, transcript.offers())) {
            for (var step : transcript.steps()) {
                program.play(step);
            }
        } catch (Exception | AssertionError failure) {
            throw new AssertionError("%s%n%s".formatted(departure(server), failure), failure);
        }
        try {
            server.awaitEnd();
        } catch (ExecutionException departed) {
            throw new AssertionError(departed.getCause().getMessage(), departed);
        }
    }

    private static Throwable departure(TranscriptServer server) {
        try {
            server.awaitEnd();
            return new IllegalStateException("the client said all that is written, and yet:");
        } catch (ExecutionException departed) {
            return departed.getCause();
        } catch (Exception unknown) {
            return unknown;
        }
    }
}
