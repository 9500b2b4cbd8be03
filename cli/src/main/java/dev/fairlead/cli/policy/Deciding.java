package dev.fairlead.cli.policy;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Question;
import dev.fairlead.cli.frame.Suggestion;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.frame.VisitOptions;
import dev.fairlead.cli.policy.Policy.Rule;
import dev.fairlead.cli.question.Excerpts;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.cli.tool.Signature;
import dev.fairlead.cli.tool.ToolNames;
import dev.fairlead.console.policy.ShownPolicy;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.trust.Grant;
import dev.fairlead.host.trust.Pin;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.host.trust.Subject;
import dev.fairlead.host.trust.ToolDefinition;
import dev.fairlead.host.trust.ToolGate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The work of {@code fairlead policy}. */
public final class Deciding {
    private static final List<String> ACTIONS = List.of("list", "allow", "ask", "deny", "forget", "accept");

    private final Visit visit;
    private final VisitOptions options;
    private final List<Path> files;
    private final boolean yes;

    Deciding(Visit visit, VisitOptions options, boolean yes) {
        this.visit = visit;
        this.options = options;
        this.files = options.files();
        this.yes = yes;
    }

    ExitCode run(List<String> words) {
        var attempt = Attempt.begin();
        return visit.stay(attempt, () -> decide(attempt, words));
    }

    private ExitCode decide(Attempt attempt, List<String> words) {
        visit.refuseServer(PolicyCommand.NAME);
        boolean named = !words.isEmpty() && ACTIONS.contains(words.getFirst());
        var action = named ? words.getFirst() : "list";
        var rest = named ? words.subList(1, words.size()) : words;
        boolean list = action.equals("list");
        if (rest.size() > (list ? 1 : 2)) {
            refuseIfStrange(named, words.getFirst());
            throw new UsageException("'%s' is one word too many".formatted(rest.getLast()));
        }
        if (rest.isEmpty() && !list) {
            throw new UsageException("no server is named; type 'fairlead policy %s SERVER [TOOL]'".formatted(action));
        }
        var server = rest.isEmpty() ? null : rest.getFirst();
        var tool = rest.size() < 2 ? null : rest.get(1);
        if (server != null) {
            attempt.meets(server);
        }
        boolean asks = tool != null && (action.equals("allow") || action.equals("accept"));
        if (!asks && !options.forVisits().isEmpty()) {
            throw new UsageException("%s is of no use here: no server is visited to decide that; drop it"
                    .formatted(options.forVisits().getFirst()));
        }
        var done = list || server == null ? null : changed(action, server, tool);
        var servers = ConfiguredServers.read(visit.surroundings(), files);
        var rules = rules(servers, server);
        if (list && server != null && rules.isEmpty() && servers.find(server).isEmpty()) {
            throw named ? unknown(server, servers) : strange(server, servers);
        }
        var ten = words.isEmpty() ? new TenPolicies(visit, servers).look() : List.<ShownPolicy>of();
        visit.printer().print(attempt, new Policy(ten, rules, done));
        return ExitCode.OK;
    }

    private void refuseIfStrange(boolean named, String word) {
        if (!named) {
            var servers = ConfiguredServers.read(visit.surroundings(), files);
            if (servers.find(word).isEmpty()) {
                throw strange(word, servers);
            }
        }
    }

    /** Refuses what stands where a word of this verb does, or a server whose rules are to be listed. */
    private static UsageException strange(String word, ConfiguredServers servers) {
        var names = servers.names();
        var meant = Suggestion.closest(
                word, Stream.concat(ACTIONS.stream(), names.stream()).toList());
        return servers.unread(word)
                .filter(unread -> meant.isEmpty())
                .orElseGet(() -> new UsageException(
                        "'%s' is neither a word of 'fairlead policy' (%s) nor a server in the configuration (%s)%s"
                                .formatted(
                                        word,
                                        String.join(", ", ACTIONS),
                                        names.isEmpty() ? "there is none" : Suggestion.listed(names),
                                        meant.map("; did you mean '%s'?"::formatted)
                                                .orElse(""))));
    }

