package dev.fairlead.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyPiece;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RecordedAnswersTest {

    @TestFactory
    Stream<DynamicTest> aRecordingGivesExactlyThePiecesNextToIt() {
        return Stream.of(Recorded.Provider.values())
                .flatMap(provider -> provider.recordings().stream()
                        .map(file -> DynamicTest.dynamicTest(
                                provider.folder + "/" + file.getFileName(),
                                () -> assertThat(Recorded.describe(provider.codec(), Recorded.events(file)))
                                        .isEqualTo(Recorded.text(expected(file))))));
    }

    private static Path expected(Path recording) {
        String name = recording.getFileName().toString();
        return recording.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ".pieces");
    }

    @ParameterizedTest
    @EnumSource(Recorded.Provider.class)
    void everythingAfterTheEndIsIgnored(Recorded.Provider provider) throws Exception {
        var decoder = provider.codec().decoder();
        for (var event : Recorded.events(provider.recordings()
                .getLast()
                .resolveSibling(provider == Recorded.Provider.OLLAMA ? "text.ndjson" : "text.sse"))) {
            decoder.read(event.type(), event.data());
        }
        decoder.finish();

        assertThat(decoder.read("", "{\"message\":{\"content\":\"more\"}}")).isEmpty();
        assertThat(decoder.read("error", "no JSON")).isEmpty();
        assertThat(decoder.finish()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Recorded.Provider.class)
    void wholePartsAreWhatTheirDeltasWere(Recorded.Provider provider) throws Exception {
        for (Path file : whole(provider)) {
            var words = new StringBuilder();
            for (ReplyPiece piece : Recorded.read(provider.codec(), Recorded.events(file))) {
                switch (piece) {
                    case ReplyPiece.TextDelta delta -> words.append(delta.text());
                    case ReplyPiece.ThinkingDelta delta -> words.append(delta.text());
                    case ReplyPiece.Whole(Part.Text text) -> {
                        assertThat(words).as("%s", file).hasToString(text.text());
                        words.setLength(0);
                    }
                    case ReplyPiece.Whole(Part.Thinking thought) -> {
                        assertThat(words).as("%s", file).hasToString(thought.text());
                        words.setLength(0);
                    }
                    default -> assertThat(words).as("%s", file).isEmpty();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Recorded.Provider.class)
    void anySplitOfTheDeltasGivesTheSameWholeParts(Recorded.Provider provider) throws Exception {
        for (int seed = 0; seed < 100; seed++) {
            var random = new Random(seed);
            for (Path file : whole(provider)) {
                var events = Recorded.events(file);
                var split = DeltaSplitter.split(provider, events, random);
                assertThat(wholeParts(Recorded.read(provider.codec(), split)))
                        .as("seed %d, %s", seed, file)
                        .isEqualTo(wholeParts(Recorded.read(provider.codec(), events)));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Recorded.Provider.class)
    void garbageGivesPiecesOrOneOfTwoExceptions(Recorded.Provider provider) {
        var recordings = provider.recordings();
        for (int seed = 0; seed < 2_500; seed++) {
            var random = new Random(seed);
            var events = Garbage.of(Recorded.events(recordings.get(random.nextInt(recordings.size()))), random);
            try {
                var pieces = Recorded.read(provider.codec(), events);
                assertThat(pieces.getLast()).as("seed %d", seed).isInstanceOf(ReplyPiece.End.class);
                assertThat(pieces.stream().filter(ReplyPiece.End.class::isInstance))
                        .as("seed %d", seed)
                        .hasSize(1);
            } catch (BadReplyException e) {
                assertThat(e.getMessage()).as("seed %d", seed).isNotBlank().hasSizeLessThan(1_000);
            } catch (ComplaintException e) {
                assertThat(e.complaint().kind()).as("seed %d", seed).isInstanceOf(ModelException.Kind.class);
            } catch (RuntimeException e) {
                throw new AssertionError("seed %d of %s".formatted(seed, provider), e);
            }
        }
    }

    @Test
    void anAnswerThatNeverEndsIsCutOff() throws Exception {
        var decoder = new OllamaCodec().decoder();
        String line = "{\"message\":{\"content\":\"%s\"}}".formatted("x".repeat(4 * 1024 * 1024));
        for (int i = 0; i < 8; i++) {
            decoder.read("", line);
        }

        assertThat(org.junit.jupiter.api.Assertions.assertThrows(BadReplyException.class, () -> decoder.read("", line)))
                .hasMessageContaining("characters");
    }

    /** Returns the recordings of whole answers. */
    private static List<Path> whole(Recorded.Provider provider) {
        return provider.recordings().stream()
                .filter(file -> Recorded.text(expected(file)).lines().anyMatch(line -> line.startsWith("end ")))
                .toList();
    }

    private static List<String> wholeParts(List<ReplyPiece> pieces) {
        var parts = new ArrayList<String>();
        for (ReplyPiece piece : pieces) {
            if (piece instanceof ReplyPiece.Whole || piece instanceof ReplyPiece.End) {
                parts.add(Pieces.describe(piece));
            }
        }
        return parts;
    }
}
