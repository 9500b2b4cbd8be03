package dev.fairlead.auth.token;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An authorization server that understood what was asked, and said no. */
public final class TokenRefused extends Exception {
    private static final long serialVersionUID = 1;
    private static final Set<String> PASSING =
            Set.of("temporarily_unavailable", "server_error", "slow_down", "too_many_requests");
    private final String code;

    TokenRefused(String code, @Nullable String description) {
        super(description == null ? "'" + code + "'" : "'%s' (%s)".formatted(code, description));
        this.code = code;
    }

    /** Returns its reason, {@code invalid_grant} for instance. */
    public String code() {
        return code;
    }

    /** Tells whether what was shown is no longer good for anything. */
    public boolean worthless() {
        return code.equals("invalid_grant");
    }

    /** Tells whether it may say yes to the same another time. */
    boolean passing() {
        return PASSING.contains(code);
    }

    /** Tells whether it does not know who asks. */
    public boolean unknownClient() {
        return code.equals("invalid_client");
    }
}
