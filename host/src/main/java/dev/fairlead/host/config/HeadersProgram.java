package dev.fairlead.host.config;

import dev.fairlead.protocol.error.ConfigurationException;
import dev.fairlead.protocol.error.ServerStartException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.stdio.ProgramSearch;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.ShortProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * A program that prints headers as a JSON object of texts. It is run without a shell, and neither for long nor for much.
 *
 * @param command the program, then its arguments
 */
record HeadersProgram(
        String server, List<String> command, Path directory, Map<String, String> environment, Duration patience) {
    private static final String FIELD = "headersHelper";
    private static final Duration USUAL_PATIENCE = Duration.ofSeconds(10);
    private static final int MAX_BYTES = 64 * 1024;

    HeadersProgram(String server, List<String> command, Path directory, Map<String, String> environment) {
        this(server, command, directory, environment, USUAL_PATIENCE);
    }

    Map<String, String> run() throws InterruptedException {
        try {
            var outcome = ShortProgram.run(line(), server + "-headers", patience, MAX_BYTES);
            if (outcome.tooMuch()) {
                throw failed("printed too much", null);
            }
            if (outcome.exitCode() != 0) {
                throw failed("failed with exit code %s; run it by hand to see why".formatted(outcome.exitCode()), null);
            }
            return headers(outcome.output());
        } catch (TimeoutException e) {
            throw failed("took longer than %s s".formatted(patience.toSeconds()), e);
        } catch (ServerStartException e) {
            throw unstarted(e);
        } catch (IOException e) {
            throw failed("could not be read", e);
        }
    }

    /** Returns what is started, with these variables and no others of ours. */
    private ServerCommand line() {
        var line = new ArrayList<>(command);
        line.set(0, program());
        return ServerCommand.of(line)
                .withEnvironment(environment)
                .withholding(Set.copyOf(ServerCommand.inheritedNames(Surroundings.isWindows())))
                .withDirectory(directory);
    }

    /** Returns the file of the program: the very one that whoever agreed was shown. */
    private String program() {
        try {
            var search = search(command, directory, environment);
            return search.file()
                    .filter(file -> search.executable())
                    .orElseThrow(() -> unstarted(null))
                    .toString();
        } catch (IllegalArgumentException e) {
            throw ConfigurationException.unusable(server, FIELD, "names no program that could be started", e);
        }
    }

    /** Looks for the program of a command line, as starting it does. */
    static ProgramSearch search(List<String> command, Path directory, Map<String, String> environment) {
        return ServerCommand.of(command)
                .withEnvironment(environment)
                .withDirectory(directory)
                .search();
    }

    private ConfigurationException unstarted(@Nullable Throwable cause) {
        return failed("could not be started; check that it exists and may be executed", cause);
    }

    private Map<String, String> headers(String text) {
        try {
            var headers = new LinkedHashMap<String, String>();
            var json = Json.parse(text);
            if (!json.isObject()) {
                throw failed("did not print a JSON object", null);
            }
            for (var header : json.properties()) {
                if (!header.getValue().isString()) {
                    throw failed("printed a header that is no text", null);
                }
                headers.put(header.getKey(), header.getValue().stringValue());
            }
            return headers;
        } catch (JacksonException e) {
            // The cause would quote what was printed.
            throw failed("did not print a JSON object", null);
        }
    }

    /** What a program does now it need not do the next time. */
    private ConfigurationException failed(String how, @Nullable Throwable cause) {
        return ConfigurationException.missing(server, FIELD, how, cause);
    }
}