    private static UsageException unknown(String server, ConfiguredServers servers) {
        return servers.unread(server)
                .orElseGet(() -> new UsageException("there is no server named '%s' in the configuration; %s"
                        .formatted(server, Suggestion.among(server, servers.names()))));
    }

    private List<Rule> rules(ConfiguredServers servers, @Nullable String server) {
        var rules = new ArrayList<Rule>();
        servers.configuration().servers().stream()
                .filter(one -> server == null || one.name().equals(server))
                .forEach(one -> rules.addAll(configured(one)));
        var place = ConfiguredServers.storeFile(visit.surroundings()).toString();
        if (ConfiguredServers.hasStore(visit.surroundings())) {
            ConfiguredServers.gate(visit.surroundings(), gate -> gate.grants().list(null)).stream()
                    .filter(grant -> server == null || grant.subject().server().equals(server))
                    .map(grant -> rule(grant, place))
                    .forEach(rules::add);
        }
        return rules;
    }

    private static Rule rule(Grant grant, String place) {
        return new Rule(
                grant.subject().server(),
                grant.subject().tool(),
                grant.decision().word(),
                place);
    }

    private static List<Rule> configured(ServerConfig server) {
        var place = ConfiguredServers.place(server.origin());
        var rules = new ArrayList<Rule>();
        server.tools().include().forEach(tool -> rules.add(new Rule(server.name(), tool, "only", place)));
        server.tools().exclude().forEach(tool -> rules.add(new Rule(server.name(), tool, "off", place)));
        server.tools().single().forEach((tool, rule) -> {
            if (!rule.enabled()) {
                rules.add(new Rule(server.name(), tool, "off", place));
            }
        });
        return rules;
    }

    private String changed(String action, String server, @Nullable String tool) {
        if (action.equals("forget")) {
            return forgotten(server, tool);
        }
        var servers = ConfiguredServers.read(visit.surroundings(), files);
        if (servers.find(server).isEmpty()) {
            throw unknown(server, servers);
        }
        var subject = new Subject(null, server, tool);
        return switch (action) {
            case "deny" -> {
                use(gate -> {
                    gate.grants().deny(subject, Scope.ALWAYS);
                    return true;
                });
                yield "%s: denied, until %s".formatted(subject, typed("forget", server, tool));
            }
            case "ask" -> {
                refuseIfDenied(use(gate -> gate.grants().ask(subject, Scope.ALWAYS)), server, tool);
                yield "%s: somebody is asked at every call".formatted(subject);
            }
            case "accept" -> accepted(server, tool);
            default -> tool == null ? allowed(server) : allowed(server, tool);
        };
    }

    private String allowed(String server) {
        confirm(
                server,
                "Allow programs to call all tools of '%s' for good, each as it is at its first use?".formatted(server));
        var known = ConfiguredServers.read(visit.surroundings(), files);
        boolean kept = known.gate(gate -> gate.grants().allowServer(null, server, Scope.ALWAYS, true));
        refuseIfDenied(kept, server, null);
        return "%s: allowed for good".formatted(Subject.of(server));
    }

    private String allowed(String server, String tool) {
        var definition = find(server, tool);
        show(server, definition, List.of());
        confirm(server, "Allow programs to call it for good, as it is defined now?");
        refuseIfDenied(
                use(gate -> gate.allow(null, server, definition, definition.hash(), Scope.ALWAYS, true)), server, tool);
        return "%s: allowed for good, as it is defined now".formatted(Subject.of(server, tool));
    }

