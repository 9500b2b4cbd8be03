package dev.fairlead.auth;

import java.io.File;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Starts the system's program for opening web pages, with the address as one argument and never by a shell. */
final class SystemBrowser implements Browser {
    private static final Pattern LETTERS = Pattern.compile("https?://[A-Za-z0-9._~:/?#\\[\\]@!$&'()*+,;=%-]+");
    private static final List<String> ELSEWHERE = List.of("VSCODE_IPC_HOOK_CLI", "CODESPACES");
    private static final System.Logger LOG = System.getLogger(SystemBrowser.class.getName());

    private final String system;
    private final Map<String, String> environment;

    SystemBrowser() {
        this(System.getProperty("os.name", ""), System.getenv());
    }

    SystemBrowser(String system, Map<String, String> environment) {
        this.system = system.toLowerCase(Locale.ROOT);
        this.environment = environment;
    }

    @Override
    public boolean open(String url) {
        return LETTERS.matcher(url).matches() && started(url);
    }

    @Override
    public Opened openPrivately(String url) {
        if (!LETTERS.matcher(url).matches() || commands().isEmpty() || isElsewhere()) {
            return new Opened(false, () -> {});
        }
        try {
            var page = PrivatePage.to(url, home());
            boolean asked = started(page.url());
            if (!asked) {
                page.close();
            }
            return new Opened(asked, page::close);
        } catch (IOException noPlace) {
            LOG.log(Level.DEBUG, "No page for the browser could be made in {0}", home());
            return new Opened(false, () -> {});
        }
    }

    /** What opens pages there hands addresses to another machine, which has no files of this one. */
    private boolean isElsewhere() {
        return ELSEWHERE.stream().anyMatch(environment::containsKey);
    }

    private Path home() {
        var home = system.contains("win") ? "" : environment.getOrDefault("HOME", "");
        return Path.of(home.isBlank() ? System.getProperty("user.home", "") : home)
                .toAbsolutePath();
    }

    private boolean started(String url) {
        for (var command : commands()) {
            if (started(command, url)) {
                return true;
            }
        }
        return false;
    }

    /** Lists the programs that may be there, the likeliest first. */
    List<List<String>> commands() {
        if (system.contains("win")) {
            return List.of(List.of("rundll32", "url.dll,FileProtocolHandler"));
        }
        var commands = new ArrayList<List<String>>();
        var chosen = environment.getOrDefault("BROWSER", "");
        // By habit a list of programs; one with arguments would need a shell to understand.
        Stream.of(chosen.split(File.pathSeparator))
                .filter(name -> !name.isBlank())
                .forEach(name -> commands.add(List.of(name)));
        if (system.contains("mac")) {
            commands.add(List.of("open"));
        } else if (environment.containsKey("DISPLAY") || environment.containsKey("WAYLAND_DISPLAY")) {
            commands.add(List.of("xdg-open"));
        }
        return commands;
    }

    private boolean started(List<String> command, String url) {
        if (find(command.getFirst()).isEmpty() && !system.contains("win")) {
            return false;
        }
        var words = new ArrayList<>(command);
        words.add(url);
        try {
            var process = new ProcessBuilder(words)
                    .redirectInput(ProcessBuilder.Redirect.from(nothing()))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.isAlive() || process.exitValue() == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    private File nothing() {
        return new File(system.contains("win") ? "NUL" : "/dev/null");
    }

    private Optional<Path> find(String program) {
        if (program.contains(File.separator)) {
            return Optional.of(Path.of(program)).filter(Files::isExecutable);
        }
        return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
