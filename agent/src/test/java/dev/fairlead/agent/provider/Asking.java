package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.ReplyStream;
import dev.fairlead.agent.model.Tuning;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.HttpEngine;
import dev.fairlead.wire.http.HttpService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A Gemini beside the test, and what it is asked. */
final class Asking implements AutoCloseable {
    static final String KEY = "AIzaSy-the-key-that-nobody-may-see";
    static final ModelRequest QUESTION = new ModelRequest("", List.of(Turn.Asked.of("Well?")), List.of(), Tuning.USUAL);

    private final HttpEngine engine = HttpEngine.builder().build();
    final ModelServer server = new ModelServer();
    final StillPace pace = new StillPace();

    Model model() {
        return model(server.origin());
    }

    Model model(String address) {
        return model(address, new GeminiCodec());
    }

    Model model(String address, Codec codec) {
        return new HttpModel(
                new ModelName("gemini", "gemini-2.5-pro"),
                codec,
                new HttpService(engine, address, codec.headers(KEY)),
                Headers.NONE,
                "check GEMINI_API_KEY",
                new Patience(4, Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofSeconds(60)),
                pace);
    }

    HttpEngine engine() {
        return engine;
    }

    /** Asks, and reads the answer to its end. */
    List<ReplyPiece> pieces() throws InterruptedException {
        try (var reply = model().ask(QUESTION)) {
            return rest(reply);
        }
    }

    static List<ReplyPiece> rest(ReplyStream reply) throws InterruptedException {
        var pieces = new ArrayList<ReplyPiece>();
        do {
            pieces.add(reply.next());
        } while (!(pieces.getLast() instanceof ReplyPiece.End));
        return pieces;
    }

    @Override
    public void close() {
        engine.close();
        server.close();
    }
}
