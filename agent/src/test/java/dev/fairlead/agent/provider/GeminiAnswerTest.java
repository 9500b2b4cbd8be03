package dev.fairlead.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.agent.model.Keepsake;
import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.model.ModelException.Kind;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyEnd;
import dev.fairlead.agent.model.ReplyEnd.Reason;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.ReplyPiece.TextDelta;
import dev.fairlead.agent.model.ReplyPiece.ThinkingDelta;
import dev.fairlead.agent.model.ReplyPiece.Whole;
import dev.fairlead.agent.model.Usage;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Recorded answers of Gemini, over HTTP and in pieces of any size. */
class GeminiAnswerTest {
    private static final int CHUNKINGS = 20;

    private final Asking asking = new Asking();

    @AfterEach
    void close() {
        asking.close();
    }

    private List<ReplyPiece> pieces(String recording) throws InterruptedException {
        asking.server.replays("gemini/" + recording);
        var first = asking.pieces();
        for (int seed = 2; seed < CHUNKINGS; seed++) {
            asking.server.replays("gemini/" + recording, new Random(seed));
            assertThat(withoutOwnIds(asking.pieces())).as("seed %d", seed).isEqualTo(withoutOwnIds(first));
        }
        assertThat(asking.server.connections()).as("connections").isEqualTo(1);
        return first;
    }

    private static List<ReplyPiece> withoutOwnIds(List<ReplyPiece> pieces) {
        return pieces.stream()
                .map(piece ->
                        piece instanceof Whole(Part.Call call) && call.id().startsWith("call_")
                                ? new Whole(new Part.Call(
                                        "call_", call.name(), call.arguments(), call.unreadable(), call.keepsake()))
                                : piece)
                .toList();
    }

    private static Keepsake signature(String signature) {
        return new Keepsake("gemini", Json.object().put("thoughtSignature", signature));
    }

    private static ReplyPiece.End end(Usage usage, Reason reason, String detail) {
        return new ReplyPiece.End(usage, new ReplyEnd(reason, detail));
    }

    @Test
    void textComesInDeltasAndWhole() throws Exception {
        assertThat(pieces("text.sse"))
                .containsExactly(
                        new TextDelta("Der Mond"),
                        new TextDelta(" ist größer "),
                        new TextDelta("als 🌍? Nein."),
                        new Whole(Part.Text.of("Der Mond ist größer als 🌍? Nein.")),
                        end(new Usage(9, 11, 0, 0), Reason.DONE, "STOP"));
    }

    @Test
    void aSignatureOnAnEmptyPartStaysOnIt() throws Exception {
        assertThat(pieces("thinking.sse"))
                .containsExactly(
                        new ThinkingDelta("**Weighing it**\n\nTwo and three"),
                        new ThinkingDelta(" make five.\n"),
                        new Whole(new Part.Thinking("**Weighing it**\n\nTwo and three make five.\n", null)),
                        new TextDelta("It is "),
                        new TextDelta("five."),
                        new Whole(Part.Text.of("It is five.")),
                        new Whole(new Part.Text("", signature("CpYBAdHtim9zaWduYXR1cmUx"))),
                        end(new Usage(12, 4, 44, 8), Reason.DONE, "STOP"));
    }

    @Test
    void aSignatureSeparatesWords() throws Exception {
        assertThat(pieces("signed-words.sse"))
                .containsExactly(
                        new TextDelta("One. "),
                        new Whole(Part.Text.of("One. ")),
                        new TextDelta("Two. "),
                        new Whole(new Part.Text("Two. ", signature("c2lnMQ=="))),
                        new TextDelta("Three."),
                        new Whole(Part.Text.of("Three.")),
                        new ThinkingDelta("hm"),
                        new Whole(new Part.Thinking("hm", signature("c2lnMg=="))),
                        new Whole(new Part.Text("", signature("c2lnMw=="))),
                        end(new Usage(3, 6, 1, 0), Reason.DONE, "STOP"));
    }

