package dev.fairlead.console;

import dev.fairlead.console.keep.Keep;
import dev.fairlead.console.model.Models;
import dev.fairlead.console.policy.Program;
import dev.fairlead.console.web.Access;
import dev.fairlead.host.HostBuilder;
import dev.fairlead.host.config.ConfigSearch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A local web page on which a person connects servers, tries tools, watches the traffic and chats with a model. It listens
 * on this machine alone, and lets in whoever opens the address with its token.
 */
public final class Console implements AutoCloseable {
    /** How long an address that lets in once is good. */
    public static final Duration ONCE_WITHIN = Access.BRIEFLY;

    private final Running running;

    private Console(Running running) {
        this.running = running;
    }

    /** Starts the description of a console. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns where a console that is given this folder keeps its things. */
    public static Path folder(Path home) {
        return Keep.below(home);
    }

    /** Returns the address to open, with the token in it: whoever has it may do all that the page can do. */
    public String url() {
        return running.url();
    }

    /**
     * Returns an address to open that lets in once, and soon: for a browser that is opened, as by {@code
     * Browser.openPrivately}. It is no address for a command line, which others can see, and be quicker. If it is used again,
     * whoever it let in is shut out, and the messages say so.
     *
     * @param whenUsed what is done when it let somebody in
     */
    public String urlForOnce(Runnable whenUsed) {
        return running.urlForOnce(whenUsed);
    }

    /** Returns the port. */
    public int port() {
        return running.port();
    }

    /** Ends the page, the conversations and the servers, once all that is to be kept is kept. */
    @Override
    public void close() {
        running.close();
    }

    /** Describes a console before it is started. */
    public static final class Builder {
        private @Nullable Path home;
        private Path userHome = Path.of(System.getProperty("user.home", ""));
        private ConfigSearch search = ConfigSearch.ofSystem();
        private Map<String, String> environment = System.getenv();
        private int port;
        private Consumer<String> messages = message -> {};
        private Models models = Models.demo();
        private Consumer<HostBuilder> host = builder -> {};
        private final Map<String, List<String>> builtIn = new HashMap<>();
        private Program program = Program.UNKNOWN;
        private @Nullable Path page;

        private Builder() {}

        /** Sets the folder in which the console keeps a folder of its own; it must be set. */
        public Builder home(Path folder) {
            this.home = folder;
            return this;
        }

        /** Sets the home of the user, where relative paths in configurations begin. */
        public Builder userHome(Path folder) {
            this.userHome = folder;
            return this;
        }

        /** Sets where servers are configured. */
        public Builder search(ConfigSearch where) {
            this.search = where;
            return this;
        }

        /** Sets the variables of the process. */
        public Builder environment(Map<String, String> variables) {
            this.environment = Map.copyOf(variables);
            return this;
        }

        /** Sets the port; without it, the one of the last time, or any. */
        public Builder port(int number) {
            if (number < 1 || number > 65_535) {
                throw new IllegalArgumentException("a port is between 1 and 65535, not " + number);
            }
            this.port = number;
            return this;
        }

        /** Sets who is told what a person should know. */
        public Builder messages(Consumer<String> telling) {
            this.messages = telling;
            return this;
        }

        /** Sets which models there are. */
        public Builder models(Models source) {
            this.models = source;
            return this;
        }

        /** Sets what is special about the host: where approvals and tokens are kept, who knows secrets, and so on. */
        public Builder host(Consumer<HostBuilder> special) {
            this.host = special;
            return this;
        }

        /** Adds a server that has a name here, such as one to try things on. */
        public Builder builtIn(String name, List<String> command) {
            builtIn.put(name, List.copyOf(command));
            return this;
        }

        /** Sets what the page of policies says about the program around this. */
        public Builder program(Program itself) {
            this.program = itself;
            return this;
        }

        /** Takes the files of the page from a folder, for those who work on it. */
        public Builder page(@Nullable Path folder) {
            this.page = folder;
            return this;
        }

        /**
         * Starts it.
         *
         * @throws IOException if it cannot listen, or its folder cannot be used
         */
        public Console start() throws IOException {
            if (home == null) {
                throw new IllegalStateException("a console needs a folder");
            }
            return new Console(Running.start(new ConsoleSettings(
                    home,
                    userHome,
                    search,
                    environment,
                    port,
                    messages,
                    models,
                    host,
                    Map.copyOf(builtIn),
                    program,
                    page)));
        }
    }
}
