package dev.fairlead.cli;

import dev.fairlead.auth.AccountInfo;
import dev.fairlead.client.Opening;
import dev.fairlead.client.ToolResult;
import dev.fairlead.host.config.ConfigFingerprint;
import dev.fairlead.protocol.Tool;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints what came of a visit: the only one to write to standard output. */
sealed interface Printer permits TextPrinter, JsonPrinter {

    /** Prints a list of tools. */
    void tools(Attempt attempt, List<Tool> tools);

    /** Prints the answer of a tool, be it success or failure. */
    void answer(Attempt attempt, ToolResult result);

    /** Prints what a server is. */
    void info(Attempt attempt, ServerReport report);

    /** Prints who is about to be pinged. */
    void pinging(Attempt attempt, Opening opening);

    /** Prints what came of one ping. */
    void ping(Ping ping);

    /** Prints what came of all pings. */
    void pings(Attempt attempt, Pings pings);

    /**
     * Prints who is logged in now.
     *
     * @param account null where nobody needs to
     * @param already whether that was so before
     */
    void loggedIn(Attempt attempt, @Nullable AccountInfo account, boolean already);

    /** Prints that nobody is logged in any more. */
    void loggedOut(Attempt attempt, GivenBack outcome);

    /**
     * Prints who is logged in where.
     *
     * @param failure why the answer is that nobody is; null where somebody is
     */
    void accounts(Attempt attempt, List<KnownLogin> logins, @Nullable Failure failure);

    /** Prints how all configured servers stand. */
    void servers(Attempt attempt, ServersReport report);

    /** Prints what somebody is to agree to. */
    void proposal(ConfigFingerprint proposal);

    /**
     * Prints what was decided about that.
     *
     * @param failure why nothing was; null where something was
     */
    void approval(Attempt attempt, Approval approval, @Nullable Failure failure);

    /** Prints why there is no answer. */
    void failure(Attempt attempt, Failure failure);

    /** Returns the standard output of this process. */
    static PrintStream standardOutput() {
        return stream(FileDescriptor.out, "stdout.encoding");
    }

    /** Returns the standard error of this process. */
    static PrintStream standardError() {
        return stream(FileDescriptor.err, "stderr.encoding");
    }

    private static PrintStream stream(FileDescriptor descriptor, String encoding) {
        // Elsewhere than on Windows everything reads UTF-8, whatever a bare locale says.
        var charset = System.getProperty("os.name", "").startsWith("Windows")
                ? Charset.forName(System.getProperty(encoding, "UTF-8"))
                : StandardCharsets.UTF_8;
        return new PrintStream(new BufferedOutputStream(new FileOutputStream(descriptor)), true, charset);
    }
}