    private String accepted(String server, @Nullable String tool) {
        if (tool == null) {
            throw new UsageException("no tool is named; type 'fairlead policy accept SERVER TOOL'");
        }
        var definition = find(server, tool);
        var pin = use(gate -> gate.check(null, server, definition));
        show(
                server,
                definition,
                pin instanceof Pin.Changed changed ? changed.diff().lines() : List.of());
        confirm(server, "Accept this definition?");
        if (!use(gate -> gate.accept(null, server, definition, definition.hash()))) {
            throw UsageException.declined("somebody else accepted another definition just now; look at it anew");
        }
        return "%s: accepted as it is defined now".formatted(Subject.of(server, tool));
    }

    private String forgotten(String server, @Nullable String tool) {
        var subject = new Subject(null, server, tool);
        // Where nothing was ever kept, nothing is made to find that out.
        if (!ConfiguredServers.hasStore(visit.surroundings())) {
            return "nothing was decided about %s".formatted(subject);
        }
        return use(gate -> {
            var about = gate.grants().list(null).stream()
                    .map(Grant::subject)
                    .filter(one -> one.server().equals(server))
                    .filter(one -> tool == null || tool.equals(one.tool()))
                    .toList();
            about.forEach(gate.grants()::revoke);
            int definitions = gate.forget(null, server, tool);
            if (about.isEmpty() && definitions == 0) {
                return "nothing was decided about %s".formatted(subject);
            }
            var forgotten = definitions == 0
                    ? ""
                    : ", and what was approved of %s definition%s is forgotten"
                            .formatted(definitions, definitions == 1 ? "" : "s");
            return "%s: nothing is decided any more%s".formatted(subject, forgotten);
        });
    }

    /** Asks the server how a tool is defined. */
    private ToolDefinition find(String server, String name) {
        return ToolDefinition.of(visit.ask(
                targets -> targets.only(List.of(server), PolicyCommand.NAME),
                (client, target) -> ToolNames.find(name, client.listTools(), server)));
    }

    /** Shows a definition, and what has changed of it; refuses one that nobody can read before they agree to it. */
    private void show(String server, ToolDefinition definition, List<String> changes) {
        var tool = definition.tool();
        var lines = new ArrayList<String>();
        lines.add(Signature.of(tool));
        if (tool.description() != null) {
            // Further in, so that none of its lines looks like one of ours.
            Sanitizer.text(tool.description()).lines().map(line -> "  " + line).forEach(lines::add);
        }
        // All that the hash stands for: words beside a parameter reach a model as well.
        lines.add("definition: " + definition.text());
        lines.add("hash: " + definition.hash());
        lines.addAll(changes);
        if (!Excerpts.readable(lines, visit.surroundings().screen().columns())) {
            throw UsageException.declined(
                    "the definition of %s is too long to be read here before somebody agrees (%s characters); nothing was changed,"
                                    .formatted(
                                            Subject.of(server, definition.name()),
                                            definition.text().length())
                            + " and %s keeps it from being called".formatted(typed("deny", server, definition.name())));
        }
        visit.printer().now(page -> page.lines(lines));
    }

    private void confirm(String server, String question) {
        if (yes) {
            return;
        }
        if (!visit.mayAsk()) {
            throw UsageException.declined("nobody can be asked here; --yes confirms it");
        }
        if (!new Question(visit.surroundings(), visit.floor(), "deciding", server).agreed(question, false)) {
            throw UsageException.declined("nobody agreed; nothing was changed");
        }
    }

    private static void refuseIfDenied(boolean kept, String server, @Nullable String tool) {
        if (!kept) {
            throw UsageException.declined("%s is denied, or was changed just now; take a denial back first with %s"
                    .formatted(new Subject(null, server, tool), typed("forget", server, tool)));
        }
    }

    private static String typed(String action, String server, @Nullable String tool) {
        return ShellWord.command("fairlead policy %s %s%s"
                .formatted(action, ShellWord.of(server), tool == null ? "" : " " + ShellWord.of(tool)));
    }

    private <T> T use(java.util.function.Function<ToolGate, T> use) {
        return ConfiguredServers.gate(visit.surroundings(), use);
    }
}
