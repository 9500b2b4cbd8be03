package dev.fairlead.cli.watch;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Tape;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.Subscription;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerExitedException;
import dev.fairlead.wire.Backoff;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The work of {@code fairlead watch}. */
final class Watching {
    private static final Duration SLICE = Duration.ofMillis(200);

    private final List<String> words;
    private final Wish wish;
    private final Visit visit;
    private final Backoff backoff = new Backoff(Backoff.LONGEST);
    private Deadline end = Deadline.never();
    private boolean begun;
    private int counted;

    Watching(List<String> words, Wish wish, Visit visit) {
        this.words = words;
        this.wish = wish;
        this.visit = visit;
    }

    ExitCode run() {
        var attempt = Attempt.begin().always(new Ended()::tell);
        return visit.attempt(
                attempt,
                targets -> {
                    check();
                    return targets.only(words, WatchCommand.NAME);
                },
                target -> watch(target, attempt));
    }

    private LogLevel check() {
        if (wish.count() != null && wish.count() < 1) {
            throw new UsageException("--count is at least 1, not " + wish.count());
        }
        return LogLevel.of(wish.level())
                .orElseThrow(() -> new UsageException("--level is one of %s, not '%s'"
                        .formatted(
                                Arrays.stream(LogLevel.values())
                                        .map(LogLevel::id)
                                        .collect(Collectors.joining(", ")),
                                wish.level())));
    }

    private ExitCode watch(Target target, Attempt attempt) {
        var news = new News(check());
        try (var tape = visit.tape()) {
            watch(target, tape, news, attempt);
            return visit.end(attempt, new Ended());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("watching", target.label(), false);
        }
    }

    private void watch(Target target, Tape tape, News news, Attempt attempt) throws InterruptedException {
        var client = visit.connect(target, tape, news);
        attempt.meets(client.server());
        while (client != null) {
            Subscription changes = null;
            try {
                changes = listen(client, news);
                begin(target, client);
                if (follow(news)) {
                    return;
                }
            } finally {
                // A connection that is kept must not go on to be listened to.
                if (changes != null) {
                    changes.close();
                }
                visit.leave(client);
            }
            client = again(target, tape, news);
        }
    }

    private @Nullable Subscription listen(McpClient client, News news) {
        try {
            var changes = news.listen(client, wish);
            backoff.reset();
            return changes;
        } catch (ConnectionLostException | ServerExitedException gone) {
            if (!begun) {
                throw gone;
            }
            return null; // It broke once more, of which there is news.
        }
    }

    /**
     * Tells of a connection once changes there are heard, and not before: whoever reads of it may make one. From the
     * first one on the time counts, so that a slow start does not use it up.
     */
    private void begin(Target target, McpClient client) {
        if (begun) {
            print(Happening.connection("reconnected", "connected again; what changed in between is not known"));
        } else {
            begun = true;
            end = wish.time() == null ? Deadline.never() : Deadline.after(wish.time());
            print(Happening.connection(
                    "connected",
                    "connected to '%s', protocol %s"
                            .formatted(target.label(), client.server().version())));
        }
    }

    /** Prints what happens; returns true when that was enough, and false when the connection is lost. */
    private boolean follow(News news) throws InterruptedException {
        while (!end.passed()) {
            var happening = news.next(Deadline.after(SLICE).orEarlier(end).remaining());
            if (happening != null) {
                print(happening);
                counted += happening.counts() ? 1 : 0;
                if (wish.count() != null && counted >= wish.count()) {
                    return true;
                }
            } else if (news.lost()) {
                return false;
            }
        }
        return true;
    }

    /** Connects until that works; returns null if the time is over before. */
    private @Nullable McpClient again(Target target, Tape tape, News news) throws InterruptedException {
        var last = "";
        while (true) {
            Deadline.after(backoff.next()).orEarlier(end).await();
            if (end.passed()) {
                return null;
            }
            news.begin();
            try {
                return visit.connect(target, tape, news);
            } catch (CallCancelledException stopped) {
                throw stopped;
            } catch (McpException failure) {
                var why = String.valueOf(failure.getMessage());
                if (!why.equals(last)) {
                    print(Happening.connection("away", "still away: " + why));
                    last = why;
                }
            }
        }
    }

    private void print(Happening happening) {
        visit.printer().stream(happening::show, happening.toJson());
    }
}
