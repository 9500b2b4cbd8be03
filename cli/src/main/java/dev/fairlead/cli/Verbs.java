package dev.fairlead.cli;

import dev.fairlead.cli.chat.ChatCommand;
import dev.fairlead.cli.codegen.CodegenCommand;
import dev.fairlead.cli.completion.CompletionCommand;
import dev.fairlead.cli.config.AddCommand;
import dev.fairlead.cli.config.DisableCommand;
import dev.fairlead.cli.config.EnableCommand;
import dev.fairlead.cli.config.ImportCommand;
import dev.fairlead.cli.config.RemoveCommand;
import dev.fairlead.cli.console.ConsoleCommand;
import dev.fairlead.cli.data.CompleteCommand;
import dev.fairlead.cli.data.PromptCommand;
import dev.fairlead.cli.data.PromptsCommand;
import dev.fairlead.cli.data.ReadCommand;
import dev.fairlead.cli.data.ResourcesCommand;
import dev.fairlead.cli.data.TemplatesCommand;
import dev.fairlead.cli.doctor.DoctorCommand;
import dev.fairlead.cli.info.InfoCommand;
import dev.fairlead.cli.info.PingCommand;
import dev.fairlead.cli.login.LoginCommand;
import dev.fairlead.cli.login.LogoutCommand;
import dev.fairlead.cli.login.WhoamiCommand;
import dev.fairlead.cli.policy.PolicyCommand;
import dev.fairlead.cli.recording.RecordCommand;
import dev.fairlead.cli.recording.ReplayCommand;
import dev.fairlead.cli.search.GrepCommand;
import dev.fairlead.cli.server.ApproveCommand;
import dev.fairlead.cli.server.ServersCommand;
import dev.fairlead.cli.shell.ShellCommand;
import dev.fairlead.cli.task.TasksCommand;
import dev.fairlead.cli.tool.BenchCommand;
import dev.fairlead.cli.tool.CallCommand;
import dev.fairlead.cli.tool.ToolsCommand;
import dev.fairlead.cli.watch.WatchCommand;
import java.util.List;
import java.util.Optional;

/**
 * All verbs. Looking into the class of one takes longer than most of what people ask for, so that it happens to the one
 * that was typed alone.
 */
final class Verbs {
    /** In the order of the help. A reference to a constructor, in place of these lambdas, would load its class at once. */
    static final List<Verb> ALL = List.of(
            new Verb("tools", "Lists the tools of a server.", given -> new ToolsCommand(given)),
            new Verb("call", "Calls a tool and prints its answer.", given -> new CallCommand(given)),
            new Verb(
                    "grep",
                    "Finds tools across all configured servers, or those that are named.",
                    given -> new GrepCommand(given)),
            new Verb("prompts", "Lists the prompts of a server.", given -> new PromptsCommand(given)),
            new Verb(
                    "prompt",
                    "Fills in a prompt of a server, and prints its messages.",
                    given -> new PromptCommand(given)),
            new Verb("resources", "Lists the resources of a server.", given -> new ResourcesCommand(given)),
            new Verb("read", "Reads a resource of a server, and prints it.", given -> new ReadCommand(given)),
            new Verb(
                    "templates", "Lists the templates of resources of a server.", given -> new TemplatesCommand(given)),
            new Verb(
                    "complete",
                    "Has a server suggest values for an argument of a prompt or of a template.",
                    given -> new CompleteCommand(given)),
            new Verb(
                    "info",
                    "Tells what a server is, what it offers, and how it was connected to.",
                    given -> new InfoCommand(given)),
            new Verb(
                    "ping",
                    "Asks a server for signs of life, and tells how long they take.",
                    given -> new PingCommand(given)),
            new Verb(
                    "watch",
                    "Shows changes, log messages and stderr of a server as they come.",
                    given -> new WatchCommand(given)),
            new Verb(
                    "tasks",
                    "Lists the tasks of a server, asks after one, fetches its result, or cancels it.",
                    given -> new TasksCommand(given)),
            new Verb(
                    "servers",
                    "Starts every configured server, and shows how each of them stands.",
                    given -> new ServersCommand(given)),
            new Verb(
                    "approve",
                    "Shows what a project's server would start, and agrees to it, or denies it.",
                    given -> new ApproveCommand(given)),
            new Verb("add", "Configures a server, so that it has a name.", given -> new AddCommand(given)),
            new Verb(
                    "remove",
                    "Removes configured servers from the file that names them.",
                    given -> new RemoveCommand(given)),
            new Verb("enable", "Uses configured servers again that were disabled.", given -> new EnableCommand(given)),
            new Verb("disable", "Keeps configured servers, and does not use them.", given -> new DisableCommand(given)),
            new Verb(
                    "import",
                    "Lists the servers in files of other products, and copies them into your own.",
                    given -> new ImportCommand(given)),
            new Verb(
                    "policy",
                    "Shows what is denied unless somebody allows it, and changes which tools may be called.",
                    given -> new PolicyCommand(given)),
            new Verb(
                    "shell",
                    "Runs verbs line by line, at servers that stay connected in between.",
                    given -> new ShellCommand(given, Main.COMMANDS)),
            new Verb(
                    "chat",
                    "Talks with a language model that uses the tools of servers.",
                    given -> new ChatCommand(given)),
            new Verb(
                    "console",
                    "Opens a page on which servers are connected, tried and watched.",
                    given -> new ConsoleCommand(given)),
            new Verb(
                    "login",
                    "Logs in to a server; what it grants is kept for all other verbs.",
                    given -> new LoginCommand(given)),
            new Verb(
                    "logout",
                    "Logs out of a server: gives back what it granted, and forgets it.",
                    given -> new LogoutCommand(given)),
            new Verb(
                    "whoami",
                    "Tells to which servers somebody is logged in; asks none of them.",
                    given -> new WhoamiCommand(given)),
            new Verb(
                    "doctor",
                    "Says what is wrong with a server, or with this machine, and what to do about it.",
                    given -> new DoctorCommand(given)),
            new Verb(
                    "bench",
                    "Measures how quickly a server answers pings, or calls of a tool that is named.",
                    given -> new BenchCommand(given)),
            new Verb(
                    "codegen",
                    "Writes a typed Java client, with records, for the tools of a server.",
                    given -> new CodegenCommand(given)),
            new Verb(
                    "record",
                    "Stands between a client on stdin and stdout and a server, and records what they say.",
                    given -> new RecordCommand(given)),
            new Verb(
                    "replay",
                    "Serves a recording again, over stdio or HTTP, as if it were the server.",
                    given -> new ReplayCommand(given)),
            new Verb(
                    "completion",
                    "Prints a script that has bash, zsh or fish complete what is typed.",
                    given -> new CompletionCommand(given)));

    private Verbs() {}

    /** Returns the verb of this name. */
    static Optional<Verb> named(String name) {
        for (var verb : ALL) {
            if (verb.name().equals(name)) {
                return Optional.of(verb);
            }
        }
        return Optional.empty();
    }

    /** Lists what may be typed. */
    static List<String> names() {
        return ALL.stream().map(Verb::name).toList();
    }
}
