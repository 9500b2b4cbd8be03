package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.model.ModelException.Kind;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.wire.http.FetchException;
import dev.fairlead.wire.http.HttpService;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Puts into words what keeps the answer of a model away, without anything secret. */
final class Troubles {
    private static final int SHOWN = 600;
    private static final Set<Integer> PASSING = Set.of(408, 429, 500, 502, 503, 504, 529);
    private static final Set<Kind> PASSING_KINDS = Set.of(Kind.LIMITED, Kind.BROKEN, Kind.TOO_SLOW);

    private final ModelName model;
    private final HttpService service;
    private final String keyAdvice;

    /**
     * Knows of whom to speak.
     *
     * @param keyAdvice what to do about a key
     */
    Troubles(ModelName model, HttpService service, String keyAdvice) {
        this.model = model;
        this.service = service;
        this.keyAdvice = keyAdvice;
    }

    /** Returns what an answer with a bad status means. */
    Setback turnedAway(int status, Complaint complaint, @Nullable Duration header) {
        // Some give a 500 to what will not be taken the next time either.
        boolean passing = PASSING.contains(status) && PASSING_KINDS.contains(complaint.kind());
        return of(complaint, "HTTP " + status, header, passing);
    }

    /** Returns what an error in the middle of an answer means. */
    Setback midway(Complaint complaint) {
        return of(complaint, "in the middle of its answer", null, PASSING_KINDS.contains(complaint.kind()));
    }

    /** Returns what a failure of the connection means; asking a model changes nothing, so it can be asked again. */
    Setback unreachable(FetchException failure) {
        var kind = switch (failure.kind()) {
            case UNREACHABLE -> Kind.UNREACHABLE;
            case TOO_SLOW -> Kind.TOO_SLOW;
            case TOO_LARGE, BAD_ANSWER -> Kind.BAD_ANSWER;
            case REFUSED -> Kind.NOT_CONFIGURED;
        };
        boolean lasting =
                failure.getCause() instanceof UnknownHostException || failure.getCause() instanceof SSLException;
        return new Setback(
                new ModelException(kind, said(String.valueOf(failure.getMessage())), failure),
                kind == Kind.UNREACHABLE && !lasting);
    }

    /** Returns the failure of an answer that ended before it was whole. */
    Setback brokenOff(BadReplyException why) {
        var words = "its answer broke off (%s); ask again".formatted(shown(why));
        return new Setback(new ModelException(Kind.UNREACHABLE, said(words), null), true);
    }

    /** Returns the failure of an answer that makes no sense. */
    Setback unreadable(BadReplyException why) {
        var words = "its answer cannot be read: %s; check its address, or ask again".formatted(shown(why));
        return new Setback(new ModelException(Kind.BAD_ANSWER, said(words), null), false);
    }

    private Setback of(Complaint complaint, String when, @Nullable Duration header, boolean passing) {
        var words = Excerpt.of(service.hidden(complaint.words()), SHOWN);
        var about = words.isBlank() ? when : when + ": " + words;
        var text = "%s (%s); %s".formatted(complaint.what(), about, advice(complaint));
        // No cause: its text has what the provider said as it came.
        return new Setback(
                new ModelException(
                        complaint.kind(), said(text), longer(header, complaint.retryAfter()), complaint.tool(), null),
                passing);
    }

    private String advice(Complaint complaint) {
        return complaint.advice(keyAdvice, "choose another one of " + model.provider(), "check its address");
    }

    private String shown(BadReplyException why) {
        return Excerpt.of(service.hidden(String.valueOf(why.getMessage())), SHOWN);
    }

    private String said(String what) {
        return "asking %s: %s".formatted(Excerpt.of(model.toString()), what);
    }

    private static @Nullable Duration longer(@Nullable Duration one, @Nullable Duration other) {
        if (one == null || one.isNegative()) {
            return other;
        }
        return other == null || one.compareTo(other) > 0 ? one : other;
    }
}
