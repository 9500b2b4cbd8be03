package dev.fairlead.auth.token;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An authorization server that understood what was asked, and said no. */
public final class TokenRefused extends Exception {
    private static final long serialVersionUID = 1;
    private static final Set<String> PASSING =
            Set.of("temporarily_unavailable", "server_error", "slow_down", "too_many_requests");
    private final String code;
    private final @Nullable String uselessClient;

    TokenRefused(String code, @Nullable String description) {
        super(description == null ? "'" + code + "'" : "'%s' (%s)".formatted(code, description));
        this.code = code;
        this.uselessClient = null;
    }

    private TokenRefused(TokenRefused refused, String uselessClient) {
        super(refused.getMessage(), refused);
        this.code = refused.code;
        this.uselessClient = uselessClient;
    }

    /** Returns this refusal when it is of no use to ask once more as the client that asked. */
    public TokenRefused uselessAs(String clientId) {
        return new TokenRefused(this, clientId);
    }

    /** Returns the client as which it is of no use to ask once more, if that is so. */
    public Optional<String> uselessClient() {
        return Optional.ofNullable(uselessClient);
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

    /** Tells whether it thinks that who asks may not ask in this way; some say so of those they do not know any more. */
    boolean unfitClient() {
        return code.equals("unauthorized_client");
    }
}
