package dev.fairlead.cli.frame;

import dev.fairlead.agent.model.ModelException;
import dev.fairlead.cli.question.AnswerException;
import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.host.config.ConfigEditException;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.ConfigurationException;
import dev.fairlead.protocol.error.ConnectTimeoutException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.InsufficientScopeException;
import dev.fairlead.protocol.error.InvalidArgumentsException;
import dev.fairlead.protocol.error.InvalidResultException;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.PlainWords;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.QuestionFailedException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.ServerExitedException;
import dev.fairlead.protocol.error.ServerStartException;
import dev.fairlead.protocol.error.StartRefusedException;
import dev.fairlead.protocol.error.TokenRejectedException;
import dev.fairlead.protocol.error.TooManyRoundsException;
import dev.fairlead.protocol.error.ToolChangedException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.error.VersionException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.StoreException;
import dev.fairlead.store.parts.PlaceException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.security.cert.CertPathBuilderException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * Why there is no answer.
 *
 * @param type a word for programs, which stays the same from release to release
 * @param message a sentence for people
 * @param details what else programs may want to know
 * @param hiding takes out of other texts what nobody else should read; done with these
 */
public record Failure(
        ExitCode exitCode,
        String type,
        String message,
        ObjectNode details,
        Throwable cause,
        UnaryOperator<String> hiding) {
    private static final int SIGINT = 2;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final String PASS_TOKEN = "pass a token with --header 'Authorization: Bearer TOKEN'";
    // What servers name goes into a command that people may copy.
    private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9:/._-]{1,200}");

    /** Says why there is no answer, where there is nothing to hide. */
    public Failure(ExitCode exitCode, String type, String message, ObjectNode details, Throwable cause) {
        this(exitCode, type, message, details, cause, UnaryOperator.identity());
    }

    /** How far the command had come. */
    enum Phase {
        READING,
        CONNECTING,
        CALLING,
        STOPPING
    }

    /** Judges what was thrown. */
    static Failure of(Throwable problem, Phase phase) {
        if (phase == Phase.STOPPING || interrupted(problem)) {
            return new Failure(ExitCode.INTERRUPTED, "interrupted", "interrupted", Json.object(), problem);
        }
        var blamed = blamed(problem);
        var message = String.valueOf(blamed.getMessage());
        return switch (blamed) {
            case McpException failure ->
                new Failure(
                        exitCode(failure, phase), type(failure), sentence(failure, phase), details(failure), failure);
            case AnswerException answer ->
                new Failure(
                        answer.isMisused() ? ExitCode.USAGE : ExitCode.BAD_ARGUMENTS,
                        answer.isMisused() ? "usage" : "invalid-answer",
                        message,
                        Json.object(),
                        problem);
            case PlaceException nowhere -> new Failure(ExitCode.USAGE, "usage", message, Json.object(), problem);
            case UsageException misuse ->
                new Failure(misuse.exitCode(), misuse.type(), message, Json.object(), problem);
            case NobodyException nobody ->
                new Failure(ExitCode.LOGIN_NEEDED, "not-logged-in", message, Json.object(), problem);
            case StoreException broken ->
                new Failure(ExitCode.LOGIN_NEEDED, "token-store", message, Json.object(), problem);
            case UnusableException unusable ->
                new Failure(unusable.exitCode(), unusable.type(), message, Json.object(), problem);
            case ModelException silent ->
                new Failure(exitCode(silent), "model-" + word(silent.kind()), message, Json.object(), problem);
            case ConfigEditException unchanged ->
                new Failure(ExitCode.BAD_CONFIGURATION, "configuration", message, Json.object(), problem);
            case ConsentStoreException broken ->
                new Failure(ExitCode.BAD_CONFIGURATION, "store", message, Json.object(), problem);
            default ->
                new Failure(
                        ExitCode.UNEXPECTED,
                        "defect",
                        "this should not have happened: %s; --debug shows where it did".formatted(problem),
                        Json.object(),
                        problem);
        };
    }

    /** Returns what a tool reports as its own failure. */
    public static Failure ofTool(String text) {
        return new Failure(
                ExitCode.TOOL_ERROR,
                "tool-error",
                text,
                Json.object(),
                new UnusableException(ExitCode.TOOL_ERROR, text));
    }

    /** Looks behind failures of the wire: what was typed, or the place where tokens are kept, may be to blame for them. */
    private static Throwable blamed(Throwable problem) {
        return Stream.iterate(problem, Objects::nonNull, Throwable::getCause)
                .filter(cause -> cause instanceof StoreException
                        || cause instanceof ConsentStoreException
                        || cause instanceof UsageException)
                .findFirst()
                .orElse(problem);
    }

    /** Returns this failure without what nobody else should read, whoever said it. */
    Failure by(Discretion discretion) {
        return new Failure(
                exitCode,
                type,
                discretion.text(message),
                (ObjectNode) discretion.json(details),
                cause,
                discretion::text);
    }

    /** Returns this failure where a question was declined on the way to it. */
    Failure declined() {
        return new Failure(ExitCode.DECLINED, type, message, details, cause, hiding);
    }

    /** Returns this failure for whoever wants to log in and has not asked for anything that was attempted to that end. */
    Failure ofLogin() {
        return new Failure(exitCode, type, PlainWords.ofLogin(message), details, cause, hiding);
    }

    /** Returns the failures of the other ways that were tried, in words and in the order in which they were noted. */
    List<String> alsoTried() {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        seen.add(cause);
        return others(cause, seen)
                .map(other -> hiding.apply(PlainWords.ofRequest(String.valueOf(other.getMessage()))))
                .distinct()
                .toList();
    }

    /** Returns what this failure is to programs. */
    public ObjectNode toJson() {
        var json = Json.object().put("type", type).put("message", message);
        json.setAll(details);
        var others = alsoTried();
        if (!others.isEmpty()) {
            var list = json.putArray("alsoTried");
            others.forEach(list::add);
        }
        return json;
    }

    private static Stream<McpException> others(Throwable problem, Set<Throwable> seen) {
        var earlier = problem instanceof ConnectTimeoutException
                ? Stream.ofNullable(problem.getCause())
                : Stream.<Throwable>empty();
        return Stream.concat(earlier, Stream.of(problem.getSuppressed()))
                .filter(McpException.class::isInstance)
                .map(McpException.class::cast)
                .filter(seen::add)
                .flatMap(other -> Stream.concat(Stream.of(other), others(other, seen)));
    }

    /** Returns what can be typed to get further. */
    private static String advice(McpException failure) {
        if (failure instanceof AuthorizationException refused && wantsToken(refused)) {
            return "; " + PASS_TOKEN;
        }
        boolean strange = Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(CertPathBuilderException.class::isInstance);
        return strange ? "; if you trust who issued the certificate, type --cacert FILE" : "";
    }

    /** Tells whether nothing was found out but that a token is wanted. */
    private static boolean wantsToken(AuthorizationException refused) {
        return switch (refused) {
            case AuthorizationRequiredException login -> false;
            case InsufficientScopeException tooLittle -> false;
            case LoginFailedException failed -> false;
            case TokenRejectedException rejected -> false;
            default -> refused.challenge().status() == UNAUTHORIZED;
        };
    }

    private static String sentence(McpException failure, Phase phase) {
        return switch (failure) {
            case AuthorizationRequiredException login -> demand(login);
            // A server that does not say who grants tokens may know no logins at all.
            case LoginFailedException failed
            when failed.challenge().resourceMetadata().isEmpty() ->
                "the server demands authorization (HTTP %s), and logging in failed: %s; or %s"
                        .formatted(failed.challenge().status(), failed.why(), PASS_TOKEN);
            default -> {
                var message = String.valueOf(failure.getMessage());
                yield (phase == Phase.CALLING ? PlainWords.ofRequest(message) : PlainWords.ofOpening(message))
                        + advice(failure);
            }
        };
    }

    /** Says who has to agree to what, and how; never the address, which is for that person alone. */
    private static String demand(AuthorizationRequiredException login) {
        var pending = login.pending();
        boolean more = login.challenge().status() == FORBIDDEN;
        var command = "fairlead login " + ShellWord.of(Url.shown(pending.server()));
        if (more && pending.scopes().stream().allMatch(HARMLESS.asMatchPredicate())) {
            command += pending.scopes().stream()
                    .filter(scope -> !scope.equals(LoginAccess.RENEWING))
                    .sorted()
                    .map(" --scope "::concat)
                    .collect(Collectors.joining());
        }
        return "a person has to %s at %s first; run %s"
                .formatted(more ? "agree to more" : "log in", Url.shown(pending.issuer()), ShellWord.command(command));
    }

    /** Returns where it happened, for those who look for the defect. */
    String trace() {
        var trace = new StringWriter();
        cause.printStackTrace(new PrintWriter(trace, true));
        return hiding.apply(trace.toString());
    }

    private static boolean interrupted(Throwable problem) {
        return switch (problem) {
            case CallCancelledException cancelled -> true;
            case ClientClosedException closed -> true;
            // Ctrl-C goes to all processes of the terminal, and the server may be the first to obey.
            case ServerExitedException exited -> exited.signal().orElse(0) == SIGINT;
            default -> false;
        };
    }

    private static ExitCode exitCode(ModelException silent) {
        return switch (silent.kind()) {
            case NOT_CONFIGURED, UNAUTHORIZED -> ExitCode.LOGIN_NEEDED;
            case NO_SUCH_MODEL -> ExitCode.USAGE;
            case TOO_SLOW -> ExitCode.TIMED_OUT;
            case LIMITED, BAD_TOOL, BAD_REQUEST, TOO_LONG, BROKEN, UNREACHABLE, BAD_ANSWER -> ExitCode.UNREACHABLE;
        };
    }

    private static String word(Enum<?> kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static ExitCode exitCode(McpException failure, Phase phase) {
        return switch (failure) {
            case CallTimeoutException slow -> ExitCode.TIMED_OUT;
            case ConnectTimeoutException slow -> ExitCode.TIMED_OUT;
            case InvalidArgumentsException refused -> ExitCode.BAD_ARGUMENTS;
            case AuthorizationException stranger -> ExitCode.LOGIN_NEEDED;
            case StartRefusedException unapproved -> ExitCode.DECLINED;
            case QuestionFailedException unanswered -> ExitCode.DECLINED;
            case ConfigurationException wrong -> ExitCode.BAD_CONFIGURATION;
            case ServerErrorException refused -> phase == Phase.CALLING ? ExitCode.TOOL_ERROR : ExitCode.UNREACHABLE;
            case InvalidResultException odd -> ExitCode.TOOL_ERROR;
            case TooManyRoundsException endless -> ExitCode.TOOL_ERROR;
            case ToolChangedException changed -> ExitCode.TOOL_ERROR;
            case UnsupportedFeatureException absent ->
                phase == Phase.CALLING ? ExitCode.TOOL_ERROR : ExitCode.UNREACHABLE;
            default -> ExitCode.UNREACHABLE;
        };
    }

    private static String type(McpException failure) {
        return switch (failure) {
            case AuthorizationRequiredException e -> "authorization-required";
            case InsufficientScopeException e -> "insufficient-scope";
            case LoginFailedException e -> "login-failed";
            case TokenRejectedException e -> "token-rejected";
            case AuthorizationException e -> "authorization";
            case CallCancelledException e -> "cancelled";
            case CallTimeoutException e -> "call-timeout";
            case ClientClosedException e -> "closed";
            case ConfigurationException e -> "configuration";
            case ConnectTimeoutException e -> "connect-timeout";
            case ConnectionLostException e -> "connection-lost";
            case HttpStatusException e -> "http-status";
            case InvalidArgumentsException e -> "invalid-arguments";
            case InvalidResultException e -> "invalid-result";
            case ProtocolViolationException e -> "protocol-violation";
            case QuestionFailedException e -> "question-failed";
            case ServerErrorException e -> "server-error";
            case ServerExitedException e -> "server-exited";
            case ServerStartException e -> "server-start";
            case StartRefusedException e -> "start-refused";
            case TooManyRoundsException e -> "too-many-rounds";
            case ToolChangedException e -> "tool-changed";
            case UnavailableException e -> "unavailable";
            case UnsupportedFeatureException e -> "unsupported";
            case VersionException e -> "version";
        };
    }

    private static void addDemand(ObjectNode details, AuthorizationException stranger) {
        if (stranger instanceof AuthorizationRequiredException login) {
            details.put("issuer", login.pending().issuer());
            var scopes = details.putArray("scopes");
            login.pending().scopes().stream().sorted().forEach(scopes::add);
        } else if (stranger instanceof InsufficientScopeException tooLittle) {
            var scopes = details.putArray("scopes");
            tooLittle.asked().stream().sorted().forEach(scopes::add);
        }
    }

    private static ObjectNode details(McpException failure) {
        var details = Json.object().put("maybeExecuted", failure.maybeExecuted());
        switch (failure) {
            case AuthorizationException stranger -> {
                details.put("status", stranger.challenge().status());
                var schemes = details.putArray("schemes");
                stranger.challenge().schemes().forEach(scheme -> schemes.add(scheme.name()));
                addDemand(details, stranger);
            }
            case HttpStatusException status -> details.put("status", status.status());
            case ServerErrorException refused -> {
                details.put("code", refused.error().code());
                if (refused.error().data() != null) {
                    details.set("data", refused.error().data());
                }
            }
            case ServerExitedException exited -> {
                details.put("serverExitCode", exited.exitCode());
                var lines = details.putArray("stderr");
                exited.lastErrorLines().forEach(lines::add);
            }
            default -> {}
        }
        return details;
    }
}
