package dev.fairlead.langchain4j;

import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.model.ModelException.Kind;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.provider.Complaint;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.NonRetriableException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.exception.UnresolvedModelServerException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.ModelDisabledException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts into words what LangChain4j says kept the answer of a model away. */
final class Failures {
    private static final int SHOWN = 600;
    private static final String BUILT = "look at how the model is built for LangChain4j";
    private static final int LONGEST_CHAIN = 20;

    private final ModelName model;

    Failures(ModelName model) {
        this.model = model;
    }

    /** Returns what a failure of LangChain4j means. */
    FailedTryException of(Throwable error, ModelRequest asked) {
        var chain = chain(error);
        var complaint = Complaint.of(status(chain), words(error), asked);
        var kind = chain.stream()
                .flatMap(each -> kind(each, complaint).stream())
                .findFirst()
                .orElse(Kind.BROKEN);
        boolean lasting = chain.stream().anyMatch(NonRetriableException.class::isInstance);
        boolean passing =
                !lasting && (kind == Kind.LIMITED || kind == Kind.BROKEN || kind == Kind.UNREACHABLE) && known(chain);
        var tool = kind == Kind.BAD_TOOL ? complaint.tool() : null;
        var judged = new Complaint(kind, complaint.words(), complaint.retryAfter(), tool);
        var text = "%s (%s); %s"
                .formatted(
                        judged.what(),
                        Excerpt.of(judged.words(), SHOWN),
                        judged.advice(BUILT, BUILT, "ask again later"));
        return new FailedTryException(
                new ModelException(kind, said(text), complaint.retryAfter(), tool, error), passing);
    }

    /** Returns the failure of a model from which nothing came for too long. */
    ModelException silent(Duration silence) {
        return new ModelException(
                Kind.TOO_SLOW, said("nothing came for %s s; ask again later".formatted(silence.toSeconds())), null);
    }

    /** Returns the failure of an answer that makes no sense. */
    ModelException nonsense(String why) {
        return new ModelException(
                Kind.BAD_ANSWER, said("its answer cannot be read: %s; ask again".formatted(why)), null);
    }

    /** Returns the failure of an answer that was ended while somebody waited for more of it. */
    ModelException ended() {
        return new ModelException(Kind.UNREACHABLE, said("its answer was cut off here; ask again"), null);
    }

    /** Returns the words of a failure. */
    static String words(Throwable error) {
        var message = error.getMessage();
        return message == null || message.isBlank() ? error.getClass().getSimpleName() : message;
    }

    private static List<Throwable> chain(Throwable error) {
        var chain = new ArrayList<Throwable>();
        for (var each = error; each != null && chain.size() < LONGEST_CHAIN; each = each.getCause()) {
            chain.add(each);
        }
        return chain;
    }

    private static int status(List<Throwable> chain) {
        return chain.stream()
                .filter(HttpException.class::isInstance)
                .map(each -> ((HttpException) each).statusCode())
                .filter(status -> status >= 400 && status < 600)
                .findFirst()
                .orElse(400);
    }

    /** Tells whether this is an error of a model and not of a program. */
    private static boolean known(List<Throwable> chain) {
        return chain.stream()
                .anyMatch(each -> each instanceof RateLimitException
                        || each instanceof InternalServerException
                        || each instanceof HttpException
                        || each instanceof IOException);
    }

    private static Optional<Kind> kind(Throwable error, Complaint complaint) {
        return switch (error) {
            case AuthenticationException key -> Optional.of(Kind.UNAUTHORIZED);
            case RateLimitException limit -> Optional.of(Kind.LIMITED);
            case ModelNotFoundException none -> Optional.of(Kind.NO_SUCH_MODEL);
            case TimeoutException slow -> Optional.of(Kind.TOO_SLOW);
            case InternalServerException trouble -> Optional.of(Kind.BROKEN);
            case UnresolvedModelServerException nowhere -> Optional.of(Kind.UNREACHABLE);
            case ModelDisabledException off -> Optional.of(Kind.NOT_CONFIGURED);
            case InvalidRequestException invalid -> Optional.of(complaint.kind());
            case HttpException http -> Optional.of(complaint.kind());
            case UnsupportedFeatureException feature -> Optional.of(Kind.BAD_REQUEST);
            case IllegalArgumentException argument -> Optional.of(Kind.BAD_REQUEST);
            case java.util.concurrent.TimeoutException slow -> Optional.of(Kind.TOO_SLOW);
            case HttpTimeoutException slow -> Optional.of(Kind.TOO_SLOW);
            case SocketTimeoutException slow -> Optional.of(Kind.TOO_SLOW);
            case IOException broken -> Optional.of(Kind.UNREACHABLE);
            default -> Optional.empty();
        };
    }

    private String said(String what) {
        return "asking %s: %s".formatted(Excerpt.of(model.toString()), what);
    }
}
