package dev.fairlead.cli.search;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.UnusableException;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.Count;
import dev.fairlead.client.McpClient;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.error.CallCancelledException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The work of {@code fairlead grep}. All servers are asked at once. */
public final class Searching {
    private static final int PATIENCE_SECONDS = 5;
    private static final String COMMAND = "--";

    private final Visit visit;
    private final List<Path> files;
    private final boolean prompts;
    private final boolean resources;

    Searching(Visit visit, List<Path> files, boolean prompts, boolean resources) {
        this.visit = visit;
        this.files = files;
        this.prompts = prompts;
        this.resources = resources;
    }

    ExitCode run(List<String> words, boolean regex) {
        var attempt = Attempt.begin();
        return visit.stay(attempt, () -> search(attempt, words, regex));
    }

    private ExitCode search(Attempt attempt, List<String> words, boolean regex) {
        if (words.isEmpty()) {
            throw new UsageException("nothing says what to look for; type 'fairlead grep PATTERN'");
        }
        var query = Query.of(words.getFirst(), regex);
        var servers = servers(words.subList(1, words.size()));
        var unreachable = new LinkedHashMap<String, Failure>();
        var items = items(servers, unreachable);
        var hits = inTime(() -> items.stream()
                .filter(item -> query.matches(item.name(), item.texts()))
                .map(item -> Hit.of(item, query))
                .toList());
        var failure = hits.isEmpty() ? nothing(words.getFirst(), servers.size(), unreachable) : null;
        visit.printer().print(attempt, new Hits(hits, servers.size() - unreachable.size(), unreachable, failure));
        return ExitCode.of(failure);
    }

    private List<String> servers(List<String> typed) {
        if (visit.surroundings().serverCommand() != null) {
            if (!typed.isEmpty()) {
                throw new UsageException("'%s' and the command after -- both name a server; drop one of them"
                        .formatted(typed.getFirst()));
            }
            return List.of(COMMAND);
        }
        if (!typed.isEmpty()) {
            return typed.stream().distinct().toList();
        }
        var all = ConfiguredServers.read(visit.surroundings(), files).configuration().servers().stream()
                .filter(ServerConfig::enabled)
                .map(ServerConfig::name)
                .toList();
        if (all.isEmpty()) {
            throw new UsageException(
                    "no server is configured; name one, as in 'fairlead grep PATTERN demo', or configure some with"
                            + " 'fairlead add'");
        }
        return all;
    }

    private List<Item> items(List<String> servers, Map<String, Failure> unreachable) {
        var items = new ArrayList<Item>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var asked = new LinkedHashMap<String, Future<List<Item>>>();
            servers.forEach(server -> asked.put(server, threads.submit(() -> items(server))));
            try {
                for (var one : asked.entrySet()) {
                    try {
                        items.addAll(one.getValue().get());
                    } catch (ExecutionException failed) {
                        unreachable.put(one.getKey(), failure(one.getKey(), failed.getCause(), servers.size()));
                    }
                }
            } catch (InterruptedException stopped) {
                threads.shutdownNow();
                Thread.currentThread().interrupt();
                throw new CallCancelledException("searching", "all", false);
            }
        }
        return items;
    }

    /** Judges why a server could not be asked. What was typed wrong is no matter of servers. */
    private Failure failure(String server, @Nullable Throwable cause, int servers) {
        if (cause instanceof UsageException misuse && servers == 1) {
            throw misuse;
        }
        return visit.judge(cause == null ? new IllegalStateException(server) : cause);
    }

    private List<Item> items(String server) {
        var typed = server.equals(COMMAND) ? List.<String>of() : List.of(server);
        return visit.ask(targets -> targets.only(typed, GrepCommand.NAME), this::items);
    }

    private List<Item> items(McpClient client, Target target) {
        var label = target.label();
        var offers = client.server().capabilities();
        var items = new ArrayList<Item>();
        if (offers.tools()) {
            target.offered(client.listTools()).forEach(tool -> items.add(Item.of(label, tool)));
        }
        if (prompts && offers.prompts()) {
            client.listPrompts().forEach(prompt -> items.add(Item.of(label, prompt)));
        }
        if (resources && offers.resources()) {
            client.listResources().forEach(resource -> items.add(Item.of(label, resource)));
            client.listResourceTemplates().forEach(template -> items.add(Item.of(label, template)));
        }
        return items;
    }

    /** Some expressions take without end on some texts; nobody waits for that, and the thread ends with the process. */
    private static List<Hit> inTime(Callable<List<Hit>> search) {
        var task = new FutureTask<>(search);
        Thread.ofPlatform().daemon().name("fairlead-search").start(task);
        try {
            return task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException endless) {
            throw new UsageException(
                    "the pattern takes too long on these texts; type a simpler one, without repetitions in"
                            + " repetitions");
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof StackOverflowError) {
                throw new UsageException("the pattern is too deep for these texts; type a simpler one");
            }
            throw new IllegalStateException(failed.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("searching", "all", false);
        }
    }

    private Failure nothing(String pattern, int servers, Map<String, Failure> unreachable) {
        if (unreachable.isEmpty()) {
            return visit.judge(UsageException.missing(
                    "tool-not-found",
                    "nothing is found for '%s' on %s".formatted(pattern, Count.of(servers, "server"))));
        }
        return visit.judge(new UnusableException(
                ExitCode.UNREACHABLE,
                "nothing is found for '%s', and %s of %s could not be searched"
                        .formatted(pattern, unreachable.size(), Count.of(servers, "server"))));
    }
}
