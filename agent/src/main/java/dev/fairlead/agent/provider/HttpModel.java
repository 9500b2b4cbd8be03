package dev.fairlead.agent.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.ReplyStream;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.FetchException;
import dev.fairlead.wire.http.HttpService;
import dev.fairlead.wire.http.StreamedAnswer;
import java.time.Duration;

/**
 * A model that is asked over HTTP, whatever its codec.
 *
 * <p>A question is asked again for as long as nothing of an answer was handed out, as asking changes nothing anywhere.
 */
final class HttpModel implements Model {
    private static final int MOST_ERROR_BYTES = 64 << 10;
    private static final Duration ERROR_PATIENCE = Duration.ofSeconds(10);

    private final ModelName name;
    private final Codec codec;
    private final HttpService service;
    private final Headers headers;
    private final Troubles troubles;
    private final Patience patience;
    private final Pace pace;

    /**
     * Knows where to ask.
     *
     * @param service with the headers that are secret
     * @param headers the others
     */
    HttpModel(
            ModelName name,
            Codec codec,
            HttpService service,
            Headers headers,
            String keyAdvice,
            Patience patience,
            Pace pace) {
        this.name = name;
        this.codec = codec;
        this.service = service;
        this.headers = headers;
        this.troubles = new Troubles(name, service, keyAdvice);
        this.patience = patience;
        this.pace = pace;
    }

    @Override
    public ModelName name() {
        return name;
    }

    @Override
    public ModelTraits traits() {
        return codec.traits();
    }

    @Override
    public ReplyStream ask(ModelRequest request) throws InterruptedException {
        var json = Json.write(codec.body(name.name(), request)).getBytes(UTF_8);
        var tries = new Tries(patience, pace);
        while (true) {
            try {
                return begun(json, request);
            } catch (TryFailedException failed) {
                tries.awaitNext(failed.setback());
            }
        }
    }

    /** Names the model and nothing else. */
    @Override
    public String toString() {
        return name.toString();
    }

    private ReplyStream begun(byte[] json, ModelRequest request) throws TryFailedException, InterruptedException {
        var answer = posted(json);
        var reply = new HttpReply(answer, codec.framing(), codec.decoder(), troubles, patience.silence());
        boolean begun = false;
        try {
            if (answer.status() / 100 != 2) {
                throw new TryFailedException(turnedAway(answer, request));
            }
            reply.awaitFirst();
            begun = true;
            return reply;
        } finally {
            if (!begun) {
                reply.close();
            }
        }
    }

    private StreamedAnswer posted(byte[] json) throws TryFailedException, InterruptedException {
        try {
            return service.post(codec.path(name.name()), json, headers, Deadline.after(patience.beginning()));
        } catch (FetchException failure) {
            throw new TryFailedException(troubles.unreachable(failure));
        }
    }

    private Setback turnedAway(StreamedAnswer answer, ModelRequest request) throws InterruptedException {
        var header = answer.retryAfter().orElse(null);
        return troubles.turnedAway(answer.status(), codec.complaint(answer.status(), said(answer), request), header);
    }

    private static String said(StreamedAnswer answer) throws InterruptedException {
        try {
            return new String(answer.rest(MOST_ERROR_BYTES, Deadline.after(ERROR_PATIENCE)), UTF_8);
        } catch (FetchException cut) {
            return ""; // The status says enough.
        }
    }
}
