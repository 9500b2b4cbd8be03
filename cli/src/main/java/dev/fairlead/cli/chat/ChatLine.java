package dev.fairlead.cli.chat;

import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.tool.ToolBelt;
import dev.fairlead.cli.frame.Suggestion;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.Column;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.cli.text.Table;
import dev.fairlead.host.catalog.OfferedPrompt;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.McpException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A line that was typed in a chat: {@code /} is for prompts and commands, {@code @} for resources. */
final class ChatLine {
    /** What can be typed after a slash that is no prompt of a server. */
    static final List<String> COMMANDS =
            List.of("help", "tools", "off", "on", "prompts", "resources", "servers", "quit");

    private static final Set<String> ENDS = Set.of("/quit", "/exit");
    private static final String HELP = """
        /tools                    what the model can use, and what telling it so costs
        /off NAME, /on NAME       no longer, or again, let it use a tool, or those of a server
        /prompts                  the prompts of the servers
        /PROMPT KEY=VALUE ...     ask what such a prompt asks
        /resources                the resources of the servers
        @URI, @SERVER:URI         anywhere in a line: show the model that resource
        /servers                  how the servers stand
        /quit, or Ctrl-D          leave; Ctrl-C only stops the model\
        """;

    private final Chat chat;
    private final Visit visit;
    private boolean mistaken;

    ChatLine(Chat chat, Visit visit) {
        this.chat = chat;
        this.visit = visit;
    }

    /** Tells whether a line ends the chat. */
    static boolean isEnd(String line) {
        return ENDS.contains(line.strip());
    }

    /** Tells whether what was typed made no sense, which was told. */
    boolean isMistaken() {
        return mistaken;
    }

    /** Returns what the model is to be asked; nothing for a command, which is carried out. */
    Optional<List<Part>> meant(String line) {
        try {
            return line.startsWith("/") ? command(line.substring(1)) : withResources(line);
        } catch (McpException failure) {
            if (failure instanceof CallCancelledException cancelled) {
                throw cancelled;
            }
            mistaken(visit.judge(failure).message());
            return Optional.empty();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("reading what was typed", "any", false);
        }
    }

    private Optional<List<Part>> withResources(String line) throws InterruptedException {
        var parts = new ChatResources(chat, visit).with(line);
        mistaken |= parts.isEmpty();
        return parts;
    }

    private Optional<List<Part>> command(String typed) throws InterruptedException {
        var name = typed.split("\\s", 2)[0];
        var rest = typed.substring(name.length()).strip();
        var catalog = chat.host().catalog();
        switch (name) {
            case "", "help" -> list(HELP.lines());
            case "tools" -> tools();
            case "off", "on" -> turn(name.equals("on"), rest);
            case "prompts" ->
                list(catalog.prompts().stream()
                        .map(prompt -> "/%s%s  %s"
                                .formatted(
                                        Sanitizer.name(prompt.name()),
                                        prompt.definition().arguments().stream()
                                                .map(argument -> " %s=%s"
                                                        .formatted(
                                                                Sanitizer.name(argument.name()),
                                                                argument.required() ? "…" : "…?"))
                                                .collect(Collectors.joining()),
                                        firstLine(prompt.definition().description()))));
            case "resources" -> {
                var typing = ChatResources.naming(catalog.resources());
                list(catalog.resources().stream()
                        .map(resource -> "%s  of %s: %s"
                                .formatted(
                                        Sanitizer.name(typing.apply(resource)),
                                        Sanitizer.name(resource.server()),
                                        Sanitizer.name(resource.definition().name()))));
            }
            case "servers" ->
                list(chat.host().servers().stream()
                        .map(server ->
                                "%s  %s %s".formatted(Sanitizer.name(server.name()), server.state(), server.reason())));
            default -> {
                return prompt(name, rest);
            }
        }
        return Optional.empty();
    }

    private Optional<List<Part>> prompt(String name, String rest) throws InterruptedException {
        var found = chat.host().catalog().prompt(name);
        if (found.isEmpty()) {
            var names = Stream.concat(
                            COMMANDS.stream(),
                            chat.host().catalog().prompts().stream().map(OfferedPrompt::name))
                    .toList();
            mistaken("there is no prompt and no command '/%s'; %s"
                    .formatted(
                            name,
                            Suggestion.closest(name, names)
                                    .map("did you mean '/%s'?"::formatted)
                                    .orElse("/help and /prompts list them")));
            return Optional.empty();
        }
        var parts = new ChatPrompt(chat, visit, found.get()).filledIn(rest);
        mistaken |= parts.isEmpty();
        return parts;
    }

    private void turn(boolean on, String typed) {
        if (chat.host().server(typed).isPresent()) {
            chat.tools().turnServer(typed, on);
            tell("all tools of '%s' are %s".formatted(typed, on ? "on" : "off"));
            return;
        }
        var meant = chat.host().catalog().tools().stream()
                .filter(tool -> ChatTools.isMeant(typed, tool))
                .toList();
        if (meant.isEmpty()) {
            mistaken("there is no tool and no server '%s'; /tools and /servers list them".formatted(typed));
            return;
        }
        meant.forEach(tool -> chat.tools().turn(tool, on));
        tell("%s: %s"
                .formatted(
                        on ? "on" : "off", meant.stream().map(OfferedTool::name).collect(Collectors.joining(", "))));
    }

    private void mistaken(String words) {
        mistaken = true;
        visit.warn(words);
    }

    private void tools() {
        var traits = chat.model().traits();
        var belt = ToolBelt.of(chat.host().catalog().tools(), traits.dialect(), traits.mostTools(), chat.tools());
        var table = Table.of(Column.whole("TOOL"), Column.number("TOKENS"), Column.cut("ABOUT"));
        belt.held()
                .forEach(held -> table.row(
                        held.tool().name(),
                        String.format(Locale.ROOT, "%,d", held.tokens()),
                        firstLine(held.tool().definition().description())));
        belt.leftOut().forEach(out -> table.row(out.tool().name(), "-", "not told to the model: " + out.reason()));
        visit.printer().now(page -> {
            if (!table.isEmpty()) {
                page.table(table);
            }
            page.line(String.format(Locale.ROOT, "about %,d tokens in every request", belt.tokens()));
        });
    }

    private void tell(String text) {
        visit.printer().now(page -> page.line(text));
    }

    /** Lists things, each on a line of its own whatever others called it. */
    private void list(Stream<String> lines) {
        var all = lines.toList();
        visit.printer().now(page -> page.lines(all.isEmpty() ? List.of("(none)") : all));
    }

    static String firstLine(@Nullable String text) {
        return text == null ? "" : text.lines().findFirst().orElse("");
    }
}