    @Test
    void callsOfOneTurnKeepTheirIdsAndTheSignatureOfTheFirst() throws Exception {
        var pieces = pieces("parallel-calls.sse");
        var calls = new ArrayList<Part.Call>();
        pieces.forEach(piece -> {
            if (piece instanceof Whole(Part.Call call)) {
                calls.add(call);
            }
        });
        assertThat(calls.get(0))
                .isEqualTo(new Part.Call(
                        "fc_1",
                        "weather",
                        Json.object().put("city", "Kraków"),
                        null,
                        new Keepsake(
                                "gemini",
                                Json.object()
                                        .put("thoughtSignature", "EsYCCsMCAdHtim9maXJzdA==")
                                        .put("id", "fc_1"))));
        assertThat(calls.get(1).id()).isEqualTo("fc_2");
        assertThat(calls.get(1).keepsake())
                .isEqualTo(new Keepsake("gemini", Json.object().put("id", "fc_2")));
        assertThat(calls.get(2).id()).startsWith("call_");
        assertThat(calls.get(2).arguments()).isEmpty();
        assertThat(calls.get(2).unreadable()).isNull();
        assertThat(calls.get(2).keepsake()).isNull();
        assertThat(pieces.getLast()).isEqualTo(end(new Usage(50, 40, 20, 0), Reason.TOOLS, "STOP"));
    }

    @Test
    void picturesComeWhole() throws Exception {
        assertThat(pieces("image.sse"))
                .containsExactly(
                        new TextDelta("Here it is:"),
                        new Whole(Part.Text.of("Here it is:")),
                        new Whole(new Part.Media("image/png", "iVBORw0KGgo=", signature("aW1hZ2U="))),
                        end(new Usage(7, 1294, 0, 0), Reason.DONE, "STOP"));
    }

    @Test
    void aBlockedPromptIsARefusal() throws Exception {
        assertThat(pieces("blocked-prompt.sse"))
                .containsExactly(end(new Usage(11, 0, 0, 0), Reason.REFUSED, "PROHIBITED_CONTENT"));
    }

    @Test
    void anUnknownReasonIsNamedAndLosesNothing() throws Exception {
        assertThat(pieces("unknown-finish.sse"))
                .endsWith(
                        new Whole(Part.Text.of("So it goes")), end(new Usage(4, 3, 0, 0), Reason.OTHER, "BORED_OF_IT"));
    }

    @Test
    void aCallThatTheModelGotWrongIsOne() throws Exception {
        assertThat(pieces("malformed-call.sse"))
                .containsExactly(end(
                        new Usage(40, 0, 0, 0),
                        Reason.MALFORMED_CALL,
                        "MALFORMED_FUNCTION_CALL: Malformed function call: print(default_api.add(a=2"));
    }

    @Test
    void whatMakesLittleSenseDoesNoHarm() throws Exception {
        var calls = pieces("odd.sse").stream()
                .filter(Whole.class::isInstance)
                .map(piece -> (Part.Call) ((Whole) piece).part())
                .toList();
        assertThat(calls).hasSize(3);
        assertThat(calls.get(0).unreadable()).isEqualTo("[1,2]");
        assertThat(calls.get(1).id()).isEqualTo("x");
        assertThat(calls.get(2).id()).startsWith("call_");
    }

    @Test
    void anEventThatIsNoJsonIsSaid() {
        var failure = breaking("malformed.sse");
        assertThat(failure.kind()).isEqualTo(Kind.BAD_ANSWER);
        assertThat(failure).hasMessageContaining("asking gemini/gemini-2.5-pro: its answer cannot be read");
        assertThat(asking.server.requests()).hasSize(1);
    }

    @Test
    void anAnswerWithoutEndIsCut() {
        var failure = breaking("cut.sse");
        assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(failure).hasMessageContaining("broke off (it ended without saying why)");
    }

    @Test
    void anErrorInTheMiddleIsSaid() {
        var failure = breaking("error-midway.sse");
        assertThat(failure.kind()).isEqualTo(Kind.BROKEN);
        assertThat(failure).hasMessageContaining("The model is overloaded");
    }

    @Test
    void anErrorAtTheBeginningIsAskedAgain() throws Exception {
        asking.server.replays("gemini/error-at-once.sse").replays("gemini/text.sse");
        assertThat(asking.pieces()).hasSize(5);
        assertThat(asking.pace.pauses()).hasSize(1);
    }

    /** Reads something before it breaks, so that it is not asked again. */
    private ModelException breaking(String recording) {
        asking.server.replays("gemini/" + recording);
        var failure = catchThrowableOfType(ModelException.class, () -> {
            try (var reply = asking.model().ask(Asking.QUESTION)) {
                assertThat(reply.next()).isInstanceOf(TextDelta.class);
                Asking.rest(reply);
            }
        });
        assertThat(failure).isNotNull();
        return failure;
    }
}
