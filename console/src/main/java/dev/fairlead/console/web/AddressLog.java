package dev.fairlead.console.web;

import java.util.Arrays;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The log of the JDK's server, which at its finer levels names every address that is asked for: those with a token are kept out. */
final class AddressLog {
    // Held here, because a logger that nobody holds forgets its filter.
    private static final Logger LOG = Logger.getLogger("com.sun.net.httpserver");
    private static final String TOKEN = "token=";

    private AddressLog() {}

    /** Keeps tokens out from now on, besides what is kept out already. */
    static void keepTokensOut() {
        var before = LOG.getFilter();
        if (!(before instanceof Discreet)) {
            LOG.setFilter(new Discreet(before));
        }
    }

    private record Discreet(@Nullable Filter before) implements Filter {
        @Override
        public boolean isLoggable(LogRecord entry) {
            return !namesToken(entry) && (before == null || before.isLoggable(entry));
        }

        private static boolean namesToken(LogRecord entry) {
            return String.valueOf(entry.getMessage()).contains(TOKEN)
                    || Arrays.toString(entry.getParameters()).contains(TOKEN);
        }
    }
}
