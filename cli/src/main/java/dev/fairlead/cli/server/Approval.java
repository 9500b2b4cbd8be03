package dev.fairlead.cli.server;

import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.host.config.ConfigFingerprint;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What was decided about starting a server.
 *
 * @param proposal what would be started; null where nobody has to look at it to refuse it
 * @param failure why nothing was decided; null where something was
 */
public record Approval(
        String server,
        @Nullable ConfigFingerprint proposal,
        Decision decision,
        @Nullable Failure failure) implements Outcome {

    @Override
    public void show(Page page) {
        if (failure == null) {
            page.remark(sentence());
        }
    }

    @Override
    public void tell(ObjectNode document) {
        document.put("decision", decision.id()).put("hash", proposal == null ? null : proposal.hash());
        var lines = document.putArray("proposal");
        if (proposal != null) {
            proposal.describe().forEach(lines::add);
        }
    }

    /** A decision. */
    enum Decision {
        /** Somebody agreed. */
        APPROVED("server '%s' may be started from now on, exactly as shown; any change of that asks again"),
        /** Somebody had agreed before. */
        ALREADY("server '%s' was approved before, exactly as it is now"),
        /** It is the user's own. */
        NOT_NEEDED("server '%s' is your own, and needs no approval"),
        /** Somebody refused. */
        DENIED("server '%s' is denied, whatever its file says; approve it to take that back"),
        /** Nobody decided. */
        NONE("nothing was decided about server '%s'");

        private final String words;

        Decision(String words) {
            this.words = words;
        }

        /** Returns what programs call it. */
        String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Says it, or why nothing was decided, in a sentence. */
    String remark() {
        return failure == null ? sentence() : failure.message();
    }

    /** Says it in a sentence. */
    String sentence() {
        return decision.words.formatted(server);
    }
}
